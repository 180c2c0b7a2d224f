"""Section 2.3: what size, type and nation of a counter say, for all counters of both scenarios."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.pieces import Piece
from tests.rulebook.war_comes_early.real import real_world
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps, front

HALF = 1  # a corps equivalent in halves is 2
ARMY_OF = {"hungary": 3, "denmark": 0, "lithuania": 0}  # corps of an army; two where nothing is said [7.1]


def counters(year: int) -> list[Piece]:
    return list(real_world(year).pieces.values())


class TestMovementFactors:
    """2.3.2: no factor is printed, it follows from the size."""

    @pytest.mark.parametrize("year", [1938, 1939])
    def test_2_3_2_every_counter(self, year: int) -> None:
        for piece in counters(year):
            if piece.is_static or piece.type == "flieger":
                assert piece.mf == 0, piece.id
            elif piece.size == "front" or (piece.size == "army" and piece.nation != "soviet_union"):
                assert piece.mf == 4, piece.id
            else:
                assert piece.mf == 6, piece.id

    def test_2_3_2_small_boards_follow_it(self) -> None:
        tiny = Tiny(
            {
                "c": ("0101", corps()),
                "a": ("0202", army()),
                "f": ("0303", front()),
                "s": ("0404", corps(kind="static")),
            }
        )
        assert [tiny.unit(key).mf for key in "cafs"] == [6, 4, 4, 0]


class TestSizes:
    """2.3.1: a Soviet front equals another nation's army, a Soviet army a corps."""

    def test_2_3_1_soviet_armies_are_no_big_units(self) -> None:
        soviet = [piece for piece in counters(1938) if piece.nation == "soviet_union"]
        assert {piece.size for piece in soviet if piece.is_big} == {"front"}
        armies = [piece for piece in soviet if piece.size == "army"]
        assert len(armies) == 28 and all(piece.ce == 2 * HALF and piece.slots == 1 for piece in armies)

    def test_2_3_1_other_armies_are(self) -> None:
        others = [piece for piece in counters(1938) if piece.nation != "soviet_union"]
        assert {piece.size for piece in others if piece.is_big} == {"army"}
        assert {piece.size for piece in others} == {"army", "corps", "division"}


class TestTypes:
    """2.3.5"""

    def test_2_3_5_mechanized_class(self) -> None:
        for year in (1938, 1939):
            for piece in counters(year):
                assert piece.is_mech == (piece.type in ("mechanized", "combined_arms")), piece.id
                assert piece.is_german_mech == (piece.is_mech and piece.nation == "germany"), piece.id

    def test_2_3_5_static_units_have_no_attack_and_no_others_do(self) -> None:
        for piece in counters(1938):
            if piece.type == "flieger":
                continue  # a marker of combat [12.8]
            assert (piece.af == 0) == piece.is_static, piece.id

    def test_8_0_german_reserve_corps_are_static_0_3(self) -> None:
        reserve = [piece for piece in counters(1938) if piece.reserve_corps]
        assert len(reserve) == 6
        assert all(
            (piece.nation, piece.af, piece.df, piece.is_static) == ("germany", 0, 3, True)
            for piece in reserve
        )


class TestEquivalents:
    """12.3 and 8.0: corps equivalents and slots, as derived from composition."""

    def test_12_3_armies_are_worth_their_corps(self) -> None:
        for piece in counters(1938):
            if piece.size == "front":
                assert (piece.components, piece.ce) == (5, 10), piece.id
            elif piece.is_big:
                parts = 3 if piece.is_mech else ARMY_OF.get(piece.nation, 2)
                assert piece.components == parts, piece.id
                assert piece.ce == 2 * HALF * max(1, parts), piece.id

    def test_13_4_german_armies_of_1939_have_three_corps_the_slovak_one_none(self) -> None:
        armies = {
            piece.id: (piece.components, piece.ce)
            for piece in counters(1939)
            if piece.is_big and piece.nation == "germany"
        }
        assert armies.pop("ge_sab") == (0, 2)
        assert set(armies.values()) == {(3, 6)} and len(armies) == 5

    def test_12_3_corps_are_worth_one_and_german_static_divisions_half(self) -> None:
        for piece in counters(1938):
            if piece.size == "corps":
                assert piece.ce == 2 * HALF, piece.id
            if piece.size == "division" and piece.is_static:
                assert (piece.nation, piece.ce, piece.slots) == ("germany", HALF, 2), piece.id

    def test_8_0_only_german_mechanized_corps_and_static_divisions_take_two_slots(self) -> None:
        for piece in counters(1938):
            if piece.type == "flieger":
                continue
            double = piece.is_german_mech or (piece.size == "division" and piece.is_static)
            assert piece.slots == (2 if double else 1), piece.id

    def test_2_3_1_the_bef_is_a_corps(self) -> None:
        """G51"""
        assert {(piece.size, piece.mf) for piece in counters(1938) if piece.nation == "britain"} == {
            ("corps", 6)
        }

    def test_g47_belgians_and_dutch_are_corps_that_never_reorganize(self) -> None:
        for piece in counters(1938):
            if piece.nation in ("belgium", "netherlands"):
                assert (piece.size, piece.mf, piece.components, piece.joins_army) == ("corps", 6, 0, False)
