"""Losses in corps equivalents [12.3]: who goes, armies broken down in place, the garrison last.

Everything is counted in half corps equivalents, because a static division is worth one half.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Action
from core.games.war_comes_early.arrivals import eliminated
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.phases import Play, Table
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import break_down
from core.games.war_comes_early.world import World

GARRISON = 2  # one corps equivalent


def survivors(world: World, board: Board, keys: Sequence[str]) -> list[Piece]:
    """Those of some units that are still on the map."""
    return [world.pieces[key] for key in keys if key in board.where]


def take_losses(world: World, turn: Play) -> None:
    """Remove everything when it is not enough, else let the owner choose; then the garrison [12.3]."""
    data = turn.data
    units = survivors(world, turn.board, data["units"])
    left = data["left"]
    if left > 0 and units and sum(unit.ce for unit in units) > left:
        turn.push("choose_loss", side=data["side"])
        return
    if left > 0:
        for unit in units:
            remove(world, turn, unit, defends=data["defends"])
            left -= unit.ce
    lost_garrison = (
        data["defends"] and left >= GARRISON and bool(world.foreign_fort(turn.board, data["target"]))
    )
    turn.done()
    if lost_garrison:
        _note_garrison(turn)


def _note_garrison(turn: Play) -> None:
    """Tell the attack underneath that the garrison is gone; without an advance it comes back (G19)."""
    stack = turn.state.stack
    at = next(i for i in range(len(stack) - 1, -1, -1) if stack[i].node == "aftermath")
    frame = stack[at]._replace(data={**stack[at].data, "garrison_lost": True})
    turn.state.stack = (*stack[:at], frame, *stack[at + 1 :])


def legal_losses(world: World, state: Table, side: str) -> list[Action]:
    """Any of the units that take part."""
    units = survivors(world, state.board, state.stack[-2].data["units"])
    return [Action(side, "lose", unit.id) for unit in units]


def lose(world: World, turn: Play, action: Action) -> None:
    """Lose a unit; an army or front is broken down in place first, and its parts can be lost [12.3]."""
    unit = world.pieces[action.unit]
    turn.done()
    data = turn.data
    others = tuple(key for key in data["units"] if key != unit.id)
    if unit.breaks_down:
        parts = break_down(world, turn.board, unit)
        turn.log(f"{unit.name} breaks down to take losses", "12.3")
        turn.remember(units=(*others, *(part.id for part in parts)))
        return
    remove(world, turn, unit, defends=data["defends"])
    turn.remember(units=others, left=data["left"] - unit.ce)


def remove(world: World, turn: Play, unit: Piece, *, defends: bool) -> None:
    """Eliminate a unit with all that follows: its replacement, and points for German mechanized corps."""
    eliminated(world, turn, unit, defends=defends)
