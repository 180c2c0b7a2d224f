"""Zones of control [9]."""

from __future__ import annotations

from collections.abc import Callable

from core.games.war_comes_early.board import GERMAN, Board
from core.games.war_comes_early.ground import RAIL_ONLY
from core.games.war_comes_early.law import needs_rail
from core.games.war_comes_early.world import World


def in_enemy_zone(world: World, board: Board, h: int, side: str) -> bool:
    """Whether a hex is in a zone of control of an enemy of a side [9.0]."""
    return zone_test(world, board, side)(h)


def zone_test(world: World, board: Board, side: str) -> Callable[[int], bool]:
    """The same question made ready for many hexes. It looks at the neighbours of the hex and no further."""
    law = world.law(board)
    contact, felt, theatres = world.contact, law.felt, law.zone_theatres
    stacks, pieces = board.stacks, world.pieces
    forts = law.forts_beside if side == GERMAN else {}

    def is_in_zone(h: int) -> bool:
        for n in contact[h]:
            if n in stacks:
                nation = pieces[stacks[n][0]].nation
                if (
                    felt.get(nation, side) != side
                    and theatres[nation].enterable[h]
                    and _reaches(world, board, nation, n, h)
                ):
                    return True
        return h in forts and any(fort not in board.breached for fort in forts[h])

    return is_in_zone


def _reaches(world: World, board: Board, nation: str, n: int, h: int) -> bool:
    """Whether ground and forts let the zone of a stack into a neighbour that its nation may enter."""
    if world.ground.cost[1][h] == RAIL_ONLY and needs_rail(world, n, h) and not _has_foot(world, board, n):
        return False
    return world.foreign_fort(board, h) in ("", nation)


def _has_foot(world: World, board: Board, h: int) -> bool:
    """One foot soldier reaches wherever any unit of his nation may go; mechanized alone may not."""
    return any(not world.pieces[key].is_mech for key in board.stacks[h])


def enemy_zones(world: World, board: Board, side: str) -> set[int]:
    """The hexes in zones of control of the enemies of a side [9.0]."""
    law = world.law(board)
    felt, theatres, pieces = law.felt, law.zone_theatres, world.pieces
    found: set[int] = set()
    for h, stack in board.stacks.items():
        nation = pieces[stack[0]].nation
        if felt.get(nation, side) != side:
            sure, on_foot, forts = theatres[nation].zones[h]
            found.update(sure)
            if on_foot and _has_foot(world, board, h):
                found.update(on_foot)
            if forts:
                found.update(n for n in forts if _reaches(world, board, nation, h, n))
    if side == GERMAN:
        found.update(*(zone for fort, zone in law.fort_zones.items() if fort not in board.breached))
    return found
