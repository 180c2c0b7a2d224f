"""Moving map content from hex to hex: for boards, pasted stamps and shifted grids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from core.hexgrid.hexes import Hex, Side, hexes_of, rotated, side_between
from core.model.map import Link, MapModel

Move: TypeAlias = Callable[[Hex], Hex]


def shift(dq: int, dr: int) -> Move:
    """Every hex moved by the same axial step."""
    return lambda h: Hex(h.q + dq, h.r + dr)


def turn(turns: int, about: Hex, onto: Hex) -> Move:
    """Every hex turned by `turns` times 60 degrees anticlockwise about a hex, which comes onto another."""
    dq, dr = onto.q - about.q, onto.r - about.r

    def move(h: Hex) -> Hex:
        q, r = rotated(h, turns, about)
        return Hex(q + dq, r + dr)

    return move


def moved_side(side: Side, move: Move) -> Side:
    """A side carried along with its two hexes."""
    a, b = hexes_of(side)
    return side_between(move(a), move(b))


def moved_link(link: Link, move: Move) -> Link:
    """A link carried along with its side."""
    return Link(moved_side(link.side, move), link.kind)


def moved_content(model: MapModel, move: Move) -> MapModel:
    """A copy of a map with everything that stands on hexes moved; head, regions and boxes stay."""
    return MapModel(
        head=dict(model.head),
        hexes={move(h): cell for h, cell in model.hexes.items()},
        hexsides={moved_link(link, move): feature for link, feature in model.hexsides.items()},
        paths={moved_link(link, move): feature for link, feature in model.paths.items()},
        places={key: replace(place, hex=move(place.hex)) for key, place in model.places.items()},
        regions=dict(model.regions),
        boxes=dict(model.boxes),
        labels={key: replace(label, hex=move(label.hex)) for key, label in model.labels.items()},
    )
