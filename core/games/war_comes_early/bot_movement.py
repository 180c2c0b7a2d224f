"""What the greedy bot thinks of moves: nearer to the goals, beside what it will attack, guards at home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.combat import defence_strength, is_target, may_attack
from core.games.war_comes_early.movement import moves_of
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.victory import value_of
from core.games.war_comes_early.world import World, enemy_of

WANTED_LEAD = 10  # of the attack over the defence: the column from which losses turn in our favour
SHIFT_WORTH = 3  # strength that makes up for a column
PRESSURE = 2.0  # half movement points for each strength point that an attack still wants
GUARD = 12.0  # half movement points for each victory point that a lone guard protects
THREAT = 3  # hexes


class Front:
    """What one Movement Phase looks like to the side that moves; kept while the phase lasts."""

    def __init__(
        self, world: World, board: Board, units: Sequence[Piece], field: Mapping[str, Sequence[float]]
    ):
        self.world, self.field = world, field
        self.wanted = dict(_wanted(world, board, units))
        self.done: set[str] = set()

    def order(self, board: Board, units: Sequence[Piece]) -> list[Piece]:
        """Those in front first: they make room."""
        left = [unit for unit in units if unit.id not in self.done]
        return sorted(left, key=lambda unit: (self.field[unit.nation][board.where[unit.id]], unit.id))

    def best_way(self, board: Board, unit: Piece) -> tuple[list[int], float]:
        """The path to the best hex within reach, and what is gained by it; none when it should stay."""
        self.done.add(unit.id)
        start = board.where[unit.id]
        here = self._value(board, unit, start) + self._guard(board, unit, start)
        self._count(unit, start, -1)
        moves = moves_of(self.world, board, unit)
        best, value = start, here
        for h in sorted(moves.targets()):
            worth = self._value(board, unit, h)
            if worth > value:
                best, value = h, worth
        self._count(unit, best, 1)
        return ([] if best == start else moves.path_to(best)), value - here

    def _value(self, board: Board, unit: Piece, h: int) -> float:
        value = -self.field[unit.nation][h]
        if not unit.af:
            return value
        beside = [self.wanted[n] for n in self.world.ground.around(h) if n in self.wanted]
        pressure = max((min(unit.af, want) for want in beside), default=0)
        return value + PRESSURE * max(pressure, 0)

    def _guard(self, board: Board, unit: Piece, h: int) -> float:
        """A unit alone in one of its side's cities stays while an enemy is near."""
        points = value_of(self.world, h)
        if not points or len(board.stacks[h]) > 1:
            return 0.0
        return GUARD * points if _enemy_near(self.world, board, unit, h) else 0.0

    def _count(self, unit: Piece, h: int, sign: int) -> None:
        """What a unit beside a target adds to the attack, or takes away by leaving."""
        for n in self.world.ground.around(h):
            if n in self.wanted:
                self.wanted[n] -= sign * unit.af


def _wanted(world: World, board: Board, units: Sequence[Piece]) -> Iterator[tuple[int, float]]:
    """For each hex that could be attacked, the strength that is still missing beside it."""
    if not units:
        return
    side = world.side_of(board, units[0].nation)
    forts = {h for h, fort in enumerate(world.ground.fort) if fort}
    for h in sorted({*board.stacks, *forts}):
        if not is_target(world, board, side, h) or not world.may_be_in(board, units[0].nation, h):
            continue
        own = [n for n in world.ground.around(h) if world.holder(board, n) == side]
        beside = [unit for n in own for unit in world.units_in(board, n)]
        present = sum(unit.af for unit in beside if may_attack(world, board, unit, h))
        shift = world.ground.fort_shift[h] if world.is_intact(board, h) else world.ground.shift[h]
        yield h, defence_strength(world, board, h) + WANTED_LEAD - SHIFT_WORTH * shift - present


def _enemy_near(world: World, board: Board, unit: Piece, h: int) -> bool:
    enemy = enemy_of(world.side_of(board, unit.nation))
    seen, edge = {h}, [h]
    for _ in range(THREAT):
        edge = [n for at in edge for n in world.ground.around(at) if n not in seen]
        seen.update(edge)
    return any(world.holder(board, n) == enemy for n in seen)
