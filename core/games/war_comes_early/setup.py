"""From a scenario and its map to a world and the table at the start [3.0, 13.2]."""

from __future__ import annotations

from collections.abc import Mapping

from core.formats.system_file import SystemFile
from core.games.war_comes_early.board import NOBODY, Board
from core.games.war_comes_early.ground import Ground, make_ground
from core.games.war_comes_early.pieces import Piece, make_piece
from core.games.war_comes_early.reorganization import ASIDE
from core.games.war_comes_early.set_up_phase import RAILHEAD, Plan, hexes_for
from core.games.war_comes_early.stacking import is_overstacked
from core.games.war_comes_early.world import GERMANY, SIDES, World
from core.model.facts import Value
from core.model.map import MapModel
from core.model.scenario import BOX_PREFIX, ScenarioModel, Zone

WAITING = "waiting"  # arrives later, or is placed by its owner before the first turn
REGION_PREFIX = "region:"
RAILHEAD_ZONE = "soviet_railheads"  # where the Allied player places the four markers [3.1]


ADJECTIVES = {  # as the nations are spoken of [2.3.3]
    "belgium": "Belgian",
    "britain": "British",
    "czechoslovakia": "Czech",
    "denmark": "Danish",
    "france": "French",
    "germany": "German",
    "hungary": "Hungarian",
    "italy": "Italian",
    "lithuania": "Lithuanian",
    "netherlands": "Dutch",
    "poland": "Polish",
    "romania": "Romanian",
    "soviet_union": "Soviet",
    "yugoslavia": "Yugoslav",
}
CAMPAIGNS = {"1938": {"allied", "german"}, "1939": {"german", "polish"}}


class SetupError(ValueError):
    """A scenario that breaks a rule before it begins; the message says which and where."""


