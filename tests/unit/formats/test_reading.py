"""Bad files: each gets a sentence that names the file, the place and the remedy."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.checks import check_file
from core.formats import reading
from core.formats.documents import load, load_map, load_scenario, text_of
from core.formats.reading import read_document
from core.formats.rows import MOST_ISSUES
from core.model.issue import DocumentError, Issue
from tests.samples import (
    get_system,
    open_folder,
    rich_board,
    rich_map,
    rich_scenario,
    system_data,
    tables_data,
    tiny_map,
    tiny_scenario,
)

GOOD_MAP = text_of(tiny_map())
GOOD_SCENARIO = text_of(tiny_scenario())


def refused(path: Path) -> list[Issue]:
    """What is said of a file that cannot be opened."""
    with pytest.raises(DocumentError) as caught:
        load(path)
    return caught.value.issues


def refused_text(tmp_path: Path, text: str | bytes) -> list[Issue]:
    path = tmp_path / "bad.map.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return refused(path)


def changed(text: str, change: Callable[[Any], object]) -> str:
    """The text with its data changed."""
    data = json.loads(text)
    change(data)
    return json.dumps(data)


# --- bytes ----------------------------------------------------------------------------------------

UNREADABLE = {
    "empty": (b"", "FILE006", "is empty"),
    "blank": (b" \n\t\n", "FILE006", "is empty"),
    "only_a_mark": (b"\xef\xbb\xbf", "FILE006", "is empty"),
    "truncated": (GOOD_MAP.encode()[:200], "FILE007", "ends in the middle"),
    "truncated_character": ('{"name": "é'.encode()[:-1], "FILE007", "ends in the middle"),
    "not_json": (b"hexes:\n - 0101\n", "FILE007", "mend it there"),
    "comma_too_many": (b'{"a": 1,\n "b": [1, 2,],\n "c": 3}', "FILE007", "remove the comma"),
    "nan": (b'{"format": NaN}', "FILE007", "mend it there"),
    "infinity": (b'{"x": -Infinity}', "FILE007", "mend it there"),
    "too_great_a_number": (b'{"x": 1e999}', "FILE007", "mend it there"),
    "null_bytes": (b"\0" * 100, "FILE007", "mend it there"),
    "null_byte_in_text": (b'{"x": "a\0b"}', "FILE007", "mend it there"),
    "lone_surrogate": (b'{"x": "\\ud800"}', "FILE007", "mend it there"),
    "very_deep": (b"[" * 100_000, "FILE007", "mend it there"),
    "deep": (b'{"x": ' + b"[" * 900 + b"]" * 900 + b"}", "FILE007", "nested too deeply"),
    "utf_16": ('{"x": 1}'.encode("utf-16"), "FILE014", "save it as UTF-8"),
    "latin_1": ('{"x": 1,\n "name": "Köln"}'.encode("latin-1"), "FILE014", "save it as UTF-8"),
    "a_list": (b"[1, 2]", "FILE008", "name another file"),
    "a_number": (b"17", "FILE008", "name another file"),
    "nothing": (b"null", "FILE008", "name another file"),
    "no_format": (b"{}", "FILE009", "known formats are"),
    "other_format": (b'{"format": "tiled.map"}', "FILE009", "known formats are"),
    "odd_format": (b'{"format": {"a": [1]}}', "FILE009", "known formats are"),
    "long_format": (b'{"format": "' + b"x" * 10_000 + b'"}', "FILE009", "known formats are"),
    "no_version": (b'{"format": "sandtable.map"}', "FILE011", "correct it"),
    "old_version": (b'{"format": "sandtable.map", "version": 0}', "FILE011", "correct it"),
    "text_version": (b'{"format": "sandtable.map", "version": "1"}', "FILE011", "correct it"),
    "true_version": (b'{"format": "sandtable.map", "version": true}', "FILE011", "correct it"),
    "list_version": (b'{"format": "sandtable.map", "version": [1]}', "FILE011", "correct it"),
    "half_version": (b'{"format": "sandtable.map", "version": 1.5}', "FILE011", "correct it"),
    "new_version": (b'{"format": "sandtable.map", "version": 2}', "FILE011", "made by a newer version"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_unreadable_text(case: str, tmp_path: Path) -> None:
    content, code, words = UNREADABLE[case]
    path = tmp_path / "bad.map.json"
    path.write_bytes(content)
    with pytest.raises(DocumentError) as caught:
        read_document(path)
    assert caught.value.unreadable
    (issue,) = caught.value.issues
    assert (issue.code, issue.severity, issue.file) == (code, "error", str(path))
    assert words in issue.message
    assert len(str(issue)) < 400


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ("comma_too_many", "line 2 column 12"),
        ("latin_1", "line 2"),
        ("not_json", "line 1 column 1"),
        ("new_version", "version"),
        ("no_format", "format"),
    ],
)
def test_the_place_in_unreadable_text(case: str, place: str, tmp_path: Path) -> None:
    (issue,) = refused_text(tmp_path, UNREADABLE[case][0])
    assert issue.path == place


@given(st.data())
def test_a_map_cut_off_anywhere_is_refused_and_said_to_be_cut_off(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = text_of(rich_map()).encode()
    end = data.draw(st.integers(1, len(content) - 3))
    path = tmp_path_factory.getbasetemp() / "cut.map.json"
    path.write_bytes(content[:end])
    (issue,) = refused(path)
    assert issue.code == "FILE007"
    assert "ends in the middle" in issue.message


@pytest.mark.parametrize(
    ("oddity", "code"),
    [(lambda t: b"\xef\xbb\xbf" + t, "FILE020"), (lambda t: t.replace(b"\n", b"\r\n"), "FILE021")],
    ids=["bom", "crlf"],
)
def test_marks_of_other_editors_are_told_but_can_be_read(
    oddity: Callable[[bytes], bytes], code: str, tmp_path: Path
) -> None:
    path = tmp_path / "odd.map.json"
    path.write_bytes(oddity(GOOD_MAP.encode()))
    assert [issue.code for issue in read_document(path).oddities] == [code]
    assert load(path) == tiny_map()


def test_a_plain_file_has_no_oddities(tmp_path: Path) -> None:
    path = tmp_path / "x.map.json"
    path.write_text(GOOD_MAP, encoding="utf-8")
    assert read_document(path).oddities == []


# --- what is no ordinary file ---------------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (issue,) = refused(tmp_path / "none.map.json")
    assert (issue.code, issue.message) == ("FILE001", "does not exist: check the name")


def test_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "none")
    assert [issue.code for issue in refused(tmp_path / "link")] == ["FILE001"]


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert [issue.code for issue in refused(tmp_path / "a")] == ["FILE005"]


def test_a_link_to_a_good_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.map.json").write_text(GOOD_MAP, encoding="utf-8")
    (tmp_path / "link").symlink_to("real.map.json")
    assert load(tmp_path / "link") == tiny_map()


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert [issue.code for issue in refused(tmp_path / "a\0b")] == ["FILE001"]
    assert [issue.code for issue in refused(tmp_path / ("x" * 300))] == ["FILE005"]


def test_a_file_used_as_a_folder(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(GOOD_MAP, encoding="utf-8")
    assert [issue.code for issue in refused(tmp_path / "x" / "y")] == ["FILE005"]


def test_a_directory(tmp_path: Path) -> None:
    (issue,) = refused(tmp_path)
    assert (issue.code, issue.message) == ("FILE002", "is a directory, not a file: name a file in it")


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert [issue.code for issue in refused(tmp_path / "pipe")] == ["FILE013"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_a_device_is_refused_without_reading_it() -> None:
    assert [issue.code for issue in refused(Path("/dev/zero"))] == ["FILE013"]


def test_a_file_of_200_mb_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "large.map.json"
    with path.open("wb") as file:
        file.truncate(200 * 2**20)
    (issue,) = refused(path)
    assert issue.code == "FILE003"
    assert "has 200 MB, more than the 128 MB" in issue.message


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is taken from what was read, too: some systems tell no size."""
    path = tmp_path / "x.map.json"
    path.write_text(GOOD_MAP, encoding="utf-8")
    monkeypatch.setattr(reading, "SIZE_LIMIT", path.stat().st_size)
    assert load(path) == tiny_map()

    def grow(self: Path, mode: str) -> Any:
        with open(self, "ab") as file:  # noqa: PTH123  Path.open is what is replaced here
            file.write(b" ")
        return open(self, mode)  # noqa: PTH123

    monkeypatch.setattr(Path, "open", grow)
    assert [issue.code for issue in refused(path)] == ["FILE003"]


