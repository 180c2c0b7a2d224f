"""Violation of neutrals as decisions: the Germans name them, the Allies set up their units at once [3.3]."""

from __future__ import annotations

from core.engine import Action
from core.games.war_comes_early.neutrals import lapse, set_up, set_up_hexes, violable, violate
from core.games.war_comes_early.phases import (
    PASS,
    Play,
    Table,
    opponent,
    pass_action,
    place_actions,
    recall,
    remind,
)
from core.games.war_comes_early.world import World


def begin_violation(world: World, turn: Play) -> None:
    """At the start of a German Movement or Combat Phase, while there is a neutral to violate."""
    if violable(world, turn.board):
        turn.go("declare_violation", side=turn.data["side"])
    else:
        turn.done()


def legal_violations(world: World, state: Table, side: str) -> list[Action]:
    """Any neutral, one after the other, or no more."""
    return [*(Action(side, "violate", option=n) for n in violable(world, state.board)), pass_action(side)]


def declare_violation(world: World, turn: Play, action: Action) -> None:
    """Bring a neutral into the war; the Allied player sets up before anything else happens."""
    if action.verb == PASS:
        turn.done()
        return
    _name_for_lapse(turn, action.option)
    units = violate(world, turn, action.option)
    if not violable(world, turn.board):
        turn.done()
    if units:
        keys = tuple(unit.id for unit in units)
        turn.push("neutral_set_up", side=opponent(world, action.side), queue=keys)


def _name_for_lapse(turn: Play, nation: str) -> None:
    """The phase underneath remembers who was named, for its end."""
    remind(turn, "phase", named=(*recall(turn, "phase").get("named", ()), nation))


def legal_set_up(world: World, state: Table, side: str) -> list[Action]:
    """The next unit in any hex of its country, or beside the map when there is no room for it."""
    key = state.top.data["queue"][0]
    hexes = set_up_hexes(world, state.board, world.pieces[key])
    return place_actions(world, side, "place", key, hexes) or [pass_action(side)]


def choose_set_up(world: World, turn: Play, action: Action) -> None:
    """Place a unit of the violated neutral and go on to the next."""
    if action.verb != PASS:
        set_up(world, turn, world.pieces[action.unit], world.ground.index[action.space])
    queue = turn.data["queue"][1:]
    if queue:
        turn.remember(queue=queue)
    else:
        turn.done()


def end_violation(world: World, turn: Play) -> None:
    """At the end of the phase: neutrals that were named and not entered, by option (G50)."""
    turn.done()
    lapse(world, turn, turn.data.get("named", ()))
