"""Colours as #rrggbb: mixing and telling light from dark."""

from __future__ import annotations


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
