#!/usr/bin/env python3
"""Start Sandtable: the first run installs what is missing, later runs start at once.

python3 run.py                    check and draw a sample map
python3 run.py COMMAND [ARGS]     run a command of sandtable:

    check FILE...                 find errors in maps and scenarios, or in all of a folder
    render FILE -o PICTURE        draw a map or scenario as .png, .svg or .pdf
    new map ID --system SYSTEM    begin a map
    new scenario ID --map FILE    begin a scenario on a map
    words [SYSTEM [KIND]]         list the systems, or the terrains, unit types ... of one
    play SCENARIO                 let bots play a scenario once and print what happens
    simulate SCENARIO             let bots play a scenario many times and print figures
    replay FILE                   play a saved game again
    tidy FILE...                  bring files into the form in which sandtable saves them
    schema                        compare the JSON Schemas with the program, or write them
    self-check                    check this installation

python3 run.py COMMAND --help     explain a command
python3 run.py setup              only install, and look again for missing system libraries
python3 run.py test               run all quality gates (style, types, imports, tests, coverage)
python3 run.py test PYTEST-ARGS   run pytest only, with these arguments, in the project folder
python3 run.py bench [ARGS]       run the benchmarks

Everything is installed into the folder .venv beside run.py. Delete that folder to start afresh.
Exit codes: 0 done, 1 a gate or a check failed, 2 could not start, 130 interrupted.
"""

# This file owns the installation and knows nothing of the program but the names of its commands.
# Standard library only.
import contextlib
import hashlib
import importlib.util
import json
import os
import platform
import re
import shlex
import shutil
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen
from typing import IO

if sys.version_info < (3, 11) or os.name != "posix":
    here = "Python %s on %s" % (platform.python_version(), platform.system())
    sys.stderr.write("sandtable: needs Python 3.11 or newer on Linux or macOS, this is %s.\n" % here)
    sys.exit(2)

import fcntl

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BASE_PYTHON = getattr(sys, "_base_executable", None) or sys.executable  # not the one inside .venv
INSTALLING = VENV / "installing"  # exists only while pip writes; found at the start, pip was killed
REQUIREMENTS = {"run": ["requirements.txt"], "dev": ["requirements.txt", "requirements-dev.txt"]}

# What the editor loads of Qt. The platform plugin is opened at run time, so no module names it.
QT_FILES = ["QtWidgets.*.so", "QtSvgWidgets.*.so", "QtPrintSupport.*.so", "Qt/plugins/platforms/libqxcb.so"]
PROGRAMS = {"run": [], "dev": ["xvfb-run", "xauth"]}  # the tests open windows on a virtual screen
IRREGULAR_PACKAGES = {
    "libbrotlidec.so.1": "libbrotli1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
    "xauth": "xauth",
    "xvfb-run": "xvfb",
}
APT_INSTALL = ["apt-get", "install", "-y", "--no-install-recommends"]


class SetupError(Exception):
    """A failure that the person can do something about: told in one sentence, exit code 2."""


def say(text: object) -> None:
    print(f"sandtable: {text}", file=sys.stderr, flush=True)


def capture(*command: str | Path, **extra_env: str) -> tuple[int, str]:
    """Run a command, on a terminal showing its latest line; return its exit code and output."""
    show, lines = sys.stderr.write if sys.stderr.isatty() else len, []
    env = {**os.environ, **extra_env}
    # close_fds=False hands down the lock: a pip that outlives a killed run.py keeps the next run waiting.
    with Popen(command, env=env, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, close_fds=False) as process:
        for line in process.stdout or ():
            lines.append(line.decode(errors="replace"))
            show(f"\r\x1b[K  {lines[-1].strip()[:76]}\r")
    show("\x1b[K")
    return process.returncode, "".join(lines)


def last_line(output: str) -> str:
    return (output.strip().splitlines() or ["no reason given"])[-1]


def base_id() -> str:
    """Where and for which Python the environment was made: its scripts hold its absolute path."""
    return f"{sys.implementation.cache_tag} {platform.machine()} {VENV}"


def wanted_key(group: str) -> str:
    texts = [(ROOT / name).read_bytes() for name in REQUIREMENTS[group]]
    return hashlib.sha256(b"\0".join([base_id().encode(), *texts])).hexdigest()


def read_stamp(group: str) -> dict[str, object]:
    """Return what is known to be installed: nothing, where there is no stamp or it cannot be read."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        return dict(json.loads((VENV / f"stamp-{group}.json").read_text(encoding="utf-8")))
    return {}


def write_stamp(group: str, missing: list[str]) -> None:
    stamp = {"base": base_id(), "key": wanted_key(group), "missing": missing}
    temporary = VENV / f"stamp-{group}.tmp"
    temporary.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    temporary.replace(VENV / f"stamp-{group}.json")


def is_sound() -> bool:
    """Whether there is an environment that pip can build on; otherwise it is made anew."""
    return read_stamp("run").get("base") == base_id() and PYTHON.exists() and not INSTALLING.exists()


def is_installed(group: str) -> bool:
    return is_sound() and read_stamp(group).get("key") == wanted_key(group)


def find_missing(group: str) -> list[str]:
    """Return the system libraries and programs that this machine lacks."""
    missing = {program for program in PROGRAMS[group] if not shutil.which(program)}
    files = [path for name in QT_FILES for path in VENV.glob(f"lib/python*/site-packages/PySide6/{name}")]
    if files and shutil.which("ldd"):
        missing |= set(re.findall(r"(\S+) => not found", capture("ldd", *files, LC_ALL="C")[1]))
    return sorted(missing) if sys.platform == "linux" else []


def packages_of(missing: list[str]) -> list[str]:
    """Name the Debian packages: by Debian's naming rule for libraries (policy 8.1), or as exceptions."""
    regular = {name: re.sub(r"(?<=\d)\.so\.", "-", name.lower()).replace(".so.", "") for name in missing}
    return sorted({IRREGULAR_PACKAGES.get(name, regular[name]) for name in missing})


