"""What many games say together: the figures that `simulate` prints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.bots.referee import GameReport
from core.bots.wilson import win_rate_95

MOST_FAULTS = 100  # of a batch that are told one by one
DIGITS = 4  # of the figures after the point


def summary(
    scenario: str, seed: int, bots: Mapping[str, str], reports: Sequence[GameReport], seconds: float
) -> dict[str, Any]:
    """The figures in a fixed order. `seconds` alone differs between equal batches; "faults" only if any."""
    games, sides = len(reports), list(bots)
    wins = Counter(report.winner for report in reports)
    figures = {
        "scenario": scenario,
        "games": games,
        "seed": seed,
        "bots": dict(bots),
        "wins": {side: wins[side] for side in sides},
        "draws": wins[""],
        "end_reasons": _counted(reports),
        "mean_turns": _mean([report.turns for report in reports]),
        "vp_by_turn": {side: _by_turn(side, reports) for side in sides},
        "actions": sum(report.actions for report in reports),
        "seconds": round(seconds, 3),
        "win_rate_95": {
            side: [round(end, DIGITS) for end in win_rate_95(wins[side], games)] for side in sides
        },
    }
    faults = _faults(reports)
    return {**figures, "faults": faults} if faults else figures


@dataclass(frozen=True)
class Details:
    """What people are told besides the figures. The first value of each list is of turn 1."""

    running: list[int]  # games that were played on the turn
    ended: list[int]  # games whose last turn it was
    first: dict[str, int]  # number of the first game that each side won; under "" that of the first draw


def details(reports: Sequence[GameReport]) -> Details:
    """What the figures of the same games leave out."""
    last = Counter(report.turns for report in reports)
    turns = range(1, max(last) + 1)
    first: dict[str, int] = {}
    for number, report in enumerate(reports, 1):
        first.setdefault(report.winner, number)
    return Details(
        [sum(report.turns >= turn for report in reports) for turn in turns],
        [last[turn] for turn in turns],
        first,
    )


def _counted(reports: Sequence[GameReport]) -> dict[str, int]:
    """The most frequent first. Without numbers: with its points every game would end in a way of its own."""
    counts = Counter(re.sub(r"-?\d+", "n", report.reason) for report in reports)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _by_turn(side: str, reports: Sequence[GameReport]) -> list[float]:
    """The mean at the end of each turn, over the games that came to it."""
    longest = max(len(report.points[side]) for report in reports)
    return [
        _mean([report.points[side][i] for report in reports if i < len(report.points[side])])
        for i in range(longest)
    ]


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), DIGITS)


def _faults(reports: Sequence[GameReport]) -> list[str]:
    told = [f"game {number}, {fault}" for number, report in enumerate(reports, 1) for fault in report.faults]
    if len(told) <= MOST_FAULTS:
        return told
    return [*told[:MOST_FAULTS], f"and {len(told) - MOST_FAULTS} more lines of faults"]
