"""Section 8.3: what a side sees of the enemy."""

from __future__ import annotations

import json

import pytest

from core.engine import Frame, State
from core.engine.saving import state_json
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.fog import UNKNOWN, top_of, with_unknown
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

PART = corps(joins_army=True)
FLIEGER = corps(kind="flieger", slots=0)


def seen(game: Driver, side: str) -> State[Board]:
    return game.game.view(game.state, side)


def visible(game: Driver, side: str) -> set[str]:
    """The units on the map that a side knows by name."""
    return {key for key in seen(game, side).board.where if not key.startswith(UNKNOWN)}


def facing(**more: object) -> Tiny:
    """A German stack of three in 0404 beside a French one of three in 0405, and more behind both."""
    units = {
        "ge_a": ("0404", army()),
        "ge_1": ("0404", corps(af=1)),
        "ge_2": ("0404", corps(af=9)),
        "ge_b": ("0302", army()),
        "ge_3": ("0302", corps(af=2)),
        "fr_a": ("0405", army("france")),
        "fr_1": ("0405", corps("france")),
        "fr_2": ("0405", corps("france")),
        "fr_b": ("0708", army("france")),
        "fr_3": ("0708", corps("france", df=9)),
    }
    return Tiny(units, cities=["0101"], country={"07xx": "france", "08xx": "france"}, **more)  # type: ignore[arg-type]


def swapped(tiny: Tiny, a: str, b: str) -> Tiny:
    """Two units change places."""
    board = tiny.board
    where = board.where[a], board.where[b]
    board.put(a, where[1])
    board.put(b, where[0])
    return tiny


class TestStacks:
    def test_8_3_of_an_enemy_stack_only_the_top_unit_is_known(self) -> None:
        game = play_phase(facing(), "movement")
        assert visible(game, "allied") == {"fr_a", "fr_1", "fr_2", "fr_b", "fr_3", "ge_a", "ge_b"}
        assert visible(game, "german") == {"ge_a", "ge_1", "ge_2", "ge_b", "ge_3", "fr_a", "fr_b"}

    def test_8_3_how_many_lie_below_and_of_which_nation_can_be_seen(self) -> None:
        game = play_phase(facing(), "movement")
        table = seen(game, "allied").board
        world = with_unknown(game.game.world)
        assert len(table.stacks[world.ground.index["0404"]]) == 3
        assert {world.pieces[key].nation for key in table.where if key.startswith(UNKNOWN)} == {"germany"}
        assert len({key for key in table.where if key.startswith(UNKNOWN)}) == 3

    def test_8_3_single_units_are_always_seen(self) -> None:
        game = play_phase(Tiny({"ge": ("0404", corps()), "fr": ("0707", corps("france"))}), "movement")
        assert visible(game, "allied") == {"ge", "fr"}

    def test_8_3_an_army_covers_corps(self) -> None:
        tiny = Tiny({"a": ("0404", army()), "z": ("0404", corps())})
        assert top_of(tiny.world, ("a", "z")) == "a"

    def test_8_3_one_does_not_fool_oneself(self) -> None:
        game = play_phase(facing(), "movement")
        assert seen(game, "german").board.stacks[game.game.world.ground.index["0404"]] == (
            "ge_1",
            "ge_2",
            "ge_a",
        )


class TestNothingLeaks:
    @pytest.mark.parametrize("phase", ["movement", "combat"])
    def test_8_3_swapping_hidden_units_changes_nothing_that_the_enemy_sees(self, phase: str) -> None:
        one, other = facing(), swapped(facing(), "ge_2", "ge_3")
        first, second = play_phase(one, phase), play_phase(other, phase)
        assert seen(first, "allied") == seen(second, "allied")
        assert seen(first, "german") != seen(second, "german")

    def test_8_3_who_spoils_his_view_does_not_spoil_the_game(self) -> None:
        game = play_phase(facing(), "movement").go("select ge_1", "move ge_1 0403", "stop ge_1")
        before = [dict(frame.data) for frame in game.state.stack]
        for frame in seen(game, "german").stack:
            frame.data.clear()  # type: ignore[attr-defined]
        assert [dict(frame.data) for frame in game.state.stack] == before

    def test_8_3_dice_and_log_stay_with_the_table(self) -> None:
        game = play_phase(facing(), "movement", dice=(6, 5, 4)).go(
            "select ge_1", "move ge_1 0403", "stop ge_1"
        )
        for side in ("german", "allied"):
            view = seen(game, side)
            assert view.dice.script == () and view.dice.seed == 0
            assert list(view.log.entries()) == []

    def test_8_3_the_log_of_the_enemy_does_not_say_who_has_moved(self) -> None:
        game = play_phase(facing(), "movement").go("select ge_1", "move ge_1 0403", "stop ge_1")
        (entry,) = (entry for entry in game.state.log.entries() if "moves" in entry.text)
        assert entry.text.startswith("ge_1 moves 0404-0403, 1 of ") and entry.sides == ("german",)
        assert entry not in game.state.log.seen_by("allied")

    def test_8_3_frames_name_no_hidden_unit(self) -> None:
        """ge_3 is about to move out of the stack that hides it; ge_1 has moved into another."""
        game = play_phase(facing(), "movement")
        game.go("select ge_1", "move ge_1 0403", "stop ge_1", "select ge_3")
        assert game.node == "march"
        names = json.dumps(state_json(game.game, seen(game, "allied"))["stack"])
        assert "ge_3" not in names
        assert "ge_3" in json.dumps(state_json(game.game, seen(game, "german"))["stack"])

    def test_8_3_a_march_of_one_hidden_unit_looks_like_that_of_another(self) -> None:
        first = play_phase(facing(), "movement").go("select ge_3")
        second = play_phase(swapped(facing(), "ge_3", "ge_2"), "movement").go("select ge_2")
        assert seen(first, "allied") == seen(second, "allied")

    def test_8_3_a_combination_is_told_to_its_owner_only(self) -> None:
        units = {"c1": ("0404", PART), "c2": ("0404", PART), "fr": ("0707", corps("france"))}
        tiny = Tiny(units, aside={"a": army()}, turn=2)
        game = play_phase(tiny, "reorganization").go("combine a 0404")
        (entry,) = [entry for entry in game.state.log.entries() if "form" in entry.text]
        assert entry.sides == ("german",)


