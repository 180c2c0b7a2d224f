"""Who may be where, as tables by hex.

They hold until a neutral is violated or turn 2 ends, and each entry is worked out when it is first asked for,
so that a question about one step or one hex costs next to nothing. What units, breaches, control and air do
is not in them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from core.games.war_comes_early.board import ALLIED, NOBODY
from core.games.war_comes_early.ground import MAGINOT, RAIL_ONLY

if TYPE_CHECKING:
    from core.games.war_comes_early.world import World

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
RAIL_COST = 1  # half a movement point [11.3]
POINT = 2  # half points in a movement point


class Lazy(dict[K, V]):
    """A table that works out each entry once."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        found = self[key] = self._make(key)
        return found


class Zone(NamedTuple):
    """The hexes that the zone of control of a stack reaches from where it stands [9.0]."""

    sure: tuple[int, ...]
    on_foot: tuple[int, ...]  # mountain and swamp: only if one of its units is not mechanized
    forts: tuple[int, ...]  # not while the fortification is intact and foreign


class Theatre:
    """Some countries, and how units of a nation that may be there move and reach out in them."""

    def __init__(self, world: World, countries: frozenset[str], is_german: bool) -> None:
        ground = world.ground
        self._world = world
        self.open = [country in countries for country in ground.country]
        barred = MAGINOT if is_german else NOBODY  # [11.5]
        self.enterable = [
            is_open and cost >= 0 and fort != barred
            for is_open, cost, fort in zip(self.open, ground.cost[0], ground.fort, strict=True)
        ]
        # By hex: the neighbours to enter and the half points that they cost, on foot and mechanized.
        self.steps: tuple[Lazy[int, tuple[tuple[int, int], ...]], ...] = (
            Lazy(lambda h: self._steps(h, mech=False)),
            Lazy(lambda h: self._steps(h, mech=True)),
        )
        self.zones: Lazy[int, Zone] = Lazy(self._zone)

    def _steps(self, h: int, mech: bool) -> tuple[tuple[int, int], ...]:
        ground = self._world.ground
        ways = [(d, to) for d, to in enumerate(ground.neighbours[h]) if ground.open_side[h][d]]
        costs = ((to, ground_cost(self._world, mech, h, d)) for d, to in ways if self.enterable[to])
        return tuple((to, cost) for to, cost in costs if cost is not None)

    def _zone(self, h: int) -> Zone:
        world = self._world
        into = [n for n in world.contact[h] if self.enterable[n]]
        forts = [n for n in into if n in world.foreign_forts]
        on_foot = [n for n in into if n not in forts and needs_rail(world, h, n)]
        return Zone(
            tuple(n for n in into if n not in forts and n not in on_foot), tuple(on_foot), tuple(forts)
        )


class Law:
    """What holds for nations and countries at a time. `early`: on the first two turns [5.1]."""

    def __init__(self, world: World, early: bool, violated: tuple[str, ...]) -> None:
        self._world = world
        marks = {nation: world.mark_of(nation, violated) for nation in (*world.home_side, *violated)}
        self.marks = {nation: mark for nation, mark in marks.items() if mark != NOBODY}
        # Nations whose units the enemy feels: all belligerents, or those that act already (G48).
        idle_count = not early or world.option("idle_belligerents_block")
        self.felt = {n: mark for n, mark in self.marks.items() if idle_count or world.acts_early(n)}
        self.neutral = frozenset(c for c in world.ground.country if world.is_neutral_country(c, violated))
        self.theatres: Lazy[str, Theatre] = Lazy(
            lambda nation: world.theatres[nation, world.countries_of(nation, early, self.neutral)]
        )
        limited = world.option("zoc_respects_geographic_limits")
        # A zone of control reaches only where its owner may go (G11).
        self.zone_theatres = self.theatres if limited else Lazy(self._unlimited)
        # The zones that fortifications have against the Germans while they are intact, by fortification,
        # and by hex the fortifications whose zone reaches it.
        self.fort_zones = self._fort_zones()
        self.forts_beside: dict[int, tuple[int, ...]] = {}
        for fort, zone in self.fort_zones.items():
            for h in zone:
                self.forts_beside[h] = (*self.forts_beside.get(h, ()), fort)

    def _unlimited(self, nation: str) -> Theatre:
        return self._world.theatres[nation, self._world.open_countries(self.neutral)]

    def _fort_zones(self) -> dict[int, tuple[int, ...]]:
        """A Belgian one only once Belgium is in the war (G56). Their zone is never cut by [11.7] (G11)."""
        world = self._world
        active = {nation for nation, mark in self.marks.items() if mark == ALLIED}
        if not world.option("neutral_belgian_fort_inert"):
            active.add("belgium")
        forts = [fort for fort, nation in world.foreign_forts.items() if nation in active]
        cost = world.ground.cost[0]
        return {fort: tuple(n for n in world.contact[fort] if cost[n] >= 0) for fort in forts}


def ground_cost(world: World, mech: bool, h: int, d: int) -> int | None:
    """What the ground makes a step cost in half points, or None where it forbids it [11.2, 11.3]."""
    ground = world.ground
    to = ground.neighbours[h][d]
    terrain = ground.cost[mech][to]
    if ground.rail[h][d] and (terrain >= 0 or terrain == RAIL_ONLY):
        return RAIL_COST
    if terrain < 0:
        return None
    crosses = world.is_river(h, d) and not ground.city[h] and not ground.city[to]
    return terrain + (POINT if crosses else 0)


def needs_rail(world: World, h: int, to: int) -> bool:
    """Whether mechanized units cannot go to a neighbour: mountain or swamp without a railroad [11.4]."""
    return world.ground.cost[1][to] == RAIL_ONLY and to not in world.ground.along_rail[h]
