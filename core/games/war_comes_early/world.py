"""What does not change in one game: map, counters, sides, options; and plain questions about a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.games.war_comes_early.board import ALLIED, GERMAN, NOBODY, Board
from core.games.war_comes_early.ground import FOREIGN_FORTS, Ground
from core.games.war_comes_early.pieces import Piece
from core.model.facts import Value

SIDES = {"german": GERMAN, "allied": ALLIED, "polish": ALLIED}
GERMANY = "germany"
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

    def option(self, name: str) -> Value:
        """A switch of the scenario."""
        return self.options[name]

    # --- nations -----------------------------------------------------------------------------------

    def side_of(self, board: Board, nation: str) -> str:
        """The mark of the side that a nation fights on; NOBODY for a neutral."""
        if nation in board.violated:
            return ALLIED  # only a German violation brings a neutral in [3.3]
        return SIDES.get(self.home_side.get(nation, ""), NOBODY)

    def is_neutral(self, board: Board, country: str) -> bool:
        """A country that nobody may enter yet [3.3]; in 1939 every one outside the area of play [13.1]."""
        if self.campaign == 1939:
            return country not in AREA_1939
        return bool(country) and self.side_of(board, country) == NOBODY

    def may_be_in(self, board: Board, nation: str, h: int) -> bool:
        """Whether rules ever let a nation into the country of a hex: movement, advance, attack [11.7]."""
        country = self.ground.country[h]
        if self.campaign == 1939:
            # There is no neutrality (G59); Danzig is open to the Germans only (G31) [13.1].
            return country in AREA_1939 if nation == GERMANY else country == nation
        if h in self.ground.closed or not country or self.is_neutral(board, country):
            return False
        if board.turn <= LAST_FIRST_TURN and country not in FIRST_TURNS:
            return False
        return nation not in LIMITS_1938 or country in LIMITS_1938[nation]

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
        if not self.ground.fort[h] or h in board.breached:
            return False
        return self.campaign == 1938 or self.ground.country[h] != "czechoslovakia"

    def foreign_fort(self, board: Board, h: int) -> str:
        """The nation whose intact Czech or Belgian fortification stands in a hex, or "" [11.5]."""
        return (
            self.ground.country[h]
            if self.ground.fort[h] in FOREIGN_FORTS and self.is_intact(board, h)
            else ""
        )

    def in_air_zone_against(self, board: Board, h: int, side: str) -> bool:
        """Whether a hex lies in an air zone of the enemy of a side [6.2.2]."""
        if not board.air_side or SIDES[board.air_side] == side:
            return False
        return h in board.air or any(n in board.air for n in self.ground.around(h))


def enemy_of(side: str) -> str:
    """The mark of the other side."""
    return ALLIED if side == GERMAN else GERMAN
