"""The worked examples of the specification: those that have no better place, and the index of all.

E and a number is an example of the printed rules, D one that follows from them. Some numbers are not used.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from core.games.war_comes_early.combat import is_concentric
from core.model.scenario import Unit
from core.rules.paths import flood
from tests.rulebook.war_comes_early.playing import Driver, play_phase, play_turn
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

UNUSED = {"E11", "E19", "D4", "D6", "D9", "D12", "D20", "D25", "D27", "D34", "D37"}
EXAMPLES = {*(f"E{number}" for number in range(1, 21)), *(f"D{number}" for number in range(1, 41))} - UNUSED
MECH = corps(kind="mechanized", slots=2)


# --- the index ---------------------------------------------------------------------------------------


def _named(source: str) -> set[str]:
    """The examples that tests name in their names and docstrings."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found.update(part.upper() for part in node.name.split("_"))
            found.update(re.findall(r"\b[ED]\d+\b", ast.get_docstring(node) or ""))
    return found


def test_every_worked_example_is_a_test() -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py"))]
    missing = EXAMPLES - set().union(*map(_named, sources))
    assert not missing, f"no test names {sorted(missing)}"


def test_the_index_reads_names_and_docstrings_of_tests_only() -> None:
    assert _named('def test_e1_x():\n    """D2: as in D30."""\n# D3\ndef helper_d4(): ...\n') >= {
        "E1",
        "D2",
        "D30",
    }
    assert not {"D3", "D4"} & _named("# D3\ndef helper_d4():\n    pass\n")


# --- columns of the combat table [12.1] --------------------------------------------------------------


def column(unit: Unit, difference: int) -> str:
    """What the log says of an attack with this difference of strength."""
    defence = max(0, -difference)
    attacker = Unit("", unit.type, "germany", "corps", attributes=corps(af=difference + defence).attributes)
    units = {"ge": ("0403", attacker), "fr": ("0404", corps("france", df=defence))}
    tiny = Tiny(units, country={"0404": "france"})
    game = play_phase(tiny, "combat", dice=(6, 1, 1, 1)).go("attack 0404", "join ge")
    (line,) = [line for line in game.log if line.startswith("Attack on")]
    return line.split("column ")[1].split(" line")[0]


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(-7, 1), (0, 1), (1, 2), (4, 5), (5, 6), (9, 6), (10, 7), (14, 7), (29, 10), (30, 11), (31, 11)],
)
def test_12_1_d2_columns_of_the_standard_line(difference: int, expected: int) -> None:
    assert column(corps(), difference) == f"{expected} of the attack differential"


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(-5, 1), (-1, 1), (0, 2), (3, 5), (5, 7), (9, 7), (24, 10), (25, 11), (40, 11)],
)
def test_12_1_d3_columns_of_the_german_mechanized_line(difference: int, expected: int) -> None:
    """Against a defence of 10, so that every attack has some strength of its own."""
    attacker = corps(kind="mechanized", af=difference + 10)
    tiny = Tiny(
        {"ge": ("0403", attacker), "fr": ("0404", corps("france", df=10))}, country={"0404": "france"}
    )
    game = play_phase(tiny, "combat", dice=(6, 1, 1, 1)).go("attack 0404", "join ge")
    assert any(f"column {expected} of the german mechanized line" in line for line in game.log)


def test_12_1_e7_a_difference_of_9_is_the_column_of_5() -> None:
    """E7: the sixth column of the standard line, the seventh of the other."""
    assert column(corps(), 9) == "6 of the attack differential"
    assert column(MECH, 9) == "7 of the german mechanized"


# --- the grid [2.1] and concentric attacks [12.2.2] --------------------------------------------------


def test_2_1_d14_d15_named_hexes() -> None:
    """D14: three pairs of neighbours. D15: Vienna and Breslau are ten hexes apart."""
    tiny = Tiny(columns=29, rows=30)
    ground = tiny.world.ground
    for a, b in (("2503", "2603"), ("2401", "2402"), ("2413", "2414")):
        assert tiny.at(b) in ground.around(tiny.at(a))
    assert flood([tiny.at("2128")], ground.around)[tiny.at("2821")] == 10


