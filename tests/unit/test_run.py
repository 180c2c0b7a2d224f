"""run.py: stamps, system packages, failing pip, routing of arguments. Nothing here installs anything."""

import ast
import fcntl
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import run
from core.cli import app

OK = (0, "")


class FakeMachine:
    """Takes the place of `capture`: records the commands and answers each from a script."""

    def __init__(self):
        self.commands = []
        self.answers = {}  # word in the command -> list of answers, the last one stays

    def __call__(self, *command, **_env):
        words = [str(word) for word in command]
        self.commands.append(words)
        for word, answers in self.answers.items():
            if word in words:
                return answers.pop(0) if len(answers) > 1 else answers[0]
        if "venv" in words:
            run.PYTHON.parent.mkdir(parents=True)
            run.PYTHON.touch()
        return OK

    def calls(self, word):
        return [command for command in self.commands if word in command]


class Launched(Exception):  # noqa: N818 - takes the place of becoming another program
    pass


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A new project in a folder with a space; we are root, apt-get and all programs are there."""
    root = tmp_path / "my project"
    root.mkdir()
    monkeypatch.setattr(run, "ROOT", root)
    monkeypatch.setattr(run, "VENV", root / ".venv")
    monkeypatch.setattr(run, "PYTHON", root / ".venv" / "bin" / "python")
    monkeypatch.setattr(run, "INSTALLING", root / ".venv" / "installing")
    (root / "requirements.txt").write_text("numpy==1\n")
    (root / "requirements-dev.txt").write_text("-r requirements.txt\npytest==1\n")
    fake = FakeMachine()
    monkeypatch.setattr(run, "capture", fake)
    monkeypatch.setattr(run, "has_module", lambda _name: True)
    monkeypatch.setattr(run.os, "geteuid", lambda: 0)
    monkeypatch.setattr(run.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(run.sys, "platform", "linux")

    def execve(_path, command, env):
        raise Launched(command, env)

    monkeypatch.setattr(run.os, "execve", execve)
    return fake


def with_qt(missing):
    """Put a Qt library into the environment and return what ldd says about it."""
    folder = run.VENV / "lib" / "python3.11" / "site-packages" / "PySide6"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "QtWidgets.abi3.so").touch()
    lines = [f"\t{name} => not found\n" for name in missing]
    return 0, "".join(["\tlibc.so.6 => /lib/libc.so.6 (0x1)\n", *lines])


def launched(arguments):
    with pytest.raises(Launched) as caught:
        run.main(arguments)
    return caught.value.args


# --- stamps ---


def test_second_preparation_runs_no_command(machine):
    run.prepare("run")
    assert len(machine.calls("pip")) == 1
    machine.commands.clear()
    run.prepare("run")
    assert machine.commands == []


def test_dev_requirements_have_their_own_stamp(machine):
    run.prepare("run")
    assert not run.is_installed("dev")
    run.prepare("dev")
    assert run.is_installed("dev")
    assert machine.calls("pip")[-1][-1] == str(run.ROOT / "requirements-dev.txt")


@pytest.mark.parametrize(
    ("changed", "still_installed"),
    [("requirements.txt", []), ("requirements-dev.txt", ["run"])],
)
def test_changed_requirements_are_noticed(machine, changed, still_installed):
    run.prepare("run")
    run.prepare("dev")
    (run.ROOT / changed).write_text("numpy==2\n")
    assert [group for group in ("run", "dev") if run.is_installed(group)] == still_installed


def test_changed_requirements_are_installed_into_the_existing_environment(machine):
    run.prepare("run")
    (run.ROOT / "requirements.txt").write_text("numpy==2\n")
    run.prepare("run")
    assert len(machine.calls("venv")) == 1
    assert len(machine.calls("pip")) == 2


def delete_interpreter():
    run.PYTHON.unlink()
    run.PYTHON.symlink_to("/nonexistent/python3")


def leave_marker():
    run.INSTALLING.touch()


def break_stamp():
    (run.VENV / "stamp-run.json").write_text('{"base": "cpy')


def replace_stamp():
    (run.VENV / "stamp-run.json").write_text("7")


@pytest.mark.parametrize("damage", [delete_interpreter, leave_marker, break_stamp, replace_stamp])
def test_damaged_environment_is_made_anew(machine, damage):
    run.prepare("run")
    damage()
    assert not run.is_installed("run")
    machine.answers["venv"] = [OK]
    run.prepare("run")
    assert len(machine.calls("venv")) == 2
    assert all("--clear" in command for command in machine.calls("venv"))


def test_environment_of_another_python_is_made_anew(machine, monkeypatch):
    run.prepare("run")
    monkeypatch.setattr(run.platform, "machine", lambda: "another")
    assert not run.is_sound()


def test_interrupted_pip_leaves_the_marker(machine, monkeypatch):
    def interrupted(*command, **_env):
        if "pip" in command:
            raise KeyboardInterrupt
        return machine(*command)

    monkeypatch.setattr(run, "capture", interrupted)
    assert run.guarded(["setup"]) == 130
    assert run.INSTALLING.exists()
    assert not run.is_sound()


def test_waits_for_another_run(machine, capsys, monkeypatch):
    modes = []

    def flock(_file, mode):
        modes.append(mode)
        if mode & fcntl.LOCK_NB:
            raise BlockingIOError

    monkeypatch.setattr(run.fcntl, "flock", flock)
    run.prepare("run")
    assert modes == [fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX]
    assert "another run is installing" in capsys.readouterr().err


# --- system libraries ---


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libGL.so.1", "libgl1"),
        ("libX11.so.6", "libx11-6"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libfontconfig.so.1", "libfontconfig1"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
        ("libgthread-2.0.so.0", "libglib2.0-0"),
        ("libstdc++.so.6", "libstdc++6"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libxkbcommon.so.0", "libxkbcommon0"),
        ("libz.so.1", "zlib1g"),
        ("xvfb-run", "xvfb"),
    ],
)
def test_package_of_a_library(library, package):
    assert run.packages_of([library]) == [package]


def test_two_libraries_of_one_package_name_it_once():
    assert run.packages_of(["libgthread-2.0.so.0", "libGL.so.1", "libglib-2.0.so.0"]) == [
        "libgl1",
        "libglib2.0-0",
    ]


def test_root_on_debian_installs_missing_libraries(machine):
    machine.answers["ldd"] = [with_qt(["libEGL.so.1", "libxcb-cursor.so.0"]), with_qt([])]
    assert run.check_system("run", may_install=True) == []
    update, install = machine.calls("apt-get")
    assert update == ["apt-get", "update"]
    assert install[:4] == ["apt-get", "install", "-y", "--no-install-recommends"]
    assert install[-2:] == ["libegl1", "libxcb-cursor0"]


def test_others_are_told_the_command_and_the_program_starts(machine, monkeypatch, capsys):
    monkeypatch.setattr(run.os, "geteuid", lambda: 1000)
    machine.answers["ldd"] = [with_qt(["libEGL.so.1"])]
    launched(["check", "a.map.json"])
    expected = "sudo apt-get install -y --no-install-recommends libegl1\n"
    assert capsys.readouterr().err.endswith(expected)
    assert machine.calls("apt-get") == []


def test_missing_library_is_looked_for_again_until_it_is_there(machine, monkeypatch, capsys):
    monkeypatch.setattr(run.os, "geteuid", lambda: 1000)
    machine.answers["ldd"] = [with_qt(["libEGL.so.1"])]
    run.prepare("run")
    assert run.read_stamp("run")["missing"] == ["libEGL.so.1"]
    machine.answers["ldd"] = [with_qt([])]
    capsys.readouterr()
    run.prepare("run")
    assert run.read_stamp("run")["missing"] == []
    assert capsys.readouterr().err == ""


def test_a_known_gap_is_not_installed_again_at_every_start(machine):
    machine.answers["ldd"] = [with_qt(["libEGL.so.1"])]
    machine.answers["update"] = machine.answers["install"] = [(100, "E: no network")]
    machine.answers["pip"] = [OK]
    run.PYTHON.parent.mkdir(parents=True)
    run.PYTHON.touch()
    run.write_stamp("run", ["libEGL.so.1"])
    run.prepare("run")
    assert machine.calls("apt-get") == []
    run.prepare("run", check_again=True)
    assert len(machine.calls("apt-get")) == 2


def test_virtual_screen_is_wanted_by_the_tests_only(machine, monkeypatch):
    monkeypatch.setattr(run.shutil, "which", lambda _name: None)
    assert run.find_missing("run") == []
    assert run.find_missing("dev") == ["xauth", "xvfb-run"]


# --- Python packages ---


def test_failing_pip_becomes_one_sentence(machine, capsys):
    machine.answers["pip"] = [(1, "Collecting numpy\nERROR: No matching distribution found for numpy==1\n")]
    assert run.guarded(["setup"]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert "No matching distribution found for numpy==1" in last
    assert "check the network" in last
    assert (run.VENV / "pip.log").read_text().startswith("Collecting numpy")
    assert not run.is_installed("run")


def test_failing_update_keeps_the_environment(machine):
    run.prepare("run")
    (run.ROOT / "requirements.txt").write_text("numpy==2\n")
    machine.answers["pip"] = [(1, "ERROR: no network")]
    assert run.guarded([]) == 2
    assert run.is_sound()


def test_without_ensurepip_the_pip_of_the_system_is_used(machine, monkeypatch):
    monkeypatch.setattr(run, "has_module", lambda name: name == "pip")
    run.prepare("run")
    assert "--without-pip" in machine.calls("venv")[0]
    assert machine.calls("pip")[0][:5] == [run.BASE_PYTHON, "-m", "pip", "--python", str(run.PYTHON)]


def test_without_any_pip_the_remedy_is_named(machine, monkeypatch, capsys):
    monkeypatch.setattr(run, "has_module", lambda _name: False)
    monkeypatch.setattr(run.os, "geteuid", lambda: 1000)
    assert run.guarded([]) == 2
    assert "sudo apt-get install -y python3-venv" in capsys.readouterr().err


def test_failing_venv_becomes_one_sentence(machine, capsys):
    machine.answers["venv"] = [(1, "Traceback\nOSError: No space left on device\n")]
    assert run.guarded([]) == 2
    assert "OSError: No space left on device" in capsys.readouterr().err


def test_folder_without_write_permission_becomes_one_sentence(machine, monkeypatch, capsys):
    def refuse():
        raise PermissionError(13, "Permission denied", "/somewhere/.venv.lock")

    monkeypatch.setattr(run, "one_at_a_time", refuse)
    assert run.guarded([]) == 2
    assert "Permission denied: /somewhere/.venv.lock" in capsys.readouterr().err


# --- arguments ---


@pytest.mark.parametrize(
    ("arguments", "started"),
    [
        ([], ["core.cli"]),
        (["check", "maps/a b.map.json", "--json"], ["core.cli", "check", "maps/a b.map.json", "--json"]),
        (["render", "--help"], ["core.cli", "render", "--help"]),
        (["bench", "--quick"], ["benchmarks", "--quick"]),
        (["test"], ["tests.gates"]),
        (["test", "-k", "hex"], ["tests.gates", "-k", "hex"]),
    ],
)
def test_arguments_reach_the_right_program(machine, arguments, started):
    command, env = launched(arguments)
    assert command == [str(run.PYTHON), "-P", "-m", *started]
    assert env["PYTHONPATH"].split(":")[0] == str(run.ROOT)


def test_the_program_is_told_how_it_was_called(machine, monkeypatch):
    monkeypatch.setattr(run.sys, "orig_argv", ["python3", "my project/run.py", "check"])
    monkeypatch.setattr(run.sys, "argv", ["my project/run.py", "check"])
    monkeypatch.delenv("SANDTABLE_PROGRAM", raising=False)
    assert launched(["check"])[1]["SANDTABLE_PROGRAM"] == "python3 'my project/run.py'"
    assert "SANDTABLE_PROGRAM" not in launched(["test"])[1]  # tests expect the usual name


def test_only_test_installs_the_dev_requirements(machine):
    launched(["bench"])
    assert not run.is_installed("dev")
    launched(["test"])
    assert run.is_installed("dev")


def test_setup_installs_and_starts_nothing(machine):
    assert run.main(["setup"]) == 0
    assert run.is_installed("run")


def test_setup_looks_for_system_libraries_again(machine):
    run.prepare("run")
    machine.answers["ldd"] = [with_qt(["libEGL.so.1"]), with_qt([])]
    assert run.main(["setup"]) == 0
    assert machine.calls("apt-get")[-1][-1] == "libegl1"
    assert len(machine.calls("pip")) == 1


def test_help_installs_nothing(machine, capsys):
    assert run.main(["--help"]) == 0
    assert "run.py setup" in capsys.readouterr().out
    assert machine.commands == []


@pytest.mark.parametrize("arguments", [["setup", "--help"], ["setup", "-h"], ["-h"]])
def test_help_on_setup_installs_nothing(machine, capsys, arguments):
    assert run.main(arguments) == 0
    assert "run.py setup" in capsys.readouterr().out
    assert machine.commands == []


def test_help_names_every_command_of_the_program():
    listed = re.findall(r"^    ((?:new )?[a-z-]+) .*?   ", run.__doc__, re.MULTILINE)
    group = typer.main.get_command(app)
    commands = [name for name in group.commands if name != "new"]
    commands += [f"new {name}" for name in group.commands["new"].commands]
    assert sorted(listed) == sorted(commands)


# --- the file itself ---


def test_old_pythons_can_read_the_file():
    source = Path(run.__file__).read_text(encoding="utf-8")
    check = source.index("if sys.version_info < (3, 11)")
    assert ast.parse(source, feature_version=(3, 7)).body
    assert source.index("import fcntl") > check


def test_capture_returns_code_and_both_outputs():
    code, output = run.capture(
        sys.executable, "-c", "import os, sys; print(os.environ['X']); sys.exit('bad')", X="hello"
    )
    assert (code, output.split()) == (1, ["hello", "bad"])


def test_every_requirement_is_fixed_and_names_no_address():
    for name in run.REQUIREMENTS["dev"]:
        lines = (run.ROOT / name).read_text(encoding="utf-8").splitlines()
        entries = [line for line in lines if line and not line.startswith(("#", "-r "))]
        assert entries
        assert [line for line in entries if "==" not in line or "/" in line] == []


def test_help_from_another_folder(tmp_path):
    command = [sys.executable, run.__file__, "--help"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("Start Sandtable")
