"""Plane geometry for drawing: smooth curves, chains of edges, dashes, marks along a line, steady chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import tau
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from core.render.drawing import Floats

Node = TypeVar("Node", bound=Hashable)
# Long chains are cut so that a part of the map can be drawn without its whole rivers.
LONGEST_CHAIN = 24


def noise(q: ArrayLike, r: ArrayLike, salt: int = 0) -> Floats:
    """A number from 0 to 1 for each pair of whole numbers: always the same, but without any pattern."""
    a = np.atleast_1d(q).astype(np.int64).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    b = np.atleast_1d(r).astype(np.int64).astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
    h = a ^ (b + np.uint64(salt * 0x165667B19E3779F9 % 2**64))
    for shift in (29, 32):
        h = (h ^ (h >> np.uint64(shift))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray((h >> np.uint64(11)) / float(2**53), np.float64)


class Edge(NamedTuple):
    """A drawn piece between two nodes; `points` runs from `a` to `b`."""

    a: Hashable
    b: Hashable
    points: Floats


def chained(edges: Sequence[Edge], longest: int = LONGEST_CHAIN) -> list[Floats]:
    """Edges joined end to end where exactly two meet; every edge is in one line."""
    at: dict[Hashable, list[int]] = defaultdict(list)
    for i, edge in enumerate(edges):
        at[edge.a].append(i)
        at[edge.b].append(i)
    used = [False] * len(edges)
    # Lines begin at ends and forks; what is left then are rings, which begin anywhere.
    starts = [(node, i) for node, meeting in at.items() if len(meeting) != 2 for i in meeting]
    starts += [(edge.a, i) for i, edge in enumerate(edges)]
    return [_follow(edges, at, used, node, i, longest) for node, i in starts if not used[i]]


def _follow(
    edges: Sequence[Edge],
    at: dict[Hashable, list[int]],
    used: list[bool],
    node: Hashable,
    i: int,
    longest: int,
) -> Floats:
    parts: list[Floats] = []
    while len(parts) < longest:
        used[i] = True
        edge = edges[i]
        forward = edge.a == node
        points = edge.points if forward else edge.points[::-1]
        parts.append(points if not parts else points[1:])
        node = edge.b if forward else edge.a
        onward = [j for j in at[node] if not used[j]]
        if len(at[node]) != 2 or not onward:
            break
        i = onward[0]
    return np.concatenate(parts)


def smooth(points: Floats, steps: int = 4) -> Floats:
    """A curve through all points (Catmull-Rom), `steps` pieces between two of them; a ring stays a ring."""
    if len(points) < 3:
        return points
    ring = bool(np.allclose(points[0], points[-1]))
    before, after = (
        (points[-2], points[1]) if ring else (2 * points[0] - points[1], 2 * points[-1] - points[-2])
    )
    p = np.vstack((before, points, after))
    p0, p1, p2, p3 = p[:-3, None], p[1:-2, None], p[2:-1, None], p[3:, None]
    t = (np.arange(steps) / steps)[None, :, None]
    curve = 0.5 * (
        2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3
    )
    return np.vstack((curve.reshape(-1, 2), points[-1:]))


def lengths(line: Floats) -> Floats:
    """How far along the line each of its points lies."""
    return np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))


def point_at(line: Floats, distances: ArrayLike) -> Floats:
    """The points that lie some distances along a line."""
    far = lengths(line)
    d = np.asarray(distances, np.float64)
    return np.column_stack((np.interp(d, far, line[:, 0]), np.interp(d, far, line[:, 1])))


def marks(line: Floats, spacing: float) -> tuple[Floats, Floats]:
    """Points spread evenly along a line, about `spacing` apart, and the unit normals to its left there."""
    total = float(lengths(line)[-1])
    count = max(1, round(total / spacing))
    d = (np.arange(count) + 0.5) * (total / count)
    step = min(0.02, total / 10) or 1.0
    ahead = point_at(line, d + step) - point_at(line, d - step)
    size = np.hypot(*ahead.T)[:, None]
    ahead = ahead / np.where(size == 0, 1, size)
    return point_at(line, d), np.column_stack((ahead[:, 1], -ahead[:, 0]))


def dashed(lines: Iterable[Floats], pattern: Sequence[float]) -> list[Floats]:
    """Lines broken into strokes; `pattern` is stroke, gap, stroke, gap ... and an odd one is repeated."""
    lines = list(lines)
    if sum(pattern) <= 0:
        return lines
    cycle = list(pattern) * (1 + len(pattern) % 2)
    result = []
    for line in lines:
        far = lengths(line)
        total = float(far[-1])
        whole = max(1, round(total / sum(cycle)))
        fit = total / (
            whole * sum(cycle)
        )  # both ends look alike when the pattern fits a whole number of times
        cuts = np.cumsum(np.tile(cycle, whole)) * fit
        begins = np.concatenate(([0.0], cuts[1:-1:2]))
        for begin, end in zip(begins, cuts[::2], strict=True):
            inner = line[(far > begin) & (far < end)]
            ends = point_at(line, [begin, end])
            result.append(np.vstack((ends[:1], inner, ends[1:])))
    return result


def circle(x: float, y: float, radius: float, points: int = 20) -> Floats:
    """A circle as a polygon."""
    angles = np.arange(points) * (tau / points)
    return np.column_stack((x + radius * np.cos(angles), y + radius * np.sin(angles)))


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float, points: int = 9) -> Floats:
    """Part of an ellipse as a line; angles in turns, 0 to the east and growing clockwise."""
    angles = np.linspace(start, end, points) * tau
    return np.column_stack((x + rx * np.cos(angles), y + ry * np.sin(angles)))


def closed(ring: Floats) -> Floats:
    """A polygon as a line that comes back to its start."""
    return np.vstack((ring, ring[:1]))


def poly(*numbers: float) -> Floats:
    """Points written as x, y, x, y ..."""
    return np.array(numbers, np.float64).reshape(-1, 2)


def box(x: float, y: float, width: float, height: float) -> Floats:
    """A rectangle about a centre."""
    w, h = width / 2, height / 2
    return poly(x - w, y - h, x + w, y - h, x + w, y + h, x - w, y + h)
