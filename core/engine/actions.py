"""What a side can do: a plain record, the same for people, bots, records and tests."""

from __future__ import annotations

from typing import NamedTuple


class Action(NamedTuple):
    """One choice. `verb` names it; the other fields say with what, where and how, or are ""."""

    side: str
    verb: str
    unit: str = ""
    space: str = ""
    option: str = ""

    def __str__(self) -> str:
        return " ".join(
            part for part in (f"{self.side}:", self.verb, self.unit, self.space, self.option) if part
        )


class IllegalActionError(ValueError):
    """An action that is not allowed now; the message says why. The state is unchanged."""
