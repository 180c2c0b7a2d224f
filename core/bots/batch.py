"""Many games, in one process or several: the number of processes never changes what is found."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from core.bots.contract import Playable
from core.bots.failure import failure
from core.bots.naming import BOTS, BotMaker, make_bots
from core.bots.referee import GameReport, play
from core.bots.seeds import seed_of
from core.bots.summary import Details, details, summary
from core.engine import Dice

AHEAD = 8  # games that are given out for each process before the oldest of them is done


class BatchError(RuntimeError):
    """A batch that could not be played to its end; the message is a sentence with what to do."""


@dataclass(frozen=True)
class Batch:
    """What to play. `make_game` is called once in each process and must be picklable, so must `makers`.

    `bots` names the bot of each side, in the order of the sides.
    """

    scenario: str
    make_game: Callable[[], Playable[Any]]
    bots: Mapping[str, str]
    games: int
    seed: int
    jobs: int = 1
    makers: Mapping[str, BotMaker] = field(default_factory=lambda: dict(BOTS))


def run_batch(batch: Batch, progress: Callable[[int], object] = lambda done: None) -> dict[str, Any]:
    """Play all games and sum them up. `progress` is told the number of games done."""
    return play_batch(batch, progress)[0]


def play_batch(batch: Batch, progress: Callable[[int], object]) -> tuple[dict[str, Any], Details]:
    """The same, with the details that the figures leave out."""
    began = time.perf_counter()
    reports = []
    with contextlib.closing(_reports(batch)) as played:
        for report in played:
            reports.append(report)
            progress(len(reports))
    seconds = time.perf_counter() - began
    return summary(batch.scenario, batch.seed, batch.bots, reports, seconds), details(reports)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a batch, counted from 1: with it that game alone can be played again."""
    return seed_of(seed, number)


def _reports(batch: Batch) -> Generator[GameReport, None, None]:
    """The games in order."""
    if batch.jobs > 1 and batch.games > 1:
        return _in_processes(batch)
    return _here(batch)


def _here(batch: Batch) -> Generator[GameReport, None, None]:
    game = batch.make_game()
    for number in range(1, batch.games + 1):
        yield _played(batch, game, number)


def _in_processes(batch: Batch) -> Generator[GameReport, None, None]:
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        min(batch.jobs, batch.games),
        multiprocessing.get_context("spawn"),  # the same on every system, and safe beside threads
        _take_place,
        (batch,),
    )
    numbers = iter(range(1, batch.games + 1))
    waiting: deque[Future[GameReport]] = deque()

    def give_out(most: int) -> None:
        waiting.extend(pool.submit(_played_in_worker, number) for number in islice(numbers, most))

    try:
        with _deaf_to_interrupts():
            give_out(batch.jobs * AHEAD)
        while waiting:
            yield waiting[0].result()
            waiting.popleft()
            give_out(1)
    except BrokenProcessPool:
        raise BatchError(
            "a process that played games has died, perhaps for lack of memory: try again with fewer jobs"
        ) from None
    finally:
        if waiting:  # nobody needs the games that are under way
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C for good: it is for the one that started them."""
    if threading.current_thread() is not threading.main_thread():
        yield  # here signals cannot be changed, and do not arrive
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual or signal.SIG_DFL)


_place: dict[str, Any] = {}  # of a worker process: the batch, and the game once it is made


def _take_place(batch: Batch) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for those that were started later
    _place["batch"] = batch


def _played_in_worker(number: int) -> GameReport:
    if "game" not in _place:
        _place["game"] = _made(_place["batch"])
    return _played(_place["batch"], _place["game"], number)


def _made(batch: Batch) -> Playable[Any]:
    """The game; what goes wrong is told in words, as not every error survives the way between processes."""
    try:
        return batch.make_game()
    except Exception as error:
        raise BatchError(f"{error}") from error


def _played(batch: Batch, game: Playable[Any], number: int) -> GameReport:
    seed = game_seed(batch.seed, number)
    try:
        return play(game, make_bots(game, batch.bots, seed, batch.makers), Dice(seed))
    except Exception as error:
        remedy = f"report it with the scenario, the bots and seed {seed}"
        raise BatchError(f"game {number}: {failure(error)}: {remedy}") from error
