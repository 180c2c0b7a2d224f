"""Hexes named after places: "Naples", "Naples W1", "Stettin E3"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.hexgrid.hexes import Hex, moved, straight_line
from core.hexgrid.numbering import LabelError
from core.hexgrid.orientation import Orientation

_ADDRESS = re.compile(r"(?P<place>.+) (?P<direction>[NESW]{1,2})(?P<steps>[1-9]\d*)")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses relative to the named places of a map."""

    orientation: Orientation
    places: Mapping[str, Hex]

    def parse(self, text: str) -> Hex:
        """The hex of an address; LabelError when the place or the direction does not exist."""
        if text in self.places:
            return self.places[text]
        found = _ADDRESS.fullmatch(text)
        if found is None or found["place"] not in self.places:
            raise LabelError(f'no place is called "{found["place"] if found else text}"')
        d = self.orientation.direction(found["direction"])
        if d is None:
            known = ", ".join(self.orientation.compass)
            raise LabelError(f'"{text}": a hex of this map has neighbours to the {known} only')
        return moved(self.places[found["place"]], d, int(found["steps"]))

    def label(self, h: Hex) -> str:
        """The place in a hex, or the nearest place on one of its six hex rows, e.g. "Naples W1"."""
        best: tuple[int, str, int] | None = None
        for name, at in self.places.items():
            if at == h:
                found = (0, name, 0)
            elif (way := straight_line(at, h)) is not None:
                found = (way[1], name, way[0])
            else:
                continue
            best = found if best is None else min(best, found)
        if best is None:
            raise LabelError(f"no named place lies on a hex row with {h}")
        steps, name, d = best
        return f"{name} {self.orientation.compass[d]}{steps}" if steps else name
