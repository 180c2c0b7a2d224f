"""Both scenarios come to the table as the rules say, and broken set-ups are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.formats.documents import MapLibrary, load_scenario
from core.games import load_system
from core.games.war_comes_early.board import ALLIED, GERMAN
from core.games.war_comes_early.reorganization import ASIDE
from core.games.war_comes_early.setup import WAITING, SetupError, make_board, make_plan, make_world
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.world import World
from core.model.scenario import ScenarioModel

ROOT = Path(__file__).resolve().parents[3]
SYSTEM = load_system("war_comes_early")
MAP = MapLibrary((ROOT / "maps",)).get("war_comes_early")


def scenario(year: int) -> ScenarioModel:
    return load_scenario(ROOT / "scenarios" / "war_comes_early" / f"wce_{year}.scenario.json")


@pytest.fixture(scope="module")
def worlds() -> dict[int, World]:
    return {year: make_world(scenario(year), MAP, SYSTEM) for year in (1938, 1939)}


def test_13_2_the_1939_forces(worlds: dict[int, World]) -> None:
    world = worlds[1939]
    board = make_board(world, scenario(1939))
    on_map = [world.pieces[key].nation for key in board.where]
    assert on_map.count("germany") == 10, "six armies and four independent corps"
    assert [why for key, why in board.aside.items() if world.pieces[key].nation == "germany"] == [ASIDE] * 15
    assert board.control[world.ground.index["3821"]] == ALLIED
    assert board.control[world.ground.index["2222"]] == GERMAN
    assert world.side_of(board, "poland") == ALLIED


def test_3_4_the_1938_start(worlds: dict[int, World]) -> None:
    """E20: both at 50 points, turn 1; neutrals wait; the Allies place four railheads."""
    world = worlds[1938]
    board = make_board(world, scenario(1938))
    assert board.vp == {"german": 50, "allied": 50} and board.turn == 1
    plan = make_plan(world, scenario(1938), board)
    assert [key for key in plan.queues[0][1] if key.startswith("railhead")] == [
        f"railhead_{n}" for n in (1, 2, 3, 4)
    ]
    waiting = {world.pieces[key].nation for key, why in board.aside.items() if why == WAITING}
    assert {"belgium", "netherlands", "denmark", "lithuania"} <= waiting
    assert world.is_neutral(board, "belgium") and not world.is_neutral(board, "poland")


def test_everybody_starts_in_supply(worlds: dict[int, World]) -> None:
    """All fixed set-ups of 1939 stand in their own country, but the Slovak army in Czechoslovakia."""
    world = worlds[1939]
    board = make_board(world, scenario(1939))
    assert all(is_in_supply(world, board, world.pieces[key]) for key in board.where)


@pytest.mark.parametrize(
    ("unit", "space", "message"),
    [
        ("ge_army_10", "3214", "several nations"),
        ("ge_army_10", "9999", "not on the map"),
        ("ge_army_10", "2914", "too many"),
    ],
)
def test_broken_set_ups_are_refused(worlds: dict[int, World], unit: str, space: str, message: str) -> None:
    broken = scenario(1939)
    others = {key: replace(found, at=space) for key, found in broken.units.items() if key == unit}
    if space == "3214":
        others["po_army_pz"] = replace(broken.units["po_army_pz"], at=space)
    if space == "2914":
        others["ge_army_8"] = replace(broken.units["ge_army_8"], at=space)
    broken.units.update(others)
    with pytest.raises(SetupError, match=message):
        make_board(worlds[1939], broken)


def test_a_unit_in_the_sea_is_refused(worlds: dict[int, World]) -> None:
    broken = scenario(1939)
    sea = next(label for label, h in worlds[1939].ground.index.items() if worlds[1939].ground.cost[0][h] < 0)
    broken.units["ge_army_10"] = replace(broken.units["ge_army_10"], at=sea)
    with pytest.raises(SetupError, match="where no unit can be"):
        make_board(worlds[1939], broken)
