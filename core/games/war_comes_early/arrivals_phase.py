"""Arrivals as decisions: replacements, reserve corps, the 18th Mountain and the 18th Motorized Corps [3]."""

from __future__ import annotations

from core.engine import Action
from core.games.war_comes_early.arrivals import (
    MOTORIZED_18,
    MOUNTAIN_18,
    arrive,
    due_replacements,
    german_replacements,
    motorized_corps_hexes,
    mountain_corps_hexes,
    place_replacement,
    ready_flieger,
    replacement_hexes,
    reserve_corps,
    reserve_hexes,
    roll_reserves,
)
from core.games.war_comes_early.phases import PASS, Play, Table, pass_action, place_actions
from core.games.war_comes_early.world import World

# --- replacements [3.5] ------------------------------------------------------------------------------


def replacements(world: World, turn: Play) -> None:
    """Units that are due come back one after the other; those without a hex wait for their next
    Reorganization Phase (G21)."""
    data, board = turn.data, turn.board
    waiting = data.get("waiting", ())
    due = [u for u in due_replacements(world, board, data["nations"]) if u.id not in waiting]
    if not due:
        turn.done()
        return
    unit = due[0]
    if replacement_hexes(world, board, unit):
        turn.push("return", side=data["side"], unit=unit.id)
    else:
        turn.log(f"{unit.name} finds no hex to return in and waits", "3.5")
        turn.remember(waiting=(*waiting, unit.id))


def legal_returns(world: World, state: Table, side: str) -> list[Action]:
    """The hexes where the unit can come back."""
    unit = world.pieces[state.top.data["unit"]]
    return place_actions(world, side, "return", unit.id, replacement_hexes(world, state.board, unit))


def choose_return(world: World, turn: Play, action: Action) -> None:
    """Bring the unit back."""
    turn.done()
    place_replacement(world, turn, world.pieces[action.unit], world.ground.index[action.space])


def german_replacement(world: World, turn: Play) -> None:
    """One lost German corps may come back each turn, free of charge [3.5]."""
    lost = german_replacements(world, turn.board)
    if any(replacement_hexes(world, turn.board, unit) for unit in lost):
        turn.go("choose_replacement", side=turn.data["side"])
    else:
        turn.done()


def legal_replacements(world: World, state: Table, side: str) -> list[Action]:
    """Any lost corps that can find a hex, or none."""
    lost = german_replacements(world, state.board)
    able = [unit for unit in lost if replacement_hexes(world, state.board, unit)]
    return [*(Action(side, "replace", unit.id) for unit in able), pass_action(side)]


def choose_replacement(world: World, turn: Play, action: Action) -> None:
    """Choose the corps; its hex is the next choice."""
    turn.done()
    if action.verb != PASS:
        turn.push("return", side=action.side, unit=action.unit)


# --- the reserve corps [3.2.2] -----------------------------------------------------------------------


def reserves(world: World, turn: Play) -> None:
    """The start of a German Reorganization Phase: the airborne division gets ready [12.8], the reserve corps
    are rolled for [3.2.2]."""
    ready_flieger(world, turn)
    number = roll_reserves(world, turn)
    turn.done()
    if number:
        turn.push("place_reserves", side="german", left=number)


def place_reserves(world: World, turn: Play) -> None:
    """One corps after the other, while any is due and finds a hex."""
    left = turn.data["left"]
    corps = reserve_corps(world, turn.board)
    if not left or not corps or not reserve_hexes(world, turn.board, corps[0]):
        turn.done()
        return
    turn.remember(left=left - 1)
    turn.push("arrive", side="german", unit=corps[0].id)


def legal_arrivals(world: World, state: Table, side: str) -> list[Action]:
    """The hexes in which a German corps may arrive; the 18th Motorized Corps may also wait [3.2.1]."""
    key = state.top.data["unit"]
    if key == MOTORIZED_18:
        hexes = motorized_corps_hexes(world, state.board)
        return [*place_actions(world, side, "arrive", key, hexes), pass_action(side)]
    if key == MOUNTAIN_18:
        hexes = mountain_corps_hexes(world, state.board)
    else:
        hexes = reserve_hexes(world, state.board, world.pieces[key])
    return place_actions(world, side, "arrive", key, hexes)


def choose_arrival(world: World, turn: Play, action: Action) -> None:
    """Place the corps."""
    turn.done()
    if action.verb != PASS:
        arrive(world, turn, world.pieces[action.unit], world.ground.index[action.space])


# --- single corps ------------------------------------------------------------------------------------


def mountain_corps(world: World, turn: Play) -> None:
    """The 18th Mountain Corps arrives in the German Movement Phase of GT 2 [3.2.2]."""
    turn.done()
    if mountain_corps_hexes(world, turn.board):
        turn.push("arrive", side="german", unit=MOUNTAIN_18)


def motorized_corps(world: World, turn: Play) -> None:
    """At the end of each German phase the 18th Motorized Corps may appear [3.2.1]."""
    turn.done()
    if motorized_corps_hexes(world, turn.board):
        turn.push("arrive", side="german", unit=MOTORIZED_18)
