"""Supply [10]: at home, along a path of any length, and for the Soviets along railheads.

`is_in_supply` only answers, and it is asked for every unit that moves or fights; `supply_line` also tells
where a line runs or is cut, which takes longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.games.war_comes_early.board import ALLIED, Board
from core.games.war_comes_early.ground import MAGINOT, NOWHERE, WEST_WALL
from core.games.war_comes_early.network import Network, static_barrier
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import BALTIC, World, enemy_of
from core.games.war_comes_early.zones import enemy_zones, zone_test
from core.hexgrid.hexes import distance
from core.rules.paths import flood
from core.rules.supply import Cut, Trace, trace

SOVIET = "soviet_union"
MANY_HEXES = 150  # of a search: from here on it is quicker to know all zones than to ask for each hex


def is_at_home(world: World, board: Board, unit: Piece, h: int) -> bool:
    """A unit in its own country is in supply; East Prussia and Danzig are German for this [10.1]. By option a
    violated Latvia or Estonia is home to the Soviets (G45)."""
    if world.ground.home_of[h] == unit.nation:
        return True
    if unit.nation != SOVIET or world.ground.country[h] not in BALTIC:
        return False
    return world.ground.country[h] in board.violated and bool(world.option("baltic_hexes_soviet_home"))


def is_in_supply(world: World, board: Board, unit: Piece, attacked: int = NOWHERE) -> bool:
    """Whether a unit on the map is in supply now; attacking into its own country counts as home [10.1]."""
    if is_at_home(world, board, unit, board.where[unit.id]):
        return True
    attacks_home = attacked != NOWHERE and is_at_home(world, board, unit, attacked)
    if attacks_home and world.option("home_supply") == "stands_or_attacks_there":
        return True
    return _has_rail(world, board, unit) if unit.nation == SOVIET else _has_line(world, board, unit)


# --- the quick answer ---------------------------------------------------------------------------------


def _has_line(world: World, board: Board, unit: Piece) -> bool:
    """Go on from hex to hex, towards the sources first, and turn back where that leads nowhere."""
    control, side = board.control, world.side_of(board, unit.nation)
    network = _network(world, board, unit)
    if not any(control[h] == side for h in network.sources):
        return False
    away, seen = network.distance, {board.where[unit.id]}
    onward, knows_all = _onward(world, board, unit, seen, zone_test(world, board, side)), False
    frontier = [*seen]
    while frontier:
        h = frontier.pop()
        if away[h] == 0 and control[h] == side:
            return True
        if len(seen) > MANY_HEXES and not knows_all:
            zones = enemy_zones(world, board, side)
            onward, knows_all = _onward(world, board, unit, seen, zones.__contains__), True
        frontier += onward(h)
    return False


def _has_rail(world: World, board: Board, unit: Piece) -> bool:
    """Some steps to a railhead that is joined to a source by rail [10.3]."""
    places, start, reach = world.ground.places, board.where[unit.id], soviet_reach(world)
    near = [h for h in board.railheads if distance(places[h], places[start]) <= reach]
    joined = {h for h in near if is_joined(world, board, h)}
    onward = _onward(world, board, unit, {start}, zone_test(world, board, ALLIED))
    layer = [start]
    for _ in range(reach if joined else 0):
        if not joined.isdisjoint(layer):
            return True
        layer = [n for h in layer for n in onward(h)]
    return not joined.isdisjoint(layer)


def _network(world: World, board: Board, unit: Piece) -> Network:
    return world.networks[unit.nation, _needs_roads(world, unit), world.law(board).neutral]


def _needs_roads(world: World, unit: Piece) -> bool:
    """Whether lines run only where vehicles can go (G34)."""
    return unit.is_mech and world.option("supply_passable_for") == "own_class"


def _onward(
    world: World, board: Board, unit: Piece, seen: set[int], is_in_zone: Callable[[int], bool]
) -> Callable[[int], list[int]]:
    """From a hex to those that its line may go on to and that have not been met yet, the nearest to a source
    last."""
    start, side = board.where[unit.id], world.side_of(board, unit.nation)
    ways, stacks, landmarks = _network(world, board, unit).ways, board.stacks, world.landmarks
    ends_in = _end_test(world, board, unit, is_in_zone)

    def onward(h: int) -> list[int]:
        if h != start and ends_in(h):
            return []
        fresh = [n for n in ways[h] if n not in seen]
        seen.update(fresh)
        return [
            n
            for n in fresh
            if (n not in stacks and n not in landmarks) or not _barrier(world, board, side, n)
        ]

    return onward


def _end_test(
    world: World, board: Board, unit: Piece, is_in_zone: Callable[[int], bool]
) -> Callable[[int], str]:
    """Why a line may enter a hex but not pass through it, or "" [9.2, 10.2]."""
    side, labels = world.side_of(board, unit.nation), world.ground.labels
    minds_allies = unit.nation == SOVIET and not world.option("soviet_supply_through_allies")  # G13
    minds_zones = not unit.is_german_mech

    def ends_in(h: int) -> str:
        if minds_zones and is_in_zone(h) and world.holder(board, h) != side:
            return f"enemy zone of control in {labels[h]}"
        if minds_allies and _is_in_allied_country(world, board, h):
            return f"{labels[h]} is in an allied country"
        return ""

    return ends_in


def _is_in_allied_country(world: World, board: Board, h: int) -> bool:
    country = world.ground.country[h]
    return country != SOVIET and country not in BALTIC and world.side_of(board, country) == ALLIED


# --- the line -----------------------------------------------------------------------------------------


def supply_line(world: World, board: Board, unit: Piece) -> Trace[int]:
    """The line of a unit outside its country to a source, or where the best one is cut and why."""
    start, side = board.where[unit.id], world.side_of(board, unit.nation)
    ends_in = _end_test(world, board, unit, enemy_zones(world, board, side).__contains__)
    needs_roads = _needs_roads(world, unit)

    def barrier(a: int, b: int) -> str:
        return (a != start and ends_in(a)) or path_barrier(world, board, side, a, b, needs_roads=needs_roads)

    if unit.nation == SOVIET:
        return _soviet_line(world, board, start, barrier)
    sources = set(sources_of(world, board, unit.nation))
    return trace(start, sources.__contains__, world.ground.around, barrier)


def path_barrier(world: World, board: Board, side: str, a: int, b: int, *, needs_roads: bool = False) -> str:
    """Why a line may not go from a hex to the next, or "" [10.2]. Other empty enemy hexes do not block."""
    fixed = static_barrier(world, world.law(board).neutral, a, b, needs_roads)
    return fixed or _barrier(world, board, side, b)


def _barrier(world: World, board: Board, side: str, h: int) -> str:
    """What of the enemy keeps a line out of a hex, or ""."""
    ground, enemy = world.ground, enemy_of(side)
    if h in board.stacks and world.law(board).felt.get(world.pieces[board.stacks[h][0]].nation) == enemy:
        return f"enemy units in {ground.labels[h]}"
    if ground.fort[h] and _is_enemy_fort(world, board, side, h):
        return f"enemy fortification in {ground.labels[h]}"
    if ground.city[h] and board.control[h] == enemy:
        return f"enemy city {ground.labels[h]}"
    return ""


def _is_enemy_fort(world: World, board: Board, side: str, h: int) -> bool:
    """Intact fortifications of the enemy; West Wall and Maginot hexes belong to the class [11.3]."""
    if not world.is_intact(board, h):
        return False
    fort = world.ground.fort[h]
    if fort == WEST_WALL:
        return side == ALLIED
    return side != ALLIED if fort == MAGINOT else world.side_of(board, world.ground.country[h]) != side


def sources_of(world: World, board: Board, nation: str) -> Iterable[int]:
    """The hexes that a nation outside its country draws supply from, if its side controls them [10.4]."""
    mark = world.side_of(board, nation)
    return (h for h in world.sources[nation] if board.control[h] == mark)


# --- Soviet railheads ---------------------------------------------------------------------------------


def soviet_reach(world: World) -> int:
    """Steps from a unit to its railhead: at most four hexes strictly between them (G12)."""
    return 4 if world.option("soviet_supply_counts_unit_hex") else 5


def _soviet_line(world: World, board: Board, start: int, barrier: Callable[[int, int], str]) -> Trace[int]:
    """From a unit to a railhead that is joined to a source by rail [10.3]."""
    joined = joined_by_rail(world, board)
    railheads = {h for h in board.railheads if h in joined}
    line = trace(start, railheads.__contains__, world.ground.around, barrier)
    if line.is_open and len(line.path) - 1 > soviet_reach(world):
        end = line.path[-1]
        far = f"railhead {world.ground.labels[end]} is more than 4 hexes away"
        return Trace(line.path, (Cut(line.path[-2], end, far),))
    return line


def joined_by_rail(world: World, board: Board) -> dict[int, int]:
    """The rail hexes that hang together with a Soviet source under friendly control [10.3]."""
    along, control = world.ground.along_rail, board.control
    return flood(sources_of(world, board, SOVIET), lambda h: [n for n in along[h] if control[n] == ALLIED])


def is_joined(world: World, board: Board, h: int) -> bool:
    """Whether a hex is one of them: looked for from the hex, which is quicker for one."""
    along, control, sources = world.ground.along_rail, board.control, world.sources[SOVIET]
    seen = {h}
    frontier = [h]
    while frontier:
        at = frontier.pop()
        if control[at] != ALLIED:
            continue
        if at in sources:
            return True
        fresh = [n for n in along[at] if n not in seen]
        seen.update(fresh)
        frontier += fresh
    return False
