"""The Movement Phase as decisions: choose a unit, choose its hex [8.1, 11.0].

Units that began in one hex may move as a stack [8.1]. Moving them one after the other comes to the same:
a stack has no ability that its units lack, so that is how it is done here.
"""

from __future__ import annotations

from core.engine import Action
from core.games.war_comes_early.movement import Moves, enter, moves_of
from core.games.war_comes_early.phases import END, Play, Table, acting_units, end_action, label
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import break_down
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.victory import capture
from core.games.war_comes_early.world import World


def legal(world: World, state: Table, side: str) -> list[Action]:
    """Any unit of the group that has not moved yet, or the end of the phase."""
    data = state.top.data
    units = acting_units(world, state.board, data["group"])
    movable = [u for u in units if u.mf > 0 and u.id not in data["moved"]]
    return [*(Action(side, "select", unit.id) for unit in movable), end_action(side)]


def why_not(world: World, state: Table, action: Action) -> str:
    """Checked directly: listing all units is not needed to judge one."""
    if action.verb == END:
        return ""
    piece = world.pieces.get(action.unit)
    if action.verb != "select" or piece is None or piece.id not in state.board.where:
        return f"{action} is not allowed here"
    if piece.nation not in state.top.data["group"]:
        return f"{piece.name} does not act in this phase [5.2]"
    if piece.mf == 0:
        return f"{piece.name} cannot move [2.3.2]"
    return f"{piece.name} has moved already [11.0]" if piece.id in state.top.data["moved"] else ""


def act(world: World, turn: Play, action: Action) -> None:
    """Pick up a unit. An army or front out of supply breaks down at once, and its parts can move [10.5]."""
    if action.verb == END:
        turn.done()
        return
    unit = world.pieces[action.unit]
    if unit.breaks_down and not is_in_supply(world, turn.board, unit):
        turn.log(f"{unit.name} is out of supply and breaks down", "10.5")
        break_down(world, turn.board, unit)
        return
    turn.push("destination", side=action.side, unit=unit.id)


def _moves(world: World, state: Table) -> Moves:
    if "moves" not in state.cache:
        state.cache["moves"] = moves_of(world, state.board, world.pieces[state.top.data["unit"]])
    found: Moves = state.cache["moves"]
    return found


def legal_destinations(world: World, state: Table, side: str) -> list[Action]:
    """Every hex within reach, or to stay after all."""
    unit = state.top.data["unit"]
    hexes = sorted(_moves(world, state).targets())
    return [*(Action(side, "move", unit, label(world, h)) for h in hexes), Action(side, "stay", unit)]


def why_not_there(world: World, state: Table, action: Action) -> str:
    """Checked directly against the reach of the unit."""
    if action.unit != state.top.data["unit"] or action.verb not in ("move", "stay"):
        return f"{action} is not allowed here"
    if action.verb == "stay":
        return ""
    h = world.ground.index.get(action.space)
    reached = h is not None and h in _moves(world, state).targets()
    return "" if reached else f"{action.space} cannot be reached [11.0]"


def move(world: World, turn: Play, action: Action) -> None:
    """Move the unit along its cheapest way; it has had its move then."""
    unit = world.pieces[action.unit]
    moves = moves_of(world, turn.board, unit) if action.verb == "move" else None
    turn.done()
    turn.remember(moved=(*turn.data["moved"], unit.id))
    if moves is not None:
        _carry_out(world, turn, unit, moves, world.ground.index[action.space])


def _carry_out(world: World, turn: Play, unit: Piece, moves: Moves, target: int) -> None:
    if target in moves.normal:
        path, how = moves.normal.path(target), ""
    elif target in moves.column:
        path, how = moves.column.path(target), " in column [11.6]"
    else:
        path, how = [turn.board.where[unit.id], target], " by minimum movement [11.1]"
    taken = enter(world, turn.board, unit, path)
    turn.log(f"{unit.name} moves to {label(world, target)}{how}", "11.0")
    capture(world, turn, world.side_of(turn.board, unit.nation), taken)
