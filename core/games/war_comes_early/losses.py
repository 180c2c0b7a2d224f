"""Losses in corps equivalents [12.3]: who goes, armies broken down in place, the garrison last.

Everything is counted in half corps equivalents, because a static division is worth one half.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Action
from core.games.war_comes_early.arrivals import eliminated
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.combat import has_garrison
from core.games.war_comes_early.phases import Play, Table, remind
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import components_aside
from core.games.war_comes_early.world import World

EQUIVALENT = 2  # halves


def survivors(world: World, board: Board, keys: Sequence[str]) -> list[Piece]:
    """Those of some units that are still on the map."""
    return [world.pieces[key] for key in keys if key in board.where]


def take_losses(world: World, turn: Play) -> None:
    """Remove everything when it is not enough, else let the owner choose; then the garrison [12.3]."""
    data = turn.data
    units = survivors(world, turn.board, data["units"])
    left = data["left"]
    if left > 0 and _worth(units) > left:
        able = [unit for unit in units if _may_be_lost(world, unit, left)]
        if able:
            turn.push("choose_loss", side=data["side"], able=tuple(unit.id for unit in able))
            return
        left = 0
    if left > 0:
        big = next((unit for unit in units if unit.breaks_down), None)
        if big is not None:  # its parts are lost, and they are the owner's choice [7.1]
            _break_down(world, turn, big)
            return
        for unit in units:
            eliminated(world, turn, unit, defends=data["defends"])
        left -= _worth(units)
    fort = data["defends"] and has_garrison(world, turn.board, data["target"])
    turn.done()
    if fort and left >= EQUIVALENT:
        _note_garrison(turn)


def _worth(units: Sequence[Piece]) -> int:
    return sum(unit.ce for unit in units)


def _may_be_lost(world: World, unit: Piece, left: int) -> bool:
    """With half an equivalent left to lose a whole corps goes, or by option nothing more (G18)."""
    return left >= EQUIVALENT or unit.ce <= left or world.option("half_ce") == "at_least"


def _note_garrison(turn: Play) -> None:
    """Tell the attack underneath that the garrison is gone; without an advance it comes back (G19)."""
    remind(turn, "aftermath", garrison_lost=True)


def legal_losses(world: World, state: Table, side: str) -> list[Action]:
    """Any of the units that take part."""
    return [Action(side, "lose", key) for key in state.top.data["able"]]


def lose(world: World, turn: Play, action: Action) -> None:
    """Lose a unit; an army or front is broken down in place first, and its parts can be lost [12.3]."""
    unit = world.pieces[action.unit]
    turn.done()
    if unit.breaks_down:
        _break_down(world, turn, unit)
        return
    eliminated(world, turn, unit, defends=turn.data["defends"])
    turn.remember(left=turn.data["left"] - unit.ce)


def _break_down(world: World, turn: Play, unit: Piece) -> None:
    """Put its parts in the place of an army or front. Those for which no counter is left are lost already,
    which counts unless an option says otherwise (G9)."""
    missing = max(0, unit.components - len(components_aside(world, turn.board, unit)))
    if missing and world.option("missing_components_lost"):
        turn.remember(left=turn.data["left"] - EQUIVALENT * missing)
    turn.push("break_down", big=unit.id)
