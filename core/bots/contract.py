"""What bots, the judges of a game and games that can be played promise to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from core.engine import Action, Dice, Game, State
from core.engine.state import BoardT


class Choice(NamedTuple):
    """What a bot does, and why, for those who watch."""

    action: Action
    why: str = ""


class Bot(Protocol):
    """Plays one side of one game.

    A bot that never looks at the table may say `needs_view = False`: no view is then made for it, which
    takes time, and it is given an empty one.
    """

    def choose(self, view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
        """One of the legal actions. `view` is what the side may see of the game."""
        ...


class Candidate(NamedTuple):
    """A plan: its first action is among the legal ones, the others follow if they are still legal."""

    actions: tuple[Action, ...]
    score: float
    why: str = ""


class Judge(Protocol):
    """What a game knows of good play."""

    def candidates(self, view: State[Any], side: str, legal: Sequence[Action]) -> Iterable[Candidate]:
        """Plans worth a thought, in the order in which equal ones are preferred; none: all are alike."""
        ...


class Playable(Game[BoardT], Protocol[BoardT]):
    """A game of one scenario that bots can play."""

    @property
    def sides(self) -> Sequence[str]:
        """The sides, in the order of the scenario."""
        ...

    def start(self, dice: Dice) -> State[BoardT]:
        """A new game."""
        ...

    def turn_of(self, state: State[BoardT]) -> int:
        """The number of the turn that is being played."""
        ...

    def points(self, state: State[BoardT]) -> Mapping[str, float]:
        """The victory points of each side."""
        ...

    def judge(self) -> Judge:
        """A judge for one bot in one game."""
        ...
