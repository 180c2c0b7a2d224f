"""Why something is not allowed, in one sentence with the rule: for people who try it."""

from __future__ import annotations

from collections.abc import Container, Sequence

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.combat import is_target, may_attack
from core.games.war_comes_early.ground import MAGINOT, NOWHERE, RAIL_ONLY
from core.games.war_comes_early.law import POINT, ground_cost
from core.games.war_comes_early.movement import March
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.victory import titled
from core.games.war_comes_early.world import GERMANY, LAST_FIRST_TURN, World, enemy_of
from core.games.war_comes_early.zones import in_enemy_zone


def why_no_step(world: World, board: Board, unit: Piece, march: March, to: int) -> str:
    """Why a unit on the march may not enter a hex."""
    ground, h = world.ground, board.where[unit.id]
    here, there = ground.labels[h], ground.labels[to]
    if to not in ground.neighbours[h]:
        return f"{there} is not beside {here}, where {unit.name} stands [11.0]"
    barred = (
        _closed(world, board, unit, h, to)
        or why_not_in(world, board, unit, to)
        or _occupied(world, board, unit, to)
    )
    if barred:
        return barred
    side = world.side_of(board, unit.nation)
    zones = not unit.is_german_mech and in_enemy_zone(world, board, to, side)
    if zones and in_enemy_zone(world, board, h, side):
        return f"{unit.name} cannot go from one enemy zone of control, in {here}, to another in {there} [9.1]"
    left = (march.limit if not zones else march.points) - march.spent
    return (
        f"{unit.name} has {max(0, left) / POINT:g} movement points left for {there}, which costs more [11.0]"
    )


def _closed(world: World, board: Board, unit: Piece, h: int, to: int) -> str:
    ground = world.ground
    d = ground.direction(h, to)
    here, there = ground.labels[h], ground.labels[to]
    if not ground.open_side[h][d]:
        return f"the hexside between {here} and {there} cannot be crossed [11.4]"
    if ground.cost[0][to] < 0:
        return f"no unit can enter {there} [11.4]"
    if ground.cost[unit.is_mech][to] == RAIL_ONLY and ground_cost(world, unit.is_mech, h, d) is None:
        return f"mechanized units enter {there} only along a railroad [11.4]"
    return ""


def why_not_in(world: World, board: Board, unit: Piece, h: int) -> str:
    """Why a unit may not be in a country, or ""."""
    ground = world.ground
    country, there = ground.country[h], ground.labels[h]
    if unit.nation == GERMANY and ground.fort[h] == MAGINOT:
        return f"Germans may not enter the Maginot Line in {there} [11.5]"
    if world.may_be_in(board, unit.nation, h):
        return ""
    if h in ground.closed:
        return f"{titled(country)} is closed to everybody [1.3]"
    if world.is_neutral(board, country):
        return f"{there} is in {titled(country)}, which is neutral [3.3]"
    if board.turn <= LAST_FIRST_TURN and world.campaign == 1938:
        return f"on the first two turns nobody leaves Germany and Czechoslovakia [5.1]: {there} is outside"
    return f"{titled(unit.nation)} may not go to {titled(country)} [11.7]"


def _occupied(world: World, board: Board, unit: Piece, to: int) -> str:
    there, side = world.ground.labels[to], world.side_of(board, unit.nation)
    if world.holder(board, to) == enemy_of(side):
        return f"there are enemy units in {there} [11.0]"
    fort = world.foreign_fort(board, to)
    if fort and fort != unit.nation:
        return f"the fortification in {there} is intact [11.5]"
    if not has_room(world, board, unit, to):
        return f"there is no room for {unit.name} in {there} [8.0]"
    return ""


def why_no_attack(
    world: World, board: Board, units: Sequence[Piece], hit: Container[int], side: str, space: str
) -> str:
    """Why units that have not attacked yet cannot attack a hex."""
    h = world.ground.index.get(space, NOWHERE)
    if h == NOWHERE:
        return f'"{space}" is not a hex of the map'
    if h in hit:
        return f"{space} has been attacked in this phase already [12.0]"
    if not is_target(world, board, side, h):
        return f"there is nothing to attack in {space} [12.0]"
    beside = [unit for unit in units if board.where[unit.id] in world.ground.around(h)]
    if not beside:
        return f"no unit that has not attacked yet stands beside {space} [12.0]"
    able = any(may_attack(world, board, unit, h) for unit in beside)
    country = why_not_in(world, board, beside[0], h)
    return "" if able else country or f"no unit beside {space} may attack across its hexside or ground [11.4]"
