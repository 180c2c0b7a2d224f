"""The bot that takes what the judge of the game likes best at the moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from core.bots.contract import Candidate, Choice, Judge
from core.bots.random_bot import RandomBot
from core.engine import Action, State


class GreedyBot:
    """Carries out the best plan to its end, as long as its next action is legal; then asks again."""

    def __init__(self, judge: Judge, seed: int) -> None:
        self._judge = judge
        self._chance = RandomBot(seed)
        self._rest: tuple[Action, ...] = ()
        self._why = ""

    def choose(self, view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
        """The next action of the plan, or the first of the best new plan, or any where there is none."""
        if not (self._rest and self._rest[0] in legal):
            self._rest = ()  # stays so where the judge fails
            best = _best(self._judge.candidates(view, side, legal), legal)
            if best is None:
                return self._chance.choose(view, side, legal)
            self._rest, self._why = best.actions, best.why
        action, *rest = self._rest
        self._rest = tuple(rest)
        return Choice(action, self._why)


def _best(candidates: Iterable[Candidate], legal: Sequence[Action]) -> Candidate | None:
    """The candidate with the highest score, of equal ones the first."""
    best: Candidate | None = max(candidates, key=lambda candidate: candidate.score, default=None)
    if best is not None and (not best.actions or best.actions[0] not in legal):
        begin = best.actions[0] if best.actions else "nothing"
        raise ValueError(f"the judge of the game offers a plan that begins with {begin}")
    return best
