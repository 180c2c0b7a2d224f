"""The state of a game in progress: everything that the next choice depends on, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from core.engine.dice import Dice
from core.engine.log import Log


class Board(Protocol):
    """What a game keeps on its table: typed by the game, copied before it is changed."""

    def copy(self) -> Self:
        """A copy that can be changed without changing this one."""
        ...


BoardT = TypeVar("BoardT", bound=Board)


class Frame(NamedTuple):
    """A step of the sequence of play that is under way: its node, and what it has to remember.

    `data` holds plain values and is never changed in place, so that states can share frames.
    """

    node: str
    data: Mapping[str, Any] = {}


class Result(NamedTuple):
    """How a game ended. `winner` is a side, or "" for a draw."""

    winner: str
    reason: str
    rule: str = ""


@dataclass(slots=True)
class State(Generic[BoardT]):
    """A game in progress. The top frame of the stack is its last one.

    `cache` keeps what was worked out about this very state; it is neither saved nor copied. Positions are
    equal whatever their logs say.
    """

    board: BoardT
    dice: Dice
    stack: tuple[Frame, ...] = ()
    log: Log = field(default=Log(), repr=False, compare=False)  # a chain: too deep to be walked for that
    result: Result | None = None
    count: int = 0
    cache: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def top(self) -> Frame:
        """The frame that play stands at."""
        return self.stack[-1]

    def copy(self) -> State[BoardT]:
        """A state that can be changed without changing this one."""
        return State(self.board.copy(), self.dice, self.stack, self.log, self.result, self.count)
