"""On which line of a file something stands. The text is known to be JSON; it is only walked, not kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from json import JSONDecoder

Step = int | str
_SPACE = re.compile(r"[ \t\n\r]*")
# Numbers stay texts: their value does not matter here, and a very long one could not be converted.
_DECODE = JSONDecoder(parse_int=str, parse_float=str).raw_decode


def path_text(steps: Sequence[Step]) -> str:
    """A place in a file as messages write it, e.g. "hexes[12].terrain"."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


class Locator:
    """Finds the places of one text. What it has walked through once it remembers."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._members: dict[int, dict[str, tuple[int, int]]] = {}
        self._elements: dict[int, list[int]] = {}
        self._doubled: dict[int, tuple[str, int]] = {}

    def line(self, steps: Sequence[Step]) -> int:
        """The line of what the steps lead to, or of the last thing on the way that is there."""
        return self.line_at(self._offset(steps))

    def line_at(self, offset: int) -> int:
        """The line of a character."""
        return bisect_right(self._line_starts, offset)

    def doubled(self) -> tuple[tuple[Step, ...], int]:
        """The first field that its object gives twice, and the line of the second; there must be one."""
        return next(self._doubled_in(self._after_space(0), ()))

    def _doubled_in(self, value: int, steps: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], int]]:
        if self._text[value] == "{":
            members = self._members_at(value)
            if value in self._doubled:
                name, offset = self._doubled[value]
                yield (*steps, name), self.line_at(offset)
            for name, (_, inner) in members.items():
                yield from self._doubled_in(inner, (*steps, name))
        elif self._text[value] == "[":
            for i, inner in enumerate(self._elements_at(value)):
                yield from self._doubled_in(inner, (*steps, i))

    def _offset(self, steps: Sequence[Step]) -> int:
        """Where the value, or for a field its name, begins."""
        shown = value = self._after_space(0)
        for step in steps:
            kind = self._text[value]
            if kind == "{" and step in (members := self._members_at(value)):
                shown, value = members[str(step)]
            elif kind == "[" and isinstance(step, int) and step < len(elements := self._elements_at(value)):
                shown = value = elements[step]
            else:
                break
        return shown

    @cached_property
    def _line_starts(self) -> list[int]:
        lines = self._text.split("\n")
        return list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))

    def _after_space(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def _members_at(self, start: int) -> dict[str, tuple[int, int]]:
        """The offsets of the names and values of an object."""
        if start not in self._members:
            self._members[start] = {}
            self._walk_object(start)
        return self._members[start]

    def _elements_at(self, start: int) -> list[int]:
        """The offsets of the entries of a list."""
        if start not in self._elements:
            self._elements[start] = []
            self._walk_list(start)
        return self._elements[start]

    def _walk_object(self, start: int) -> int:
        at = self._after_space(start + 1)
        while self._text[at] != "}":
            name, end = _DECODE(self._text, at)
            value = self._after_space(self._after_space(end) + 1)  # over the colon
            if name in self._members[start]:
                self._doubled.setdefault(start, (name, at))
            self._members[start][name] = (at, value)
            at = self._after_comma(self._end(value))
        return at + 1

    def _walk_list(self, start: int) -> int:
        text, found = self._text, self._elements[start]
        at = self._after_space(start + 1)
        while text[at] != "]":
            found.append(at)
            at = _DECODE(text, at)[1]
            # As we write the rows of a large map: this is twice as quick as to look for spaces.
            at = at + 3 if text.startswith(",\n {", at) else self._after_comma(at)
        return at + 1

    def _end(self, value: int) -> int:
        """The end of a value. A long list is walked row by row: to build all its rows would take memory."""
        if self._text[value] == "[":
            self._elements[value] = []
            return self._walk_list(value)
        return _DECODE(self._text, value)[1]

    def _after_comma(self, end: int) -> int:
        at = self._after_space(end)
        return self._after_space(at + 1) if self._text[at] == "," else at
