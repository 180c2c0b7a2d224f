"""Saving: at every moment the old or the new content is there, whole."""

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats import documents
from core.formats.documents import load, save, text_of
from core.formats.saving import save_text
from core.formats.writing import LINE_WIDTH, compact, document_text, pretty
from core.model.issue import DocumentError, Issue
from tests.samples import names_in, open_folder, rich_map, set_hex, tiny_map


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A saved map."""
    path = tmp_path / "x.map.json"
    save(tiny_map(), path)
    return path


def failed(path: Path, text: str = "{}\n") -> Issue:
    with pytest.raises(DocumentError) as caught:
        save_text(path, text)
    assert caught.value.unreadable
    (issue,) = caught.value.issues
    assert issue.file == str(path)
    return issue


def run(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A program of its own that may be limited or killed."""
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True, check=False
    )


# --- going well -----------------------------------------------------------------------------------


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        save_text(tmp_path / "x", "a\n")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640
    assert (tmp_path / "x").read_text() == "a\n"


def test_an_old_file_keeps_its_permissions(path: Path) -> None:
    path.chmod(0o604)
    save_text(path, "a\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_nothing_else_is_left_in_the_folder(path: Path) -> None:
    save_text(path, "a\n")
    assert names_in(path.parent) == [path.name]


def test_a_link_stays_a_link(path: Path) -> None:
    link = path.parent / "link"
    link.symlink_to(path.name)
    save_text(link, "a\n")
    assert link.is_symlink()
    assert path.read_text() == "a\n"


def test_a_dangling_link_gets_its_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    save_text(tmp_path / "link", "a\n")
    assert (tmp_path / "target").read_text() == "a\n"


def test_line_ends_are_written_as_they_are(path: Path) -> None:
    save_text(path, "a\nb\r\n")
    assert path.read_bytes() == b"a\nb\r\n"


def test_the_content_is_forced_to_disk_before_it_takes_the_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda fd: (steps.append("fsync"), fsync(fd))[1])
    monkeypatch.setattr(Path, "replace", lambda *a: (steps.append("rename"), replace(*a))[1])
    save_text(path, "a\n")
    assert steps == ["fsync", "rename", "fsync"]


