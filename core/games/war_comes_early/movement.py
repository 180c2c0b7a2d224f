"""Movement [11]: where a unit can go in its Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.games.war_comes_early.board import GERMAN, Board
from core.games.war_comes_early.ground import MAGINOT, NOWHERE, RAIL_ONLY
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.world import GERMANY, World, enemy_of
from core.games.war_comes_early.zones import enemy_zones
from core.rules.paths import Reach, Step, reachable

RAIL_COST = 1  # half a movement point [11.3]
POINT = 2  # half points in a movement point


@dataclass(frozen=True, slots=True)
class Moves:
    """The hexes that a unit can move to, and by which kind of movement."""

    normal: Reach[int]
    column: Reach[int]
    minimum: frozenset[int]

    def targets(self) -> set[int]:
        """Every hex that it can end in, its own left out."""
        found = self.normal.spaces() | self.column.spaces() | self.minimum
        return found - {next(iter(self.normal.passing))}


def moves_of(world: World, board: Board, unit: Piece) -> Moves:
    """Everything a unit can do with its move. An army out of supply must be broken down before [10.5]."""
    start = board.where[unit.id]
    if unit.mf == 0:
        nothing: Reach[int] = reachable(start, 0, lambda h: ())
        return Moves(nothing, nothing, frozenset())
    side = world.side_of(board, unit.nation)
    zones = enemy_zones(world, board, side)
    supplied = is_in_supply(world, board, unit)
    budget = unit.mf * POINT if supplied else unit.mf * POINT // 2
    normal = reachable(start, budget, lambda h: _steps(world, board, unit, h, zones))
    column: Reach[int] = reachable(start, 0, lambda h: ())
    if supplied and may_use_column(world, board, start, side):
        column = reachable(start, 2 * budget, lambda h: _column_steps(world, board, unit, h, zones))
    minimum = {step.to for step in _steps(world, board, unit, start, zones)}
    return Moves(normal, column, frozenset(minimum))


def may_use_column(world: World, board: Board, start: int, side: str) -> bool:
    """Not beside an enemy unit and not in an enemy air zone; the unit must also be in supply [11.6]."""
    beside = any(world.holder(board, n) == enemy_of(side) for n in world.ground.around(start))
    return not beside and not world.in_air_zone_against(board, start, side)


def _steps(world: World, board: Board, unit: Piece, h: int, zones: set[int]) -> Iterator[Step[int]]:
    """The steps out of a hex: never from zone to zone, and a unit that enters a zone stops [9.1]."""
    ignores_zones = unit.is_german_mech
    for d, to in enumerate(world.ground.neighbours[h]):
        in_zone = to in zones and not ignores_zones
        if to == NOWHERE or (in_zone and h in zones):
            continue
        cost = step_cost(world, board, unit, h, d)
        if cost is not None and may_enter(world, board, unit, h, d):
            yield Step(to, cost, in_zone)


def _column_steps(world: World, board: Board, unit: Piece, h: int, zones: set[int]) -> Iterator[Step[int]]:
    """Column movement enters neither enemy zones (German mechanized ignore them, G15) nor air zones."""
    side = world.side_of(board, unit.nation)
    for step in _steps(world, board, unit, h, zones):
        if not step.stops and not world.in_air_zone_against(board, step.to, side):
            yield step


def step_cost(world: World, board: Board, unit: Piece, h: int, d: int) -> int | None:
    """What a step costs in half points, or None where the ground forbids it [11.2, 11.3]."""
    ground = world.ground
    to = ground.neighbours[h][d]
    terrain = ground.cost[unit.is_mech][to]
    if ground.rail[h][d] and (terrain >= 0 or terrain == RAIL_ONLY):
        cost = RAIL_COST
    elif terrain < 0:
        return None
    else:
        crosses = ground.river[h][d] and not ground.city[h] and not ground.city[to]
        cost = terrain + (POINT if crosses else 0)
    if world.in_air_zone_against(board, to, world.side_of(board, unit.nation)):
        cost += POINT
    return cost


def may_enter(world: World, board: Board, unit: Piece, h: int, d: int) -> bool:
    """Whether a step is allowed, costs and zones of control apart [11.0-11.7]."""
    ground = world.ground
    to = ground.neighbours[h][d]
    if not ground.open_side[h][d] or not world.may_be_in(board, unit.nation, to):
        return False
    side = world.side_of(board, unit.nation)
    if world.holder(board, to) == enemy_of(side):
        return False
    fort = world.foreign_fort(board, to)
    if fort and fort != unit.nation:
        return False
    if unit.nation == GERMANY and ground.fort[to] == MAGINOT:
        return False
    return has_room(world, board, unit, to)


def enter(world: World, board: Board, unit: Piece, path: list[int]) -> list[int]:
    """Move a unit along a path: it takes control of every hex that it enters [3.6]. The hexes that changed
    hands, for victory points and capitulation."""
    side = world.side_of(board, unit.nation)
    taken = [h for h in path[1:] if board.control[h] != side]
    for h in taken:
        board.set_control(h, side)
    if side != GERMAN:
        breach_west_wall(world, board, path[1:])
    board.put(unit.id, path[-1])
    return taken


def breach_west_wall(world: World, board: Board, hexes: list[int]) -> None:
    """Any Allied entry breaches a West Wall hex [11.5]."""
    walls = {h for h in hexes if world.ground.fort[h] == "west_wall"}
    board.breached = tuple(sorted({*board.breached, *walls}))
