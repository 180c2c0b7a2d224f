"""Stacking [8.0]: one nation in a hex, five slots, one army or front, one reserve corps."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import World
from core.rules.stacking import Limit


def _slots(piece: object) -> float:
    return piece.slots if isinstance(piece, Piece) else 0


def _big(piece: object) -> float:
    return float(isinstance(piece, Piece) and piece.is_big)


def _reserve(piece: object) -> float:
    return float(isinstance(piece, Piece) and piece.reserve_corps)


MOST_SLOTS, MOST_BIG, MOST_RESERVES = 5, 1, 1
LIMITS = (
    Limit(_slots, MOST_SLOTS, "8.0"),
    Limit(_big, MOST_BIG, "8.0"),
    Limit(_reserve, MOST_RESERVES, "8.0"),
)


def is_overstacked(units: Sequence[Piece]) -> bool:
    """Whether pieces of one nation are too many for a hex: the limits above, added up in one go."""
    if len(units) < 2:
        return False
    slots = bigs = reserves = 0
    for unit in units:
        slots += unit.slots
        bigs += unit.is_big
        reserves += unit.reserve_corps
    return slots > MOST_SLOTS or bigs > MOST_BIG or reserves > MOST_RESERVES


def has_room(world: World, board: Board, unit: Piece, h: int) -> bool:
    """Whether a unit may stand in a hex, or pass it, beside what is there: never with another nation."""
    if h not in board.stacks:
        return True
    there = [world.pieces[key] for key in board.stacks[h] if key != unit.id]
    if not there:
        return True
    return there[0].nation == unit.nation and not is_overstacked([*there, unit])
