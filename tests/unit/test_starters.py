"""New documents are valid from the start, also where a system demands attributes."""

from typing import Any

import pytest

from core.formats.system_file import SystemFile
from core.model.issue import DocumentError
from core.starters import starter_map, starter_scenario
from tests.samples import map_issues, scenario_issues, system_data, test_system, word


def demanding() -> SystemFile:
    """A system that demands an attribute of every type from everything that a new document has."""
    kinds: list[dict[str, Any]] = [
        word("w", type="whole", minimum=2.5, required=True),
        word("n", type="number", maximum=-1, required=True),
        word("t", type="text", required=True),
        word("f", type="flag", required=True),
        word("c", type="choice", choices=["a", "b"], required=True),
        word("d", type="direction", required=True),
        word("l", type="list", required=True),
        word("free", type="whole"),
    ]
    names = ("map", "hex", "scenario", "side", "nation", "turn")
    return SystemFile.model_validate(system_data() | {f"{name}_attributes": kinds for name in names})


def test_new_documents_have_what_is_demanded(monkeypatch: pytest.MonkeyPatch) -> None:
    system = demanding()
    monkeypatch.setattr("tests.samples.test_system", lambda: system)
    model = starter_map("coast", "", system, 3, 2)
    scenario = starter_scenario("landing", "", model.info, "", system, 2)
    assert map_issues(model) == []
    assert scenario_issues(scenario, model) == []
    assert dict(model.info.attributes) == {"w": 3, "n": -1, "t": "", "f": False, "c": "a", "d": "", "l": ()}
    assert [side.attributes["c"] for side in scenario.sides.values()] == ["a", "b"]


def test_new_documents_have_no_more_than_is_demanded() -> None:
    model = starter_map("north-coast_2", "", test_system(), 3, 2)
    assert model.info.name == "North coast 2"
    assert {cell.terrain for cell in model.hexes.values()} == {"clear"}
    assert not any(cell.attributes for cell in model.hexes.values())
    scenario = starter_scenario("landing", "D-Day", model.info, "", test_system(), 2)
    assert scenario.info.name == "D-Day"
    assert scenario.units == {}
    assert [nation.side for nation in scenario.nations.values()] == ["red", "blue"]


@pytest.mark.parametrize("first", [1, 95])
@pytest.mark.parametrize("order", ["CCRR", "RRCC"])
def test_hex_numbers_of_new_maps_are_wide_enough(first: int, order: str) -> None:
    data = system_data()
    data["grid"]["numbering"] = {"order": order, "first_column": first, "first_row": first}
    model = starter_map("x", "", SystemFile.model_validate(data), 12, 12)
    labels = {model.numbers.label(h) for h in model.hexes}
    assert len(labels) == 144
    assert len({len(label) for label in labels}) == 1


def test_new_maps_with_another_numbering() -> None:
    system = test_system()
    usual = starter_map("x", "", system, 4, 3)
    model = starter_map("x", "", system, 4, 3, prefix="B", first_column=98, first_row=20)
    info = model.info
    assert info.numbering.shifted_number(info.grid) == usual.info.numbering.shifted_number(usual.info.grid)
    assert model.numbers.label(min(model.hexes)) == "B09820"
    assert map_issues(model) == []
    with pytest.raises(DocumentError, match="use letters"):
        starter_map("x", "", system, 4, 3, prefix="7")
