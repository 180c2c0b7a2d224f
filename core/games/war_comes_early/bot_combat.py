"""What the greedy bot thinks of attacks: the expected gain of each, with all who can join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.bot_fields import worth_of
from core.games.war_comes_early.combat import Battle, battle, has_garrison, may_attack
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import World

OWN_LOSS = 0.8  # of a corps equivalent, against one of the enemy
NEARER = 0.06  # for each half movement point that the hex is nearer to the goals
FORT_WORTH = 2.0
POINT_WORTH, MOST_POINTS = 3.0, 8.0


class Prospect(NamedTuple):
    """An attack, its expected gain, and how to say why."""

    units: tuple[Piece, ...]
    gain: float
    why: str


def prospect(
    world: World,
    board: Board,
    units: Sequence[Piece],
    target: int,
    field: Sequence[float],
    *,
    air_drop: bool = False,
) -> Prospect | None:
    """The attack with all units that add strength, or None when nobody can."""
    able = tuple(u for u in units if u.af and may_attack(world, board, u, target))
    if not able:
        return None
    found = battle(world, board, able, target, air_drop=air_drop)
    chances = outcomes(world, board, target, found)
    nearer = min(field[board.where[unit.id]] for unit in able) - field[target]
    prize = min(worth_of(world, board, target), MOST_POINTS) * POINT_WORTH + NEARER * min(
        max(nearer, -10.0), 60.0
    )
    prize += FORT_WORTH if world.foreign_fort(board, target) else 0
    gain = chances["killed"] - OWN_LOSS * chances["lost"] + chances["cleared"] * prize
    why = (
        f"{found.attack} against {found.defence}, {100 * chances['cleared']:.0f} % to clear the hex, "
        f"{chances['killed']:.1f} for {chances['lost']:.1f} corps"
    )
    return Prospect(able, gain, why)


def outcomes(world: World, board: Board, target: int, found: Battle) -> Mapping[str, float]:
    """Over the six faces: corps equivalents killed and lost, and the chance to clear the hex."""
    defenders = sum(unit.ce for unit in world.units_in(board, target)) / 2
    defenders += has_garrison(world, board, target)
    results = [found.losses(die) for die in range(1, 7)]
    return {
        "lost": sum(lost for lost, _ in results) / 6,
        "killed": sum(min(killed, defenders) for _, killed in results) / 6,
        "cleared": sum(killed >= defenders for _, killed in results) / 6,
    }
