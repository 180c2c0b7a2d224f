"""Movement [11]: step by step as it is played, and the whole reach of a unit at once for those who plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.games.war_comes_early.board import GERMAN, Board
from core.games.war_comes_early.ground import WEST_WALL
from core.games.war_comes_early.law import POINT, Lazy, ground_cost
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.spread import BARRED, NOTHING, Spread, Ways, spread_out
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.world import SIDES, World, enemy_of
from core.games.war_comes_early.zones import enemy_zones, zone_test
from core.rules.paths import Arrival, Reach

# --- step by step -------------------------------------------------------------------------------------


class March(NamedTuple):
    """How far a unit is in its move. Points are halves.

    Column movement is not declared: as long as the move has entered neither an enemy zone nor an enemy air
    zone it may go on to the double allowance, which is what [11.6] comes to.
    """

    spent: int
    points: int  # the single allowance, which supply decides at the start for the whole move [10.0]
    column: bool
    stopped: bool = False  # by an enemy zone [9.1]
    steps: int = 0

    @property
    def limit(self) -> int:
        """The most that the move may cost as it stands."""
        return 2 * self.points if self.column else self.points


def begin_march(world: World, board: Board, unit: Piece) -> March:
    """What a unit has for its move. An army out of supply must be broken down before [10.5]."""
    supplied = is_in_supply(world, board, unit)
    points = unit.mf * POINT if supplied else unit.mf * POINT // 2
    side = world.side_of(board, unit.nation)
    return March(0, points, supplied and may_use_column(world, board, board.where[unit.id], side))


def may_use_column(world: World, board: Board, start: int, side: str) -> bool:
    """Not beside an enemy unit and not in an enemy air zone; the unit must also be in supply [11.6]."""
    felt, stacks, pieces = world.law(board).felt, board.stacks, world.pieces
    for n in world.ground.neighbours[start]:
        if n in stacks and felt.get(pieces[stacks[n][0]].nation, side) != side:
            return False
    if world.option("empty_fortification_bars_column") and _is_beside_fort(world, board, start, side):
        return False
    return not world.in_air_zone_against(board, start, side)


def _is_beside_fort(world: World, board: Board, h: int, side: str) -> bool:
    forts = (world.foreign_fort(board, n) for n in world.ground.around(h))
    return any(world.side_of(board, nation) == enemy_of(side) for nation in forts if nation)


def can_move(world: World, unit: Piece) -> bool:
    """Static units never move, unless by option they have the minimum move (G14)."""
    return unit.mf > 0 or (unit.is_static and bool(world.option("static_minimum_move")))


def steps_of(world: World, board: Board, unit: Piece, march: March) -> dict[int, March]:
    """The hexes that a unit may enter next, and the march after that."""
    if march.stopped or not can_move(world, unit):
        return {}
    ignores_zones, zones_end_column = _zone_rules(world, unit)
    h, side = board.where[unit.id], world.side_of(board, unit.nation)
    is_in_zone = zone_test(world, board, side)
    leaves_zone = not ignores_zones and is_in_zone(h)
    air, within_one = _enemy_air(board, side), world.ground.within_one
    spent, points, column, _, steps = march
    found = {}
    for to, cost in _ways(world, board, unit)[h]:
        if not _is_free(world, board, unit, to):
            continue
        in_zone = zones_end_column and is_in_zone(to)
        stops = in_zone and not ignores_zones
        if stops and leaves_zone:
            continue  # never from zone to zone [9.1]
        in_air = bool(air) and not within_one[to].isdisjoint(air)
        total = spent + cost + (POINT if in_air else 0)  # [6.2.2]
        goes_on = column and not in_air and not in_zone
        if steps and total > (2 * points if goes_on else points):
            continue  # the first step is possible at any cost [11.1]
        found[to] = March(total, points, goes_on, stops, steps + 1)
    return found


def _zone_rules(world: World, unit: Piece) -> tuple[bool, bool]:
    """Whether a unit goes through enemy zones [9.1], and whether they end its column movement (G15). Those
    that stop a unit always do."""
    if not unit.is_german_mech:
        return False, True
    return True, not world.option("german_mech_column_through_ezoc")


def _ways(world: World, board: Board, unit: Piece) -> Mapping[int, Ways]:
    """By hex: where ground and law let a unit go, and what that costs. Only the air is still to be added."""
    return world.law(board).theatres[unit.nation].steps[unit.is_mech]


def _is_free(world: World, board: Board, unit: Piece, to: int) -> bool:
    """Whether nobody is in the way: no enemy, no other nation, room in the stack, no intact foreign fort."""
    if to in board.stacks and not has_room(world, board, unit, to):
        return False
    return to not in world.foreign_forts or world.foreign_fort(board, to) in ("", unit.nation)


def _enemy_air(board: Board, side: str) -> tuple[int, ...]:
    return board.air if board.air_side and SIDES[board.air_side] != side else ()


def step_cost(world: World, board: Board, unit: Piece, h: int, d: int) -> int | None:
    """What a step costs in half points, or None where the ground forbids it [11.2, 11.3]."""
    cost = ground_cost(world, unit.is_mech, h, d)
    to, side = world.ground.neighbours[h][d], world.side_of(board, unit.nation)
    return cost + POINT if cost is not None and world.in_air_zone_against(board, to, side) else cost


# --- the whole reach ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moves:
    """The hexes that a unit can move to, and by which kind of movement."""

    start: int
    points: int
    by_normal: Spread
    by_column: Spread  # may be the same search: then only what is within the points is normal movement
    first_steps: Mapping[int, int]  # what they cost

    def targets(self) -> set[int]:
        """Every hex that it can end in, its own left out."""
        return {*self.by_normal.came_from, *self.by_column.came_from, *self.first_steps}

    def cost(self, h: int) -> int:
        """The half points of the cheapest way."""
        if h == self.start:
            return 0
        spread = self._spread(h)
        return spread.cost[h] if spread is not NOTHING else self.first_steps[h]

    def path_to(self, h: int) -> list[int]:
        """The hexes of the cheapest way, from the start to the hex; every step is one of `steps_of`."""
        spread = self._spread(h)
        return spread.path(h) if spread is not NOTHING or h == self.start else [self.start, h]

    def _spread(self, h: int) -> Spread:
        """The search that found a hex; for a minimum move none did."""
        return next((s for s in (self.by_normal, self.by_column) if h in s.came_from), NOTHING)

    @cached_property
    def normal(self) -> Reach[int]:
        """What normal movement reaches, with every way."""
        return self._reach(self.by_normal, self.points)

    @cached_property
    def column(self) -> Reach[int]:
        """What column movement reaches, with every way: it does not end in enemy zones [11.6]."""
        reach = self._reach(self.by_column, 2 * self.points)
        return Reach(reach.passing)

    @property
    def minimum(self) -> frozenset[int]:
        """The hexes of minimum movement [11.1]."""
        return frozenset(self.first_steps)

    def _reach(self, spread: Spread, most: int) -> Reach[int]:
        reach: Reach[int] = Reach({self.start: Arrival(0, None)})
        for h, came_from in spread.came_from.items():
            if spread.cost[h] <= most:
                arrivals = reach.stopping if h in spread.ends else reach.passing
                arrivals[h] = Arrival(spread.cost[h], came_from)
        return reach


def moves_of(world: World, board: Board, unit: Piece) -> Moves:
    """Everything a unit can do with its move. An army out of supply must be broken down before [10.5]."""
    start, side = board.where[unit.id], world.side_of(board, unit.nation)
    if not can_move(world, unit):
        return Moves(start, 0, NOTHING, NOTHING, {})
    _, points, column, _, _ = begin_march(world, board, unit)
    ignores_zones, zones_end_column = _zone_rules(world, unit)
    zones = enemy_zones(world, board, side) if zones_end_column else set()
    stopping = set() if ignores_zones else zones
    air = set[int]().union(*(world.ground.within_one[h] for h in _enemy_air(board, side)))
    ways = _with_air(_ways(world, board, unit), air)
    first = tuple(way for way in ways[start] if start not in stopping or way[0] not in stopping)
    size = len(world.ground.labels)
    hindered = {*board.stacks, *world.foreign_forts, *zones, *air}

    def search(limit: int, barred: set[int]) -> Spread:
        def most(to: int) -> int:
            if to in barred or not _is_free(world, board, unit, to):
                return BARRED
            return points if to in stopping else limit

        return spread_out((start, first), ways, limit, hindered, most, stopping, size)

    closed = air | (zones - stopping)  # to column movement, while normal movement goes through
    by_normal = search(2 * points if column and not closed else points, set())
    by_column = NOTHING if not column else search(2 * points, closed) if closed else by_normal
    first_steps = {to: cost for to, cost in first if _is_free(world, board, unit, to)}
    return Moves(start, points, by_normal, by_column, first_steps)


def _with_air(ways: Mapping[int, Ways], air: set[int]) -> Mapping[int, Ways]:
    """A point more for every hex in an enemy air zone [6.2.2]."""
    if not air:
        return ways
    return Lazy(lambda h: tuple((to, cost + POINT * (to in air)) for to, cost in ways[h]))


# --- what entering does -------------------------------------------------------------------------------


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
    walls = {h for h in hexes if world.ground.fort[h] == WEST_WALL}
    if walls:
        board.breached = tuple(sorted({*board.breached, *walls}))
