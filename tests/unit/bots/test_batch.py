"""Batches: the same figures whatever the number of processes, and what they say when something fails."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import threading
import time
from functools import partial
from typing import Any

import pytest

from core.bots.batch import AHEAD, Batch, BatchError, game_seed, run_batch
from core.bots.contract import Bot, Choice, Playable
from core.bots.naming import BOTS, make_bots
from core.bots.referee import GameReport, play
from core.bots.summary import MOST_FAULTS, Details, details, summary
from core.bots.wilson import win_rate_95
from core.engine import Dice, Turn
from tests.toys import Orders, Race, Track

KEYS = [
    "scenario", "games", "seed", "bots", "wins", "draws", "end_reasons", "mean_turns", "vp_by_turn",
    "actions", "seconds", "win_rate_95",
]  # fmt: skip
SLOW = 60  # seconds
BOTH = {"red": "greedy", "blue": "random"}


class Rubbish:
    """A bot that never says anything of use."""

    def choose(self, view: Any, side: str, legal: Any) -> Choice:
        return None  # type: ignore[return-value]


def rubbish(game: Playable[Any], seed: int) -> Bot:
    return Rubbish()


class Breaks(Race):
    """Rules with a defect that shows on the third turn."""

    def _step(self, turn: Turn[Track]) -> None:
        if turn.board.turn > 3:
            raise KeyError("no such rule")
        super()._step(turn)


class Dies(Race):
    """Takes its process with it."""

    def start(self, dice: Dice) -> Any:
        os._exit(3)


class Slow(Race):
    """Takes its time for every game but the first."""

    def start(self, dice: Dice) -> Any:
        if dice.seed != game_seed(1, 1):
            time.sleep(SLOW)
        return super().start(dice)


def not_there() -> Playable[Any]:
    raise OSError("the file has gone")


def figures(batch: Batch) -> dict[str, Any]:
    found = run_batch(batch)
    assert found.pop("seconds") >= 0
    return found


@pytest.mark.parametrize("game", [Race, Orders])
def test_the_number_of_processes_does_not_matter(game: Any) -> None:
    found = [figures(Batch("toy", game, BOTH, 40, 5, jobs)) for jobs in (1, 2, 3)]
    assert found[0] == found[1] == found[2]
    assert [json.dumps(one) for one in found[:2]] == [json.dumps(one) for one in found[1:]]
    assert found[0] != figures(Batch("toy", game, BOTH, 40, 6))


def test_the_figures() -> None:
    found = run_batch(Batch("toy", Race, BOTH, 60, 1))
    assert list(found) == KEYS
    assert (found["scenario"], found["games"], found["seed"], found["bots"]) == ("toy", 60, 1, BOTH)
    assert found["wins"]["red"] + found["wins"]["blue"] + found["draws"] == 60
    assert sum(found["end_reasons"].values()) == 60
    assert found["wins"]["red"] > 40  # greedy beats random
    assert found["win_rate_95"]["red"] == [round(end, 4) for end in win_rate_95(found["wins"]["red"], 60)]


def test_one_game_of_a_batch_can_be_played_again() -> None:
    reports: list[GameReport] = []
    for number in (1, 2, 3):
        seed, game = game_seed(9, number), Race()
        reports.append(play(game, make_bots(game, BOTH, seed), Dice(seed)))
    found = figures(Batch("toy", Race, BOTH, 3, 9))
    again = summary("toy", 9, BOTH, reports, 0)
    del again["seconds"]
    assert found == again


def test_progress_counts_every_game() -> None:
    for jobs in (1, 2):
        told: list[int] = []
        run_batch(Batch("toy", Race, BOTH, 3 * AHEAD, 1, jobs), told.append)
        assert told == list(range(1, 3 * AHEAD + 1))


def report(winner: str, reason: str, red: list[float], faults: tuple[str, ...] = ()) -> GameReport:
    return GameReport(winner, reason, "", len(red), 10, {"red": red, "blue": [0.0] * len(red)}, faults)


def test_the_sums() -> None:
    reports = [
        report("red", "red 63, blue 37: a victory", [1, 2, 6]),
        report("red", "red 8, blue 112: a victory", [2]),
        report("", "time is up", [3, 3]),
    ]
    found = summary("toy", 1, BOTH, reports, 1.23456)
    assert found["wins"] == {"red": 2, "blue": 0}
    assert found["draws"] == 1
    assert found["end_reasons"] == {"red n, blue n: a victory": 2, "time is up": 1}
    assert found["mean_turns"] == 2
    assert found["vp_by_turn"] == {"red": [2, 2.5, 6], "blue": [0, 0, 0]}
    assert (found["actions"], found["seconds"]) == (30, 1.235)
    assert "faults" not in found


def test_the_details() -> None:
    reports = [
        report("red", "x", [1, 2, 6]),
        report("", "x", [2]),
        report("red", "x", [3, 3, 3]),
        report("blue", "x", [1]),
    ]
    assert details(reports) == Details([4, 2, 2], [2, 0, 2], {"red": 1, "": 2, "blue": 4})


def test_faults_are_told_at_the_end_and_counted_when_they_are_many() -> None:
    few = summary("toy", 1, BOTH, [report("", "x", [0]), report("", "x", [0], ("turn 1: a", "b"))], 1)
    assert list(few) == [*KEYS, "faults"]
    assert few["faults"] == ["game 2, turn 1: a", "game 2, b"]
    many = summary("toy", 1, BOTH, [report("", "x", [0], ("a",) * 20)] * 6, 1)
    assert len(many["faults"]) == MOST_FAULTS + 1
    assert many["faults"][-1] == "and 20 more lines of faults"


@pytest.mark.parametrize("jobs", [1, 2])
def test_failing_bots_are_told(jobs: int) -> None:
    bots = {"red": "rubbish", "blue": "random"}
    makers = {**BOTS, "rubbish": rubbish}
    found = run_batch(Batch("toy", Race, bots, 2, 1, jobs, makers))
    assert list(found) == [*KEYS, "faults"]
    assert found["faults"][0] == (
        "game 1, turn 1: Rubbish of red returned None, which is no choice; the random bot chose instead"
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_rules_that_fail_are_told_with_the_seed(jobs: int) -> None:
    words = (
        rf"^game 1: the rules failed \(KeyError: 'no such rule', test_batch.py line \d+\), "
        rf"which is a defect of the program: report it .* seed {game_seed(4, 1)}$"
    )
    with pytest.raises(BatchError, match=words):
        run_batch(Batch("toy", Breaks, BOTH, 30, 4, jobs))


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(BatchError, match=r"a process that played games has died, .*: try again with fewer"):
        run_batch(Batch("toy", Dies, BOTH, 4, 1, 2))


def test_a_game_that_cannot_be_made_in_a_process_is_told() -> None:
    with pytest.raises(BatchError, match="the file has gone"):
        run_batch(Batch("toy", not_there, BOTH, 4, 1, 2))


def test_a_batch_can_run_beside_the_main_thread() -> None:
    found: list[Any] = []
    batch = Batch("toy", partial(Race), BOTH, 20, 1, 2)
    thread = threading.Thread(target=lambda: found.append(figures(batch)))
    thread.start()
    thread.join(60)
    assert found == [figures(batch)]


def test_a_batch_that_is_left_does_not_wait_for_its_games() -> None:
    class LeftError(Exception):
        pass

    def leave(done: int) -> None:
        raise LeftError

    began = time.monotonic()
    with pytest.raises(LeftError):
        run_batch(Batch("toy", Slow, BOTH, 20, 1, 2), leave)
    assert time.monotonic() - began < SLOW / 2
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (1, 1, 0.2065, 1.0)],
)
def test_wilson_intervals_are_as_in_tables(wins: int, games: int, low: float, high: float) -> None:
    assert win_rate_95(wins, games) == pytest.approx((low, high), abs=0.0001)


def test_wilson_intervals_hold_the_rate() -> None:
    for games, wins in itertools.product((1, 2, 7, 50), range(51)):
        if wins <= games:
            low, high = win_rate_95(wins, games)
            assert 0 <= low <= wins / games <= high <= 1