def test_a_file_that_vanishes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.map.json"
    path.write_text(GOOD_MAP, encoding="utf-8")

    def vanish(self: Path, mode: str) -> Any:
        self.unlink()
        return open(self, mode)  # noqa: PTH123

    monkeypatch.setattr(Path, "open", vanish)
    assert [issue.code for issue in refused(path)] == ["FILE001"]


def test_a_broken_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.map.json"
    path.write_text(GOOD_MAP, encoding="utf-8")

    def fail(self: Path, mode: str) -> Any:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "open", fail)
    (issue,) = refused(path)
    assert issue.message == "cannot be read (Input/output error): check the name and the disk"


def test_a_file_that_may_not_be_read() -> None:
    """Permissions do not bind the superuser, so the reading is done by another user."""
    rights = "os.setgid(65534); os.setuid(65534)" if os.geteuid() == 0 else "pass"
    program = (
        "import os, sys; from pathlib import Path; from core.formats.documents import load\n"
        f"{rights}\n"
        "try: load(Path(sys.argv[1]))\n"
        "except Exception as error: print(error)"
    )
    with open_folder() as folder:
        path = folder / "x.map.json"
        path.write_text(GOOD_MAP, encoding="utf-8")
        path.chmod(0)
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
        )
    if "Operation not permitted" in done.stderr:
        pytest.skip("this system does not let a process become another user")
    assert done.stdout == f"{path}: error FILE004: may not be read by you: change its permissions\n"


