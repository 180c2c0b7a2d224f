"""Straight lines of hexes, for sight and for drawing.

A line from centre to centre can run exactly along hexsides; the two hexes beside such a side are equally
near. `line` picks one of them consistently, `line_pairs` gives both, as rules of sight ask for.
"""

from __future__ import annotations

from core.hexgrid.hexes import Hex, distance


def _rounded(q3: int, r3: int, n: int, lean: int) -> Hex:
    """The hex nearest to (q3 / n, r3 / n), ties broken by a lean of far less than any real difference.

    Integer arithmetic: a tie is a tie on every machine.
    """
    scale = 1_000_003
    q3, r3, n = q3 * scale + lean * 3, r3 * scale + lean, n * scale
    s3 = -q3 - r3
    q, r, s = (_nearest(v, n) for v in (q3, r3, s3))
    dq, dr, ds = abs(q * n - q3), abs(r * n - r3), abs(s * n - s3)
    if dq > dr and dq > ds:
        q = -r - s
    elif dr > ds:
        r = -q - s
    return Hex(q, r)


def _nearest(value: int, n: int) -> int:
    return (2 * value + n) // (2 * n)


def _walk(a: Hex, b: Hex, lean: int) -> list[Hex]:
    n = distance(a, b)
    if n == 0:
        return [a]
    return [_rounded(a.q * (n - i) + b.q * i, a.r * (n - i) + b.r * i, n, lean) for i in range(n + 1)]


def line(a: Hex, b: Hex) -> list[Hex]:
    """The hexes of the straight line from `a` to `b`, both included: always distance + 1 of them."""
    if b < a:
        return _walk(b, a, 1)[::-1]
    return _walk(a, b, 1)


def line_pairs(a: Hex, b: Hex) -> list[tuple[Hex, ...]]:
    """For each step of the line the one hex it crosses, or the two it runs between."""
    return [
        (p,) if p == o else tuple(sorted((p, o)))
        for p, o in zip(_walk(a, b, 1), _walk(a, b, -1), strict=True)
    ]
