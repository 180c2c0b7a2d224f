"""The bundled scenarios that can be played, each loaded once, and the bots that play them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from core.bots.contract import Bot
from core.bots.naming import BOTS, make_bots
from core.bundle import BUNDLED_SCENARIOS
from core.games.matches import PLAYABLE, Match, open_match

BOT_NAMES = tuple(BOTS)


def _is_playable(path: Path) -> bool:
    return json.loads(path.read_bytes())["system"] in PLAYABLE


SCENARIOS = tuple(path for path in sorted(BUNDLED_SCENARIOS.rglob("*.scenario.json")) if _is_playable(path))


def name_of(path: Path) -> str:
    """A scenario without what all file names have."""
    return path.name.removesuffix(".scenario.json")


@cache
def match_of(path: Path) -> Match:
    """The match of a scenario; all tests of a process share it."""
    return open_match(path)


def bots_of(match: Match, name: str, seed: int) -> dict[str, Bot]:
    """The same bot on all sides."""
    return make_bots(match.game, dict.fromkeys(match.game.sides, name), seed)


def bots_by_turns(match: Match, seed: int) -> dict[str, Bot]:
    """A different bot on each side; the next seed gives them to the next sides."""
    names = {side: BOT_NAMES[(i + seed) % len(BOT_NAMES)] for i, side in enumerate(match.game.sides)}
    return make_bots(match.game, names, seed)
