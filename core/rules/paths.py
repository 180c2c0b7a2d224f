"""How far something can go: search over steps with costs, and plain flooding."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)


class Step(NamedTuple, Generic[N]):
    """One step to a neighbour. `stops`: whoever arrives by this step cannot go on."""

    to: N
    cost: int
    stops: bool = False


class Arrival(NamedTuple, Generic[N]):
    """A way to be somewhere: what it cost, and from where the last step came."""

    cost: int
    came_from: N | None


@dataclass(frozen=True, slots=True)
class Reach(Generic[N]):
    """Everywhere that can be reached.

    Arrivals that can go on and arrivals that had to stop are kept apart: the cheapest way into a space may
    be one that has to stop there, while a dearer one goes on to further spaces.
    """

    passing: dict[N, Arrival[N]] = field(default_factory=dict)
    stopping: dict[N, Arrival[N]] = field(default_factory=dict)

    def __contains__(self, space: N) -> bool:
        return space in self.passing or space in self.stopping

    def spaces(self) -> set[N]:
        """Every space, the start included."""
        return self.passing.keys() | self.stopping.keys()

    def arrival(self, space: N) -> Arrival[N]:
        """The cheapest way to be in a space."""
        found = [arrivals[space] for arrivals in (self.passing, self.stopping) if space in arrivals]
        return min(found, key=lambda arrival: arrival.cost)

    def path(self, space: N) -> list[N]:
        """The spaces of the cheapest way, from the start to the space."""
        path = [space]
        came_from = self.arrival(space).came_from
        while came_from is not None:
            path.append(came_from)
            came_from = self.passing[came_from].came_from
        return path[::-1]


def reachable(start: N, budget: int, steps: Callable[[N], Iterable[Step[N]]]) -> Reach[N]:
    """Everywhere that `budget` allows. Costs are whole numbers; use halves or quarters as units."""
    reach: Reach[N] = Reach({start: Arrival(0, None)})
    order = count()  # breaks ties by age, so that spaces need not be comparable
    frontier: list[tuple[int, int, N]] = [(0, next(order), start)]
    while frontier:
        cost, _, space = heappop(frontier)
        if cost > reach.passing[space].cost:
            continue
        for to, price, stops in steps(space):
            total = cost + price
            arrivals = reach.stopping if stops else reach.passing
            if total > budget or (to in arrivals and arrivals[to].cost <= total):
                continue
            arrivals[to] = Arrival(total, space)
            if not stops:
                heappush(frontier, (total, next(order), to))
    return reach


def flood(
    starts: Iterable[N], neighbours: Callable[[N], Iterable[N]], most: int | None = None
) -> dict[N, int]:
    """The distance in steps of everything that hangs together with the starts, up to `most` steps."""
    found = dict.fromkeys(starts, 0)
    frontier = deque(found)
    while frontier:
        space = frontier.popleft()
        distance = found[space] + 1
        if most is not None and distance > most:
            continue
        for to in neighbours(space):
            if to not in found:
                found[to] = distance
                frontier.append(to)
    return found
