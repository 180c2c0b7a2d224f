"""Unit symbols in the manner of NATO: a frame with one sign for each word of the symbol.

"mechanized_infantry" is the sign of mechanized and the sign of infantry in one frame.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.formats.style import SymbolStyle
from core.render.drawing import Fill, Floats, Line, Op
from core.render.fonts import make_text
from core.render.geometry import arc, box, circle, closed, poly
from core.render.symbols import symbol_glyph

WIDTH, HEIGHT = 0.36, 0.225
_W, _H = WIDTH / 2, HEIGHT / 2
_PEN = 0.018
_AIR = ("fighter", "bomber", "air", "transport", "aircraft")
# Words that belong together are looked up as one.
_JOINED = ("anti_aircraft", "anti_tank", "machine_gun", "self_propelled", "armoured_car", "combined_arms")
# American spellings and other words for the same sign.
_SAME = {
    "armor": "armour",
    "tank": "armour",
    "tracked": "armour",
    "self_propelled": "armour",
    "airborne": "paratroop",
    "parachute": "paratroop",
    "recon": "reconnaissance",
    "hq": "headquarters",
    "amphibious": "waves",
    "marine": "waves",
    "coastal": "waves",
    "static": "base",
    "garrison": "base",
    "fortress": "fort",
}


def unit_symbol(symbol: str, type_name: str, y: float, fill: str, ink: str) -> list[Op]:
    """The symbol about (0, y); a type without a known sign gets the first letters of its name."""
    words = _words(symbol)
    if any(word in _AIR for word in words):
        style = SymbolStyle(shape="aircraft", fill=ink, ink=ink, size=0.3 if "bomber" in words else 0.25)
        return list(symbol_glyph(style, 0.0, y))
    frame = box(0, y, WIDTH, HEIGHT)
    ops: list[Op] = [Fill(fill, [frame])]
    known = [_SIGNS[word] for word in words if word in _SIGNS]
    for sign in known:
        ops += sign(y, ink)
    ops.append(Line(ink, _PEN, [closed(frame)]))
    if not known:
        letters = "".join(part[0] for part in type_name.split())[:3].upper()
        ops.append(make_text(letters, 0.0, y + 0.055, 0.16, ink, face="bold", fit=WIDTH - 0.04))
    return ops


def _words(symbol: str) -> list[str]:
    symbol = symbol.lower().replace(" ", "_").replace("-", "_")
    words = []
    for joined in _JOINED:
        if joined in symbol:
            words.append(joined)
            symbol = symbol.replace(joined, "")
    words += [word for word in symbol.split("_") if word]
    return [_SAME.get(word, word) for word in words]


def _lines(*lines: Floats, width: float = _PEN) -> Callable[[float, str], list[Op]]:
    def draw(y: float, ink: str) -> list[Op]:
        return [Line(ink, width, [line + np.array([0, y]) for line in lines])]

    return draw


def _fills(*rings: Floats) -> Callable[[float, str], list[Op]]:
    def draw(y: float, ink: str) -> list[Op]:
        return [Fill(ink, [ring + np.array([0, y]) for ring in rings])]

    return draw


def _letters(text: str) -> Callable[[float, str], list[Op]]:
    def draw(y: float, ink: str) -> list[Op]:
        return [make_text(text, 0.0, y + 0.055, 0.155, ink, face="bold")]

    return draw


def _both(*signs: Callable[[float, str], list[Op]]) -> Callable[[float, str], list[Op]]:
    def draw(y: float, ink: str) -> list[Op]:
        return [op for sign in signs for op in sign(y, ink)]

    return draw


_CROSS = (poly(-_W, -_H, _W, _H), poly(-_W, _H, _W, -_H))
_SLASH = (poly(-_W, _H, _W, -_H),)
_TRACK = closed(
    np.vstack((arc(0.09, 0, 0.05, 0.062, -0.25, 0.25, 9), arc(-0.09, 0, 0.05, 0.062, 0.25, 0.75, 9)))
)
_WHEELS = (circle(-0.1, _H + 0.022, 0.02, 10), circle(0.1, _H + 0.022, 0.02, 10))
_SIGNS: dict[str, Callable[[float, str], list[Op]]] = {
    "infantry": _lines(*_CROSS),
    "armour": _lines(_TRACK),
    "mechanized": _lines(*_CROSS, _TRACK),
    "combined_arms": _lines(*_CROSS, _TRACK, poly(0, -_H, 0, _H)),
    "motorized": _both(_lines(*_CROSS), _fills(*_WHEELS)),
    "motorcycle": _both(_lines(*_SLASH), _fills(*_WHEELS)),
    "cavalry": _lines(*_SLASH),
    "reconnaissance": _lines(*_SLASH),
    "armoured_car": _lines(*_SLASH, _TRACK),
    "artillery": _fills(circle(0, 0, 0.042, 14)),
    "mortar": _both(
        _fills(circle(0, 0.05, 0.026, 12)),
        _lines(poly(0, 0.04, 0, -0.075), poly(-0.03, -0.04, 0, -0.08, 0.03, -0.04)),
    ),
    "machine_gun": _lines(
        poly(0, 0.085, 0, -0.085),
        poly(-0.035, -0.045, 0, -0.085, 0.035, -0.045),
        poly(-0.05, 0.085, 0.05, 0.085),
    ),
    "anti_aircraft": _lines(arc(0, _H, 0.12, 0.15, 0.5, 1.0, 11)),
    "anti_tank": _lines(poly(-_W, _H, 0, -_H, _W, _H)),
    "engineer": _lines(
        poly(-0.075, 0.05, -0.075, -0.035, 0.075, -0.035, 0.075, 0.05), poly(0, -0.035, 0, 0.05)
    ),
    "headquarters": _letters("HQ"),
    "paratroop": _lines(
        np.vstack((arc(-0.035, 0.092, 0.035, 0.04, 0.5, 1.0, 7), arc(0.035, 0.092, 0.035, 0.04, 0.5, 1.0, 7)))
    ),
    "glider": _lines(poly(-0.09, 0.07, 0, 0.035, 0.09, 0.07)),
    "mountain": _fills(poly(-0.042, _H, 0, 0.045, 0.042, _H)),
    "waves": _lines(
        np.column_stack((np.linspace(-_W, _W, 25), 0.082 + 0.014 * np.sin(np.linspace(0, 18.85, 25))))
    ),
    "base": _lines(poly(-_W, 0.075, _W, 0.075)),
    "supply": _lines(poly(-_W, 0.055, _W, 0.055)),
    "fort": _lines(
        poly(
            -0.1,
            0.07,
            -0.1,
            -0.05,
            -0.045,
            -0.05,
            -0.045,
            -0.01,
            0.045,
            -0.01,
            0.045,
            -0.05,
            0.1,
            -0.05,
            0.1,
            0.07,
        )
    ),
}
