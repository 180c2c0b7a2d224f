"""The registry of checks: which run, how much they say, and what happens when one crashes."""

from collections.abc import Iterator
from typing import Any

import pytest

from core.checks import MAP_CHECKS, SCENARIO_CHECKS, MapSubject, run_checks
from core.checks import words as words_module
from core.checks.registry import MOST_COUNTED, MOST_FINDINGS, Check, Finding, map_check, scenario_check
from core.checks.words import MOST_WORDS, unknown_word, value_error
from core.formats.system_file import AttributeKind
from core.model.issue import Issue
from tests.samples import map_issues, test_system, tiny_map

SUBJECT = MapSubject(tiny_map(), test_system())


def check_of(
    run: Any, code: str = "XXX001", severity: Any = "error", systems: frozenset[str] = frozenset()
) -> Check:
    return Check(code, severity, run, systems)


def findings(count: int) -> Any:
    return lambda subject: (Finding(f"number {i}", f"place {i}", f"{i:04d}") for i in range(count))


def test_findings_become_issues_of_the_file() -> None:
    issues = list(run_checks([check_of(findings(1), severity="warning")], SUBJECT, "x.map.json"))
    assert issues == [Issue("XXX001", "warning", "number 0", "x.map.json", "place 0", "0000")]


def test_checks_run_in_the_order_of_their_codes() -> None:
    checks = [check_of(findings(1), code) for code in ("B", "C", "A")]
    assert [issue.code for issue in run_checks(checks, SUBJECT, "x")] == ["A", "B", "C"]


def test_a_check_for_other_systems_does_not_run() -> None:
    other = check_of(findings(1), systems=frozenset({"other"}))
    own = check_of(findings(1), "XXX002", systems=frozenset({"other", "test_system"}))
    assert [issue.code for issue in run_checks([other, own], SUBJECT, "x")] == ["XXX002"]


def crash_at_once(subject: MapSubject) -> Iterator[Finding]:
    raise ZeroDivisionError("division by zero")


def crash_later(subject: MapSubject) -> Iterator[Finding]:
    yield Finding("first")
    raise KeyError("oops")


def no_iterator(subject: MapSubject) -> None:
    return None


def test_a_crashing_check_becomes_an_issue_and_the_others_still_run() -> None:
    checks = [
        check_of(crash_at_once, "A", "warning"),
        check_of(crash_later, "B"),
        check_of(no_iterator, "C"),
        check_of(findings(1), "D"),
    ]
    issues = list(run_checks(checks, SUBJECT, "x"))
    assert [(issue.code, issue.severity) for issue in issues] == [
        ("A", "error"),
        ("B", "error"),
        ("B", "error"),
        ("C", "error"),
        ("D", "error"),
    ]
    assert issues[0].message == (
        "the check itself failed (ZeroDivisionError('division by zero')): please report this"
    )
    assert issues[1].message == "first"
    assert "KeyError('oops')" in issues[2].message
    assert "TypeError" in issues[3].message
    assert issues[4].message == "number 0"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (0, f"number {MOST_FINDINGS - 1}"),
        (1, "and 1 more like these: correct the first ones"),
        (MOST_COUNTED - 1, f"and {MOST_COUNTED - 1} more like these: correct the first ones"),
        (MOST_COUNTED, f"and at least {MOST_COUNTED} more like these: correct the first ones"),
        (10**9, f"and at least {MOST_COUNTED} more like these: correct the first ones"),
    ],
)
def test_findings_beyond_the_most_are_counted_up_to_a_limit(more: int, said: str) -> None:
    issues = list(run_checks([check_of(findings(MOST_FINDINGS + more))], SUBJECT, "x"))
    assert len(issues) == MOST_FINDINGS + (1 if more else 0)
    assert issues[-1].message == said


def test_a_code_is_given_once() -> None:
    for register in (map_check, scenario_check):
        with pytest.raises(ValueError, match="there are two checks MAP001"):
            register("MAP001")
        with pytest.raises(ValueError, match="there are two checks SCN001"):
            register("SCN001")


def test_codes_tell_what_is_checked() -> None:
    assert all(check.code.startswith("MAP") for check in MAP_CHECKS if not check.systems)
    assert all(check.code.startswith("SCN") for check in SCENARIO_CHECKS if not check.systems)


def test_every_check_says_what_it_checks() -> None:
    silent = [check.code for check in (*MAP_CHECKS, *SCENARIO_CHECKS) if not check.run.__doc__]
    assert silent == []


# --- words ----------------------------------------------------------------------------------------


def test_the_nearest_known_word_is_offered() -> None:
    assert unknown_word("terrain", "wod", ["clear", "wood"]) == 'unknown terrain "wod": did you mean "wood"?'


def test_all_known_words_are_offered_where_none_is_near() -> None:
    assert unknown_word("terrain", "x", ["wood", "clear"]) == 'unknown terrain "x": known are clear, wood'


@pytest.mark.parametrize(
    ("what", "remedy"),
    [
        ("region", 'there is none yet, add it to "regions" of the map'),
        ("zone", 'there is none yet, add it to "zones"'),
        ("attribute", "nothing of this kind has attributes, remove it"),
        ("option", "this system has none, remove it"),
    ],
)
def test_where_no_word_is_known_the_remedy_is_told(what: str, remedy: str) -> None:
    assert unknown_word(what, "x", []) == f'unknown {what} "x": {remedy}'


def test_known_words_from_an_iterator_are_not_used_up() -> None:
    assert unknown_word("terrain", "x", iter(["wood"])) == 'unknown terrain "x": known are wood'


def test_a_long_list_of_known_words_is_cut() -> None:
    known = [f"unit{i:04d}" for i in range(MOST_WORDS + 60)]
    message = unknown_word("unit", "?", known)
    assert message.endswith(f"unit{MOST_WORDS - 1:04d} and 60 more")


def test_the_same_wrong_word_in_every_hex_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    near = words_module.difflib.get_close_matches
    monkeypatch.setattr(words_module.difflib, "get_close_matches", lambda *a: (asked.append(a), near(*a))[1])
    model = tiny_map(columns=40, rows=40)
    model.hexes = {h: type(cell)("never_heard_of") for h, cell in model.hexes.items()}
    issues = map_issues(model)
    assert len(issues) == MOST_FINDINGS + 1
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("whole", 1, True),
        ("whole", 1.0, False),
        ("whole", True, False),
        ("number", 1, True),
        ("number", 1.5, True),
        ("number", False, False),
        ("text", "", True),
        ("text", 1, False),
        ("flag", True, True),
        ("flag", 1, False),
        ("flag", "true", False),
        ("choice", "a", True),
        ("choice", "z", False),
        ("choice", 1, False),
        ("direction", "N", True),
        ("direction", 0, False),
        ("list", (), True),
        ("list", (1, "x"), True),
        ("list", "x", False),
    ],
)
def test_which_values_fit_which_kind(kind: Any, value: Any, fits: bool) -> None:
    attribute = AttributeKind(id="a", name="A", type=kind, choices=["a", "b"] if kind == "choice" else [])
    assert (value_error(value, attribute) == "") is fits


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (1, ""),
        (5, ""),
        (0.5, "0.5 is too small: give at least 1"),
        (6, "6 is too great: give at most 5"),
    ],
)
def test_limits_of_numbers(value: Any, message: str) -> None:
    attribute = AttributeKind(id="a", name="A", type="number", minimum=1, maximum=5)
    assert value_error(value, attribute) == message
