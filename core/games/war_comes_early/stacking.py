"""Stacking [8.0]: one nation in a hex, five slots, one army or front, one reserve corps."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import World
from core.rules.stacking import Limit, broken_limits


def _slots(piece: object) -> float:
    return piece.slots if isinstance(piece, Piece) else 0


def _big(piece: object) -> float:
    return float(isinstance(piece, Piece) and piece.is_big)


def _reserve(piece: object) -> float:
    return float(isinstance(piece, Piece) and piece.reserve_corps)


LIMITS = (Limit(_slots, 5, "8.0"), Limit(_big, 1, "8.0"), Limit(_reserve, 1, "8.0"))


def is_overstacked(units: Sequence[Piece]) -> bool:
    """Whether pieces of one nation are too many for a hex."""
    return bool(broken_limits(units, LIMITS))


def has_room(world: World, board: Board, unit: Piece, h: int) -> bool:
    """Whether a unit may stand in a hex, or pass it, beside what is there: never with another nation."""
    there = [other for other in world.units_in(board, h) if other.id != unit.id]
    if not there:
        return True
    return there[0].nation == unit.nation and not is_overstacked([*there, unit])
