"""Single counters and markers as small pictures: nation colours, size, symbol, name and figures."""

from __future__ import annotations

from dataclasses import dataclass

from core.formats.style import CounterStyle, SymbolStyle
from core.formats.system_file import MarkerKind, NationKind, SystemFile, UnitSize, UnitType
from core.model.facts import Value
from core.model.scenario import Marker, Unit
from core.render.colours import lightness, mixed, plate_for
from core.render.drawing import Fill, Glyph, Line, Op
from core.render.fonts import make_text, printable, text_width
from core.render.geometry import box, closed
from core.render.ground import entries
from core.render.symbols import placed, symbol_glyph
from core.render.unit_symbols import unit_symbol

SIDE = 0.74
# Names are set in the larger size; longer ones in the smaller, and shortened rather than smaller still.
NAME_SIZE, SMALLEST_NAME = 0.135, 0.108
_NAME_ROOM = SIDE - 0.05
_UNKNOWN = CounterStyle(fill="#d9d4c7", ink="#2b2620")
_UNKNOWN_MARKER = SymbolStyle(shape="chit", fill="#ffffff", ink="#c02080", size=0.3)
_SHORT = {
    "anti-aircraft": "AA", "anti-tank": "AT", "armored": "Arm", "armoured": "Arm", "artillery": "Art",
    "battalion": "Bn", "battery": "Bty", "bomber": "Bmr", "border": "Bdr", "brigade": "Bde", "british": "Br",
    "captain": "Capt", "cavalry": "Cav", "colonel": "Col", "commandant": "Cdt", "company": "Coy",
    "corps": "Cps", "coastal": "Cstl", "division": "Div", "eighth": "8th", "engineer": "Eng",
    "engineers": "Eng", "fifth": "5th", "fighter": "Ftr", "first": "1st", "flieger": "Fl", "fourth": "4th",
    "french": "Fr", "garrison": "Gar", "general": "Gen", "german": "Ger", "group": "Gp", "hauptmann": "Hptm",
    "headquarters": "HQ", "infantry": "Inf", "italian": "It", "lieutenant": "Lt", "machine": "M",
    "major": "Maj", "mechanized": "Mech", "mortar": "Mtr", "motorized": "Mot", "mountain": "Mtn",
    "ninth": "9th", "officer": "Off", "panzer": "Pz", "parachute": "Para", "polish": "Pol",
    "regiment": "Rgt", "reserve": "Res", "second": "2nd", "seventh": "7th", "sixth": "6th", "soviet": "Sov",
    "squadron": "Sqn", "tenth": "10th", "third": "3rd",
}  # fmt: skip


@dataclass(frozen=True)
class Words:
    """The parts of the vocabulary that counters need."""

    types: dict[str, UnitType]
    sizes: dict[str, UnitSize]
    nations: dict[str, NationKind]
    figures: tuple[str, ...]


def words_of(system: SystemFile) -> Words:
    """The vocabulary of a system for its counters."""
    return Words(
        entries(system, "unit_types", UnitType),
        entries(system, "unit_sizes", UnitSize),
        entries(system, "nations", NationKind),
        tuple(system.counter_figures),
    )


def counter_glyph(unit: Unit, words: Words, scale: float = 1.0) -> Glyph:
    """A counter: size, symbol, name and figures on the colours of its nation."""
    style = counter_style(unit, words)
    kind, size = words.types.get(unit.type), words.sizes.get(unit.size)
    ink = style.ink
    ops = list(blank_counter(style))
    plate = plate_for(style.fill, ink)
    if plate != style.fill:
        ops.append(Fill(plate, [box(0, 0.185, SIDE - 0.05, 0.32), box(0, -0.297, SIDE - 0.05, 0.1)]))
    if size and size.mark:
        ops.append(make_text(size.mark, 0.0, -0.258, 0.108, ink, face="bold", fit=SIDE - 0.1))
    ops += unit_symbol(
        kind.symbol if kind else "", kind.name if kind else unit.type, -0.118, symbol_paper(style), ink
    )
    name, name_size = fitted_name(unit.name)
    ops.append(make_text(name, 0.0, 0.132, name_size, ink, fit=_NAME_ROOM))
    if figures := _figures(unit, kind, words):
        ops.append(make_text(figures, 0.0, 0.322, 0.2, ink, face="bold", fit=SIDE - 0.08))
    return tuple(ops) if scale == 1.0 else tuple(placed(op, scale, 0.0, 0.0) for op in ops)


