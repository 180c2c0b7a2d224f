"""The `sandtable` command in tests: running it, and good and bad files with what is said of them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from core.formats.documents import load_map, save
from core.games import SYSTEMS, load_system
from core.model.board import BoardHead, BoardModel, Placement
from core.starters import starter_map, starter_scenario

ROOT = Path(__file__).resolve().parents[1]
SYSTEM = SYSTEMS[0]
LINE = re.compile(
    r"(?P<file>.+?)(?::(?P<line>\d+))?: (?:(?P<place>.+?): )?"
    r"(?P<severity>error|warning) (?P<code>[A-Z]+\d{3}): (?P<text>.+)"
)


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What was said of faults."""
        return self.err.splitlines()


Run = Callable[..., Result]
NO_ENV: Mapping[str, str] = {}


def process(*arguments: object, cwd: Path = ROOT, env: Mapping[str, str] = NO_ENV, **options: Any) -> Result:
    """Runs a command as a person would, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "core.cli", *map(os.fsdecode, arguments)],
        capture_output="stdout" not in options,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "SANDTABLE_PROGRAM": "", **env},
        check=False,
        timeout=120,
        **options,
    )
    return Result(done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode())


def a_map(path: Path, columns: int = 4, rows: int = 3) -> Path:
    """A map of the first published system without a fault."""
    save(starter_map(path.name.split(".")[0], "", load_system(SYSTEM), columns, rows), path)
    return path


def a_scenario(path: Path, map_file: Path) -> Path:
    """A scenario on a map without a fault."""
    board = load_map(map_file)
    save(starter_scenario(path.name.split(".")[0], "", board.info, "", load_system(SYSTEM), 3), path)
    return path


def change(path: Path, how: Callable[[Any], object]) -> Path:
    """Change the data of a file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    how(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def no_such_side(data: Any) -> None:
    data["hexsides"] = [{"side": f"{data['hexes'][0]['hex']}/{data['hexes'][-1]['hex']}", "kind": "river"}]


def unit_nowhere(data: Any) -> None:
    system = load_system(SYSTEM)
    data["units"] = [
        {
            "id": "u",
            "name": "U",
            "type": system.unit_types[0].id,
            "nation": system.nations[0].id,
            "at": "9999",
        }
    ]


def bad_map(how: Callable[[Any], object]) -> Callable[[Path], Path]:
    return lambda folder: change(a_map(folder / "bad.map.json"), how)


def bad_bytes(how: Callable[[bytes], bytes]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = a_map(folder / "bad.map.json")
        path.write_bytes(how(path.read_bytes()))
        return path

    return make


def misplaced_unit(folder: Path) -> Path:
    map_file = a_map(folder / "good.map.json")
    return change(a_scenario(folder / "bad.scenario.json", map_file), unit_nowhere)


def too_large(folder: Path) -> Path:
    with (folder / "large.map.json").open("wb") as file:
        file.truncate(200 * 2**20)
    return folder / "large.map.json"


def a_pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.map.json")
    return folder / "pipe.map.json"


def a_directory(folder: Path) -> Path:
    (folder / "folder.map.json").mkdir()
    return folder / "folder.map.json"


def board_of_itself(folder: Path) -> Path:
    head = BoardHead("bad", "Bad", SYSTEM)
    save(BoardModel({"board": head}, {1: Placement("bad")}), folder / "bad.board.json")
    return folder / "bad.board.json"


# What makes the file, exit code, code of the message, words of it.
BAD: dict[str, tuple[Callable[[Path], Path], int, str, str]] = {
    "truncated": (bad_bytes(lambda b: b[:-30]), 2, "FILE007", "restore it from a copy or complete it"),
    "empty": (bad_bytes(lambda b: b""), 2, "FILE006", "restore it from a copy"),
    "deep": (bad_bytes(lambda b: b"[" * 100_000), 2, "FILE007", "mend it there or restore a copy"),
    "not UTF-8": (bad_bytes(lambda b: b.replace(b"Bad", b"B\xe4d")), 2, "FILE014", "save it as UTF-8"),
    "bom": (bad_bytes(lambda b: b"\xef\xbb\xbf" + b), 1, "FILE020", "sandtable tidy "),
    "crlf": (bad_bytes(lambda b: b.replace(b"\n", b"\r\n")), 1, "FILE021", "sandtable tidy "),
    "newer": (bad_map(lambda d: d.update(version=2)), 2, "FILE011", "made by a newer version"),
    "unknown field": (bad_map(lambda d: d.update(hexsidse=[])), 1, "FMT002", 'did you mean "hexsides"?'),
    "wrong type": (bad_map(lambda d: d["grid"].update(columns="4")), 1, "FMT005", "write a whole number"),
    "duplicate hex": (bad_map(lambda d: d["hexes"].append(d["hexes"][0])), 1, "DOC001", "remove one"),
    "no hexside": (bad_map(no_such_side), 1, "DOC002", "the two hexes are not neighbours"),
    "unknown terrain": (bad_map(lambda d: d["hexes"][0].update(terrain="q")), 1, "MAP001", "known are"),
    "markup": (
        bad_map(lambda d: d["hexes"][0].update(terrain="x", hex="[red]:tada:[/x]")),
        1,
        "DOC002",
        "[/x]",
    ),
    "unknown system": (bad_map(lambda d: d.update(system="chess")), 1, "DOC003", f"name one of {SYSTEM}"),
    "misplaced unit": (misplaced_unit, 1, "SCN003", "choose another space"),
    "too large": (too_large, 2, "FILE003", "join them on a board"),
    "directory": (a_directory, 2, "FILE002", "without any Sandtable file"),
    "pipe": (a_pipe, 2, "FILE013", "name a file"),
    "not there": (lambda folder: folder / "none.map.json", 2, "FILE001", "check the name"),
    "board of itself": (board_of_itself, 1, "REF004", "take it out"),
}
