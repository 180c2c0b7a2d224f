"""What all phases share: the table in play, who acts, and how steps of a phase follow each other [5.0]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from core.engine import Action, State, Turn
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import World

Table: TypeAlias = State[Board]
Play: TypeAlias = Turn[Board]
REORGANIZATION, MOVEMENT, COMBAT = "reorganization", "movement", "combat"
PHASES = (REORGANIZATION, MOVEMENT, COMBAT)
END, PASS = "end_phase", "pass"
GERMAN_SIDE = "german"


def owner(state: Table) -> Sequence[str]:
    """The side whose choice the top frame is."""
    return (state.top.data["side"],)


def opponent(world: World, side: str) -> str:
    """The other side by name: Allied, or Polish in 1939."""
    if side != GERMAN_SIDE:
        return GERMAN_SIDE
    return "allied" if world.campaign == 1938 else "polish"


def acting_units(world: World, board: Board, nations: Sequence[str]) -> list[Piece]:
    """The units on the map of the nations that act."""
    pieces = world.pieces
    return [pieces[key] for key in sorted(board.where) if pieces[key].nation in nations]


def end_action(side: str) -> Action:
    """The choice to finish a phase."""
    return Action(side, END)


def pass_action(side: str) -> Action:
    """The choice to do nothing."""
    return Action(side, PASS)


def label(world: World, h: int) -> str:
    """The printed number of a hex."""
    return world.ground.labels[h]


def named(world: World, h: int) -> str:
    """A hex for those who read: its city and its number."""
    return world.ground.names[h]


def place_actions(world: World, side: str, verb: str, unit: str, hexes: Sequence[int]) -> list[Action]:
    """One action for each hex that something can be put in."""
    labels = world.ground.labels
    return [Action(side, verb, unit, labels[h]) for h in hexes]


def recall(turn: Play, node: str) -> Mapping[str, Any]:
    """What the nearest frame at a node remembers."""
    return next(frame.data for frame in reversed(turn.state.stack) if frame.node == node)


def remind(turn: Play, node: str, **data: Any) -> None:
    """Change what the nearest frame at a node remembers."""
    stack = turn.state.stack
    at = max(i for i, frame in enumerate(stack) if frame.node == node)
    frame = stack[at]._replace(data={**stack[at].data, **data})
    turn.state.stack = (*stack[:at], frame, *stack[at + 1 :])


def run_steps(turn: Play) -> None:
    """A phase is a row of steps; each is a node that is given the same data, the phase's own."""
    data = turn.data
    steps = data["steps"]
    if not steps:
        turn.done()
        return
    turn.remember(steps=steps[1:])
    turn.push(steps[0], side=data["side"], nations=data["nations"])
