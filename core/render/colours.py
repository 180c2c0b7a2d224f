"""Colours as #rrggbb: mixing, telling light from dark, and whether one can be read on another."""

from __future__ import annotations

from math import dist

# From this ratio on small text can be read well (WCAG 2, level AA).
READABLE = 4.5
_SIMILAR = 75.0


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(a: str, b: str, share: float) -> str:
    """Colour `a` with a share of colour `b`."""
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(rgb(a), rgb(b), strict=True))


def lightness(colour: str) -> float:
    """How light a colour looks, from 0 to 1."""
    red, green, blue = rgb(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def is_bluish(colour: str) -> bool:
    """Whether a colour looks like water."""
    red, green, blue = rgb(colour)
    return blue > 1.15 * red and blue >= green


def similar(a: str, b: str) -> bool:
    """Whether two thin lines of these colours beside each other look like one line drawn twice."""
    return dist(rgb(a), rgb(b)) < _SIMILAR


def contrast(a: str, b: str) -> float:
    """The contrast ratio of WCAG 2, from 1 (none) to 21 (black on white)."""
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def plate_for(fill: str, ink: str) -> str:
    """A ground near `fill` on which `ink` can be read; `fill` itself where that works."""
    # Every colour can be read on white or on black.
    far = "#ffffff" if contrast("#ffffff", ink) >= READABLE else "#000000"
    steps = (mixed(fill, far, share / 20) for share in range(21))
    return next(ground for ground in steps if contrast(ground, ink) >= READABLE)
