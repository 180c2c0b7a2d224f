"""Airpower [6]: superiority, terror bombing and markers of ground support.

What air zones do is with movement, combat and reorganization.
"""

from __future__ import annotations

from typing import NamedTuple

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.phases import Play, label, named
from core.games.war_comes_early.victory import score, sudden_death, titled
from core.games.war_comes_early.world import SIDES, World, enemy_of
from core.rules.modifiers import Modifiers

FIRST_TURN = 3  # no airpower before [5.1]
GERMAN_DICE, ALLIED_DICE = 3, 2
LEAST_TO_HIT = 4  # terror bombing [6.2.1]
WESTERN_NEUTRALS = ("belgium", "denmark", "netherlands")
AFTER_FALL = {  # what the fall of a nation does to the Allied roll; the others do nothing [6.1]
    "czechoslovakia": -1,
    **dict.fromkeys(WESTERN_NEUTRALS, -1),
    "hungary": 1,
    "poland": 1,
}


class Superiority(NamedTuple):
    """The result of an Air Superiority Phase. `side` is "" when nobody has it."""

    german: int
    allied: int
    side: str
    markers: int


def has_air_phases(world: World, board: Board) -> bool:
    """From GT 3 on, and never in 1939 [5.1, 6.0, 13.4]."""
    return world.campaign == 1938 and board.turn >= FIRST_TURN


def allied_modifiers(world: World, board: Board) -> Modifiers:
    """What is added to the Allied roll, with reasons [6.1]."""
    found = Modifiers()
    for nation in WESTERN_NEUTRALS:
        if nation in board.violated and nation not in board.fallen:
            found.add(1, f"{titled(nation)} is in the war", "6.1")
    for nation, value in AFTER_FALL.items():
        if nation in board.fallen:
            found.add(value * _weight(world, board, nation), f"{titled(nation)} has capitulated", "6.1")
    return found


def _weight(world: World, board: Board, nation: str) -> int:
    """A fallen nation counts once, or by option once for each turn since then (G42)."""
    if not world.option("air_drm_accumulates"):
        return 1
    return max(1, board.turn - board.fell_on.get(nation, board.turn))


def superiority(german: int, allied: int, limit: int = 0) -> Superiority:
    """Who has how many markers for these totals: the higher total gets the difference, never both [6.1]."""
    if german == allied:
        return Superiority(german, allied, "", 0)
    markers = abs(german - allied)
    side = "german" if german > allied else "allied"
    return Superiority(german, allied, side, min(markers, limit) if limit else markers)


def roll_superiority(world: World, turn: Play) -> Superiority:
    """The Air Superiority Phase: roll for both sides; the winner then assigns every marker [6.1]."""
    board = turn.board
    german = sum(turn.roll("German airpower", GERMAN_DICE, rule="6.1"))
    rolled = sum(turn.roll("Allied airpower", ALLIED_DICE, rule="6.1"))
    modifiers = allied_modifiers(world, board)
    limit = world.option("airpower_marker_limit")
    found = superiority(german, rolled + int(modifiers.total), limit if isinstance(limit, int) else 0)
    board.air_side, board.air = found.side, ()
    totals = f"Air superiority: German {found.german}, Allied {found.allied}"
    won = f"{titled(found.side)} with {found.markers} markers" if found.side else "nobody"
    turn.log(f"{totals}: {won}", "6.1", modifiers=modifiers.parts)
    return found


def bomb(world: World, turn: Play, markers: int) -> int:
    """Terror bombing by so many markers of the side with superiority: each hit on 4 to 6 costs the enemy a
    point, the bomber gains none [6.2.1]. The number of hits. Comes before any marker is placed."""
    side = turn.board.air_side
    if markers <= 0 or not side:
        return 0
    enemy = enemy_of(SIDES[side])
    dice = turn.roll(f"{titled(side)} terror bombing", markers, rule="6.2.1")
    hits = sum(die >= LEAST_TO_HIT for die in dice)
    if hits:
        score(world, turn, {enemy: -hits}, f"Terror bombing, {hits} of {markers} hit", "6.2.1")
        sudden_death(world, turn)
    else:
        turn.log(f"Terror bombing, 0 of {markers} hit", "6.2.1")
    return hits


def may_place(world: World, board: Board, h: int) -> bool:
    """One marker in a hex, in any hex of the map; units do not matter [6.2.2]."""
    return bool(board.air_side) and 0 <= h < len(world.ground.labels) and h not in board.air


def places(world: World, board: Board) -> list[int]:
    """Every hex that a marker may be put in."""
    return [h for h in range(len(world.ground.labels)) if may_place(world, board, h)]


def place(world: World, turn: Play, h: int) -> None:
    """Put a marker of ground support on the map; its zone holds for the whole turn [6.2.2]."""
    board = turn.board
    assert may_place(world, board, h), f"no airpower marker may be put in {label(world, h)}"
    board.air = tuple(sorted((*board.air, h)))
    turn.log(f"{titled(board.air_side)} ground support in {named(world, h)}", "6.2.2")


def air_zone(world: World, board: Board) -> set[int]:
    """The hexes with markers and all around them, whatever the terrain; overlaps count once [6.2.2]."""
    return {n for h in board.air for n in (h, *world.ground.around(h))}


def return_airpower(turn: Play) -> None:
    """The Airpower Return Phase: all markers leave the map [6.3]."""
    board = turn.board
    if board.air:
        turn.log(f"{len(board.air)} airpower markers return", "6.3")
    board.air_side, board.air = "", ()
