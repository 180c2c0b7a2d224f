"""Stacking: whether pieces fit together, and the least that must go when they do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

P = TypeVar("P")


class Limit(NamedTuple):
    """At most `most`, counted by `weight`."""

    weight: Callable[[object], float]
    most: float
    rule: str = ""


def broken_limits(pieces: Sequence[P], limits: Sequence[Limit]) -> list[Limit]:
    """The limits that a stack exceeds."""
    return [limit for limit in limits if sum(map(limit.weight, pieces)) > limit.most]


def least_excess(pieces: Sequence[P], limits: Sequence[Limit]) -> int:
    """How many pieces must leave at the least: the heaviest first, limit by limit."""
    needed = 0
    for limit in broken_limits(pieces, limits):
        weights = sorted(map(limit.weight, pieces), reverse=True)
        total, leaving = sum(weights), 0
        while total > limit.most:
            total -= weights[leaving]
            leaving += 1
        needed = max(needed, leaving)
    return needed