def apt_install(packages: list[str]) -> None:
    """Install packages where this is Debian and we are root; what is found afterwards shows the success."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    say(f"installing system packages: {' '.join(packages)}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    capture("apt-get", "update", **quiet)  # where this fails, the installation may still succeed
    code, output = capture(*APT_INSTALL, "-o", "DPkg::Lock::Timeout=120", *packages, **quiet)
    if code:
        say(last_line(output))


def check_system(group: str, may_install: bool) -> list[str]:
    """Install missing libraries where allowed; name the rest with its remedy and return it."""
    missing = find_missing(group)
    if missing and may_install:
        apt_install(packages_of(missing))
        missing = find_missing(group)
    if missing:
        command = " ".join(["sudo", *APT_INSTALL, *packages_of(missing)])
        say(f"windows cannot open, system libraries are missing; please type: {command}")
    return missing


def has_module(name: str) -> bool:
    importlib.invalidate_caches()
    return importlib.util.find_spec(name) is not None


def create_venv() -> None:
    """Make an empty environment. Debian splits ensurepip off: then the system's pip does the work."""
    if not has_module("ensurepip") and not has_module("pip"):
        apt_install(["python3-venv"])
        if not has_module("ensurepip"):
            raise SetupError("this Python has no pip; please type: sudo apt-get install -y python3-venv")
    say("creating the environment .venv")
    options = ["--clear"] if has_module("ensurepip") else ["--clear", "--without-pip"]
    code, output = capture(BASE_PYTHON, "-m", "venv", *options, VENV)
    if code:
        raise SetupError(f"could not create {VENV} ({last_line(output)}); delete that folder and try again")


def pip_install(group: str) -> None:
    file = ROOT / REQUIREMENTS[group][-1]
    say(f"installing the Python packages of {file.name}, this can take some minutes")
    pip = [PYTHON, "-m", "pip"] if has_module("ensurepip") else [BASE_PYTHON, "-m", "pip", "--python", PYTHON]
    INSTALLING.touch()
    code, output = capture(
        *pip, "install", "--no-input", "--disable-pip-version-check", "-r", file, PIP_USER="0"
    )
    INSTALLING.unlink()  # pip came to its own end and has undone what it could not finish
    if code:
        (VENV / "pip.log").write_text(output, encoding="utf-8")
        reason = (re.findall(r"^ERROR: (.+)$", output, re.MULTILINE) or [last_line(output)])[-1]
        remedy = f"check the network and pip's settings, then try again (details: {VENV / 'pip.log'})"
        raise SetupError(f"could not install the Python packages ({reason}); {remedy}")


def one_at_a_time() -> IO[str]:
    """Wait until no other run installs; closing the file, or the end of its process, ends the lock."""
    lock = (ROOT / ".venv.lock").open("w")
    os.set_inheritable(lock.fileno(), True)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("another run is installing, waiting for it")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def prepare(group: str, check_again: bool = False) -> None:
    """Bring one group of requirements up to date; when nothing changed this touches no network."""
    if is_installed(group) and not check_again:
        if read_stamp(group).get("missing") and not check_system(group, may_install=False):
            write_stamp(group, [])
        return
    with one_at_a_time():
        if not is_sound():
            create_venv()
        if not is_installed(group):  # another run may have done it while this one waited
            pip_install(group)
        write_stamp(group, check_system(group, may_install=True))


def launch(module: str, arguments: list[str]) -> int:
    """Become the program. -P keeps a folder `core` in the current directory from hiding ours."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": path}
    if module == "core.cli":
        env["SANDTABLE_PROGRAM"] = typed()
    os.execve(PYTHON, [str(PYTHON), "-P", "-m", module, *arguments], env)


def typed() -> str:
    """What was typed to call this file: messages of the program say it to name a command."""
    return shlex.join([Path(sys.orig_argv[0]).name, sys.argv[0]])


def main(arguments: list[str]) -> int:
    command = arguments[0] if arguments else ""
    wants_help = {"-h", "--help"}.intersection(arguments)
    if command in ("-h", "--help") or (command == "setup" and wants_help):
        print(__doc__)
        return 0
    prepare("run", check_again=command == "setup")
    if command == "setup":
        return 0
    if command == "test":
        prepare("dev")
        return launch("tests.gates", arguments[1:])
    return launch("benchmarks", arguments[1:]) if command == "bench" else launch("core.cli", arguments)


def guarded(arguments: list[str]) -> int:
    """Run main; every expected failure becomes one sentence and an exit code."""
    try:
        return main(arguments)
    except SetupError as error:
        say(error)
    except OSError as error:
        say(f"{error.strerror or error}: {error.filename or ROOT}; check this path and your rights to it")
    except KeyboardInterrupt:
        return 130
    return 2


if __name__ == "__main__":
    sys.exit(guarded(sys.argv[1:]))
