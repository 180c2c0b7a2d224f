"""Section 8: stacking."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.stacking import has_room, is_overstacked
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

MECH = corps(kind="mechanized", slots=2)
STATIC_DIVISION = corps(kind="static", slots=2, ce=0.5)
RESERVE = corps(kind="static", reserve_corps=True)


@pytest.mark.parametrize(
    ("units", "too_many"),
    [
        ([MECH, MECH, corps()], False),  # D18
        ([MECH, MECH, corps(), corps()], True),  # D18
        ([STATIC_DIVISION, STATIC_DIVISION, army()], False),  # D19
        ([army(), army()], True),  # D19
        ([RESERVE, RESERVE], True),  # D19
        ([corps()] * 5, False),
        ([corps()] * 6, True),
    ],
)
def test_8_0_five_slots_one_army_one_reserve_corps(units: list[Unit], too_many: bool) -> None:
    tiny = Tiny({f"u{i}": ("0404", unit) for i, unit in enumerate(units)})
    assert is_overstacked(list(tiny.world.pieces.values())) == too_many


def test_8_0_a_soviet_army_is_no_army_for_stacking() -> None:
    tiny = Tiny({f"u{i}": ("0404", army("soviet_union", 0)) for i in range(3)})
    assert not is_overstacked(list(tiny.world.pieces.values()))


def test_8_0_nations_never_share_a_hex() -> None:
    tiny = Tiny({"it": ("0404", corps("italy")), "ge": ("0101", corps()), "ge2": ("0606", corps())})
    assert not has_room(tiny.world, tiny.board, tiny.unit("ge"), tiny.at("0404"))
    assert has_room(tiny.world, tiny.board, tiny.unit("ge"), tiny.at("0606"))
    assert has_room(tiny.world, tiny.board, tiny.unit("ge"), tiny.at("0101"))
