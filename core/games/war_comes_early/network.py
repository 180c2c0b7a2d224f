"""Where lines of supply can run [10.2-10.4]: sources, and the neighbours of each hex that a line may go to.

They are ordered so that a search that takes the last one first goes straight towards the sources. What units,
breaches, control and zones do is not in here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.war_comes_early.ground import Ground
from core.games.war_comes_early.law import Lazy, needs_rail
from core.rules.paths import flood

if TYPE_CHECKING:
    from core.games.war_comes_early.world import World

FAR = 10_000  # hexes from any source, where no way leads to one


def printed_sources(ground: Ground, nation: str) -> list[int]:
    """The hexes that a nation outside its country draws supply from [10.4]."""
    if nation == "germany":
        return [h for h, home in enumerate(ground.home_of) if home == nation and ground.city[h]]
    if nation == "poland":
        return [h for h in ground.hexes_of(nation) if ground.city[h]]
    if nation == "hungary":
        return ground.capital_of.get(nation, [])
    if nation in ("france", "britain"):
        return ground.hexes_of("france")
    if nation in ("yugoslavia", "romania"):
        return [h for h in ground.hexes_of(nation) if "south" in ground.edges[h]]
    if nation == "italy":
        return [h for h in ground.hexes_of(nation) if ground.edges[h] & {"south", "west"}]
    if nation == "soviet_union":
        hexes = ground.hexes_of(nation)
        return [h for h in hexes if ground.rail_leaves[h] and ground.edges[h] & {"east", "south"}]
    return []  # the others never leave their country


class Network:
    """The ways to the sources of a nation while some countries are neutral."""

    def __init__(self, world: World, nation: str, mech: bool, neutral: frozenset[str]) -> None:
        self._world, self._mech, self._neutral = world, mech, neutral
        self.sources = world.sources[nation]
        found = flood(self.sources, world.ground.beside.__getitem__)
        self.distance = [found.get(h, FAR) for h in range(len(world.ground.labels))]
        self.ways: Lazy[int, tuple[int, ...]] = Lazy(self._ways)

    def _ways(self, h: int) -> tuple[int, ...]:
        ways = (n for n in self._world.contact[h] if self._is_passable(h, n))
        return tuple(sorted(ways, key=self.distance.__getitem__, reverse=True))

    def _is_passable(self, h: int, to: int) -> bool:
        return not static_barrier(self._world, self._neutral, h, to, self._mech)


def static_barrier(world: World, neutral: frozenset[str], h: int, to: int, mech: bool) -> str:
    """Why the ground or a border keeps every line from going on to a neighbour, or "" [10.2]."""
    ground = world.ground
    label = ground.labels[to]
    if to not in world.contact[h]:
        return f"hexside {ground.labels[h]}/{label} is closed"
    if ground.cost[0][to] < 0 or to in ground.closed or (mech and needs_rail(world, h, to)):
        return f"{label} cannot be entered"
    return f"{label} is in a neutral country" if ground.country[to] in neutral else ""
