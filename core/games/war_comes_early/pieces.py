"""The counters: what is printed on them, and what the rules derive from size, type and nation [2.3]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.model.facts import Origin, Value
from core.model.scenario import Unit

MECHANIZED = ("mechanized", "combined_arms")
BIG = ("army", "front")


class Piece(NamedTuple):
    """One counter. `ce` is in half corps equivalents, because static divisions count one half [12.3]."""

    id: str
    name: str
    nation: str
    type: str
    size: str
    af: int
    df: int
    mf: int
    ce: int
    slots: int
    components: int
    joins_army: bool
    reserve_corps: bool
    ad_hoc: bool
    is_assumed: bool = False  # whether its factors are

    @property
    def told(self) -> str:
        """Its name where its factors are told: what is assumed stays marked."""
        return f"{self.name} (assumed)" if self.is_assumed else self.name

    @property
    def is_mech(self) -> bool:
        """Mechanized class [2.3.5]."""
        return self.type in MECHANIZED

    @property
    def is_static(self) -> bool:
        """Never moves or advances [2.3.5]."""
        return self.type == "static"

    @property
    def is_big(self) -> bool:
        """A Western army or a Soviet front: one in a hex [8.0]. A Soviet army equals a corps [2.3.1]."""
        return self.size == "front" or (self.size == "army" and self.nation != "soviet_union")

    @property
    def breaks_down(self) -> bool:
        """Made of components that it can be broken down into [7.1]."""
        return self.components > 0

    @property
    def is_german_mech(self) -> bool:
        """Has the privileges of German mechanized corps [9.1, 12.6, 12.7]."""
        return self.nation == "germany" and self.is_mech

    @property
    def is_slovak(self) -> bool:
        """The SAB of 1939: a German army that never breaks down and makes no second attacks [13.4]."""
        return self.nation == "germany" and self.size == "army" and not self.breaks_down


def make_piece(key: str, unit: Unit, usual: Mapping[str, Mapping[str, Value]]) -> Piece:
    """A counter of the order of battle; what it does not say comes from its type."""
    values = {**usual.get(unit.type, {}), **unit.attributes}

    def number(name: str, default: float = 0) -> float:
        found = values.get(name, default)
        return found if isinstance(found, int | float) else default

    source = unit.sources.of("attributes")
    return Piece(
        id=key,
        name=unit.name,
        nation=unit.nation,
        type=unit.type,
        size=unit.size,
        af=int(number("af")),
        df=int(number("df")),
        mf=movement_factor(unit),
        ce=round(2 * number("ce", 1)),
        slots=int(number("slots", 1)),
        components=int(number("components")),
        joins_army=bool(values.get("joins_army", False)),
        reserve_corps=bool(values.get("reserve_corps", False)),
        ad_hoc=bool(values.get("ad_hoc", False)),
        is_assumed=source is not None and source.origin is Origin.ASSUMED,
    )


def movement_factor(unit: Unit) -> int:
    """No factor is printed: it follows from the size [2.3.2]."""
    if unit.type in ("static", "flieger"):
        return 0
    if unit.size == "front" or (unit.size == "army" and unit.nation != "soviet_union"):
        return 4
    return 6
