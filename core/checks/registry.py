"""The list of checks: functions that yield findings. A check that crashes becomes a finding itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from core.edits.base import Edit
from core.formats.hints import listed, nearest_name, nearest_number
from core.formats.system_file import SystemFile
from core.hexgrid.addresses import Addresses
from core.hexgrid.numbering import LabelError, Labels, SideLabels
from core.model.issue import Issue, Severity
from core.model.map import Cell, MapModel
from core.model.scenario import BOX_PREFIX, ScenarioModel

REGION_PREFIX = "region:"
_ADDRESS = re.compile(r".+ [NESW]{1,2}\d+")  # of a place and a way from it, either of which may be wrong


@dataclass(frozen=True)
class MapSubject:
    """A map with the vocabulary that it uses."""

    model: MapModel
    system: SystemFile

    @cached_property
    def numbers(self) -> Labels:
        """The printed hex numbers, made once for all findings."""
        return self.model.numbers

    @cached_property
    def water(self) -> frozenset[str]:
        """The terrains that are open water."""
        return frozenset(terrain.id for terrain in self.system.terrains if terrain.water)

    @cached_property
    def sides(self) -> SideLabels:
        """The names of hexsides, made once for all findings."""
        return self.model.side_numbers


@dataclass(frozen=True)
class ScenarioSubject:
    """A scenario with its map and the vocabulary that both use."""

    model: ScenarioModel
    map: MapModel
    system: SystemFile

    @cached_property
    def numbers(self) -> Labels:
        """The printed hex numbers of the map, made once for all spaces."""
        return self.map.numbers

    @cached_property
    def addresses(self) -> Addresses:
        """The hexes named after places of the map, made once for all spaces."""
        return self.map.addresses

    def cell_at(self, space: str) -> Cell | None:
        """What is in the hex of a space; None for boxes and for spaces that do not exist."""
        if self.space_error(space) or space.startswith(BOX_PREFIX):
            return None
        try:
            return self.map.hexes[self.numbers.parse(space)]
        except LabelError:
            return self.map.hexes[self.addresses.parse(space)]

    def space_error(self, space: str) -> str:
        """Why a space does not exist on the map, and what was probably meant; "" when it does."""
        if space.startswith(BOX_PREFIX):
            box = space.removeprefix(BOX_PREFIX)
            return "" if box in self.map.boxes else f'the map has no box "{box}" ({self._boxes(box)})'
        try:
            found = self.numbers.parse(space)
        except LabelError as error:
            if not self.map.info.named_addresses:
                return f"{error}{self._meant(space)}"
            try:
                found = self.addresses.parse(space)
            except LabelError as other:
                return f"{other}{self._meant(space)}"
        if found in self.map.hexes:
            return ""
        return f'hex "{space}" does not exist on the map{self._meant(space)}'

    def _boxes(self, box: str) -> str:
        if near := nearest_name(box, self.map.boxes):
            return f'did you mean "{BOX_PREFIX}{near}"?'
        return f"its boxes are {listed(sorted(self.map.boxes))}" if self.map.boxes else "it has no boxes"

    def _meant(self, space: str) -> str:
        """In brackets, as the sentence goes on with what to do."""
        if space in self.map.regions:
            return f' (it is a region, under "control" written "{REGION_PREFIX}{space}")'
        if space in self.map.boxes:
            return f' (the box is written "{BOX_PREFIX}{space}")'
        meant = nearest_number(space, self.numbers, self.map.hexes.__contains__)
        if not meant and self.map.info.named_addresses and not _ADDRESS.fullmatch(space):
            meant = nearest_name(space, self.addresses.places)
        return f' (did you mean "{meant}"?)' if meant and meant != space else ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: where, what to do, and where it can be done by itself an edit that does it."""

    message: str
    path: str = ""
    hex: str = ""
    fix: Edit | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check."""

    code: str
    severity: Severity
    run: Callable[[Any], Iterable[Finding]]
    systems: frozenset[str]


Run = TypeVar("Run", bound=Callable[..., Iterable[Finding]])
MOST_FINDINGS = 500  # of one check: nobody reads more, and a terminal should not drown
MOST_COUNTED = 500  # beyond those: to word them all would take longer than anyone waits
MAP_CHECKS: list[Check] = []
SCENARIO_CHECKS: list[Check] = []


def map_check(code: str, severity: Severity = "error", systems: Iterable[str] = ()) -> Callable[[Run], Run]:
    """Register a check of maps, for all systems or for some."""
    return _register(MAP_CHECKS, code, severity, systems)


def scenario_check(
    code: str, severity: Severity = "error", systems: Iterable[str] = ()
) -> Callable[[Run], Run]:
    """Register a check of scenarios, for all systems or for some."""
    return _register(SCENARIO_CHECKS, code, severity, systems)


def _register(
    checks: list[Check], code: str, severity: Severity, systems: Iterable[str]
) -> Callable[[Run], Run]:
    if any(check.code == code for check in (*MAP_CHECKS, *SCENARIO_CHECKS)):
        raise ValueError(f"there are two checks {code}")

    def register(run: Run) -> Run:
        checks.append(Check(code, severity, run, frozenset(systems)))
        return run

    return register


def run_checks(checks: Iterable[Check], subject: MapSubject | ScenarioSubject, file: str) -> Iterator[Issue]:
    """The findings of all checks that apply, in order of their codes."""
    for check in sorted(checks, key=lambda c: c.code):
        if check.systems and subject.system.id not in check.systems:
            continue
        try:
            findings = iter(check.run(subject))
            for found in islice(findings, MOST_FINDINGS):
                number = found.hex if any(map(str.isdigit, found.hex)) else ""  # not a name in its place
                yield Issue(check.code, check.severity, found.message, file, found.path, number)
            if more := sum(1 for _ in islice(findings, MOST_COUNTED)):
                count = str(more) if more < MOST_COUNTED else f"at least {more}"
                message = f"and {count} more like these: correct the first ones"
                yield Issue(check.code, check.severity, message, file)
        except Exception as error:  # a broken check must not hide what the others find
            yield Issue(check.code, "error", f"the check itself failed ({error!r}): please report this", file)
