"""What happens on which turn: things that wait for their turn."""

from __future__ import annotations

from collections.abc import Mapping

from core.rules.paths import N


def due(waiting: Mapping[N, int], turn: int) -> list[N]:
    """What is due on a turn or overdue, in the order of turns and then as it was put down."""
    return sorted(
        (thing for thing, when in waiting.items() if when <= turn), key=lambda thing: waiting[thing]
    )


def turns_later(turn: int, delay: int, last: int) -> int | None:
    """The turn that many turns later, or None when the game is over by then."""
    return turn + delay if turn + delay <= last else None
