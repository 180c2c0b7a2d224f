"""Zones of control [9]."""

from __future__ import annotations

from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from core.games.war_comes_early.ground import MAGINOT, NOWHERE, RAIL_ONLY
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import GERMANY, World


def enemy_zones(world: World, board: Board, side: str) -> set[int]:
    """The hexes in zones of control of the enemies of a side [9.0]."""
    found: set[int] = set()
    for h in board.stacks:
        holder = world.holder(board, h)
        if holder not in (GERMAN, ALLIED) or holder == side:
            continue
        units = world.units_in(board, h)
        # One foot soldier reaches wherever any unit of his nation may go; mechanized alone may not.
        speaker = next((unit for unit in units if not unit.is_mech), units[0])
        found.update(n for n in world.ground.around(h) if exerts(world, board, speaker, h, n))
    if side == GERMAN:
        found |= _fortification_zones(world, board)
    return found


def exerts(world: World, board: Board, unit: Piece, h: int, into: int) -> bool:
    """Whether a unit's zone reaches a neighbouring hex: not where it could never go itself [9.0]."""
    ground = world.ground
    d = ground.direction(h, into)
    if not ground.open_side[h][d] or ground.cost[0][into] < 0:
        return False
    if unit.is_mech and ground.cost[1][into] == RAIL_ONLY and not ground.rail[h][d]:
        return False
    fort = world.foreign_fort(board, into)
    if fort and fort != unit.nation:
        return False
    if unit.nation == GERMANY and ground.fort[into] == MAGINOT:
        return False
    if not world.option("zoc_respects_geographic_limits"):
        country = ground.country[into]
        return into not in ground.closed and not world.is_neutral(board, country)
    return world.may_be_in(board, unit.nation, into)


def _fortification_zones(world: World, board: Board) -> set[int]:
    """Intact Czech and Belgian fortifications exert a zone even when empty, against the German side [9.0].

    A Belgian one does so only once Belgium is in the war (G56). Their zone is never cut by [11.7] (G11).
    """
    ground = world.ground
    found: set[int] = set()
    for h in range(len(ground.labels)):
        nation = world.foreign_fort(board, h)
        if nation and world.side_of(board, nation) == ALLIED:
            found.update(
                n
                for d, n in enumerate(ground.neighbours[h])
                if n != NOWHERE and ground.open_side[h][d] and ground.cost[0][n] >= 0
            )
    return found
