"""What somebody probably meant: texts that are nearly JSON, hexes and hexsides that are nearly right."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.formats.documents import load, text_of
from core.formats.hints import MOST_NAMES, listed, nearest_number
from core.model.issue import DocumentError, Issue
from tests.samples import tiny_map

GOOD = text_of(tiny_map())


def refused(tmp_path: Path, text: str) -> Issue:
    path = tmp_path / "tiny.map.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        load(path)
    (issue,) = caught.value.issues
    return issue


FIRST, SECOND = '{"hex": "0101", "terrain": "clear"}', '{"hex": "0102", "terrain": "clear"}'
BROKEN = {
    "no comma after a row": (f"{FIRST},", FIRST, 10, "a comma may be missing at the end of line 9"),
    "no comma in a row": ('"0101", ', '"0101" ', 9, 'a comma or a " may be missing before column 17'),
    "no comma in the head": ('"Tiny",', '"Tiny"', 6, "a comma may be missing at the end of line 5"),
    "comment": (FIRST, f"// first\n{FIRST}", 9, "has a comment, which JSON does not know: remove it"),
    "long comment": (FIRST, f"/* first */{FIRST}", 9, "has a comment"),
    "hash comment": ('"format"', '# a map\n"format"', 2, "has a comment"),
    "single quotes": ('"Tiny"', "'Tiny'", 5, 'has single quotes: JSON texts stand in "double quotes"'),
    "single quoted name": ('"name"', "'name'", 5, "has single quotes"),
    "comma too many": ('"clear"}\n]', '"clear"},\n]', 20, "remove the comma before the closing bracket"),
    "open text": ('"Tiny",', '"Tiny,', 5, 'a " may be missing on line 5'),
    "python": ('"Tiny"', "True", 5, "write true instead of True"),
    "bare word": ('"Tiny"', "Tiny", 5, "Tiny stands without quotes"),
    "bare number": ('"0101"', "0101", 9, 'write hex numbers in "quotes"'),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_text_that_is_nearly_json(case: str, tmp_path: Path) -> None:
    old, new, line, words = BROKEN[case]
    assert old in GOOD
    issue = refused(tmp_path, GOOD.replace(old, new, 1))
    assert (issue.code, issue.line) == ("FILE007", line)
    assert words in issue.message
    assert str(issue).startswith(f"{issue.file}:{line}: column ")
    assert issue.path.startswith(f"line {line} column ")


ROWS: dict[str, tuple[str, dict[str, Any], str]] = {
    "not neighbours": (
        "hexsides",
        {"side": "0101/0303", "kind": "river"},
        '"0101/0303" is no hexside: the two hexes are not neighbours '
        "(those of 0101 are 0102, 0201): correct one of the two",
    ),
    "dash": ("hexsides", {"side": "0201-0202", "kind": "river"}, 'did you mean "0201/0202"?'),
    "dash of strangers": ("hexsides", {"side": "0101-0303", "kind": "river"}, "directions here are SE, NE"),
    "blank": ("paths", {"side": "0201 0202", "kind": "road"}, 'did you mean "0201/0202"?'),
    "in words": ("paths", {"side": "0201 to 0202", "kind": "road"}, 'did you mean "0201/0202"?'),
    "short side": ("paths", {"side": "201/202", "kind": "road"}, 'did you mean "0201/0202"?'),
    "half a side": ("paths", {"side": "0201/9999", "kind": "road"}, "correct the number or add the hex"),
    "short hex": ("places", {"id": "a", "kind": "city", "hex": "103"}, 'did you mean "0103"?'),
    "other separator": ("places", {"id": "a", "kind": "city", "hex": "1.3"}, 'did you mean "0103"?'),
    "far hex": ("places", {"id": "a", "kind": "city", "hex": "9903"}, "correct the number or add the hex"),
}


@pytest.mark.parametrize("case", ROWS)
def test_a_hex_or_hexside_that_is_nearly_right(case: str, tmp_path: Path) -> None:
    layer, row, words = ROWS[case]
    issue = refused(tmp_path, json.dumps(json.loads(GOOD) | {layer: [row]}))
    assert issue.code == "DOC002"
    assert issue.path == f"{layer}[0].{'side' if 'side' in row else 'hex'}"
    assert words in issue.message


def test_a_new_hex_is_not_taken_for_one_that_is_there(tmp_path: Path) -> None:
    data = json.loads(GOOD)
    data["hexes"].append({"hex": "103", "terrain": "clear"})
    assert "did you mean" not in refused(tmp_path, json.dumps(data)).message
    del data["hexes"][2]
    assert refused(tmp_path, json.dumps(data)).message.endswith('did you mean "0103"?')


@pytest.mark.parametrize(
    ("numbering", "text", "meant"),
    [
        ({}, "104", ""),
        ({}, "203", "0203"),
        ({}, "2-3", "0203"),
        ({"prefix": "A"}, "a203", "A0203"),
        ({"prefix": "A"}, "B0203", "A0203"),
        ({"separator": "."}, "203", "02.03"),
        ({"separator": "."}, "2,3", "02.03"),
        ({"order": "RRCC"}, "302", "0302"),
        ({"column_digits": 3}, "0203", "00203"),
        ({}, "north", ""),
        ({}, "1-2-3", ""),
    ],
)
def test_the_nearest_number(numbering: dict[str, Any], text: str, meant: str) -> None:
    model = tiny_map(**numbering)
    assert nearest_number(text, model.numbers, model.hexes.__contains__) == meant


def test_long_lists_are_cut() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed(map(str, range(MOST_NAMES + 3))).endswith(f"{MOST_NAMES - 1} and 3 more")