def test_a_folder_that_cannot_be_synced_is_no_failure(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is saved by then; to say that it is not would be a lie."""
    open_ = os.open

    def refuse_folders(name: Path, flags: int, *rest: int, **more: int) -> int:
        if Path(name).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied")
        return open_(name, flags, *rest, **more)

    monkeypatch.setattr(os, "open", refuse_folders)
    save_text(path, "a\n")
    assert path.read_text() == "a\n"


# --- going wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["write", "fsync", "chmod", "rename"])
def test_a_failure_at_any_step_leaves_the_old_file_and_nothing_else(
    step: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()

    def fail(*arguments: object, **named: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    match step:
        case "write":
            monkeypatch.setattr(os, "fdopen", lambda fd, mode: _HalfWriter(fd))
        case "fsync":
            monkeypatch.setattr(os, "fsync", fail)
        case "chmod":
            monkeypatch.setattr(Path, "chmod", fail)
        case "rename":
            monkeypatch.setattr(Path, "replace", fail)
    issue = failed(path)
    monkeypatch.undo()
    assert issue.message == (
        "could not be saved (Input/output error), the old file is unchanged: choose another place"
    )
    assert path.read_bytes() == before
    assert names_in(path.parent) == [path.name]


class _HalfWriter:
    """A file that takes half of what it is given, and then fails."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __enter__(self) -> "_HalfWriter":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)

    def write(self, content: bytes) -> None:
        os.write(self.descriptor, content[: len(content) // 2])
        raise OSError(errno.EIO, "Input/output error")


def test_a_full_disk_leaves_the_old_file(path: Path) -> None:
    """A limit on the size of files stands for the full disk: the write really fails half-way."""
    before = path.read_bytes()
    program = (
        "import resource, signal, sys; from pathlib import Path; from core.formats.saving import save_text\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "try: save_text(Path(sys.argv[1]), 'x' * 100_000)\n"
        "except Exception as error: print(error)"
    )
    done = run(program, path)
    assert done.stdout == (
        f"{path}: error FILE010: could not be saved (File too large), the old file is unchanged: "
        "free some space on the disk or choose another place\n"
    )
    assert path.read_bytes() == before
    assert names_in(path.parent) == [path.name]


def test_a_full_disk_and_no_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    issue = failed(tmp_path / "new.map.json")
    assert issue.message == (
        "could not be saved (No space left on device), nothing was written: "
        "free some space on the disk or choose another place"
    )
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.chmod", "pathlib.Path.replace"])
def test_a_process_killed_while_saving_leaves_the_old_file(step: str, path: Path) -> None:
    before = path.read_bytes()
    owner, _, name = step.rpartition(".")
    program = (
        "import os, pathlib, signal, sys; from core.formats.saving import save_text\n"
        f"{owner}.{name} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "save_text(pathlib.Path(sys.argv[1]), 'x' * 100_000)"
    )
    assert run(program, path).returncode == -signal.SIGKILL
    assert path.read_bytes() == before
    (stale,) = [name for name in names_in(path.parent) if name != path.name]
    assert stale.startswith(f".{path.name}.")
    assert stale.endswith(".tmp")

    model = load(path)
    set_hex(model, "0101", terrain="wood")
    save(model, path)
    assert load(path) == model
    assert sorted(names_in(path.parent)) == sorted([stale, path.name])


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    issue = failed(tmp_path / "none" / "x.map.json")
    assert issue.message.endswith("nothing was written: create the folder or choose another place")


def test_a_directory_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "x.map.json").mkdir()
    assert "it is not a file" in failed(tmp_path / "x.map.json").message
    assert (tmp_path / "x.map.json").is_dir()


def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "it is not a file" in failed(tmp_path / "pipe").message
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert failed(tmp_path / "a").code == "FILE010"
    assert (tmp_path / "a").is_symlink()


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    issue = failed(tmp_path / ("x" * 300))
    assert "File name too long" in issue.message
    assert names_in(tmp_path) == []


def test_text_that_cannot_be_written(path: Path) -> None:
    before = path.read_bytes()
    issue = failed(path, 'a "name": "ab\udcff"')
    assert (issue.code, path.read_bytes()) == ("FILE016", before)
    assert issue.message == (
        'could not be saved: the character after \'a "name": "ab\' cannot be written: replace it'
    )
    assert names_in(path.parent) == [path.name]


def as_another_user(path: Path, action: str) -> str:
    """What a program prints that works without the rights of the superuser."""
    rights = "os.setgid(65534); os.setuid(65534)" if os.geteuid() == 0 else "pass"
    program = (
        "import os, sys; from pathlib import Path; from core.formats.saving import save_text\n"
        f"{rights}\n"
        f"path = Path(sys.argv[1])\n"
        "try:\n"
        f"    {action}\n"
        "    print('saved')\n"
        "except Exception as error: print(error)"
    )
    done = run(program, path)
    if "Operation not permitted" in done.stderr:
        pytest.skip("this system does not let a process become another user")
    return done.stdout.strip()


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A saved map that other users can reach."""
    with open_folder() as folder:
        save(tiny_map(), folder / "x.map.json")
        yield folder / "x.map.json"


def test_a_folder_that_may_not_be_written(reachable: Path) -> None:
    path = reachable
    path.parent.chmod(0o555)
    path.chmod(0o666)
    before = path.read_bytes()
    said = as_another_user(path, "save_text(path, 'x')")
    path.parent.chmod(0o755)
    assert said == (
        f"{path}: error FILE010: could not be saved (Permission denied), the old file is unchanged: "
        "change the permissions or choose another place"
    )
    assert path.read_bytes() == before


def test_a_write_protected_file_is_not_replaced(reachable: Path) -> None:
    path = reachable
    path.parent.chmod(0o777)
    path.chmod(0o444)
    before = path.read_bytes()
    said = as_another_user(path, "save_text(path, 'x')")
    assert said == (
        f"{path}: error FILE010: could not be saved (it is write-protected), the old file is unchanged: "
        "change the permissions or choose another place"
    )
    assert path.read_bytes() == before
    assert names_in(path.parent) == [path.name]


def test_a_folder_that_may_not_even_be_looked_into(reachable: Path) -> None:
    path = reachable
    path.parent.chmod(0)
    said = as_another_user(path, "save_text(path, 'x')")
    path.parent.chmod(0o755)
    assert said == (
        f"{path}: error FILE010: could not be saved (Permission denied), nothing was written: "
        "change the permissions or choose another place"
    )


def test_a_folder_that_may_be_written_but_not_listed(reachable: Path) -> None:
    path = reachable
    path.chmod(0o666)
    path.parent.chmod(0o333)
    said = as_another_user(path, "save_text(path, 'x')")
    path.parent.chmod(0o755)
    assert (said, path.read_text()) == ("saved", "x")


# --- text -----------------------------------------------------------------------------------------

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(values)
def test_pretty_text_says_the_same(value: object) -> None:
    assert json.loads(pretty(value)) == value
    assert json.loads(compact(value)) == value
    assert "\n" not in compact(value)


def test_pretty_text_is_broken_only_where_it_is_long() -> None:
    short = {"a": [1, 2, {"b": "c"}]}
    assert pretty(short) == '{"a": [1, 2, {"b": "c"}]}'
    long = {"a": ["x" * 50, "y" * 50, "z" * 50], "b": 1}
    assert pretty(long) == "\n".join(
        ["{", ' "a": [', *(f'  "{c * 50}"{"," if c < "z" else ""}' for c in "xyz"), " ],", ' "b": 1', "}"]
    )
    assert max(map(len, pretty(long).splitlines())) <= LINE_WIDTH


def test_numbers_that_json_does_not_have_are_never_written() -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        compact(float("nan"))


def test_empty_lists_are_left_out() -> None:
    assert document_text({"a": 1}, {"b": [], "c": ["1", "2"]}) == '{\n"a": 1,\n"c": [\n 1,\n 2\n]\n}\n'


def test_a_failing_conversion_never_reaches_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()
    monkeypatch.setattr(documents, "save_text", lambda *_: pytest.fail("must not be called"))
    model = rich_map()
    del model.hexes[model.places["naples"].hex]
    with pytest.raises(KeyError):
        save(model, path)
    assert path.read_bytes() == before
    assert text_of(load(path)).encode() == before
