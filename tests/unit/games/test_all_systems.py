"""What holds for the data of every published system."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from core.checks import check_file
from core.checks.words import value_error
from core.formats.base import attributes_of
from core.formats.documents import load, text_of
from core.formats.style import CounterStyle
from core.formats.system_file import AttributeKind, Effect, Entry, SystemFile
from core.formats.writing import pretty
from core.games import SYSTEMS, data_files, load_system, load_tables

WITH_EFFECTS = ("terrains", "features", "hexsides", "paths", "places", "markers")
SPOKEN_OF = ("terrains", "hexsides", "paths", "places", "markers", "options")
ROOTED = {"sicily": {"depot"}, "westfront": {"fort"}, "war_storm": {"bomber", "close_support"}}
LONGEST_TEXT = 600
LEAST_DIFFERENCE = 12.0  # CIE76; from about 10 on two colours are told apart at a glance
SAYS_SO = re.compile(r"\b(ours?|lost|rebuilt|reconstructed|rest is built|not known)\b", re.IGNORECASE)


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> SystemFile:
    return load_system(request.param)


def nested(entry: Entry) -> Iterator[Entry]:
    """An entry with the attributes and variants that it declares."""
    yield entry
    yield from getattr(entry, "attributes", ())
    yield from getattr(entry, "variants", ())


def entries(system: SystemFile) -> Iterator[tuple[str, Entry]]:
    """Every entry at every depth with its place."""
    for layer, words in system.by_id.items():
        for word in words.values():
            for entry in nested(word):
                yield f"{layer}.{word.id}" + (f".{entry.id}" if entry is not word else ""), entry


def attribute_kinds(system: SystemFile) -> Iterator[tuple[str, AttributeKind]]:
    return ((place, entry) for place, entry in entries(system) if isinstance(entry, AttributeKind))


def effects(system: SystemFile) -> Iterator[tuple[str, str, Any]]:
    for layer in WITH_EFFECTS:
        for entry in getattr(system, layer):
            for column, effect in entry.effects.items():
                yield f"{layer}.{entry.id}", column, effect


def repeated(names: Iterable[str]) -> list[str]:
    found = list(names)
    return sorted({name for name in found if found.count(name) > 1})


def texts(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a piece of data with its place."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from texts(part, f"{place}.{key}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from texts(part, f"{place}[{index}]")
    elif isinstance(value, str):
        yield place, value


def lab(colour: str) -> tuple[float, float, float]:
    """An sRGB colour in CIELAB under D65."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    def root(part: float) -> float:
        return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116

    r, g, b = (linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def references(system: SystemFile) -> Iterator[tuple[str, str, Iterable[str]]]:
    """Every id that an entry refers to: place, id, and where it has to be."""
    words = system.by_id
    classes = {name for kind in system.unit_types for name in kind.classes}
    for hexside in system.hexsides:
        yield from (
            (f"hexsides.{hexside.id}.excludes", other, words["hexsides"]) for other in hexside.excludes
        )
    for feature in system.features:
        yield from ((f"features.{feature.id}.terrains", t, words["terrains"]) for t in feature.terrains)
    for column in system.effect_columns:
        yield from ((f"effect_columns.{column.id}.moves", name, classes) for name in column.moves)
    for nation in system.nations:
        if nation.side:
            yield f"nations.{nation.id}.side", nation.side, words["sides"]
    for unit_type in system.unit_types:
        place = f"unit_types.{unit_type.id}.assumed_values"
        yield from ((place, name, unit_type.values) for name in unit_type.assumed_values)
    for place, kind in attribute_kinds(system):
        yield from ((f"{place}.unit_types", name, words["unit_types"]) for name in kind.unit_types)


# --- the vocabulary --------------------------------------------------------------------------------------


def test_ids_are_unique_within_each_list(system: SystemFile) -> None:
    for layer in system.by_id:
        found = getattr(system, layer)
        assert repeated(entry.id for entry in found) == [], layer
        for entry in found:
            for inner in ("attributes", "variants"):
                assert repeated(part.id for part in getattr(entry, inner, ())) == [], (layer, entry.id)


def test_every_effect_stands_in_a_declared_column(system: SystemFile) -> None:
    columns = system.by_id["effect_columns"]
    assert [(place, column) for place, column, _ in effects(system) if column not in columns] == []


def test_every_column_is_used(system: SystemFile) -> None:
    used = {column for _, column, _ in effects(system)}
    assert [column.id for column in system.effect_columns if column.id not in used] == []


def test_every_effect_names_its_rule(system: SystemFile) -> None:
    silent = [
        (place, column)
        for place, column, effect in effects(system)
        if not isinstance(effect, Effect) or not effect.rule
    ]
    assert silent == []


def test_every_reference_exists(system: SystemFile) -> None:
    assert [(place, name) for place, name, known in references(system) if name not in known] == []


def test_excluding_hexsides_are_not_themselves(system: SystemFile) -> None:
    assert [kind.id for kind in system.hexsides if kind.id in kind.excludes] == []


def test_every_entry_has_a_rule_or_is_ours(system: SystemFile) -> None:
    assert [place for place, entry in entries(system) if not entry.rule and not entry.assumed] == []


def test_every_word_is_explained(system: SystemFile) -> None:
    assert [place for place, entry in entries(system) if not entry.name.strip()] == []
    silent = [
        place
        for place, entry in entries(system)
        if place.split(".")[0] in SPOKEN_OF and not entry.text.strip()
    ]
    assert silent == []


def test_choices_are_given_where_there_is_a_choice_and_only_there(system: SystemFile) -> None:
    kinds = [*attribute_kinds(system), *((f"options.{option.id}", option) for option in system.options)]
    for place, kind in kinds:
        assert bool(kind.choices) == (kind.type == "choice"), place  # type: ignore[attr-defined]
        assert repeated(kind.choices) == [], place  # type: ignore[attr-defined]


def test_limits_of_numbers_are_in_order(system: SystemFile) -> None:
    for place, kind in attribute_kinds(system):
        limits = [limit for limit in (kind.minimum, kind.maximum) if limit is not None]
        assert limits == sorted(limits), place
        assert not limits or kind.type in ("whole", "number"), place


def test_defaults_of_options_fit(system: SystemFile) -> None:
    assert {o.id: error for o in system.options if (error := value_error(o.default, o))} == {}


def test_values_of_unit_types_fit_the_attributes_of_units(system: SystemFile) -> None:
    for unit_type in system.unit_types:
        kinds = {k.id: k for k in system.unit_attributes if not k.unit_types or unit_type.id in k.unit_types}
        for name, value in attributes_of(unit_type.values).items():
            assert name in kinds, (unit_type.id, name)
            assert value_error(value, kinds[name]) == "", (unit_type.id, name)
        assert repeated(unit_type.assumed_values) == [], unit_type.id


def test_every_unit_that_moves_by_hexes_pays_one_column(system: SystemFile) -> None:
    named = [name for column in system.effect_columns for name in column.moves]
    assert repeated(named) == []
    rooted = {t.id for t in system.unit_types if not set(t.classes) & set(named)}
    assert rooted == ROOTED.get(system.id, set())


def test_nobody_pays_a_general_column_when_there_is_one_of_his_own(system: SystemFile) -> None:
    """A class that stands beside a more general one in every unit of its own comes first there."""
    named = {name for column in system.effect_columns for name in column.moves}
    members = {name: {t.id for t in system.unit_types if name in t.classes} for name in named}
    for unit_type in system.unit_types:
        paying = [name for name in unit_type.classes if name in named]
        for first, later in combinations(paying, 2):
            assert members[first] <= members[later], (unit_type.id, first, later)


def test_scale_of_levels_has_a_tint_for_each(system: SystemFile) -> None:
    if (scale := system.elevation) is not None:
        assert scale.minimum < scale.maximum
        assert len(scale.tints) in (0, scale.maximum - scale.minimum + 1)


def test_nations_that_are_ours_have_colours_that_are_ours(system: SystemFile) -> None:
    looks: list[Any] = [look for nation in system.nations for look in (nation, *nation.variants)]
    assert [look.id for look in looks if look.assumed and not look.counter.assumed] == []


def test_counters_are_legible(system: SystemFile) -> None:
    looks: list[Any] = [look for nation in system.nations for look in (nation, *nation.variants)]
    counters: dict[str, CounterStyle] = {look.id: look.counter for look in looks}
    assert [key for key, counter in counters.items() if difference(counter.fill, counter.ink) < 30] == []


def test_terrains_that_share_a_pattern_differ_clearly_in_colour(system: SystemFile) -> None:
    close = [
        (one.id, other.id)
        for one, other in combinations(system.terrains, 2)
        if one.style.pattern == other.style.pattern
        and difference(one.style.fill, other.style.fill) < LEAST_DIFFERENCE
    ]
    assert close == []


# --- the tables ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_every_table_says_something_and_where_it_is_from(system_id: str) -> None:
    tables = load_tables(system_id)
    assert tables.system == system_id
    assert repeated(table.id for table in tables.tables) == []
    assert [table.id for table in tables.tables if not table.rows and not table.values] == []
    assert [table.id for table in tables.tables if not table.rule.strip()] == []


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_tables_that_are_wholly_ours_say_so(system_id: str) -> None:
    silent = [t.id for t in load_tables(system_id).tables if t.assumed and not SAYS_SO.search(t.note)]
    assert silent == []


# --- the files -------------------------------------------------------------------------------------------

FILES = pytest.mark.parametrize("path", data_files(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")


@FILES
def test_files_are_in_canonical_form(path: Path) -> None:
    text = path.read_bytes().decode()
    assert text == pretty(json.loads(text)) + "\n"


@FILES
def test_texts_are_short(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert {place: len(text) for place, text in texts(data) if len(text) > LONGEST_TEXT} == {}


# --- the samples -----------------------------------------------------------------------------------------

ROOT = data_files()[0].parents[4]
SAMPLES = sorted([*ROOT.glob("maps/samples/*.json"), *ROOT.glob("scenarios/*/*.json")])


def test_every_system_has_a_sample_map_and_scenario() -> None:
    found = [json.loads(path.read_text(encoding="utf-8")) for path in SAMPLES]
    for kind in ("sandtable.map", "sandtable.scenario"):
        assert {data["system"] for data in found if data["format"] == kind} == set(SYSTEMS)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_sound_and_in_canonical_form(path: Path) -> None:
    assert check_file(path, load_system, (ROOT / "maps" / "samples",)).issues == []
    assert text_of(load(path)) == path.read_bytes().decode()


def test_counters_print_attributes_that_units_have(system: SystemFile) -> None:
    assert set(system.counter_figures) <= {kind.id for kind in system.unit_attributes}
