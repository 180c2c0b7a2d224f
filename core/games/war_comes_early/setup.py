"""From a scenario and its map to a world and the table at the start [3.0, 13.2]."""

from __future__ import annotations

from core.formats.system_file import SystemFile
from core.games.war_comes_early.board import NOBODY, Board
from core.games.war_comes_early.ground import Ground, make_ground
from core.games.war_comes_early.pieces import make_piece
from core.games.war_comes_early.reorganization import ASIDE
from core.games.war_comes_early.stacking import is_overstacked
from core.games.war_comes_early.world import SIDES, World
from core.model.map import MapModel
from core.model.scenario import BOX_PREFIX, ScenarioModel

WAITING = "waiting"  # arrives later, or is placed by its owner before the first turn
REGION_PREFIX = "region:"


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
        pieces={key: make_piece(key, unit, values) for key, unit in scenario.units.items()},
        campaign=int(str(scenario.info.attributes.get("campaign", 1938))),
        home_side={key: nation.side for key, nation in scenario.nations.items()},
        options={**options, **scenario.options},
    )


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