# --- what is said twice ---------------------------------------------------------------------------


def test_a_field_given_twice_is_not_lost_in_silence(tmp_path: Path) -> None:
    text = GOOD_MAP.replace('"hexes": [', '"hexes": [],\n"hexes": [')
    (issue,) = refused_text(tmp_path, text)
    assert (issue.code, issue.path) == ("FILE015", "hexes")
    assert issue.message == '"hexes" of "tiny" is given twice: remove one'


@pytest.mark.parametrize(
    ("row", "twice", "message", "number"),
    [
        (
            '{"hex": "0101", "terrain": "clear"}',
            '{"hex": "0101", "terrain": "clear", "terrain": "wood"}',
            '"terrain" is given twice: remove one',
            "0101",
        ),
        (
            '{"hex": "0101", "terrain": "clear"}',
            '{"hex": "0101", "terrain" : "clear", "elevation":1, "elevation":\n1}',
            '"elevation" is given twice: remove one',
            "0101",
        ),
    ],
)
def test_a_field_of_a_hex_given_twice(
    row: str, twice: str, message: str, number: str, tmp_path: Path
) -> None:
    assert row in GOOD_MAP
    (issue,) = refused_text(tmp_path, GOOD_MAP.replace(row, twice))
    assert (issue.code, issue.message, issue.hex) == ("FILE015", message, number)


def test_a_field_of_a_unit_given_twice(tmp_path: Path) -> None:
    text = GOOD_SCENARIO.replace('"id": "b1", ', '"id": "b1", "name": "8th", ')
    (issue,) = refused_text(tmp_path, text)
    assert issue.message == '"name" of "b1" is given twice: remove one'


