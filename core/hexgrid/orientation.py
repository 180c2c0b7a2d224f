"""The two ways a hex can stand, and the compass names of its directions in each."""

from __future__ import annotations

from enum import StrEnum


class Orientation(StrEnum):
    """FLAT: a side faces north, columns are straight. POINTY: a corner faces north, rows are straight."""

    FLAT = "flat"
    POINTY = "pointy"

    @property
    def compass(self) -> tuple[str, ...]:
        """Names of directions 0 to 5."""
        return _COMPASS[self]

    def direction(self, name: str) -> int | None:
        """The direction with that compass name in either case, or None when this orientation has none."""
        name = name.upper()
        return self.compass.index(name) if name in self.compass else None


_COMPASS = {
    Orientation.FLAT: ("SE", "NE", "N", "NW", "SW", "S"),
    Orientation.POINTY: ("E", "NE", "NW", "W", "SW", "SE"),
}
