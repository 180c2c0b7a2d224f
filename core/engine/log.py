"""What happened and why: lines that name the rule, the dice and the reason of every modifier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Modifier(NamedTuple):
    """One reason for a number to be other than it would be."""

    value: float
    reason: str
    rule: str = ""

    def __str__(self) -> str:
        section = f" [{self.rule}]" if self.rule else ""
        return f"{self.value:+g} {self.reason}{section}"


class Entry(NamedTuple):
    """One line of the log. `sides` may read it; empty: everybody."""

    text: str
    rule: str = ""
    dice: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    sides: tuple[str, ...] = ()

    def __str__(self) -> str:
        section = f" [{self.rule}]" if self.rule else ""
        rolled = f" (rolled {', '.join(map(str, self.dice))})" if self.dice else ""
        reasons = f": {'; '.join(map(str, self.modifiers))}" if self.modifiers else ""
        return f"{self.text}{section}{rolled}{reasons}"


class Log(NamedTuple):
    """The lines so far, as a chain that states share: adding a line costs the same in turn one and ten."""

    entry: Entry | None = None
    before: Log | None = None
    length: int = 0

    def with_entry(self, entry: Entry) -> Log:
        """The log with one more line."""
        return Log(entry, self, self.length + 1)

    def since(self, length: int) -> list[Entry]:
        """The lines after the first `length`, oldest first."""
        found = []
        log: Log | None = self
        while log is not None and log.entry is not None and log.length > length:
            found.append(log.entry)
            log = log.before
        return found[::-1]

    def seen_by(self, side: str) -> list[Entry]:
        """The lines that a side may read, oldest first."""
        return [entry for entry in self.entries() if not entry.sides or side in entry.sides]

    def entries(self) -> Iterator[Entry]:
        """All lines, oldest first."""
        return iter(self.since(0))