@pytest.mark.parametrize(
    "layout",
    [{"indent": 2}, {"separators": (",", ":")}, {"separators": (" , ", " : ")}, {"ensure_ascii": True}],
)
def test_other_layouts_of_the_text_are_read_alike(layout: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "x.map.json"
    model = rich_map()
    model.places["odd"] = model.places.pop("naples")
    model.labels["odd"] = model.labels["plain"].__class__('a": "b":', model.labels["plain"].hex)
    path.write_text(json.dumps(json.loads(text_of(model)), **layout), encoding="utf-8")
    assert load(path) == model


# --- content --------------------------------------------------------------------------------------

CONTRADICTIONS = {
    "duplicate_hex": (
        lambda d: d["hexes"].append({"hex": "0203", "terrain": "wood"}),
        ("DOC001", "hexes[12].hex", "0203", '"0203" is there twice: remove one'),
    ),
    "hex_outside": (
        lambda d: d["hexes"].append({"hex": "0909", "terrain": "wood"}),
        ("DOC002", "hexes[12].hex", "0909", 'hex "0909" lies outside the grid 0101 to 0403'),
    ),
    "no_hex_number": (
        lambda d: d["hexes"].append({"hex": "x", "terrain": "wood"}),
        ("DOC002", "hexes[12].hex", "x", '"x" is not a hex number of the form 0101'),
    ),
    "side_of_strangers": (
        lambda d: d.update(hexsides=[{"side": "0101/0303", "kind": "river"}]),
        ("DOC002", "hexsides[0].side", "", '"0101/0303" is no hexside: the two hexes are not neighbours ('),
    ),
    "side_of_one_hex": (
        lambda d: d.update(hexsides=[{"side": "0101/0101", "kind": "river"}]),
        ("DOC002", "hexsides[0].side", "", '"0101/0101" is no hexside: the two hexes are not neighbours'),
    ),
    "side_in_no_direction": (
        lambda d: d.update(paths=[{"side": "0101 E", "kind": "road"}]),
        ("DOC002", "paths[0].side", "", '"0101 E" is no hexside; write it as two hexes'),
    ),
    "side_without_direction": (
        lambda d: d.update(paths=[{"side": "0101", "kind": "road"}]),
        ("DOC002", "paths[0].side", "", '"0101" is no hexside; write it as two hexes'),
    ),
    "side_twice": (
        lambda d: d.update(
            hexsides=[{"side": "0101/0102", "kind": "river"}, {"side": "0102/0101", "kind": "river"}]
        ),
        ("DOC001", "hexsides[1].side", "", '"0102/0101" is there twice: remove one'),
    ),
    "place_nowhere": (
        lambda d: (d["hexes"].pop(0), d.update(places=[{"id": "a", "kind": "city", "hex": "0101"}])),
        ("DOC002", "places[0].hex", "0101", 'hex "0101" does not exist: it has no line under "hexes"'),
    ),
    "path_of_missing_hex": (
        lambda d: (d["hexes"].pop(0), d.update(paths=[{"side": "0101/0102", "kind": "road"}])),
        ("DOC002", "paths[0].side", "", 'hex "0101" does not exist'),
    ),
    "side_of_no_hex": (
        lambda d: (d["hexes"].pop(0), d.update(paths=[{"side": "0101 NW", "kind": "road"}])),
        ("DOC002", "paths[0].side", "", 'hexside "0101 NW" belongs to no hex of the map'),
    ),
    "label_outside": (
        lambda d: d.update(labels=[{"id": "a", "text": "A", "hex": "9901"}]),
        ("DOC002", "labels[0].hex", "9901", 'hex "9901" lies outside the grid'),
    ),
    "place_twice": (
        lambda d: d.update(places=[{"id": "a", "kind": "city", "hex": "0101"}] * 2),
        ("DOC001", "places[1].id", "0101", '"a" is there twice: remove one'),
    ),
    "too_few_digits": (
        lambda d: d.update(numbering={"row_digits": 1, "first_row": 9}, hexes=[]),
        ("DOC004", "numbering", "", '"row_digits" is 1, too few for number 11: set it to 2'),
    ),
    "too_few_column_digits": (
        lambda d: d.update(numbering={"order": "RRCC", "column_digits": 2, "first_column": 97}, hexes=[]),
        ("DOC004", "numbering", "", '"column_digits" is 2, too few for number 100: set it to 3'),
    ),
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_contradictions_in_a_map(case: str, tmp_path: Path) -> None:
    change, (code, place, number, message) = CONTRADICTIONS[case]
    (issue,) = refused_text(tmp_path, changed(GOOD_MAP, change))
    assert (issue.code, issue.path, issue.hex) == (code, place, number)
    assert issue.message.startswith(message)
    assert re.search(
        r": (remove one|correct the number or add the hex|correct one of the two|set it to \d)$"
        r"|; write it as two hexes .* \(directions here are SE, NE, N, NW, SW, S\)$",
        issue.message,
    )


def test_all_contradictions_are_told_at_once(tmp_path: Path) -> None:
    text = changed(
        GOOD_MAP,
        lambda d: d.update(
            hexsides=[{"side": "0101/0303", "kind": "river"}],
            places=[{"id": "a", "kind": "city", "hex": "0909"}],
            labels=[{"id": "a", "text": "A", "hex": "0808"}],
        ),
    )
    assert [issue.path for issue in refused_text(tmp_path, text)] == [
        "hexsides[0].side",
        "places[0].hex",
        "labels[0].hex",
    ]


@pytest.mark.parametrize("name", ["0101/0102", "0102/0101", "0101 / 0102", "0101 S", "0101 s", "0102 N"])
def test_the_ways_to_write_a_hexside(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.map.json"
    row = {"side": name, "kind": "river"}
    path.write_text(changed(GOOD_MAP, lambda d: d.update(hexsides=[row])), encoding="utf-8")
    assert '{"side": "0101/0102", "kind": "river"}' in text_of(load(path))


@pytest.mark.parametrize("more", [0, 1, 700])
def test_endless_contradictions_are_cut(more: int, tmp_path: Path) -> None:
    row = {"hex": "0101", "terrain": "wood"}
    text = changed(GOOD_MAP, lambda d: d["hexes"].extend([row] * (MOST_ISSUES + more)))
    issues = refused_text(tmp_path, text)
    assert len(issues) == MOST_ISSUES + bool(more)
    if more:
        assert (issues[-1].code, issues[-1].message) == (
            "DOC005",
            f"has {more} more such errors: correct the first ones",
        )


def test_the_same_hex_with_and_without_its_prefix_is_there_twice(tmp_path: Path) -> None:
    text = changed(
        text_of(tiny_map(prefix="A")), lambda d: d["hexes"].append({"hex": "0101", "terrain": "wood"})
    )
    assert [issue.code for issue in refused_text(tmp_path, text)] == ["DOC001"]


@pytest.mark.parametrize(
    "layer", ["turns", "sides", "nations", "control", "units", "markers", "zones", "victory", "options"]
)
def test_nothing_in_a_scenario_is_there_twice(layer: str, tmp_path: Path) -> None:
    text = changed(text_of(rich_scenario()), lambda d: d[layer].append(d[layer][0]))
    (issue,) = refused_text(tmp_path, text)
    assert issue.code == "DOC001"
    assert issue.message.endswith("is there twice: remove one")
    assert issue.path.startswith(f"{layer}[")


# --- the right kind of file -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loader", "text", "wanted"),
    [
        (load_map, GOOD_SCENARIO, "map"),
        (load_scenario, GOOD_MAP, "scenario"),
        (load, json.dumps(system_data()), "map, board or scenario"),
        (load, json.dumps(tables_data()), "map, board or scenario"),
    ],
)
def test_another_kind_of_file_than_wanted(
    loader: Callable[[Path], object], text: str, wanted: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        loader(path)
    assert caught.value.unreadable
    assert caught.value.issues == [
        Issue("FILE012", "error", f"is not a {wanted}: name another file", str(path))
    ]


def test_the_right_kind_of_file(tmp_path: Path) -> None:
    (tmp_path / "m").write_text(GOOD_MAP, encoding="utf-8")
    (tmp_path / "s").write_text(GOOD_SCENARIO, encoding="utf-8")
    assert load_map(tmp_path / "m") == tiny_map()
    assert load_scenario(tmp_path / "s") == tiny_scenario()


# --- anything at all -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sample", [GOOD_MAP, GOOD_SCENARIO, text_of(rich_board())], ids=["map", "scenario", "board"]
)
def test_whatever_happens_to_the_bytes_there_is_a_report(sample: str, tmp_path: Path) -> None:
    content = sample.encode()

    @settings(max_examples=150)
    @given(st.data())
    def survives(data: st.DataObject) -> None:
        broken = bytearray(content)
        for _ in range(data.draw(st.integers(1, 4))):
            start = data.draw(st.integers(0, len(broken)))
            end = min(len(broken), start + data.draw(st.integers(0, 30)))
            piece = st.binary(max_size=6) | st.sampled_from(
                [b"null", b"[]", b"{}", b'"x"', b"-1", b"1e9", b","]
            )
            broken[start:end] = data.draw(piece)
        path = tmp_path / "x.map.json"
        path.write_bytes(broken)
        report = check_file(path, get_system)
        assert all(issue.message and len(str(issue).splitlines()) == 1 for issue in report.issues)
        assert report.has_errors or not report.unreadable

    survives()