class TestAttacks:
    def test_8_3_a_declared_attack_shows_its_target(self) -> None:
        game = play_phase(facing(), "combat")
        assert "fr_1" not in visible(game, "german")
        game.go("attack 0405")
        assert {"fr_a", "fr_1", "fr_2"} <= visible(game, "german")
        assert "fr_3" not in visible(game, "german")

    def test_8_3_and_the_stacks_that_it_comes_from(self) -> None:
        game = play_phase(facing(), "combat").go("attack 0405")
        assert "ge_1" not in visible(game, "allied"), "nobody has joined yet"
        game.go("join ge_a")
        assert {"ge_1", "ge_2"} <= visible(game, "allied")
        assert "ge_3" not in visible(game, "allied")

    def test_8_3_after_looking_it_cannot_be_called_off(self) -> None:
        game = play_phase(facing(), "combat").go("attack 0405")
        assert game.choices() == {"join ge_1", "join ge_2", "join ge_a"}
        game.go("join ge_1")
        assert game.choices() == {"join ge_2", "join ge_a", "resolve"}
        assert "not allowed" in game.refusal("end_phase")
        assert "not allowed" in game.refusal("pass")

    def test_12_8_a_drop_shows_nothing_yet(self) -> None:
        """The Germans may still decide not to attack."""
        tiny = facing(waiting={"ge_7f": FLIEGER})
        tiny.board.air_side, tiny.board.aside["ge_7f"] = "german", "ready"
        game = play_phase(tiny, "combat", dice=(4,)).go("drop 0405 0405")
        assert game.node == "after_drop"
        assert not {"fr_1", "fr_2"} & visible(game, "german")
        assert {"fr_1", "fr_2"} <= visible(game.go("attack 0405"), "german")

    def test_8_3_break_downs_in_a_battle_are_told_to_both(self) -> None:
        """The attackers are out of supply in a foreign country."""
        units = {"ge_a": ("0404", army()), "fr": ("0405", corps("france"))}
        country = {f"{column:02d}xx": "france" for column in range(1, 9)}
        tiny = Tiny(units, aside={"c1": PART, "c2": PART}, country=country)
        game = play_phase(tiny, "combat", dice=(1,)).go("attack 0405", "join ge_a")
        (entry,) = [entry for entry in game.state.log.entries() if "breaks down into" in entry.text]
        assert entry.sides == ()


def test_8_3_the_owner_sees_his_own_surplus() -> None:
    """G10: he chooses who is eliminated, and the enemy learns nothing by it."""
    sea = dict.fromkeys(("0403", "0504", "0505", "0405", "0305", "0304"), "all_sea")
    tiny = Tiny({f"u{i}": ("0404", corps()) for i in range(6)}, terrain=sea)
    game = play(tiny, Frame("overstack", {"side": "german", "nations": ("germany",)}))
    assert visible(game, "german") == {f"u{i}" for i in range(6)}
    assert visible(game, "allied") == {"u5"}


def test_8_3_a_hidden_front_is_no_other_unit_type() -> None:
    """Stand-ins are ordinary corps of the nation, whatever lies there."""
    strong: Unit = corps("france", df=9)
    tiny = Tiny(
        {
            "a": ("0404", army("france")),
            "b": ("0404", strong),
            "c": ("0606", corps("france")),
            "d": ("0607", corps("france")),
        }
    )
    world = with_unknown(tiny.world)
    assert {piece.df for key, piece in world.pieces.items() if key.startswith(UNKNOWN)} == {3}
