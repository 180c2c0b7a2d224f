"""The small values of the model: attributes, sources, issues, and what a map derives from its layers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hexgrid.hexes import neighbour
from core.hexgrid.numbering import LabelError
from core.model.facts import NO_ATTRIBUTES, NO_SOURCES, Attributes, Origin, Source, Sources
from core.model.issue import LONGEST, DocumentError, Issue, printable
from core.model.map import Place
from tests.samples import at, rich_map, tiny_map

RULE = Source(Origin.RULEBOOK, "4.2")
GUESS = Source(Origin.ASSUMED)


def test_attributes_are_a_mapping_in_the_order_of_their_names() -> None:
    values = Attributes({"b": 1, "a": "x"})
    assert list(values) == ["a", "b"]
    assert (values["a"], len(values), "b" in values, "c" in values) == ("x", 2, True, False)
    assert repr(values) == "Attributes({'a': 'x', 'b': 1})"


def test_equal_attributes_are_equal_keys() -> None:
    a, b = Attributes({"x": 1, "y": (1, 2)}), Attributes({"y": (1, 2), "x": 1})
    assert a == b
    assert hash(a) == hash(b)
    assert {a: 1}[b] == 1


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (0, False), (1, 1.0), ((1,), (True,)), ((0.0,), (0,)), (0.0, -0.0)]
)
def test_values_that_a_file_tells_apart_are_not_equal(one: object, other: object) -> None:
    assert Attributes({"x": one}) != Attributes({"x": other})
    assert Attributes({"x": one}) == Attributes({"x": one})


def test_attributes_and_sources_are_different_things() -> None:
    assert Attributes() != Sources()
    assert Attributes() != {}
    assert Attributes() == NO_ATTRIBUTES
    assert Sources() == NO_SOURCES


def test_a_value_is_set_or_removed_in_a_copy() -> None:
    before = Attributes({"a": 1})
    assert before.with_value("b", 2) == Attributes({"a": 1, "b": 2})
    assert before.with_value("a", 3) == Attributes({"a": 3})
    assert before.with_value("a", None) == NO_ATTRIBUTES
    assert before.with_value("z", None) == before
    assert before == Attributes({"a": 1})
    assert type(Sources().with_value("", RULE)) is Sources


def test_a_field_without_a_source_of_its_own_has_that_of_the_entry() -> None:
    sources = Sources({"": RULE, "name": GUESS})
    assert (sources.of("name"), sources.of("terrain"), sources.of("")) == (GUESS, RULE, RULE)
    assert Sources({"name": GUESS}).of("terrain") is None


# --- issues ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("issue", "text"),
    [
        (Issue("A1", "error", "is wrong"), "error A1: is wrong"),
        (Issue("A1", "warning", "is odd", "x.json"), "x.json: warning A1: is odd"),
        (Issue("A1", "error", "is wrong", "x.json", "hexes[3]"), "x.json: hexes[3]: error A1: is wrong"),
        (Issue("A1", "error", "no", "x.json", "hexes[3]", line=7), "x.json:7: hexes[3]: error A1: no"),
        (Issue("A1", "error", "no", "x.json", "line 7 column 2", line=7), "x.json:7: column 2: error A1: no"),
        (Issue("A1", "error", "no", "x.json", "line 7", line=7), "x.json:7: error A1: no"),
        (Issue("A1", "error", "no", line=7), "error A1: no"),
        (Issue("A1", "error", "is wrong", "x.json", "", "0101"), "x.json: (hex 0101): error A1: is wrong"),
        (
            Issue("A1", "error", "is wrong", "x.json", "hexes[3]", "0101"),
            "x.json: hexes[3] (hex 0101): error A1: is wrong",
        ),
    ],
)
def test_an_issue_as_a_line(issue: Issue, text: str) -> None:
    assert str(issue) == text


def test_an_issue_stays_on_one_line_and_does_not_steer_the_terminal() -> None:
    issue = Issue("A1", "error", 'unknown "a\nb\x1b[31m"', "x\r.json", "\udcff")
    assert str(issue) == 'x\\r.json: \\udcff: error A1: unknown "a\\nb\\x1b[31m"'


def test_a_very_long_message_is_cut_in_the_middle() -> None:
    message = f"{'x' * 1_000_000}: remove it"
    assert len(str(Issue("A1", "error", message))) == len("error A1: ") + LONGEST
    assert str(Issue("A1", "error", message)).endswith("x: remove it")
    just_short_enough = "x" * LONGEST
    assert str(Issue("A1", "error", just_short_enough)) == f"error A1: {just_short_enough}"


@given(st.text(st.characters()))
def test_printable_text_can_always_be_printed(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert shown.encode().decode() == shown


@given(st.text(st.characters(categories=["L", "N", "P", "S"], codec="utf-8")))
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert printable(text) == text


def test_a_document_error_says_everything() -> None:
    issues = [Issue("A1", "error", "one"), Issue("A2", "error", "two")]
    error = DocumentError(issues)
    assert (str(error), error.issues, error.unreadable) == ("error A1: one\nerror A2: two", issues, False)
    assert DocumentError([], unreadable=True).unreadable


# --- maps -----------------------------------------------------------------------------------------


def test_a_map_tells_its_numbers_addresses_and_regions() -> None:
    model = rich_map()
    naples = at(model, "A02.01")
    assert model.numbers.label(naples) == "A02.01"
    assert model.addresses.parse("Naples") == naples
    assert model.addresses.parse("Naples N1") == neighbour(naples, 2)
    assert model.hexes_in("bay") == {at(model, "A04.02")}
    assert model.hexes_in("nowhere") == set()


def test_places_without_a_name_are_no_addresses() -> None:
    model = tiny_map()
    model.places["x"] = Place("city", at(model, "0101"))
    with pytest.raises(LabelError):
        model.addresses.parse("")


def test_sides_at_the_edge_are_named_by_direction() -> None:
    model = rich_map()
    names = {model.side_numbers.label(link.side) for link in (*model.hexsides, *model.paths)}
    assert names == {"A01.03 NW", "A01.03 N", "A02.01/A02.02"}
