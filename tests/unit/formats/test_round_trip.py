"""Documents survive saving and opening: the same model, and the same bytes."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.formats.documents import Document, content_hash, load, save, text_of
from core.hexgrid.hexes import Hex
from core.hexgrid.numbering import LabelError
from core.hexgrid.orientation import Orientation
from core.model.facts import Attributes, Origin, Source, Sources
from core.model.map import Cell, MapModel, numbering_error
from core.model.scenario import ScenarioModel
from tests.samples import rich_board, rich_map, rich_scenario, set_hex, tiny_map
from tests.unit.formats.strategies import boards, maps, scenarios

SLOW_TO_BUILD = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
RICH: dict[str, Callable[[], Any]] = {
    "map": rich_map,
    "board": rich_board,
    "scenario": partial(rich_scenario, map_hash="a" * 64),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round_trip") / "x.json"


def reopened(text: str, path: Path) -> Document:
    path.write_bytes(text.encode())
    return load(path)


@SLOW_TO_BUILD
@given(model=maps() | boards() | scenarios)
def test_any_document_survives_as_model_and_as_text(path: Path, model: Document) -> None:
    text = text_of(model)
    again = reopened(text, path)
    assert again == model
    assert text_of(again) == text


@SLOW_TO_BUILD
@given(model=maps() | scenarios)
def test_attribute_values_keep_their_types(path: Path, model: MapModel | ScenarioModel) -> None:
    again = reopened(text_of(model), path)
    assert repr(again.info.attributes) == repr(model.info.attributes)


@pytest.mark.parametrize("kind", RICH)
def test_saving_what_was_opened_leaves_the_bytes_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    save(RICH[kind](), path)
    before = path.read_bytes()
    save(load(path), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", RICH)
def test_the_samples_use_every_field_of_the_format(kind: str) -> None:
    from core.formats.kinds import KINDS

    schema = KINDS[f"sandtable.{kind}"].model.model_json_schema()
    written = text_of(RICH[kind]())
    parts = [schema, *schema["$defs"].values()]
    # What has its usual value is not written: of the numbering, the rich map uses some fields only.
    names = {
        name for part in parts if part["title"] != "NumberingPart" for name in part.get("properties", {})
    }
    assert [name for name in sorted(names) if f'"{name}":' not in written] == []


def test_every_entry_has_a_line_of_its_own() -> None:
    for build in RICH.values():
        text = text_of(build())
        rows = [row for value in json.loads(text).values() if isinstance(value, list) for row in value]
        lines = {line.strip().rstrip(",") for line in text.splitlines()}
        assert rows
        assert all(json.dumps(row, ensure_ascii=False) in lines for row in rows)


def test_a_change_of_one_hex_changes_one_line() -> None:
    model = rich_map()
    before = text_of(model).splitlines()
    set_hex(model, "A02.03", terrain="wood")
    after = text_of(model).splitlines()
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        (' {"hex": "A02.03", "terrain": "clear"},', ' {"hex": "A02.03", "terrain": "wood"},')
    ]


def test_the_order_of_entries_in_memory_does_not_matter() -> None:
    model = rich_map()
    turned = replace(
        model, hexes=dict(reversed(model.hexes.items())), places=dict(reversed(model.places.items()))
    )
    assert text_of(turned) == text_of(model)


def test_maps_and_overlays_of_a_board_are_written_by_their_order() -> None:
    model = rich_board()
    turned = replace(
        model, maps=dict(reversed(model.maps.items())), overlays=dict(reversed(model.overlays.items()))
    )
    assert text_of(turned) == text_of(model)


def test_files_are_utf_8_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "x.map.json"
    save(rich_map(), path)
    content = path.read_bytes()
    assert "Nörd".encode() in content
    assert b"\r" not in content
    assert content.endswith(b"}\n")


def test_cells_that_say_the_same_words_in_other_fields_stay_apart(path: Path) -> None:
    model = tiny_map()
    set_hex(model, "0101", features=frozenset({"ruin"}))
    set_hex(model, "0102", regions=frozenset({"ruin"}))
    assert reopened(text_of(model), path) == model


@pytest.mark.parametrize("values", [(1, True), (True, 1), (1, 1.0), (0, False), ((1,), (True,))])
def test_numbers_and_truth_values_in_equal_cells_stay_apart(
    path: Path, values: tuple[object, object]
) -> None:
    model = tiny_map()
    set_hex(model, "0101", attributes=Attributes({"a": values[0]}))
    set_hex(model, "0102", attributes=Attributes({"a": values[1]}))
    again = reopened(text_of(model), path)
    assert [repr(again.hexes[h]) for h in model.hexes] == [repr(cell) for cell in model.hexes.values()]


def test_a_label_may_hang_where_there_is_no_hex(path: Path) -> None:
    model = rich_map()
    label = model.labels["sea"]
    assert label.hex not in model.hexes
    assert reopened(text_of(model), path).labels["sea"] == label


def test_a_hex_outside_the_grid_is_not_dropped_in_silence() -> None:
    model = tiny_map()
    model.hexes[Hex(50, 50)] = Cell("clear")
    with pytest.raises(LabelError):
        text_of(model)


def test_a_huge_grid_with_few_hexes_is_handled_without_its_empty_spots(path: Path) -> None:
    model = tiny_map(columns=2, rows=2, column_digits=4, row_digits=4)
    model.head["map"] = replace(model.info, grid=replace(model.info.grid, columns=2000, rows=2000))
    before = _count_labels(model, path)
    assert before < 100


def _count_labels(model: MapModel, path: Path) -> int:
    """How many hex numbers are made while a map is saved and opened."""
    from core.hexgrid.numbering import GridLabels

    made = 0
    original = GridLabels.label_at

    def counted(self: GridLabels, column: int, row: int) -> str:
        nonlocal made
        made += 1
        return original(self, column, row)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GridLabels, "label_at", counted)
        assert reopened(text_of(model), path) == model
    return made


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("first_shifted", [False, True])
def test_a_map_of_one_hex(orientation: Orientation, first_shifted: bool, path: Path) -> None:
    model = tiny_map("one", 1, 1, orientation, first_shifted=first_shifted)
    assert reopened(text_of(model), path) == model


def test_whole_numbers_may_be_written_with_a_point(path: Path) -> None:
    for build in RICH.values():
        model = build()
        data = json.loads(text_of(model))
        for part in ("grid", "numbering"):
            data[part] = {k: _with_point(v) for k, v in data.get(part, {}).items()}
        data = {name: part for name, part in data.items() if part != {}}
        for name in ("hexes", "maps", "overlays", "turns", "units", "formations", "reinforcements"):
            rows = data.get(name, [])
            data[name] = [{k: _with_point(v) for k, v in row.items()} for row in rows]
        data = {name: part for name, part in data.items() if part != []}
        data = {name: _with_point(part) if name == "first_turn" else part for name, part in data.items()}
        assert text_of(reopened(json.dumps(data), path)) == text_of(model)


def _with_point(value: object) -> object:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def test_sources_are_written_in_their_short_form() -> None:
    model = tiny_map()
    set_hex(model, "0101", sources=Sources({"": Source(Origin.DERIVED, " two  words ")}))
    set_hex(model, "0102", sources=Sources({"terrain": Source(Origin.VERIFIED)}))
    text = text_of(model)
    assert '"source": "derived  two  words "' in text
    assert '"source": {"terrain": "verified"}' in text


def test_the_content_hash_tells_states_of_a_map_apart() -> None:
    model = rich_map()
    before = content_hash(model)
    assert content_hash(rich_map()) == before
    set_hex(model, "A02.03", terrain="wood")
    assert content_hash(model) != before


@given(first=st.integers(0, 200), count=st.integers(1, 200), digits=st.integers(1, 5), by_row=st.booleans())
def test_numbering_error_tells_when_two_hexes_would_share_a_number(
    first: int, count: int, digits: int, by_row: bool
) -> None:
    model = tiny_map(
        columns=count if by_row else 30,
        rows=30 if by_row else count,
        order="RRCC" if by_row else "CCRR",
        column_digits=digits if by_row else 1,
        row_digits=1 if by_row else digits,
        first_column=first if by_row else 1,
        first_row=1 if by_row else first,
    )
    info = model.info
    if not numbering_error(info.grid, info.numbering):
        labels = [model.numbers.label(h) for h in model.hexes]
        assert len(set(labels)) == len(labels)
        assert all(model.numbers.parse(label) == h for h, label in zip(model.hexes, labels, strict=True))
    else:
        assert len(str(first + count - 1)) > digits
