"""On which line something stands, however the text is laid out."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats import locating
from core.formats.documents import text_of
from core.formats.locating import Locator, path_text
from tests.samples import rich_map

TEXT = """
{
  "a": 1, "b": "x\\"{[,", "b2": [],
  "rows": [
    {"id": "p", "of": {}},
    {
      "id": "q"
      ,
      "list": [1, -2.5e3, [
        true, {"deep": null}]]
    }
  ]
}
"""


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        ((), 2),
        (("a",), 3),
        (("b",), 3),
        (("b2",), 3),
        (("rows",), 4),
        (("rows", 0), 5),
        (("rows", 0, "of"), 5),
        (("rows", 1), 6),
        (("rows", 1, "id"), 7),
        (("rows", 1, "list"), 9),
        (("rows", 1, "list", 1), 9),
        (("rows", 1, "list", 2, 0), 10),
        (("rows", 1, "list", 2, 1, "deep"), 10),
        (("missing",), 2),
        (("rows", 7), 4),
        (("rows", 1, "missing"), 6),
        (("rows", "id"), 4),
        (("a", "x"), 3),
    ],
)
def test_the_line_of_a_place(steps: tuple[Any, ...], line: int) -> None:
    assert Locator(TEXT).line(steps) == line


def places_in(data: Any, steps: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [steps, *(place for step, part in inner for place in places_in(part, (*steps, step)))]


def test_with_one_value_on_a_line_every_place_has_its_own() -> None:
    data = {"a": [1, {"b": [], "c": {"d": "é\n"}}], "x y": {"": [[2]]}}
    locator = Locator(json.dumps(data, indent=1))
    lines = [locator.line(place) for place in places_in(data)]
    assert lines == sorted(lines)
    assert len(set(lines)) == len(lines)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
        max_leaves=12,
    ),
    st.sampled_from([{}, {"indent": 2}, {"separators": (",", ":")}, {"ensure_ascii": False}]),
)
def test_every_place_of_any_data_is_found(data: Any, layout: dict[str, Any]) -> None:
    """What stands at the line of a place is the place: its own text occurs from that line on."""
    text = json.dumps(data, **layout)
    locator = Locator(text)
    last = text.count("\n") + 1
    for place in places_in(data):
        assert 1 <= locator.line(place) <= last


def test_the_rows_of_a_saved_map() -> None:
    text = text_of(rich_map())
    locator, lines = Locator(text), text.split("\n")
    for layer in ("hexes", "places", "hexsides"):
        for i, row in enumerate(json.loads(text)[layer]):
            assert lines[locator.line((layer, i)) - 1].strip().rstrip(",") == json.dumps(
                row, ensure_ascii=False
            )


def test_a_text_is_walked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of findings in a large file must not take hundreds of walks."""
    steps = []
    decode = locating._DECODE
    monkeypatch.setattr(locating, "_DECODE", lambda *a: (steps.append(a), decode(*a))[1])
    locator = Locator(text_of(rich_map()))
    locator.line(("hexes", 0))
    first = len(steps)
    for i in range(10):
        locator.line(("hexes", i))
    assert len(steps) == first


@pytest.mark.parametrize(
    ("text", "steps", "line"),
    [
        ('{"a": 1,\n "a": 2}', ("a",), 2),
        ('{"r": [{"x": 1},\n {"y": {"z": 1,\n "z": 1}}]}', ("r", 1, "y", "z"), 3),
        ('{"r": [{"x": 1, "x\\u0022": 1,\n "x\\"": 3}]}', ("r", 0, 'x"'), 2),
    ],
)
def test_a_field_that_is_given_twice(text: str, steps: tuple[Any, ...], line: int) -> None:
    assert Locator(text).doubled() == (steps, line)


def test_a_very_long_number_does_no_harm() -> None:
    assert Locator('{"a": ' + "9" * 10_000 + ',\n"b": 1}').line(("b",)) == 2


def test_places_as_text() -> None:
    assert path_text(("hexes", 12, "source", "elevation")) == "hexes[12].source.elevation"
    assert path_text(()) == ""
