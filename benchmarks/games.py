"""Measures complete games between bots: seconds a game, actions a second, growth, and where the time goes.

Everything runs in this process on one core. Nothing here is a test: machines differ.
"""

from __future__ import annotations

import cProfile
import pstats
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from core.bots.contract import Playable
from core.bots.naming import make_bots
from core.bots.referee import Faults, moments, play
from core.bots.seeds import seed_of
from core.bundle import BUNDLED_SCENARIOS
from core.engine import Dice, State, active_sides, legal_actions
from core.games.matches import PLAYABLE, open_match

SEED = 1
RANDOM, GREEDY = "random", "greedy"
# What has to be reached on one core.
SECONDS_A_GAME = {"wce_1939": 1.5, "wce_1938": 6.0}
ACTIONS_A_SECOND = 5000
GROWTH = 1.5  # of late states over early ones, in time: noise is allowed for, growth with the game is not
PROFILED_LINES = 12


class Played(NamedTuple):
    """Games of one scenario with one kind of bot on all sides."""

    scenario: str
    bot: str
    games: int
    seconds: float  # the median game
    slowest: float
    actions: float  # of the median game
    rate: float  # actions a second over all games


class Growth(NamedTuple):
    """What one thing takes early in a game and late in it, in microseconds."""

    scenario: str
    what: str
    early: float
    late: float


def playable_scenarios() -> Iterator[Path]:
    """The bundled scenarios of systems that can be played."""
    for system in PLAYABLE:
        yield from sorted((BUNDLED_SCENARIOS / system).glob("*.scenario.json"))


def played(path: Path, bot: str, games: int) -> Played:
    """Play games and time each of them; loading is not part of it."""
    match = open_match(path)
    seconds, actions = [], []
    for number in range(games):
        bots = make_bots(match.game, dict.fromkeys(match.game.sides, bot), seed_of(SEED, number))
        start = time.perf_counter()
        report = play(match.game, bots, Dice(seed_of(SEED, number, "dice")))
        seconds.append(time.perf_counter() - start)
        actions.append(report.actions)
    rate = sum(actions) / sum(seconds)
    return Played(match.scenario, bot, games, median(seconds), max(seconds), median(actions), rate)


def growth(path: Path) -> list[Growth]:
    """Copying a state and listing its actions, over the second and the last tenth of a random game."""
    match = open_match(path)
    states = _states(match.game)
    tenth = max(1, len(states) // 10)
    early, late = states[tenth : 2 * tenth], states[-tenth - 1 : -1]  # set-up comes before the second tenth
    found = []
    jobs: dict[str, Callable[[State[Any]], object]] = {
        "state copy": lambda state: state.copy(),
        "legal_actions": lambda state: _listed(match.game, state),
    }
    for what, job in jobs.items():
        found.append(Growth(match.scenario, what, _microseconds(job, early), _microseconds(job, late)))
    return found


def _states(game: Playable[Any]) -> list[State[Any]]:
    bots = make_bots(game, dict.fromkeys(game.sides, RANDOM), SEED)
    return [moment.after for moment in moments(game, bots, game.start(Dice(SEED)), Faults())]


def _listed(game: Playable[Any], state: State[Any]) -> object:
    state.cache.clear()  # what the game before has found would hide the work
    return [legal_actions(game, state, side) for side in active_sides(game, state)]


def _microseconds(job: Callable[[State[Any]], object], states: Sequence[State[Any]]) -> float:
    """Of the median state, the best of three."""
    times = []
    for state in states:
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            job(state)
            best = min(best, time.perf_counter() - start)
        times.append(best)
    return 1e6 * median(times)


def profile(path: Path, bot: str) -> list[tuple[str, int, float]]:
    """The functions in which one game spends most of its time: name, calls, share of the whole."""
    match = open_match(path)
    bots = make_bots(match.game, dict.fromkeys(match.game.sides, bot), SEED)
    profiler = cProfile.Profile()
    profiler.runcall(play, match.game, bots, Dice(SEED))
    lines = pstats.Stats(profiler).stats  # type: ignore[attr-defined]  # by file, line and name
    whole = sum(own for _, _, own, _, _ in lines.values())
    dearest = sorted(lines.items(), key=lambda item: -item[1][2])[:PROFILED_LINES]
    return [
        (f"{Path(file).stem}.{name}" if file.endswith(".py") else _without_address(name), calls, own / whole)
        for (file, _, name), (_, calls, own, _, _) in dearest
    ]


def _without_address(name: str) -> str:
    """The name of a built-in function without what changes from run to run."""
    return re.sub(r" at 0x[0-9a-f]+", "", name)
