"""Zones of control: which spaces are under the influence of pieces beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from core.rules.paths import N

P = TypeVar("P")


def projected(
    pieces: Mapping[P, N], neighbours: Callable[[N], Iterable[N]], exerts: Callable[[P, N, N], bool]
) -> dict[N, list[P]]:
    """For each space the pieces that exert their zone into it.

    `exerts(piece, where, into)` says whether the zone of a piece reaches a neighbouring space.
    """
    zones: dict[N, list[P]] = defaultdict(list)
    for piece, where in pieces.items():
        for into in neighbours(where):
            if exerts(piece, where, into):
                zones[into].append(piece)
    return dict(zones)
