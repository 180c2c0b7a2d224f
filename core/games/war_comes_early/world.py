"""What does not change in one game: map, counters, sides, options; and plain questions about a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from core.games.war_comes_early.board import ALLIED, GERMAN, NOBODY, Board
from core.games.war_comes_early.ground import FOREIGN_FORTS, Ground
from core.games.war_comes_early.law import Law, Lazy, Theatre
from core.games.war_comes_early.network import Network, printed_sources
from core.games.war_comes_early.pieces import Piece
from core.model.facts import Value

SIDES = {"german": GERMAN, "allied": ALLIED, "polish": ALLIED}
GERMANY, CZECHS, DANZIG = "germany", "czechoslovakia", "danzig"
BALTIC = ("latvia", "estonia")
# Nations that fight only in some countries [11.7]; the others go anywhere.
OWN_COUNTRY_ONLY = ("belgium", "czechoslovakia", "denmark", "lithuania", "netherlands")
DANUBE = frozenset({"hungary", "yugoslavia", "romania", "czechoslovakia"})
LIMITS_1938 = {
    **{nation: frozenset({nation}) for nation in OWN_COUNTRY_ONLY},
    **dict.fromkeys(("hungary", "romania", "yugoslavia"), DANUBE),
    "italy": frozenset({"italy", "yugoslavia"}),
    "poland": frozenset({"poland", "czechoslovakia"}),
}
AREA_1939 = frozenset({GERMANY, "poland", "czechoslovakia", "danzig"})  # [13.1]; Danzig by G31
FIRST_TURNS = frozenset({GERMANY, "czechoslovakia"})  # [5.1]
LAST_FIRST_TURN = 2


@dataclass(frozen=True)
class World:
    """One scenario on its map."""

    ground: Ground
    pieces: Mapping[str, Piece]
    campaign: int
    home_side: Mapping[str, str]  # of each nation; "" while it is neutral
    options: Mapping[str, Value] = field(default_factory=dict)
    markers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the nations of each one [5.2]
    last_turn: int = 10  # of the scenario's calendar [5.0, 13.3]

    def option(self, name: str) -> Value:
        """A switch of the scenario."""
        return self.options[name]

    # --- what the rules let nations do ---------------------------------------------------------------

    def law(self, board: Board) -> Law:
        """The tables of who may be where now."""
        return self._laws[board.turn <= LAST_FIRST_TURN, board.violated]

    @cached_property
    def _laws(self) -> Lazy[tuple[bool, tuple[str, ...]], Law]:
        return Lazy(lambda key: Law(self, *key))

    @cached_property
    def theatres(self) -> Lazy[tuple[str, frozenset[str]], Theatre]:
        """By nation and the countries that are open to it. Only the Germans differ from the others."""
        shared: Lazy[tuple[frozenset[str], bool], Theatre] = Lazy(lambda key: Theatre(self, *key))
        return Lazy(lambda key: shared[key[1], key[0] == GERMANY])

    @cached_property
    def networks(self) -> Lazy[tuple[str, bool, frozenset[str]], Network]:
        """By nation, whether the line is for vehicles, and the countries that are neutral."""
        return Lazy(lambda key: Network(self, *key))

    @cached_property
    def sources(self) -> Lazy[str, tuple[int, ...]]:
        """The hexes that each nation draws supply from outside its country, as printed [10.4]."""
        return Lazy(lambda nation: tuple(printed_sources(self.ground, nation)))

    # --- nations -----------------------------------------------------------------------------------

    def side_of(self, board: Board, nation: str) -> str:
        """The mark of the side that a nation fights on; NOBODY for a neutral."""
        return self.mark_of(nation, board.violated)

    def mark_of(self, nation: str, violated: tuple[str, ...]) -> str:
        """The same, once some neutrals have been violated: only that brings one in [3.3]."""
        return ALLIED if nation in violated else self._marks.get(nation, NOBODY)

    @cached_property
    def _marks(self) -> dict[str, str]:
        return {nation: SIDES.get(side, NOBODY) for nation, side in self.home_side.items()}

    def is_neutral(self, board: Board, country: str) -> bool:
        """A country that nobody may enter yet [3.3]; in 1939 every one outside the area of play [13.1]."""
        return self.is_neutral_country(country, board.violated)

    def is_neutral_country(self, country: str, violated: tuple[str, ...]) -> bool:
        """The same, once some neutrals have been violated. There is no neutrality in 1939 (G59)."""
        if self.campaign == 1939:
            return country not in AREA_1939 or (country == DANZIG and self.option("danzig_1939") == "closed")
        return bool(country) and self.mark_of(country, violated) == NOBODY

    def acts_early(self, nation: str) -> bool:
        """Whether a nation fights on the first two turns [5.1]."""
        return self.campaign == 1939 or nation in FIRST_TURNS

    def open_countries(self, neutral: frozenset[str]) -> frozenset[str]:
        """The countries that are closed neither by neutrality nor for good [1.3]."""
        closed = {self.ground.country[h] for h in self.ground.closed}
        return frozenset(self.ground.country) - closed - neutral

    def countries_of(self, nation: str, early: bool, neutral: frozenset[str]) -> frozenset[str]:
        """The countries that rules let a nation into: movement, advance, attack [5.1, 11.7, 13.1]."""
        found = self.open_countries(neutral) - {""}
        if self.campaign == 1939:
            poles = {nation, DANZIG} if self.option("danzig_1939") == "open" else {nation}
            return found if nation == GERMANY else found & poles
        if early:
            found &= FIRST_TURNS
        if early and nation == CZECHS and self.option("czechs_enter_germany_early"):
            return found
        return found & LIMITS_1938.get(nation, found)

    def may_be_in(self, board: Board, nation: str, h: int) -> bool:
        """Whether rules ever let a nation into the country of a hex: movement, advance, attack [11.7]."""
        return self.law(board).theatres[nation].open[h]

    # --- hexes ---------------------------------------------------------------------------------------

    def units_in(self, board: Board, h: int) -> list[Piece]:
        """The pieces in a hex."""
        return [self.pieces[key] for key in board.stacks.get(h, ())]

    def holder(self, board: Board, h: int) -> str:
        """The mark of the side whose units stand in a hex, or NOBODY."""
        stack = board.stacks.get(h)
        return self.side_of(board, self.pieces[stack[0]].nation) if stack else NOBODY

    def is_intact(self, board: Board, h: int) -> bool:
        """Whether a fortification of any kind still counts [11.5]; in 1939 the Czech ones are gone (G32)."""
        return bool(self.ground.fort[h]) and h not in board.breached and self._counts(h)

    def _counts(self, h: int) -> bool:
        czech = self.ground.country[h] == CZECHS
        return self.campaign == 1938 or not czech or bool(self.option("czech_forts_intact_1939"))

    @cached_property
    def foreign_forts(self) -> dict[int, str]:
        """The Czech and Belgian fortifications of the scenario, and their nations [11.5]."""
        ground = self.ground
        kinds = enumerate(ground.fort)
        return {h: ground.country[h] for h, kind in kinds if kind in FOREIGN_FORTS and self._counts(h)}

    def foreign_fort(self, board: Board, h: int) -> str:
        """The nation whose intact Czech or Belgian fortification stands in a hex, or "" [11.5]."""
        return "" if h in board.breached else self.foreign_forts.get(h, "")

    def in_air_zone_against(self, board: Board, h: int, side: str) -> bool:
        """Whether a hex lies in an air zone of the enemy of a side [6.2.2]."""
        if not board.air_side or SIDES[board.air_side] == side:
            return False
        return not self.ground.within_one[h].isdisjoint(board.air)

    def is_river(self, h: int, d: int) -> bool:
        """Whether a side is crossed like a river; the Danish Straits are by assumption (G3)."""
        if self.ground.straits[h][d] and not self.option("straits_cost_as_river"):
            return False
        return self.ground.river[h][d]

    @cached_property
    def landmarks(self) -> frozenset[int]:
        """The hexes with a city or fortification, where control and breaches matter."""
        ground = self.ground
        return frozenset(h for h in range(len(ground.labels)) if ground.city[h] or ground.fort[h])

    @cached_property
    def contact(self) -> list[tuple[int, ...]]:
        """By hex: the neighbours that zones of control and lines of supply reach [9.0, 10.2]."""
        ground = self.ground
        if self.option("straits_pass_zoc_and_supply"):
            return ground.beside
        return [
            tuple(n for n in around if not ground.straits[h][ground.direction(h, n)])
            for h, around in enumerate(ground.beside)
        ]


def enemy_of(side: str) -> str:
    """The mark of the other side."""
    return ALLIED if side == GERMAN else GERMAN