def blank_counter(style: CounterStyle, side: float = SIDE) -> Glyph:
    """A counter without anything on it."""
    ring = box(0, 0, side, side)
    return (
        Fill("#000000", [box(0.018, 0.022, side, side)], 0.35),
        Fill(style.fill, [ring]),
        Line(mixed(style.fill, "#000000", 0.55), 0.014, [closed(ring)]),
    )


def symbol_paper(style: CounterStyle) -> str:
    """The ground of the unit symbol, on which the ink can be read."""
    towards = "#ffffff" if lightness(style.ink) < 0.5 else "#000000"
    return plate_for(mixed(style.fill, towards, 0.45 if towards == "#ffffff" else 0.2), style.ink)


def fitted_name(name: str) -> tuple[str, float]:
    """A name as it fits on a counter, and its size."""
    name, _ = printable(" ".join(name.split()))
    if text_width(name) * NAME_SIZE <= _NAME_ROOM:
        return name, NAME_SIZE
    return shortened(name, _NAME_ROOM / SMALLEST_NAME), SMALLEST_NAME


def shortened(name: str, room: float) -> str:
    """A name that runs no longer than `room` in a font of height 1: words are shortened, then cut."""
    words = name.split(" ")
    for i in sorted(range(len(words)), key=lambda i: -len(words[i])):
        if text_width(" ".join(words)) <= room:
            break
        words[i] = _SHORT.get(words[i].casefold(), words[i])
    while text_width(" ".join(words)) > room:
        stems = [word.rstrip(".") if word.rstrip(".").isalpha() else "" for word in words]
        i = max(range(len(words)), key=lambda i: len(stems[i]))
        stem = stems[i]
        if len(stem) <= 3:
            return _cut(" ".join(words), room)
        words[i] = stem[:-1] + "."
    return " ".join(words)


def _cut(name: str, room: float) -> str:
    while len(name) > 1 and text_width(name + "…") > room:
        name = name[:-1].rstrip()
    return name + "…"


def counter_style(unit: Unit, words: Words) -> CounterStyle:
    """The colours of a unit: of its nation, or of a variant of it."""
    nation = words.nations.get(unit.nation)
    if nation is None:
        return _UNKNOWN
    variants = {variant.id: variant.counter for variant in nation.variants}
    return variants.get(str(unit.attributes.get("variant", "")), nation.counter)


def _figures(unit: Unit, kind: UnitType | None, words: Words) -> str:
    """What the counter prints in large figures: values of the unit, else those of its type."""

    def value(name: str) -> Value | None:
        found = unit.attributes.get(name)
        return found if found is not None or kind is None else _plain(kind.values.get(name))

    return "-".join(str(found) for name in words.figures if (found := value(name)) is not None)


def _plain(value: object) -> Value | None:
    return value if isinstance(value, str | int | float | bool) else None


def marker_glyph(kind: MarkerKind | None, marker: Marker) -> Glyph:
    """A marker; a plain one gets the first letters of its name."""
    style = kind.style if kind else _UNKNOWN_MARKER
    glyph = symbol_glyph(style)
    if style.shape != "chit":
        return glyph
    name = kind.name if kind else marker.kind
    letters = "".join(word[0] for word in name.replace("-", " ").split())[:2].upper()
    text = make_text(
        letters, 0.0, 0.17 * style.size, 0.5 * style.size, style.ink, face="bold", fit=0.75 * style.size
    )
    ops: list[Op] = [*glyph, text]
    return tuple(ops)
