"""The sample map of USWC keeps every fact of the rules on its hexes and hexsides, and hangs together."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from core.formats.documents import load_map, load_scenario, text_of
from core.games import load_tables
from core.hexgrid.hexes import (
    connected_groups,
    corners_of,
    hexes_at,
    hexes_of,
    neighbours,
    side,
    side_between,
)
from core.model.map import Cell, Link, MapModel

ROOT = Path(__file__).parents[3]
MAP = ROOT / "maps" / "samples" / "uswc_sample.map.json"
SCENARIO = ROOT / "scenarios" / "uswc" / "uswc_sample.scenario.json"
ROUGH = {"desert", "hills", "woods", "swamp"}


@cache
def sample() -> MapModel:
    return load_map(MAP)


def cell(label: str) -> Cell:
    return sample().hexes[sample().numbers.parse(label)]


def kinds_in(label: str) -> set[str]:
    return {p.kind for p in sample().places.values() if p.hex == sample().numbers.parse(label)}


def has_line(label: str) -> bool:
    h = sample().numbers.parse(label)
    return any(h in hexes_of(link.side) for link in sample().paths)


def is_closed(a: str, b: str) -> bool:
    """Whether ground units may not cross between two hexes."""
    side = side_between(sample().numbers.parse(a), sample().numbers.parse(b))
    return any(Link(side, kind) in sample().hexsides for kind in ("water", "prohibited"))


def on_map(row: dict[str, Any], *names: str) -> bool:
    known = {sample().numbers.label(h) for h in sample().hexes}
    return all(row[name] in known for name in names)


HEX_FACTS = [r for r in load_tables("uswc").table("map_hex_facts").rows if on_map(r, "hex")]
SIDE_FACTS = [r for r in load_tables("uswc").table("map_hexside_facts").rows if on_map(r, "a", "b")]


def test_files_are_in_canonical_form() -> None:
    assert text_of(sample()) == MAP.read_text(encoding="utf-8")
    assert text_of(load_scenario(SCENARIO)) == SCENARIO.read_text(encoding="utf-8")


def test_most_facts_of_the_rules_lie_on_the_sample() -> None:
    assert len(HEX_FACTS) == 33
    assert len(SIDE_FACTS) == 34


@pytest.mark.parametrize("fact", HEX_FACTS, ids=lambda r: f"{r['rule']}-{r['hex']}")
def test_hex_is_as_the_rules_say(fact: dict[str, Any]) -> None:
    label, found = fact["hex"], cell(fact["hex"])
    seen = {
        "land": found.terrain != "water",
        "water": found.terrain == "water",
        "clear": found.terrain == "clear",
        "rough": found.terrain in ROUGH,
        "coastal": "coastal" in found.features,
        "port": "port" in kinds_in(label),
        "capital": "capital" in kinds_in(label),
        "city": bool(kinds_in(label) & {"capital", "city", "factory", "port"}),
        "transport_line": has_line(label),
        "invasion_prohibited": found.attributes.get("no_invasion", False),
        "inland_port": "port" in kinds_in(label) and "coastal" not in found.features,
    }
    stated = {name: fact[name] for name in seen if name in fact}
    assert stated
    assert {name: seen[name] for name in stated} == stated
    if "name" in fact:
        assert fact["name"] in {
            p.name for p in sample().places.values() if sample().numbers.label(p.hex) == label
        }


@pytest.mark.parametrize("fact", SIDE_FACTS, ids=lambda r: f"{r['rule']}-{r['a']}-{r['b']}")
def test_hexside_is_as_the_rules_say(fact: dict[str, Any]) -> None:
    a, b = fact["a"], fact["b"]
    between = side_between(sample().numbers.parse(a), sample().numbers.parse(b))
    if "river" in fact:
        assert Link(between, "river") in sample().hexsides
    if "water" in fact:
        assert (Link(between, "water") in sample().hexsides) == fact["water"]
    if "ground_prohibited" in fact:
        assert is_closed(a, b) == fact["ground_prohibited"]


@pytest.mark.parametrize("label", ["3214", "3215", "3216", "3316"])
def test_7_4_1_no_line_where_the_supply_example_walks(label: str) -> None:
    assert not has_line(label)


@pytest.mark.parametrize("label", ["2814", "2815"])
def test_4_2_3_1_no_city_where_the_example_enters_without_one(label: str) -> None:
    assert not kinds_in(label)


def test_every_side_between_land_and_water_is_a_water_hexside() -> None:
    model = sample()
    wet = {h for h, c in model.hexes.items() if c.terrain == "water"}
    shores = {side_between(h, n) for h in model.hexes.keys() - wet for n in neighbours(h) if n in wet}
    assert len(shores) > 50
    assert shores <= {link.side for link in model.hexsides if link.kind == "water"}


def test_rivers_reach_the_sea_or_the_edge() -> None:
    model = sample()
    wet = {h for h, c in model.hexes.items() if c.terrain == "water"}
    left = {link.side for link in model.hexsides if link.kind in ("river", "canal")}
    closed = {link.side for link in model.hexsides if link.kind == "water"}
    while left:
        river = {left.pop()}
        ends = {c for s in river for c in corners_of(s)}
        while found := {s for s in left if ends & set(corners_of(s))}:
            left -= found
            river |= found
            ends = {c for s in river for c in corners_of(s)}
        mouths = [
            c
            for c in ends
            if any(h in wet or h not in model.hexes for h in hexes_at(c))
            or any(c in corners_of(s) for s in closed)
        ]
        assert mouths, sorted(map(model.side_numbers.label, river))


def test_transport_lines_of_the_continent_hang_together() -> None:
    model = sample()
    ends = {h for link in model.paths for h in hexes_of(link.side) if h in model.hexes}
    left, groups = set(ends), []
    links = [set(hexes_of(link.side)) for link in model.paths]
    while left:
        group = {left.pop()}
        while found := {h for pair in links if pair & group for h in pair & left}:
            group |= found
            left -= found
        groups.append(group)
    assert len(groups) == 2  # England, and the continent
    cities = {p.hex for p in model.places.values() if p.kind != "locality"}
    assert cities <= ends


def test_countries_are_land_and_hang_together() -> None:
    model = sample()
    for region in model.regions:
        inside = model.hexes_in(region)
        assert inside, region
        assert len(connected_groups(inside)) == 1, region
        assert all(model.hexes[h].terrain != "water" for h in inside)
    homeless = [h for h, c in model.hexes.items() if c.terrain != "water" and len(c.regions) != 1]
    assert homeless == []


def test_borders_run_where_countries_meet() -> None:
    model = sample()
    closed = {link.side for link in model.hexsides if link.kind == "water"}
    borders = {link.side for link in model.hexsides if link.kind.endswith("_border")}
    met = set()
    for h, c in model.hexes.items():
        for d, n in enumerate(neighbours(h)):
            other = model.hexes.get(n)
            if other and c.regions and other.regions and c.regions != other.regions:
                met.add(side(h, d))
    assert borders == met - closed
