"""Where the greedy bot wants to go: goals of a nation, and how far each hex of the map is from them."""

from __future__ import annotations

from heapq import heappop, heappush

from core.games.war_comes_early.board import GERMAN, Board
from core.games.war_comes_early.ground import FOREIGN_FORTS, MAGINOT, NOWHERE, WEST_WALL
from core.games.war_comes_early.victory import (
    BERLIN,
    COASTAL_COMMAND,
    CZECHS,
    DANZIG_HEX,
    KRAKOW,
    TERMS,
    WARSAW,
    value_of,
)
from core.games.war_comes_early.world import GERMANY, World, enemy_of
from core.rules.paths import flood

FAR = 10_000
POINT_WORTH = 6  # half movement points that a victory point is worth in distance
CAPITAL = 3  # a capital brings its nation down
FORT_DELAY = 6  # half movement points that an enemy fortification costs in time
MOST_WORTH = 40  # of a goal, in points
BERLIN_WORTH = 20  # its loss ends the game [4.1]
THREAT, GUARD = 4, 1  # hexes from which enemies come, and from which a hex is defended


def goals(world: World, board: Board, nation: str) -> dict[int, float]:
    """The hexes that a nation should take, with their worth in points. Without any it guards its own."""
    side = world.side_of(board, nation)
    if world.campaign == 1939 and nation == GERMANY:
        return _goals_1939(world, board)
    ground = world.ground
    found = {
        h: worth
        for h in range(len(ground.labels))
        if board.control[h] != side
        and (worth := worth_of(world, board, h))
        and world.may_be_in(board, nation, h)
        and not (nation == GERMANY and ground.fort[h] == MAGINOT)
    }
    return {**(found or own_points(world, board, nation)), **_in_danger(world, board, nation, side)}


def _in_danger(world: World, board: Board, nation: str, side: str) -> dict[int, float]:
    """Own hexes with points that stronger enemies are near: worth twice as much, Berlin the whole game."""
    found = {}
    for h, points in enumerate(world.ground.vp):
        if not points or board.control[h] != side or not world.may_be_in(board, nation, h):
            continue
        threat, guard = _strengths(world, board, h, side)
        if threat > guard:
            berlin = side == GERMAN and world.ground.labels[h] in BERLIN and world.campaign == 1938
            found[h] = 2.0 * points + (BERLIN_WORTH if berlin else 0)
    return found


def _strengths(world: World, board: Board, h: int, side: str) -> tuple[float, float]:
    """How strong enemies within reach of a hex are, and how strong its defence is."""
    threat = guard = 0.0
    for at, distance in flood([h], world.ground.around, THREAT).items():
        if at in board.stacks:
            units = world.units_in(board, at)
            if world.holder(board, at) != side:
                threat += sum(unit.af for unit in units)
            elif distance <= GUARD:
                guard += sum(unit.df for unit in units)
    return threat, guard


def worth_of(world: World, board: Board, h: int) -> float:
    """The points of a hex, more for what its loss brings with it; of the West Wall the first time."""
    ground, country = world.ground, world.ground.country[h]
    if ground.fort[h] == WEST_WALL:
        return 0.0 if h in board.walls_scored else 1.0
    worth = float(value_of(world, h))
    if worth and h in ground.capital_of.get(country, ()) and country in TERMS and country not in board.fallen:
        worth *= CAPITAL
        if country == CZECHS:
            worth *= 2  # without them the Germans cannot win [4.2]
    return worth


def own_points(world: World, board: Board, nation: str) -> dict[int, float]:
    """The cities of a nation that stays at home; its capital before all."""
    ground = world.ground
    found = {h: worth_of(world, board, h) for h in ground.hexes_of(nation) if ground.vp[h]}
    return found or dict.fromkeys(ground.hexes_of(nation), 1.0)


def _goals_1939(world: World, board: Board) -> dict[int, float]:
    """Krakow, Warsaw, Danzig, and the Coastal Defense Command [13.3]."""
    index, side = world.ground.index, world.side_of(board, GERMANY)
    worth = {index[KRAKOW]: 6.0, index[WARSAW]: 12.0, index[DANZIG_HEX]: 6.0}
    found = {h: points for h, points in worth.items() if board.control[h] != side}
    if COASTAL_COMMAND in board.where:
        found[board.where[COASTAL_COMMAND]] = 8.0
    return found or worth


def distances(world: World, board: Board, nation: str, wanted: dict[int, float]) -> list[float]:
    """For each hex the way to the goals in half movement points; dear goals count as nearer. Units on the way
    do not matter: they are what has to be attacked."""
    found = [float(FAR)] * len(world.ground.labels)
    frontier: list[tuple[float, int]] = []
    for h, worth in wanted.items():
        found[h] = POINT_WORTH * (MOST_WORTH - worth)
        heappush(frontier, (found[h], h))
    closed = _closed(world, board, nation)
    price = _price(world, board, nation)
    while frontier:
        distance, h = heappop(frontier)
        if distance > found[h]:
            continue
        ground = world.ground
        for d, n in enumerate(ground.neighbours[h]):
            if n == NOWHERE or not ground.open_side[h][d] or closed[n]:
                continue
            total = distance + (1 if ground.rail[h][d] else price[h])
            if total < found[n]:
                found[n] = total
                heappush(frontier, (total, n))
    return found


def _closed(world: World, board: Board, nation: str) -> list[bool]:
    cost = world.ground.cost[0]
    return [cost[h] < 0 or not world.may_be_in(board, nation, h) for h in range(len(cost))]


def _price(world: World, board: Board, nation: str) -> list[int]:
    """What it takes to get into each hex, on foot, enemy works included."""
    ground, side = world.ground, world.side_of(board, nation)
    price = list(ground.cost[0])
    for h, fort in enumerate(ground.fort):
        if fort in FOREIGN_FORTS and world.is_intact(board, h):
            if world.side_of(board, ground.country[h]) == enemy_of(side):
                price[h] += FORT_DELAY
        elif fort == MAGINOT and nation == GERMANY:
            price[h] += FAR
    return price
