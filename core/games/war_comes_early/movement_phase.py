"""The Movement Phase as decisions: pick up a unit, move it hex by hex, put it down [8.1, 11.0].

Units that began in one hex may move as a stack [8.1]. Moving them one after the other comes to the same:
a stack has no ability that its units lack. Column movement is not declared either: a move that has entered
no enemy zone may go on to the double allowance, which is what [11.6] amounts to.
"""

from __future__ import annotations

from core.engine import Action
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.law import POINT
from core.games.war_comes_early.movement import March, begin_march, can_move, steps_of
from core.games.war_comes_early.occupation import occupy
from core.games.war_comes_early.phases import END, Play, Table, end_action, label
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reasons import why_no_step
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.world import World

STOP = "stop"


def begin(world: World, turn: Play) -> None:
    """The phase is over when no unit is left that could move."""
    data = turn.data
    moved = data.get("moved", ())
    if _movable(world, turn.board, data["nations"], moved):
        turn.push("select", side=data["side"])
    else:
        turn.done()


def _movable(world: World, board: Board, nations: tuple[str, ...], moved: tuple[str, ...]) -> list[str]:
    """Units that can still move. Sorted, so that the choices do not depend on how they came there."""
    gone, pieces = set(moved), world.pieces
    return sorted(
        key
        for key in board.where
        if key not in gone
        and (piece := pieces[key]).nation in nations
        and (piece.mf or can_move(world, piece))
    )


def legal(world: World, state: Table, side: str) -> list[Action]:
    """Any unit of the group that has not moved yet, or the end of the phase."""
    data = state.stack[-2].data
    keys = _movable(world, state.board, data["nations"], data.get("moved", ()))
    return [*(Action(side, "select", key) for key in keys), end_action(side)]


def why_not(world: World, state: Table, action: Action) -> str:
    """Checked directly: to judge one unit, the others need not be listed."""
    if action == end_action(action.side):
        return ""
    piece = world.pieces.get(action.unit)
    if piece is None or action != Action(action.side, "select", action.unit):
        return f"{action} is not allowed here: select a unit to move, or end the phase"
    data = state.stack[-2].data
    if piece.nation not in data["nations"]:
        return f"{piece.name} does not act in this phase [5.2]"
    if piece.id not in state.board.where:
        return f"{piece.name} is not on the map"
    if not can_move(world, piece):
        return f"{piece.name} cannot move [2.3.2]"
    return f"{piece.name} has moved already [11.0]" if piece.id in data.get("moved", ()) else ""


def select(world: World, turn: Play, action: Action) -> None:
    """Pick up a unit. An army or front out of supply breaks down at once, and its parts can move [10.5]."""
    turn.done()
    if action.verb == END:
        turn.done()
        return
    unit = world.pieces[action.unit]
    if unit.breaks_down and not is_in_supply(world, turn.board, unit):
        turn.log(f"{unit.name} is out of supply and breaks down", "10.5")
        turn.push("overstack")
        turn.push("break_down", big=unit.id)
        return
    turn.remember(moved=(*turn.data.get("moved", ()), unit.id))
    _go_on(world, turn, unit, begin_march(world, turn.board, unit), (turn.board.where[unit.id],))


def _go_on(world: World, turn: Play, unit: Piece, march: March, path: tuple[int, ...]) -> None:
    """Let the owner choose the next hex, if there is one. What was found here serves the choice itself."""
    goes_on = turn.state.result is None and unit.id in turn.board.where
    steps = steps_of(world, turn.board, unit, march) if goes_on else {}
    if steps:
        turn.push("march", side=turn.data["side"], unit=unit.id, march=tuple(march), path=path)
        turn.state.cache["steps"] = steps
    else:
        tell_move(world, turn, unit, march, path)


def _steps(world: World, state: Table) -> dict[int, March]:
    found: dict[int, March] | None = state.cache.get("steps")
    if found is None:
        data = state.top.data
        found = steps_of(world, state.board, world.pieces[data["unit"]], March(*data["march"]))
        state.cache["steps"] = found
    return found


def legal_steps(world: World, state: Table, side: str) -> list[Action]:
    """Every hex that the unit can enter next, or to stop here."""
    unit, labels = state.top.data["unit"], world.ground.labels
    steps = sorted(_steps(world, state))
    return [*(Action(side, "move", unit, labels[h]) for h in steps), Action(side, STOP, unit)]


def why_not_there(world: World, state: Table, action: Action) -> str:
    """Checked directly against the steps of the unit that moves."""
    unit = world.pieces[state.top.data["unit"]]
    if action == Action(action.side, STOP, unit.id):
        return ""
    h = world.ground.index.get(action.space)
    if h is None or action != Action(action.side, "move", unit.id, action.space):
        return f"{action} is not allowed here: {unit.name} is moving"
    if h in _steps(world, state):
        return ""
    return why_no_step(world, state.board, unit, March(*state.top.data["march"]), h)


def tell_move(world: World, turn: Play, unit: Piece, march: March, path: tuple[int, ...]) -> None:
    """The whole move in one line for its owner; the enemy knows only the top of a stack [8.3]."""
    if len(path) < 2:
        return
    halved = unit.mf * POINT > march.points
    spent = f"{march.spent / POINT:g} of {march.points / POINT:g} movement points"
    how = ", out of supply [10.5]" if halved else ""
    if march.spent > march.points:
        how += ", minimum movement [11.1]" if march.steps == 1 else ", in column [11.6]"
    way = "-".join(label(world, h) for h in path)
    turn.log(f"{unit.name} moves {way}, {spent}{how}", "11.0", sides=(turn.data["side"],))


def step(world: World, turn: Play, action: Action) -> None:
    """Enter a hex with all that follows, or put the unit down."""
    unit, data = world.pieces[action.unit], turn.data
    march = March(*data["march"])
    turn.done()
    if action.verb == STOP:
        tell_move(world, turn, unit, march, data["path"])
        return
    h = world.ground.index[action.space]
    after = steps_of(world, turn.board, unit, march)[h]
    occupy(world, turn, unit, h)
    _go_on(world, turn, unit, after, (*data["path"], h))
