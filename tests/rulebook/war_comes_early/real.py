"""The two published scenarios on the full map, with units thrown about: for tests that compare two ways to
answer the same question on tables as mixed as late in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from core.engine import Dice
from core.formats.documents import MapLibrary, load_scenario
from core.games import load_system
from core.games.war_comes_early.board import ALLIED, NOBODY, Board
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.setup import make_board, make_world
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.world import World

ROOT = Path(__file__).resolve().parents[3]
NEUTRALS = ("belgium", "denmark", "estonia", "latvia", "lithuania", "netherlands")
T = TypeVar("T")


class Chance:
    """Numbers that are the same on every run."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def one_in(self, number: int) -> bool:
        value, self.dice = self.dice.roll(number)
        return value == 1

    def pick(self, choices: Sequence[T]) -> T:
        value, self.dice = self.dice.roll(len(choices))
        return choices[value - 1]


@cache
def _start(year: int) -> tuple[World, Board]:
    scenario = load_scenario(ROOT / "scenarios" / "war_comes_early" / f"wce_{year}.scenario.json")
    chart = MapLibrary((ROOT / "maps",)).get("war_comes_early")
    world = make_world(scenario, chart, load_system("war_comes_early"))
    return world, make_board(world, scenario)


def real_world(year: int, **options: object) -> World:
    world, _ = _start(year)
    return replace(world, options={**world.options, **options}) if options else world  # type: ignore[dict-item]


def mixed_board(year: int, seed: int) -> Board:
    """Every counter of a belligerent somewhere, one in three far from home, with all that changes in a game:
    violations, breaches, control, railheads, air."""
    world, board, chance = real_world(year), _start(year)[1].copy(), Chance(seed)
    ground = world.ground
    board.turn = chance.pick((3, 2, 5, 3, 8))
    if year == 1938 and board.turn > 2:
        board.violated = tuple(nation for nation in NEUTRALS if chance.one_in(3))
    board.breached = tuple(h for h, fort in enumerate(ground.fort) if fort and chance.one_in(3))
    for key in sorted(world.pieces):
        if world.side_of(board, world.pieces[key].nation) != NOBODY:
            _throw(world, board, chance, world.pieces[key])
    rails = [h for h, along in enumerate(ground.along_rail) if along and board.control[h] == ALLIED]
    board.railheads = tuple(sorted({chance.pick(rails) for _ in range(20)})) if year == 1938 else ()
    board.air_side = chance.pick(("", "german", "allied" if year == 1938 else "polish"))
    board.air = tuple(sorted(chance.pick(sorted(board.stacks)) for _ in range(6))) if board.air_side else ()
    return board


def _throw(world: World, board: Board, chance: Chance, unit: Piece) -> None:
    """Into a hex that it could have come to; what lies around is taken along."""
    ground, side = world.ground, world.side_of(board, unit.nation)
    far = chance.one_in(3)
    hexes = [
        h
        for h in range(len(ground.labels))
        if (far or ground.home_of[h] == unit.nation)
        and ground.cost[unit.is_mech][h] >= 0
        and world.may_be_in(board, unit.nation, h)
        and world.foreign_fort(board, h) in ("", unit.nation)
        and has_room(world, board, unit, h)
    ]
    if hexes:
        h = chance.pick(hexes)
        board.put(unit.id, h)
        for n in ground.within_one[h]:
            if n == h or (n not in board.stacks and board.control[n] != NOBODY and chance.one_in(2)):
                board.set_control(n, side)
