"""What follows at once when a unit enters a hex: control, breaches, points, railheads [3.6, 4.4, 10.3.1]."""

from __future__ import annotations

from core.games.war_comes_early.board import GERMAN, Board
from core.games.war_comes_early.movement import enter
from core.games.war_comes_early.phases import Play, named
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.railheads import pull_back
from core.games.war_comes_early.victory import capture
from core.games.war_comes_early.world import World, enemy_of


def occupy(world: World, turn: Play, unit: Piece, h: int) -> None:
    """Put a unit into a neighbouring hex and settle everything that this changes."""
    board = turn.board
    side = world.side_of(board, unit.nation)
    taken = enter(world, board, unit, [board.where[unit.id], h])
    breached = _is_enemy_fort(world, board, side, h)
    if breached:
        breach(world, turn, h)
    if taken or breached:
        capture(world, turn, side, taken)
        if side == GERMAN and any(world.ground.rail[h]):
            pull_back(world, turn)


def breach(world: World, turn: Play, h: int) -> None:
    """A fortification counts no more [11.5]. Whoever calls this lets `capture` see what follows [4.5.1]."""
    turn.board.breached = tuple(sorted({*turn.board.breached, h}))
    turn.log(f"The fortification in {named(world, h)} is breached", "11.5")


def _is_enemy_fort(world: World, board: Board, side: str, h: int) -> bool:
    """An intact foreign fortification: only attackers who have just cleared it can enter [11.5]."""
    fort = world.foreign_fort(board, h)
    return bool(fort) and world.side_of(board, fort) == enemy_of(side)