@pytest.mark.parametrize(
    ("places", "concentric"),
    [(("3021", "3023"), True), (("3021", "3123", "2923"), True), (("3021", "3122"), False)],
)
def test_12_2_2_d10_d11_concentric_around_3022(places: tuple[str, ...], concentric: bool) -> None:
    tiny = Tiny({f"u{n}": (place, corps()) for n, place in enumerate(places)}, columns=31, rows=24)
    assert (
        is_concentric(tiny.world, tiny.board, list(tiny.world.pieces.values()), tiny.at("3022")) == concentric
    )


def test_12_2_2_d13_no_concentric_shift_against_a_city_or_works() -> None:
    """D13: the attackers of D10; only open ground earns the shift."""
    units = {"a": ("3021", corps()), "b": ("3023", corps()), "cz": ("3022", corps("czechoslovakia", df=9))}
    base = {"columns": 31, "rows": 24, "country": {"3022": "czechoslovakia"}}
    for more, shifted in (
        ({}, True),
        ({"cities": ["3022"]}, False),
        ({"features": {"3022": "fortification"}}, False),
    ):
        game = play_phase(Tiny(units, **{**base, **more}), "combat", dice=(6, 1, 1))  # type: ignore[arg-type]
        game.go("attack 3022", "join a", "join b")
        assert any("+2 concentric attack [12.2.2]" in line for line in game.log) == shifted


# --- stacking [8.0] ----------------------------------------------------------------------------------


def entering(mover: Unit, *there: Unit) -> bool:
    """Whether a unit may move into a hex where others are."""
    units = {"u": ("0403", mover), **{f"t{n}": ("0404", unit) for n, unit in enumerate(there)}}
    return "move u 0404" in play_phase(Tiny(units, turn=2), "movement").go("select u").choices()


def test_8_0_d18_two_mechanized_corps_leave_one_slot() -> None:
    """D18: with one infantry corps five slots, with two six."""
    assert entering(corps(), MECH, MECH)
    assert not entering(corps(), MECH, MECH, corps())


def test_8_0_d19_static_divisions_armies_and_reserve_corps() -> None:
    """D19: an army joins two static divisions but no other army; reserve corps arrive one in a hex."""
    division = corps(kind="static", af=0, slots=2, ce=0.5)
    assert entering(army(), division, division)
    assert not entering(army(), army())
    reserve = corps(kind="static", af=0, reserve_corps=True)
    tiny = Tiny({"r1": ("0404", reserve)}, waiting={"r2": reserve}, cities=["0404", "0505"])
    assert play_phase(tiny, "reorganization", dice=(2,)).choices() == {"arrive r2 0505"}


# --- the end of the game [4.1, 4.2] ------------------------------------------------------------------


def after_turn_10(german: int, allied: int, *fallen: str) -> Driver:
    tiny = Tiny({}, turn=10)
    tiny.board.vp, tiny.board.fallen = {"german": german, "allied": allied}, fallen
    return play_turn(tiny, stage="end")


def test_4_2_d28_without_the_fall_of_the_czechs_points_do_not_count() -> None:
    game = after_turn_10(90, 10)
    assert game.state.result is not None and game.state.result.winner == "allied"


@pytest.mark.parametrize(
    ("german", "allied", "winner"), [(60, 40, "german"), (59, 40, ""), (40, 60, "allied")]
)
def test_4_2_d29_a_lead_of_20_wins(german: int, allied: int, winner: str) -> None:
    game = after_turn_10(german, allied, "czechoslovakia")
    assert game.state.result is not None and game.state.result.winner == winner


@pytest.mark.parametrize(("prague", "winner"), [("a", None), ("g", "german")])
def test_4_1_d30_a_hundred_points_need_prague(prague: str, winner: str | None) -> None:
    """D30: the hundredth point comes from a French city."""
    tiny = Tiny(
        {"ge": ("0404", corps())},
        country={"0405": "france", "0808": "czechoslovakia"},
        cities=["0405"],
        capitals=["0808"],
    )
    tiny.control("0808", prague)
    tiny.board.fallen = ("czechoslovakia",)
    tiny.board.vp = {"german": 99, "allied": 40}
    game = play_phase(tiny, "movement").go("select ge", "move ge 0405")
    assert game.points()[0] == 100
    assert (game.state.result.winner if game.state.result else None) == winner
