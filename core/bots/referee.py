"""Plays one game with bots: asks them, carries out what is allowed, and keeps the score.

A bot that raises or returns rubbish loses that choice to the random bot, and the report says so. What the
rules themselves raise is not caught: that is a defect of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.bots.contract import Bot, Choice, Playable
from core.bots.random_bot import RandomBot
from core.bots.seeds import seed_of
from core.engine import Action, Dice, State, active_sides, apply, legal_actions

MOST_ACTIONS = 200_000  # of one game: more means that it never ends
MOST_FAULTS = 20  # of one game that are told one by one
BROKEN_OFF = "broken off"
LONGEST = 200  # characters of what a bot said
UNSEEN: State[Any] = State(None, Dice(0))  # for bots that do not look


class Moment(NamedTuple):
    """One step of a game."""

    before: State[Any]
    action: Action
    after: State[Any]
    why: str = ""


@dataclass
class Faults:
    """What went wrong in one game: the first sentences, and how many more there were."""

    told: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, sentence: str) -> None:
        """Note a fault."""
        if len(self.told) < MOST_FAULTS:
            self.told.append(sentence)
        else:
            self.more += 1

    def sentences(self) -> tuple[str, ...]:
        """All that is told."""
        return (*self.told, *([f"and {self.more} more faults like these"] if self.more else []))


@dataclass(frozen=True, slots=True)
class GameReport:
    """How one game went. `points` has the value of each side at the end of each turn that was played."""

    winner: str
    reason: str
    rule: str
    turns: int
    actions: int
    points: Mapping[str, Sequence[float]]
    faults: Sequence[str] = ()


def play(
    game: Playable[Any],
    bots: Mapping[str, Bot],
    dice: Dice,
    watch: Callable[[Moment], object] | None = None,
    most: int = MOST_ACTIONS,
) -> GameReport:
    """Play a game to its end. `watch` is called after every action: to record it, to show it, to check it."""
    faults = Faults()
    state = game.start(dice)
    first = turn = game.turn_of(state)
    points: dict[str, list[float]] = {side: [] for side in game.sides}
    actions = 0
    for moment in moments(game, bots, state, faults, most):
        state = moment.after
        actions += 1
        if watch is not None:
            watch(moment)
        now = game.turn_of(state)
        if now != turn and state.result is None:  # what ends the game belongs to the turn before
            _score(points, game.points(state), now - turn)
            turn = now
    _score(points, game.points(state), 1)
    winner, reason, rule = state.result or ("", BROKEN_OFF, "")
    if winner and winner not in game.sides:
        raise ValueError(f'{game.id} says that "{winner}" won, but the sides are {", ".join(game.sides)}')
    return GameReport(winner, reason, rule, turn - first + 1, actions, points, faults.sentences())


def moments(
    game: Playable[Any],
    bots: Mapping[str, Bot],
    state: State[Any],
    faults: Faults,
    most: int = MOST_ACTIONS,
) -> Iterator[Moment]:
    """The game from a state on, step by step; faults are added to those given."""
    if missing := [side for side in game.sides if side not in bots]:
        raise ValueError(f"no bot for {' and '.join(missing)}")
    spare = RandomBot(seed_of(state.dice.seed, "spare"))
    for _ in range(most):
        if state.result is not None:
            return
        side, legal = _asked(game, state)
        if not legal:
            faults.add(f"turn {game.turn_of(state)}: nobody has anything to choose, the game was broken off")
            return
        action, why = _chosen(game, state, side, legal, bots[side], spare, faults)
        after = apply(game, state, action)
        yield Moment(state, action, after, why)
        state = after
    if state.result is None:
        faults.add(f"turn {game.turn_of(state)}: no end after {most} actions, the game was broken off")


def _asked(game: Playable[Any], state: State[Any]) -> tuple[str, tuple[Action, ...]]:
    """The first active side that has a choice, and its actions in a tuple that no bot can change."""
    for side in active_sides(game, state):
        if legal := legal_actions(game, state, side):
            return side, tuple(legal)
    return "", ()


def _chosen(
    game: Playable[Any],
    state: State[Any],
    side: str,
    legal: tuple[Action, ...],
    bot: Bot,
    spare: RandomBot,
    faults: Faults,
) -> Choice:
    view = game.view(state, side) if getattr(bot, "needs_view", True) else UNSEEN
    try:
        choice = bot.choose(view, side, legal)
        if not (fault := _fault(choice, legal)):
            return choice
    except Exception as error:
        fault = f"raised {type(error).__name__}: {_said(error)}"
    name = type(bot).__name__
    turn = game.turn_of(state)
    faults.add(f"turn {turn}: {name} of {side} {fault}; the random bot chose instead")
    return spare.choose(UNSEEN, side, legal)


def _fault(choice: object, legal: tuple[Action, ...]) -> str:
    """What is wrong with the answer of a bot, or ""."""
    action, why = choice if isinstance(choice, Choice) else (None, None)
    if not (isinstance(action, Action) and isinstance(why, str)):
        return f"returned {_said(choice)}, which is no choice"
    return "" if action in legal else f"chose {_said(action)}, which is not allowed"


def _said(what: object) -> str:
    """Anything as text on a line; even that may fail where a bot made it."""
    try:
        text = " ".join(str(what).split())
    except Exception:
        text = f"a {type(what).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def _score(points: dict[str, list[float]], now: Mapping[str, float], turns: int) -> None:
    for side, values in points.items():
        values.extend([now.get(side, 0)] * turns)
