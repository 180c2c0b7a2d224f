"""The Reorganization Phase as decisions: combine components, or break an army or front down [7.0, 7.1]."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Action
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.phases import END, Play, Table, acting_units, end_action, label
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import (
    armies_to_form,
    components_aside,
    joins_army,
    may_break_down,
)
from core.games.war_comes_early.world import World

COMBINE, BREAK_DOWN = "combine", "break_down"


def begin(world: World, turn: Play) -> None:
    """The phase is over when nothing is left that could be done."""
    data = turn.data
    choices = _choices(world, turn.board, data["nations"], data.get("changed", ()), data["side"])
    if choices:
        turn.push("reorganize", side=data["side"])
        turn.state.cache["choices"] = choices
    else:
        turn.done()


def _choices(
    world: World, board: Board, nations: Sequence[str], changed: Sequence[str], side: str
) -> list[Action]:
    """Everything that units of the nations can do. No unit does both in one phase [7.1]."""
    units = [unit for unit in acting_units(world, board, nations) if unit.id not in changed]
    return [*_break_downs(world, board, units, side), *_combinations(world, board, units, changed, side)]


def _break_downs(world: World, board: Board, units: Sequence[Piece], side: str) -> list[Action]:
    return [
        Action(side, BREAK_DOWN, unit.id)
        for unit in units
        if unit.breaks_down and components_aside(world, board, unit) and may_break_down(world, board, unit)
    ]


def _combinations(
    world: World, board: Board, units: Sequence[Piece], changed: Sequence[str], side: str
) -> list[Action]:
    """One action for each hex and each kind of army counter; equal counters are not told apart."""
    found = []
    for h in sorted({board.where[unit.id] for unit in units if joins_army(world, unit)}):
        kinds = set()
        for big, _ in armies_to_form(world, board, h, changed):
            kind = big._replace(id="", name="")
            if kind not in kinds:
                kinds.add(kind)
                found.append(Action(side, COMBINE, big.id, label(world, h)))
    return found


def legal(world: World, state: Table, side: str) -> list[Action]:
    """What can be done, or the end of the phase."""
    choices = state.cache.get("choices")
    if choices is None:
        data = state.stack[-2].data
        choices = _choices(world, state.board, data["nations"], data.get("changed", ()), side)
    return [*choices, end_action(side)]


def reorganize(world: World, turn: Play, action: Action) -> None:
    """Begin a change; the phase goes on after it."""
    turn.done()
    if action.verb == END:
        turn.done()
        return
    changed = turn.data.get("changed", ())
    if action.verb == COMBINE:
        h = world.ground.index[action.space]
        turn.push("combine", side=action.side, big=action.unit, hex=h, changed=changed)
        return
    # Its parts take the place of the army among those that have changed.
    turn.remember(changed=(*changed, action.unit))
    turn.push("overstack")
    turn.push("break_down", big=action.unit)
