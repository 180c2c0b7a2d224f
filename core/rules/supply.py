"""Lines of supply: whether one exists, and if not, where the best one is cut and by what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Generic, NamedTuple

from core.rules.paths import N


class Cut(NamedTuple, Generic[N]):
    """A step that a line may not take, and why."""

    came_from: N
    into: N
    reason: str


@dataclass(frozen=True, slots=True)
class Trace(Generic[N]):
    """A line from a space to a source. With cuts it is the line that would need the fewest of them undone;
    without a path there is no source that any line could reach."""

    path: tuple[N, ...]
    cuts: tuple[Cut[N], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the line holds."""
        return bool(self.path) and not self.cuts


def trace(
    start: N,
    is_source: Callable[[N], bool],
    neighbours: Callable[[N], Iterable[N]],
    barrier: Callable[[N, N], str],
) -> Trace[N]:
    """The line with the fewest cuts, and among those the shortest.

    `barrier(a, b)` tells why a line may not go from a to b, or "".
    """
    best: dict[N, tuple[int, int]] = {start: (0, 0)}
    came_from: dict[N, Cut[N]] = {}
    order = count()  # breaks ties by age, so that spaces need not be comparable
    frontier: list[tuple[tuple[int, int], int, N]] = [((0, 0), next(order), start)]
    while frontier:
        price, _, space = heappop(frontier)
        if is_source(space):
            return _trace_back(space, came_from)
        for to in neighbours(space):
            reason = barrier(space, to)
            total = (price[0] + bool(reason), price[1] + 1)
            if to not in best or total < best[to]:
                best[to] = total
                came_from[to] = Cut(space, to, reason)
                heappush(frontier, (total, next(order), to))
    return Trace(())


def _trace_back(source: N, came_from: dict[N, Cut[N]]) -> Trace[N]:
    path, cuts, space = [source], [], source
    while space in came_from:
        step = came_from[space]
        if step.reason:
            cuts.append(step)
        space = step.came_from
        path.append(space)
    return Trace(tuple(path[::-1]), tuple(cuts[::-1]))
