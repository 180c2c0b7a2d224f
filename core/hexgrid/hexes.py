"""Axial hexes, sides and corners, and the arithmetic between them. No grid bounds, no labels, no plane.

Directions count 0 to 5 anticlockwise; which compass point a direction is depends on the orientation of
the grid and is told by `core.hexgrid.orientation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int


class Side(NamedTuple):
    """A hexside, stored once: `d` is 0, 1 or 2. Build it with `side` or `side_between`."""

    hex: Hex
    d: int


class Corner(NamedTuple):
    """A point where three hexes meet, stored once: `i` is 0 or 1. Build it with `corner`."""

    hex: Hex
    i: int


STEPS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
DIRECTIONS = range(6)
_DIRECTION_OF = {step: d for d, step in enumerate(STEPS)}

# Corner i of a hex lies between its directions i and i + 1. Corners 2 to 5 belong to a neighbour.
_CORNER_OWNER = ((None, 0), (None, 1), (3, 0), (4, 1), (4, 0), (5, 1))


def neighbour(h: Hex, d: int) -> Hex:
    """The hex next to `h` in direction `d`."""
    step = STEPS[d % 6]
    return Hex(h.q + step.q, h.r + step.r)


def neighbours(h: Hex) -> list[Hex]:
    """The six hexes around `h`, in order of direction."""
    return [Hex(h.q + q, h.r + r) for q, r in STEPS]


def moved(h: Hex, d: int, steps: int) -> Hex:
    """The hex reached by going `steps` hexes straight in direction `d`."""
    step = STEPS[d % 6]
    return Hex(h.q + step.q * steps, h.r + step.r * steps)


def distance(a: Hex, b: Hex) -> int:
    """How many hexes from `a` to `b`, not counting `a`."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction_between(a: Hex, b: Hex) -> int | None:
    """The direction from `a` to its neighbour `b`, or None when they are not neighbours."""
    return _DIRECTION_OF.get(Hex(b.q - a.q, b.r - a.r))


def straight_line(a: Hex, b: Hex) -> tuple[int, int] | None:
    """(direction, steps) when `b` lies on one of the six hex rows through `a`, else None."""
    steps = distance(a, b)
    for d in DIRECTIONS:
        if steps and moved(a, d, steps) == b:
            return d, steps
    return None


def side(h: Hex, d: int) -> Side:
    """The side of `h` in direction `d`."""
    d %= 6
    return Side(h, d) if d < 3 else Side(neighbour(h, d), d - 3)


def side_between(a: Hex, b: Hex) -> Side:
    """The side shared by two neighbours; ValueError when they are not neighbours."""
    d = direction_between(a, b)
    if d is None:
        raise ValueError(f"{a} and {b} are not neighbours")
    return side(a, d)


def sides(h: Hex) -> list[Side]:
    """The six sides of `h`, in order of direction."""
    return [side(h, d) for d in DIRECTIONS]


def hexes_of(s: Side) -> tuple[Hex, Hex]:
    """The two hexes that share a side."""
    return s.hex, neighbour(s.hex, s.d)


def corner(h: Hex, i: int) -> Corner:
    """Corner `i` of `h`: the one between its directions `i` and `i + 1`."""
    owner, index = _CORNER_OWNER[i % 6]
    return Corner(h if owner is None else neighbour(h, owner), index)


def corners(h: Hex) -> list[Corner]:
    """The six corners of `h`."""
    return [corner(h, i) for i in DIRECTIONS]


def corners_of(s: Side) -> tuple[Corner, Corner]:
    """The two ends of a side."""
    return corner(s.hex, s.d - 1), corner(s.hex, s.d)


def hexes_at(c: Corner) -> tuple[Hex, Hex, Hex]:
    """The three hexes that meet in a corner."""
    return c.hex, neighbour(c.hex, c.i), neighbour(c.hex, c.i + 1)


def sides_at(c: Corner) -> tuple[Side, Side, Side]:
    """The three sides that meet in a corner."""
    a, b, d = hexes_at(c)
    return side_between(a, b), side_between(b, d), side_between(d, a)


def corner_neighbours(c: Corner) -> list[Corner]:
    """The three corners one side away."""
    return [end for s in sides_at(c) for end in corners_of(s) if end != c]


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at exactly `radius` from `centre`."""
    if radius == 0:
        yield centre
        return
    h = moved(centre, 4, radius)
    for d in DIRECTIONS:
        for _ in range(radius):
            yield h
            h = neighbour(h, d)


def within(centre: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at most `radius` from `centre`, itself included."""
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
            yield Hex(centre.q + dq, centre.r + dr)


def rotated(h: Hex, turns: int, about: Hex = Hex(0, 0)) -> Hex:  # noqa: B008  a Hex is immutable
    """`h` turned by `turns` times 60 degrees anticlockwise about a hex."""
    q, r = h.q - about.q, h.r - about.r
    for _ in range(turns % 6):
        q, r = q + r, -q
    return Hex(q + about.q, r + about.r)


def rotated_side(s: Side, turns: int, about: Hex = Hex(0, 0)) -> Side:  # noqa: B008  a Hex is immutable
    """A side turned with its hexes."""
    a, b = hexes_of(s)
    return side_between(rotated(a, turns, about), rotated(b, turns, about))


def connected_groups(hexes: Iterable[Hex]) -> list[set[Hex]]:
    """The hexes sorted into groups that hang together, largest first."""
    left = set(hexes)
    groups: list[set[Hex]] = []
    while left:
        group = {left.pop()}
        frontier = list(group)
        while frontier:
            found = [n for n in neighbours(frontier.pop()) if n in left]
            left.difference_update(found)
            group.update(found)
            frontier += found
        groups.append(group)
    return sorted(groups, key=lambda g: (-len(g), min(g)))
