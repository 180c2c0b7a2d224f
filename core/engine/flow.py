"""The flow of a game: a stack of frames, each at a node of the sequence of play.

A Decision waits for one or several sides; a Procedure runs through. Both change the game through a Turn,
which works on a copy: a state is never changed once it has been given out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from core.engine.actions import Action, IllegalActionError
from core.engine.dice import Dice
from core.engine.log import Entry, Log, Modifier
from core.engine.state import BoardT, Frame, Result, State

MOST_STEPS = 10_000  # without a decision: more means that a game runs in a circle


class Turn(Generic[BoardT]):
    """What rules work with while one action is carried out."""

    def __init__(self, state: State[BoardT]) -> None:
        self.state = state

    @property
    def board(self) -> BoardT:
        """The table; it may be changed here."""
        return self.state.board

    @property
    def data(self) -> Mapping[str, Any]:
        """What the top frame remembers."""
        return self.state.top.data

    def push(self, node: str, **data: Any) -> None:
        """Go down into a node; when it is done, play comes back to here."""
        self.state.stack = (*self.state.stack, Frame(node, data))

    def done(self) -> None:
        """Leave the top frame."""
        self.state.stack = self.state.stack[:-1]

    def go(self, node: str, **data: Any) -> None:
        """Leave the top frame for another node."""
        self.state.stack = (*self.state.stack[:-1], Frame(node, data))

    def remember(self, **data: Any) -> None:
        """Change what the top frame remembers."""
        top = self.state.top
        self.state.stack = (*self.state.stack[:-1], Frame(top.node, {**top.data, **data}))

    def roll(self, what: str, count: int = 1, faces: int = 6, rule: str = "") -> tuple[int, ...]:
        """Roll dice and log them."""
        values = []
        for _ in range(count):
            value, self.state.dice = self.state.dice.roll(faces)
            values.append(value)
        rolled = tuple(values)
        self.log(what, rule, dice=rolled)
        return rolled

    def log(
        self,
        text: str,
        rule: str = "",
        dice: tuple[int, ...] = (),
        modifiers: Sequence[Modifier] = (),
        sides: tuple[str, ...] = (),
    ) -> None:
        """Write a line."""
        self.state.log = self.state.log.with_entry(Entry(text, rule, dice, tuple(modifiers), sides))

    def end(self, winner: str, reason: str, rule: str = "") -> None:
        """End the game."""
        self.state.result = Result(winner, reason, rule)
        self.log(reason, rule)


@dataclass(frozen=True, slots=True)
class Decision(Generic[BoardT]):
    """Waits for sides. `why_not` tells why an action is not allowed, or ""; without it the action must be
    among `legal`."""

    sides: Callable[[State[BoardT]], Sequence[str]]
    legal: Callable[[State[BoardT], str], list[Action]]
    act: Callable[[Turn[BoardT], Action], None]
    why_not: Callable[[State[BoardT], Action], str] | None = None


@dataclass(frozen=True, slots=True)
class Procedure(Generic[BoardT]):
    """Runs through; it must change the stack or end the game."""

    run: Callable[[Turn[BoardT]], None]


class Game(Protocol[BoardT]):
    """What a game gives to the kernel."""

    @property
    def id(self) -> str:
        """The system."""
        ...

    @property
    def version(self) -> int:
        """Changes when old records would play otherwise."""
        ...

    @property
    def board_type(self) -> type[BoardT]:
        """The type of the table, for saving and loading."""
        ...

    @property
    def nodes(self) -> Mapping[str, Decision[BoardT] | Procedure[BoardT]]:
        """The sequence of play."""
        ...

    def view(self, state: State[BoardT], side: str) -> State[BoardT]:
        """The state without what a side may not see."""
        ...

    def check(self, state: State[BoardT]) -> None:
        """Raise AssertionError when the state contradicts the rules."""
        ...


def started(game: Game[BoardT], board: BoardT, first: str, dice: Dice) -> State[BoardT]:
    """A new game at its first decision."""
    turn = Turn(State(board, dice, (Frame(first),), Log()))
    _settle(game, turn)
    return turn.state


def active_sides(game: Game[BoardT], state: State[BoardT]) -> Sequence[str]:
    """The sides that have a choice now; none when the game is over."""
    if state.result is not None:
        return ()
    return _decision(game, state).sides(state)


def legal_actions(game: Game[BoardT], state: State[BoardT], side: str) -> list[Action]:
    """What a side may do now; nothing when it is not its choice."""
    if side not in active_sides(game, state):
        return []
    key = ("legal", side)
    if key not in state.cache:
        state.cache[key] = _decision(game, state).legal(state, side)
    found: list[Action] = state.cache[key]
    return list(found)  # the caller may do with it what he likes


def apply(game: Game[BoardT], state: State[BoardT], action: Action) -> State[BoardT]:
    """The state after an action; IllegalActionError when it is not allowed. The given state stays."""
    if message := why_not(game, state, action):
        raise IllegalActionError(message)
    turn = Turn(state.copy())
    turn.state.count += 1
    _decision(game, state).act(turn, action)
    _settle(game, turn)
    return turn.state


def why_not(game: Game[BoardT], state: State[BoardT], action: Action) -> str:
    """Why an action is not allowed now, or ""."""
    if type(action) is not Action or not all(type(part) is str for part in action):
        return "that is no action: it takes a side, a verb, a unit, a space and an option, all of them text"
    if state.result is not None:
        return f"the game is over: {state.result.reason}"
    sides = active_sides(game, state)
    if action.side not in sides:
        return f'it is not the choice of "{action.side}" but of {" and ".join(sides)}'
    decision = _decision(game, state)
    if decision.why_not is not None:
        return decision.why_not(state, action)
    legal = legal_actions(game, state, action.side)
    if action in legal:
        return ""
    return f"{action} is not allowed here; possible is {', '.join(sorted({other.verb for other in legal}))}"


def _decision(game: Game[BoardT], state: State[BoardT]) -> Decision[BoardT]:
    node = game.nodes[state.top.node]
    assert isinstance(node, Decision), f"play stands at {state.top.node}, which is no decision"
    return node


def _settle(game: Game[BoardT], turn: Turn[BoardT]) -> None:
    """Run procedures until a decision waits or the game is over."""
    for _ in range(MOST_STEPS):
        if turn.state.result is not None:
            return
        node = game.nodes[turn.state.top.node]
        if isinstance(node, Decision):
            return
        node.run(turn)
    raise RuntimeError(f"{game.id} runs in a circle at {turn.state.top.node}")
