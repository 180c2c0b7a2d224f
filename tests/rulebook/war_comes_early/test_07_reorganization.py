"""Section 7: break-down, reorganization, dispersal."""

from __future__ import annotations

from core.games.war_comes_early.board import GERMAN
from core.games.war_comes_early.reorganization import (
    ASIDE,
    armies_to_form,
    break_down,
    combine,
    components_aside,
    dispersal_hexes,
    may_break_down,
    overstacked_hexes,
)
from core.games.war_comes_early.zones import enemy_zones
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

PART = corps(joins_army=True)


def with_aside(units: dict[str, tuple[str, Unit]], *aside: str, **more: object) -> Tiny:
    """Those named start beside the map."""
    tiny = Tiny(units, **more)  # type: ignore[arg-type]
    for key in aside:
        tiny.board.take(key, ASIDE)
    return tiny


def test_7_1_an_army_becomes_its_components_and_goes_beside_the_map() -> None:
    tiny = with_aside({"a": ("0404", army()), "c1": ("0101", PART), "c2": ("0101", PART)}, "c1", "c2")
    parts = break_down(tiny.world, tiny.board, tiny.unit("a"))
    assert {unit.id for unit in parts} == {"c1", "c2"}
    assert tiny.board.stacks == {tiny.at("0404"): ("c1", "c2")}
    assert tiny.board.aside == {"a": ASIDE}


def test_7_1_g9_a_shortfall_of_components_is_lost() -> None:
    tiny = with_aside({"a": ("0404", army()), "c1": ("0101", PART)}, "c1")
    assert [unit.id for unit in break_down(tiny.world, tiny.board, tiny.unit("a"))] == ["c1"]


def test_7_1_only_units_that_join_armies_of_the_same_nation() -> None:
    units = {"a": ("0404", army()), "mech": ("0101", corps(kind="mechanized", joins_army=True)),
             "static": ("0102", corps(kind="static")),
             "cz": ("0103", corps("czechoslovakia", joins_army=True)),
             "c": ("0104", PART)}  # fmt: skip
    tiny = with_aside(units, "mech", "static", "cz", "c")
    assert [unit.id for unit in components_aside(tiny.world, tiny.board, tiny.unit("a"))] == ["c"]


def test_7_1_the_italian_mechanized_army_is_made_of_mechanized_corps() -> None:
    mech_army = Unit("", "mechanized", "italy", "army", attributes=army(components=3).attributes)
    units = {"a": ("0404", mech_army), "m": ("0101", corps("italy", "mechanized", joins_army=True)),
             "i": ("0102", corps("italy", joins_army=True))}  # fmt: skip
    tiny = with_aside(units, "m", "i")
    assert [unit.id for unit in components_aside(tiny.world, tiny.board, tiny.unit("a"))] == ["m"]


def test_7_1_two_corps_in_a_hex_form_an_army() -> None:
    tiny = with_aside({"a": ("0101", army()), "c1": ("0404", PART), "c2": ("0404", PART)}, "a")
    ((big, parts),) = armies_to_form(tiny.world, tiny.board, tiny.at("0404"))
    assert big.id == "a"
    combine(tiny.board, big, parts)
    assert tiny.board.stacks == {tiny.at("0404"): ("a",)}
    assert tiny.board.aside == {"c1": ASIDE, "c2": ASIDE}


def test_7_1_not_without_a_counter_beside_the_map_nor_beside_another_army() -> None:
    tiny = Tiny({"c1": ("0404", PART), "c2": ("0404", PART)})
    assert armies_to_form(tiny.world, tiny.board, tiny.at("0404")) == []
    units = {"a": ("0101", army()), "b": ("0404", army()), "c1": ("0404", PART), "c2": ("0404", PART)}
    tiny = with_aside(units, "a")
    assert armies_to_form(tiny.world, tiny.board, tiny.at("0404")) == []


def test_7_0_neither_in_an_enemy_air_zone_nor_out_of_supply() -> None:
    units = {"a": ("0101", army()), "b": ("0606", army()), "c1": ("0404", PART), "c2": ("0404", PART)}
    tiny = with_aside(units, "a")
    assert may_break_down(tiny.world, tiny.board, tiny.unit("b"))
    tiny.board.air_side, tiny.board.air = "allied", (tiny.at("0405"), tiny.at("0606"))
    assert armies_to_form(tiny.world, tiny.board, tiny.at("0404")) == []
    assert not may_break_down(tiny.world, tiny.board, tiny.unit("b"))
    abroad = with_aside(units, "a", country={f"{c:02d}xx": "france" for c in range(1, 9)})
    assert armies_to_form(abroad.world, abroad.board, abroad.at("0404")) == []
    assert not may_break_down(abroad.world, abroad.board, abroad.unit("b"))


def test_7_1_danish_and_lithuanian_armies_and_the_sab_never_break_down() -> None:
    tiny = Tiny({"sab": ("0404", army(components=0))})
    assert not may_break_down(tiny.world, tiny.board, tiny.unit("sab"))


def test_7_0_an_overstack_is_dispersed_to_neighbours_outside_enemy_zones_first() -> None:
    units = {f"u{i}": ("0404", corps()) for i in range(6)}
    tiny = Tiny({**units, "fr": ("0402", corps("france"))})
    assert tiny.names(overstacked_hexes(tiny.world, tiny.board)) == {"0404"}
    zones = enemy_zones(tiny.world, tiny.board, GERMAN)
    assert tiny.names(dispersal_hexes(tiny.world, tiny.board, tiny.unit("u0"), zones)) == {
        "0504", "0505", "0405", "0305", "0304"}  # fmt: skip


def test_7_0_into_enemy_zones_when_there_is_nothing_else() -> None:
    units = {f"u{i}": ("0404", corps()) for i in range(6)}
    sea = dict.fromkeys(("0504", "0505", "0405", "0305", "0304"), "all_sea")
    tiny = Tiny({**units, "fr": ("0402", corps("france"))}, terrain=sea)
    zones = enemy_zones(tiny.world, tiny.board, GERMAN)
    assert tiny.names(dispersal_hexes(tiny.world, tiny.board, tiny.unit("u0"), zones)) == {"0403"}
