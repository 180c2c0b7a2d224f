"""Supply [10]: at home, along a path of any length, and for the Soviets along railheads."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.games.war_comes_early.board import ALLIED, Board
from core.games.war_comes_early.ground import MAGINOT, NOWHERE, WEST_WALL
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import GERMANY, World, enemy_of
from core.games.war_comes_early.zones import enemy_zones
from core.rules.paths import flood
from core.rules.supply import Cut, Trace, trace

SOVIET = "soviet_union"
SOVIET_HEXES_TO_RAILHEAD = 5  # at most 4 hexes strictly between unit and railhead (G12)


def is_at_home(world: World, unit: Piece, h: int) -> bool:
    """A unit in its own country is in supply; East Prussia and Danzig are German for this [10.1]."""
    return world.ground.home_of[h] == unit.nation


def is_in_supply(world: World, board: Board, unit: Piece, attacked: int = NOWHERE) -> bool:
    """Whether a unit on the map is in supply now; attacking into its own country counts as home [10.1]."""
    h = board.where[unit.id]
    if is_at_home(world, unit, h):
        return True
    attacks_home = attacked != NOWHERE and is_at_home(world, unit, attacked)
    if attacks_home and world.option("home_supply") == "stands_or_attacks_there":
        return True
    return supply_line(world, board, unit).is_open


def supply_line(world: World, board: Board, unit: Piece) -> Trace[int]:
    """The line of a unit outside its country to a source, or where the best one is cut and why."""
    start = board.where[unit.id]
    side = world.side_of(board, unit.nation)
    zones: set[int] = set() if unit.is_german_mech else enemy_zones(world, board, side)

    def barrier(a: int, b: int) -> str:
        if a != start and a in zones and world.holder(board, a) != side:
            return f"enemy zone of control in {world.ground.labels[a]}"
        return path_barrier(world, board, side, a, b)

    if unit.nation == SOVIET:
        return _soviet_line(world, board, start, barrier)
    sources = set(sources_of(world, board, unit.nation))
    return trace(start, sources.__contains__, world.ground.around, barrier)


def path_barrier(world: World, board: Board, side: str, a: int, b: int) -> str:
    """Why a line may not go from a hex to the next, or "" [10.2]. Other empty enemy hexes do not block."""
    ground = world.ground
    label = ground.labels[b]
    if not ground.open_side[a][ground.direction(a, b)]:
        return f"hexside {ground.labels[a]}/{label} is closed"
    if ground.cost[0][b] < 0 or b in ground.closed:
        return f"{label} cannot be entered"
    if world.is_neutral(board, ground.country[b]):
        return f"{label} is in a neutral country"
    if world.holder(board, b) == enemy_of(side):
        return f"enemy units in {label}"
    if _enemy_fort(world, board, side, b):
        return f"enemy fortification in {label}"
    if ground.city[b] and board.control[b] == enemy_of(side):
        return f"enemy city {label}"
    return ""


def _enemy_fort(world: World, board: Board, side: str, h: int) -> bool:
    """Intact fortifications of the enemy; West Wall and Maginot hexes belong to the class [11.3]."""
    fort = world.ground.fort[h]
    if not fort or not world.is_intact(board, h):
        return False
    if fort == WEST_WALL:
        return side == ALLIED
    return side != ALLIED if fort == MAGINOT else world.side_of(board, world.ground.country[h]) != side


def sources_of(world: World, board: Board, nation: str) -> Iterable[int]:
    """The hexes that a nation outside its country draws supply from, if its side controls them [10.4]."""
    mark = world.side_of(board, nation)
    return (h for h in _printed_sources(world, nation) if board.control[h] == mark)


def _printed_sources(world: World, nation: str) -> list[int]:
    ground = world.ground
    if nation == GERMANY:
        return [h for h, home in enumerate(ground.home_of) if home == GERMANY and ground.city[h]]
    if nation == "poland":
        return [h for h in ground.hexes_of(nation) if ground.city[h]]
    if nation == "hungary":
        return ground.capital_of.get(nation, [])
    if nation in ("france", "britain"):
        return ground.hexes_of("france")
    if nation in ("yugoslavia", "romania"):
        return [h for h in ground.hexes_of(nation) if "south" in ground.edges[h]]
    if nation == "italy":
        return [h for h in ground.hexes_of(nation) if ground.edges[h] & {"south", "west"}]
    if nation == SOVIET:
        hexes = ground.hexes_of(nation)
        return [h for h in hexes if ground.rail_leaves[h] and ground.edges[h] & {"east", "south"}]
    return []  # the others never leave their country


def _soviet_line(world: World, board: Board, start: int, barrier: Callable[[int, int], str]) -> Trace[int]:
    """From a unit to a railhead that is joined to a source by rail [10.3]."""
    joined = joined_by_rail(world, board)
    railheads = {h for h in board.railheads if h in joined}
    line = trace(start, railheads.__contains__, world.ground.around, barrier)
    if line.is_open and len(line.path) - 1 > SOVIET_HEXES_TO_RAILHEAD:
        end = line.path[-1]
        far = f"railhead {world.ground.labels[end]} is more than 4 hexes away"
        return Trace(line.path, (Cut(line.path[-2], end, far),))
    return line


def joined_by_rail(world: World, board: Board) -> dict[int, int]:
    """The rail hexes that hang together with a Soviet source under friendly control [10.3]."""
    ground = world.ground
    sources = list(sources_of(world, board, SOVIET))

    def along(h: int) -> list[int]:
        return [
            n
            for d, n in enumerate(ground.neighbours[h])
            if n != NOWHERE and ground.rail[h][d] and board.control[n] == ALLIED
        ]

    return flood(sources, along)
