"""The search behind the reach of a unit: how cheaply every hex can be come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

Ways = tuple[tuple[int, int], ...]  # neighbours to enter, and what that costs
BARRED = -1  # the most that a way may cost to a hex that cannot be entered


class Spread(NamedTuple):
    """What a search has met: the cost of each hex, where the last step to it came from, where ways end."""

    cost: list[int]
    came_from: dict[int, int]
    ends: set[int]

    def path(self, h: int) -> list[int]:
        """From the start to a hex."""
        path = [h]
        while path[-1] in self.came_from:
            path.append(self.came_from[path[-1]])
        return path[::-1]


NOTHING = Spread([], {}, set())


def spread_out(
    origin: tuple[int, Ways],
    ways: Mapping[int, Ways],
    limit: int,
    hindered: set[int],
    most: Callable[[int], int],
    ends: set[int],
    size: int,
) -> Spread:
    """The cheapest way to every hex. `origin` has the start and the ways out of it; `most` tells what a way
    to a hindered hex may cost; where a way `ends` it goes no further. `size` is the number of hexes.

    Hexes wait in a list for each cost: costs are small, and this is quicker than a heap.
    """
    start, first = origin
    unknown = limit + 1
    costs = [unknown] * size
    costs[start] = 0
    came_from: dict[int, int] = {}
    waiting: list[list[int]] = [[] for _ in range(limit + 1)]
    waiting[0].append(start)
    for spent, hexes in enumerate(waiting):
        for h in hexes:
            if costs[h] < spent or (h in ends and h != start):
                continue
            for to, price in first if h == start else ways[h]:
                total = spent + price
                known = costs[to]
                if total >= known:
                    continue
                if known == unknown and to in hindered and total > (cap := most(to)):
                    costs[to] = cap + 1
                    continue
                costs[to] = total
                came_from[to] = h
                waiting[total].append(to)
    return Spread(costs, came_from, ends)