def make_world(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> World:
    """Everything of a scenario that does not change."""
    usual = {kind.id: dict(kind.values) for kind in system.unit_types}
    values = {
        key: {name: value for name, value in entries.items() if not isinstance(value, list)}
        for key, entries in usual.items()
    }
    options = {option.id: option.default for option in system.options}
    return World(
        ground=make_ground(model, system),
        pieces=_pieces(scenario, values),
        campaign=_campaign(scenario),
        home_side={key: nation.side for key, nation in scenario.nations.items()},
        options={**options, **scenario.options},
        markers=_markers(scenario),
        last_turn=max(scenario.turns, default=World.last_turn),
    )


def _pieces(scenario: ScenarioModel, values: Mapping[str, Mapping[str, Value]]) -> dict[str, Piece]:
    """The counters; where two nations have one of the same name, it is told with the nation."""
    nations: dict[str, set[str]] = {}
    for unit in scenario.units.values():
        nations.setdefault(unit.name, set()).add(unit.nation)
    found = {}
    for key, unit in scenario.units.items():
        piece = make_piece(key, unit, values)
        alone = len(nations[unit.name]) == 1
        name = unit.name if alone else f"{ADJECTIVES.get(unit.nation, unit.nation)} {unit.name}"
        found[key] = piece._replace(name=name)
    return found


def _markers(scenario: ScenarioModel) -> dict[str, tuple[str, ...]]:
    """The nations that act on each national turn marker [5.2]; the Germans have their own phases [5.3]."""
    found: dict[str, tuple[str, ...]] = {}
    for key, nation in sorted(scenario.nations.items()):
        marker = str(nation.attributes.get("turn_marker", ""))
        if marker and key != GERMANY:
            found[marker] = (*found.get(marker, ()), key)
    return found


def _campaign(scenario: ScenarioModel) -> int:
    """1938 or 1939; each has its two sides [1.3, 13.1]."""
    said = str(scenario.info.attributes.get("campaign", ""))
    if said not in CAMPAIGNS:
        raise SetupError(f'attribute "campaign" of the scenario is "{said}": write 1938 or 1939')
    if set(scenario.sides) != CAMPAIGNS[said]:
        wanted, found = (" and ".join(sorted(sides)) for sides in (CAMPAIGNS[said], scenario.sides))
        raise SetupError(f"the sides are {found}, but the campaign of {said} has {wanted}: rename the sides")
    return int(said)


def make_board(world: World, scenario: ScenarioModel) -> Board:
    """The table before the first decision: fixed set-ups on the map, everything else beside it."""
    ground = world.ground
    board = Board(
        turn=scenario.info.first_turn,
        vp={key: int(_number(side.attributes.get("vp", 0))) for key, side in scenario.sides.items()},
    )
    board.control = _control(ground, scenario)
    for key, unit in scenario.units.items():
        if unit.at.startswith(BOX_PREFIX):
            neutral = not scenario.nations[unit.nation].side
            board.aside[key] = WAITING if neutral else ASIDE
        elif unit.at:
            board.put(key, _hex(ground, unit.at, key))
        else:
            board.aside[key] = WAITING
    markers = [(marker.kind, marker.at) for marker in scenario.markers.values()]
    if RAILHEAD_ZONE not in scenario.zones:
        board.railheads = _marked(ground, markers, "railhead")
    board.breached = _marked(ground, markers, "breached")
    _refuse_broken_rules(world, board)
    return board


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0


def _hex(ground: Ground, space: str, key: str) -> int:
    if space not in ground.index:
        raise SetupError(f'unit "{key}" stands in {space}, which is not on the map: correct the scenario')
    return ground.index[space]


def _marked(ground: Ground, markers: list[tuple[str, str]], kind: str) -> tuple[int, ...]:
    return tuple(sorted(ground.index[at] for found, at in markers if found == kind and at in ground.index))


def _control(ground: Ground, scenario: ScenarioModel) -> str:
    """By region first, then by single hexes."""
    marks = [NOBODY] * len(ground.labels)
    for key, control in scenario.control.items():
        if key.startswith(REGION_PREFIX):
            for h in ground.hexes_of(key.removeprefix(REGION_PREFIX)):
                marks[h] = SIDES[control.side]
    for key, control in scenario.control.items():
        if key in ground.index:
            marks[ground.index[key]] = SIDES[control.side]
    return "".join(marks)


def _refuse_broken_rules(world: World, board: Board) -> None:
    for h in board.stacks:
        units = world.units_in(board, h)
        label = world.ground.labels[h]
        if world.ground.cost[0][h] < 0:
            raise SetupError(f"{units[0].name} stands in {label}, where no unit can be [11.4]: move it")
        if len({unit.nation for unit in units}) > 1:
            raise SetupError(f"units of several nations stand in {label} [8.0]: separate them")
        if is_overstacked(units):
            raise SetupError(f"too many units stand in {label} [8.0]: move some")


# --- free set-up -------------------------------------------------------------------------------------


def make_plan(world: World, scenario: ScenarioModel, board: Board) -> Plan:
    """Who places what where; the Allied side first (G36), zones in their order."""
    hexes = {key: _zone_hexes(world, zone) for key, zone in scenario.zones.items()}
    units = sorted(
        (key for key, unit in scenario.units.items() if unit.zone),
        key=lambda key: (_order(scenario, scenario.units[key].zone), scenario.units[key].order, key),
    )
    railheads = _railheads(scenario)
    spaces = {key: hexes[scenario.units[key].zone] for key in units}
    spaces |= {key: hexes[RAILHEAD_ZONE] for key in railheads}  # noqa: C420  there may be no such zone
    plan = Plan(_queues(scenario, [*railheads, *units]), spaces, _apart(scenario, units))
    _refuse_hopeless(world, plan, board)
    return plan


def _zone_hexes(world: World, zone: Zone) -> tuple[int, ...]:
    inside = {world.ground.index[space] for space in zone.spaces if space in world.ground.index}
    for region in zone.regions:
        inside |= set(world.ground.hexes_of(region))
    return tuple(sorted(inside))


def _railheads(scenario: ScenarioModel) -> list[str]:
    if RAILHEAD_ZONE not in scenario.zones:
        return []
    found = [marker for marker in scenario.markers.values() if marker.kind == RAILHEAD]
    return [f"{RAILHEAD}_{number}" for number in range(1, len(found) + 1)]


def _order(scenario: ScenarioModel, zone: str) -> float:
    return _number(scenario.zones[zone].attributes.get("order", 0))


def _queues(scenario: ScenarioModel, keys: list[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What each side has to place, the German side last."""

    def side_of(key: str) -> str:
        zone = RAILHEAD_ZONE if key.startswith(RAILHEAD) else scenario.units[key].zone
        return scenario.zones[zone].side

    sides = sorted({side_of(key) for key in keys}, key=lambda side: (side == "german", side))
    if scenario.options.get("allied_sets_up_first") is False:
        sides.reverse()
    return tuple((side, tuple(key for key in keys if side_of(key) == side)) for side in sides)


def _apart(scenario: ScenarioModel, units: list[str]) -> dict[str, frozenset[str]]:
    """The units that may not share a hex with each other."""
    zones = {key: scenario.units[key].zone for key in units}
    return {
        key: frozenset(other for other in units if zones[other] == zone and other != key)
        for key, zone in zones.items()
        if scenario.zones[zone].attributes.get("one_per_hex")
    }


def _refuse_hopeless(world: World, plan: Plan, board: Board) -> None:
    for _, queue in plan.queues:
        for key in queue:
            if not hexes_for(world, plan, board, key):
                raise SetupError(f'there is no hex in its zone where "{key}" could be set up: widen the zone')
