"""War Comes Early as a whole: sections that no single rule carries, in scenarios and recorded games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from core.engine import Action, Dice, State, active_sides, apply, legal_actions
from core.engine.record import Session
from core.engine.saving import fingerprint
from core.formats.documents import load_scenario
from core.games import load_system, load_tables
from core.games.war_comes_early.air import allied_modifiers
from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from core.games.war_comes_early.game import WarComesEarly
from core.games.war_comes_early.victory import DANZIG, value_of
from core.model.facts import Origin
from tests.conformance.bundled import SCENARIOS, match_of, name_of
from tests.replays.make import HERE
from tests.rulebook.war_comes_early.playing import play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

WHITE_MARKERS = 17  # [3.0]
YEARS = {name_of(path): path for path in SCENARIOS if name_of(path).startswith("wce_")}
RECORDS = sorted(HERE.glob("*.game.json"))
DRAW_OF_MARKER = "Draw of one marker from "


def game_of(name: str) -> WarComesEarly:
    game = match_of(YEARS[name]).game
    assert isinstance(game, WarComesEarly)
    return game


@cache
def table(name: str) -> Any:
    return load_tables("war_comes_early").table(name)


@pytest.mark.parametrize(
    ("name", "first", "turns", "days"),
    [
        pytest.param("wce_1938", date(1938, 10, 1), 10, 4, id="1.0 1.1"),
        pytest.param("wce_1939", date(1939, 9, 1), 6, 3, id="13.0"),
    ],
)
def test_1_1_13_0_dates_and_lengths(name: str, first: date, turns: int, days: int) -> None:
    """PA tracks: a war of autumn 1938 that did not happen, and the campaign of 1939 [1.0]."""
    calendar = [date.fromisoformat(turn.date) for turn in load_scenario(YEARS[name]).turns.values()]
    assert calendar[0] == first and len(calendar) == turns
    assert {(b - a).days for a, b in pairwise(calendar)} == {days}


def test_1_1_fronts_and_armies_for_the_soviets_armies_and_corps_for_all_others() -> None:
    sizes: dict[str, set[str]] = {}
    for path in YEARS.values():
        for unit in load_scenario(path).units.values():
            sizes.setdefault(unit.nation, set()).add(unit.size)
    assert sizes.pop("soviet_union") == {"front", "army", "corps"}, "the corps is the IAC"
    assert sizes.pop("germany") == {"army", "corps", "division"}, "static divisions and the 7th Flieger"
    assert all(found <= {"army", "corps"} for found in sizes.values())


def test_2_0_all_dice_have_six_faces() -> None:
    """The draw of a marker is no die: it has as many faces as there are markers in the pool [5.2]."""
    lines = [line for path in RECORDS for line in json.loads(path.read_bytes())["log"] if "dice" in line]
    assert len(lines) > 500
    for line in lines:
        most = 7 if line["text"].startswith(DRAW_OF_MARKER) else 6
        assert all(1 <= die <= most for die in line["dice"]), line


def test_2_3_3_nations_have_the_ink_of_the_rules_and_grounds_of_their_own() -> None:
    """Dark counters have white letters and light ones black; the Romanians are red."""
    nations = [nation for nation in load_system("war_comes_early").nations if "2.3.3" in nation.rule]
    looks = [nation.counter for nation in nations] + [v.counter for n in nations for v in n.variants]
    assert len(looks) == len(table("nationalities").rows) == 16
    assert len({(look.fill, look.ink) for look in looks}) == 16
    inks = [row["ink"] for row in table("nationalities").rows]
    assert sum(look.ink == "#ffffff" for look in looks) == inks.count("white")


def test_2_3_4_counters_have_names_and_abbreviations() -> None:
    meanings = {row["id"]: row["meaning"] for row in table("unit_id_abbreviations").rows}
    assert meanings["BEF"] == "British Expeditionary Force"
    for path in YEARS.values():
        units = load_scenario(path).units.values()
        kinds = [(unit.nation, unit.size, unit.type, unit.name) for unit in units if unit.name]
        assert len(set(kinds)) == len(units), "a counter has no name, or two cannot be told apart"


@pytest.mark.parametrize("name", YEARS)
def test_2_3_6_factors_are_known_where_the_rules_tell_them_and_marked_elsewhere(name: str) -> None:
    pieces = game_of(name).world.pieces
    for key, unit in load_scenario(YEARS[name]).units.items():
        piece, source = pieces[key], unit.sources.of("attributes")
        assert piece.af >= 0 and piece.df >= 0, key
        assert not piece.is_static or piece.af == 0, f"{key} is static and attacks"
        assert not piece.reserve_corps or (piece.af, piece.df) == (0, 3), key
        told = piece.reserve_corps or piece.type == "flieger"
        assert source is not None and source.origin is (Origin.RULEBOOK if told else Origin.ASSUMED), key


def test_2_4_white_markers() -> None:
    counts = table("markers").values
    white = ("victory_point", "game_turn", "national_turn", "german_phase")
    total = sum(counts[kind] for kind in white) + counts["breached_fortification"]["count"]
    assert total == counts["white_markers_total"] == WHITE_MARKERS
    world = game_of("wce_1938").world
    assert len(world.markers) == counts["national_turn"]
    start = game_of("wce_1938").start(Dice(1))
    railheads = [key for key in start.top.data["queue"] if key.startswith("railhead")]
    assert len(railheads) == counts["soviet_railhead"]


def test_3_3_1_violated_neutrals_help_the_allies_in_the_air() -> None:
    world = game_of("wce_1938").world
    board = Board(turn=3, violated=("belgium", "denmark", "latvia"))
    assert allied_modifiers(world, board).total == 2
    board.fallen = ("belgium",)
    assert allied_modifiers(world, board).total == 0, "Denmark helps, Belgium is missed"


@pytest.mark.parametrize("name", ["wce_1938_berlin", "wce_1938_lead_german"])
def test_4_0_points_change_with_the_hex(name: str) -> None:
    """In the very action in which a hex with points changes hands; so do capitulation and the end."""
    record = json.loads((HERE / f"{name}.game.json").read_bytes())
    game = game_of("wce_1938")
    origin = record["origin"]
    state = game.start(Dice(origin["seed"], 0, tuple(origin.get("script", ()))))
    taken = 0
    for row in record["actions"]:
        after = apply(game, state, Action(**row))
        change = _captured(game, state, after)
        if change:
            taken += 1
            assert after.board.vp != state.board.vp, row
        state = after
    assert taken > 5 and state.result is not None


def test_5_0_with_consent_a_finished_activity_is_reopened() -> None:
    """Undo: a game can be taken back to any action, and other choices made from there."""
    match = match_of(YEARS["wce_1939"])
    session = Session(match.game, match.origin(1), match.game.start(Dice(1)))
    prints = [fingerprint(match.game, session.state)]
    for _ in range(100):
        (side,) = active_sides(match.game, session.state)
        session.do(legal_actions(match.game, session.state, side)[0])
        prints.append(fingerprint(match.game, session.state))
    for length in (99, 65, 64, 10, 0):
        assert fingerprint(match.game, session.rewind(length)) == prints[length]
    (side,) = active_sides(match.game, session.state)
    session.do(legal_actions(match.game, session.state, side)[-1])
    assert fingerprint(match.game, session.state) not in prints


def test_6_2_every_airpower_marker_has_one_mission() -> None:
    """Bombing or ground support, all of them and none twice. A bombing that ends a game is left out."""
    turns = [turn for path in RECORDS for turn in _drawn_turns(json.loads(path.read_bytes())["log"])]
    assert len(turns) > 30
    for lines in turns:
        won = re.search(r"with (\d+) markers", next(t for t, _ in lines if t.startswith("Air superiority:")))
        bombs = sum(len(dice) for text, dice in lines if text.endswith("terror bombing"))
        placed = sum("ground support in" in text for text, _ in lines)
        assert bombs + placed == (int(won[1]) if won else 0)


def _drawn_turns(log: list[dict[str, Any]]) -> Iterator[list[tuple[str, list[int]]]]:
    """Text and dice of the lines of each turn with airpower that was played to its end."""
    lines: list[tuple[str, list[int]]] = []
    for row in log:
        if row["text"].startswith("Game turn ") and lines:
            if any(text.startswith("Air superiority:") for text, _ in lines):
                yield lines
            lines = []
        lines.append((row["text"], row.get("dice", [])))


def test_11_2_a_stack_that_drops_units_on_its_way() -> None:
    """Unit by unit, which comes to the same: each goes on over those that were dropped."""
    units = {"a": ("0404", army()), "b": ("0404", corps()), "c": ("0404", corps())}
    game = play_phase(Tiny(units), "movement", "germany")
    game.go("select a", "move a 0405", "stop a", "select b", "move b 0405", "move b 0406", "stop b")
    game.go("select c", "move c 0405", "move c 0406", "move c 0407", "stop c")
    assert [game.where(key) for key in units] == ["0405", "0406", "0407"]


def _captured(game: WarComesEarly, before: State[Board], after: State[Board]) -> list[int]:
    """Hexes with points that have changed hands; of Danzig only the first capture is told otherwise."""
    ground = game.world.ground
    return [
        h
        for h, (a, b) in enumerate(zip(before.board.control, after.board.control, strict=True))
        if {a, b} == {GERMAN, ALLIED} and value_of(game.world, h) and ground.country[h] != DANZIG
    ]
