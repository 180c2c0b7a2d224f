"""Section 1: who fights on which side [1.3], and rounding [1.4]."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED, GERMAN, NOBODY
from core.games.war_comes_early.combat import attack_strength
from core.games.war_comes_early.movement import begin_march
from core.games.war_comes_early.neutrals import violable
from tests.rulebook.war_comes_early.playing import play_phase
from tests.rulebook.war_comes_early.real import real_world
from tests.rulebook.war_comes_early.tiny import HOME_SIDES, Tiny, army, corps

GERMAN_SIDE = ("germany", "italy", "hungary", "poland")
ALLIED_SIDE = ("czechoslovakia", "soviet_union", "france", "britain", "romania", "yugoslavia")
NEUTRAL = ("belgium", "denmark", "estonia", "latvia", "lithuania", "netherlands", "luxembourg", "danzig")
ABROAD = {f"{column:02d}xx": "france" for column in range(1, 9)}


class TestSides:
    """1.3"""

    def test_1_3_the_sides_of_1938(self) -> None:
        world, tiny = real_world(1938), Tiny()
        marks = {
            nation: world.side_of(tiny.board, nation) for nation in (*GERMAN_SIDE, *ALLIED_SIDE, *NEUTRAL)
        }
        assert {nation for nation, mark in marks.items() if mark == GERMAN} == set(GERMAN_SIDE)
        assert {nation for nation, mark in marks.items() if mark == ALLIED} == set(ALLIED_SIDE)
        assert {nation for nation, mark in marks.items() if mark == NOBODY} == set(NEUTRAL)
        assert {nation: world.home_side[nation] for nation in HOME_SIDES if nation in world.home_side} == {
            nation: side for nation, side in HOME_SIDES.items() if nation in world.home_side
        }, "small boards use the same sides"

    def test_13_1_the_sides_of_1939(self) -> None:
        world, tiny = real_world(1939), Tiny(campaign=1939)
        assert world.side_of(tiny.board, "germany") == GERMAN
        assert world.side_of(tiny.board, "poland") == ALLIED

    @pytest.mark.parametrize("nation", NEUTRAL)
    def test_1_3_a_neutral_comes_in_on_the_allied_side_only(self, nation: str) -> None:
        tiny = Tiny(country={"01xx": nation})
        assert violable(tiny.world, tiny.board) == [nation]
        tiny.board.violated = (nation,)
        assert tiny.world.side_of(tiny.board, nation) == ALLIED

    @pytest.mark.parametrize(("side", "nation"), [("german", "germany"), ("allied", "france")])
    def test_1_3_nobody_ever_enters_switzerland(self, side: str, nation: str) -> None:
        tiny = Tiny({"u": ("0404", corps(nation))}, country={"0405": "switzerland"})
        game = play_phase(tiny, "movement", nation).go("select u")
        assert game.side == side
        assert game.refusal("move", "u", "0405") == "Switzerland is closed to everybody [1.3]"


class TestRounding:
    """1.4: every halving rounds up; what is halved in a stack is added up first."""

    def strength(self, *stacks: tuple[int, ...]) -> int:
        """Units out of supply, stack by stack, that attack 0404."""
        places = ("0403", "0405", "0504")
        units = {
            f"u{n}_{i}": (places[n], corps(af=af))
            for n, stack in enumerate(stacks)
            for i, af in enumerate(stack)
        }
        tiny = Tiny(units, country=ABROAD)
        pieces = list(tiny.world.pieces.values())
        return attack_strength(tiny.world, tiny.board, pieces, tiny.at("0404"), dict.fromkeys(units, False))

    @pytest.mark.parametrize(
        ("stacks", "halved"),
        [
            (((1,),), 1),
            (((3,),), 2),
            (((4,),), 2),
            (((1, 1),), 1),
            (((3, 3),), 3),
            (((3,), (3,)), 4),
            (((1,), (1,), (1,)), 3),
        ],
    )
    def test_1_4_e12_stack_by_stack_and_up(self, stacks: tuple[tuple[int, ...], ...], halved: int) -> None:
        """E12: a single unit of strength 1 stays at 1."""
        assert self.strength(*stacks) == halved

    def test_10_5_movement_is_halved_without_a_remainder(self) -> None:
        """Four points become two, six become three; in halves of a point."""
        for unit, points in ((army(components=0), 4), (corps(), 6)):
            tiny = Tiny({"u": ("0404", unit)}, country=ABROAD)
            assert begin_march(tiny.world, tiny.board, tiny.unit("u")).points == points
