"""The bot that does anything: every legal action is as likely as any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.bots.contract import Choice
from core.engine import Action, Dice, State


class RandomBot:
    """Draws from dice of its own, so that the dice of the game do not depend on who plays."""

    needs_view = False

    def __init__(self, seed: int) -> None:
        self._dice = Dice(seed)

    def choose(self, view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
        """Any of the legal actions."""
        number, self._dice = self._dice.roll(len(legal))
        return Choice(legal[number - 1], "by chance")
