"""Boards joined from several maps, with overlays: the parts list. `core.model.assembly` joins them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from core.model.facts import Source


@dataclass(frozen=True, slots=True)
class Placement:
    """A map on the board: its upper left corner lies in that column and row; rotation is 0 or 180."""

    map: str
    hash: str = ""
    column: int = 0
    row: int = 0
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class Overlay:
    """A small map laid over the board: its hex `anchor` comes onto the board's hex `at`, turned
    anticlockwise by `turns` times 60 degrees. It replaces what it covers."""

    map: str
    anchor: str
    at: str
    hash: str = ""
    turns: int = 0


@dataclass(frozen=True, slots=True)
class BoardHead:
    """What is said of the board as a whole."""

    id: str
    name: str
    system: str
    north: str = ""
    notes: str = ""
    source: Source | None = None
    schema: str = ""


@dataclass(slots=True)
class BoardModel:
    """A board: layers like those of a map; `maps` and `overlays` are keyed by their order from 1."""

    entry_types: ClassVar[Mapping[str, type]] = {"head": BoardHead, "maps": Placement, "overlays": Overlay}
    head: dict[str, BoardHead]
    maps: dict[int, Placement] = field(default_factory=dict)
    overlays: dict[int, Overlay] = field(default_factory=dict)

    @property
    def info(self) -> BoardHead:
        """The head."""
        return self.head["board"]
