"""The bots that can be asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from core.bots.contract import Bot, Playable
from core.bots.greedy import GreedyBot
from core.bots.random_bot import RandomBot
from core.bots.seeds import seed_of

BotMaker: TypeAlias = Callable[[Playable[Any], int], Bot]


def _random(game: Playable[Any], seed: int) -> Bot:
    return RandomBot(seed)


def _greedy(game: Playable[Any], seed: int) -> Bot:
    return GreedyBot(game.judge(), seed)


BOTS: Mapping[str, BotMaker] = {"random": _random, "greedy": _greedy}


def make_bots(
    game: Playable[Any], names: Mapping[str, str], seed: int, makers: Mapping[str, BotMaker] = BOTS
) -> dict[str, Bot]:
    """The bots of one game by side, each with its own seed."""
    return {side: makers[name](game, seed_of(seed, side)) for side, name in names.items()}
