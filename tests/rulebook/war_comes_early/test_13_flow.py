"""Section 13 in play: the scenario of 1939."""

from __future__ import annotations

import pytest

from core.games.war_comes_early.board import ALLIED, GERMAN
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.playing import Driver, play_phase, play_turn
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

POLISH = corps("poland")
MECH = corps(kind="mechanized", af=40, slots=2)
SAB = army(components=0, ce=1, af=40)
PART = corps(joins_army=True)
POLAND = {"04xx": "poland", "05xx": "poland", "06xx": "poland"}


def tiny_1939(units: dict[str, tuple[str, Unit]], **more: object) -> Tiny:
    """Poland in columns 04 to 06, Germany on both sides of it, with a city in 0101."""
    return Tiny(units, **{"campaign": 1939, "country": POLAND, "cities": ["0101"], **more})  # type: ignore[arg-type]


class TestSequence:
    def test_13_4_the_fixed_sequence_on_every_turn(self) -> None:
        tiny = tiny_1939({"ge": ("0101", corps()), "po": ("0606", POLISH)}, turn=4)
        game = play_turn(tiny)
        assert (game.node, game.side) == ("german_order", "german")
        game.go("order CRM", "end_phase")
        assert (game.node, game.side) == ("select", "polish")
        game.go("end_phase")
        assert (game.node, game.board.turn) == ("german_order", 5)
        assert not [line for line in game.log if "airpower" in line or "marker" in line]

    def test_13_4_no_neutrals_are_violated(self) -> None:
        tiny = tiny_1939({"ge": ("0101", corps())}, country={**POLAND, "02xx": "lithuania"}, turn=4)
        game = play_phase(tiny, "movement")
        assert game.node == "select"
        game.go("select ge")
        assert {text.split()[-1][:2] for text in game.choices("move")} == {"01"}, "nobody leaves the area"

    def test_13_1_poles_stay_in_poland(self) -> None:
        tiny = tiny_1939({"po": ("0404", POLISH), "ge": ("0304", corps()), "x": ("0808", corps())})
        game = play_phase(tiny, "combat", "poland")
        assert game.is_over, "they may not attack out of it"
        tiny = tiny_1939({"po": ("0404", POLISH)})
        game = play_phase(tiny, "movement", "poland").go("select po")
        assert {text.split()[-1][:2] for text in game.choices("move")} == {"04", "05"}

    def test_g31_danzig_is_open_to_the_germans_only(self) -> None:
        country = {**POLAND, "0303": "danzig"}
        tiny = tiny_1939({"po": ("0403", POLISH), "ge": ("0202", corps())}, country=country)
        assert "move po 0303" not in play_phase(tiny, "movement", "poland").go("select po").choices()
        assert "move ge 0303" in play_phase(tiny, "movement").go("select ge").choices()


class TestCombat:
    def test_13_4_every_supplied_german_attack_uses_the_mechanized_line(self) -> None:
        """A difference of 3 is the fifth column; die 1: 1/2."""
        tiny = tiny_1939(
            {"ge": ("0304", corps(af=6)), "po": ("0404", POLISH), "p2": ("0404", corps("poland", df=0))}
        )
        game = play_phase(tiny, "combat", dice=(1,)).go("attack 0404", "join ge")
        assert any("column 5 of the german mechanized line" in line for line in game.log)

    def test_13_4_the_slovak_army_too(self) -> None:
        tiny = tiny_1939({"sab": ("0304", SAB), "po": ("0404", POLISH)})
        game = play_phase(tiny, "combat", dice=(1,)).go("attack 0404", "join sab")
        assert any("of the german mechanized line" in line for line in game.log)

    def test_12_3_polish_losses_are_chosen_by_the_polish_side(self) -> None:
        units = {"ge": ("0304", corps(af=9)), **{f"p{i}": ("0404", corps("poland", df=1)) for i in range(3)}}
        game = play_phase(tiny_1939(units), "combat", dice=(3,)).go("attack 0404", "join ge")
        assert (game.node, game.side) == ("choose_loss", "polish")
        assert game.choices() == {"lose p0", "lose p1", "lose p2"}

    def test_13_4_poland_has_no_replacements(self) -> None:
        tiny = tiny_1939({"ge": ("0304", corps(af=40)), "po": ("0404", POLISH)})
        game = play_phase(tiny, "combat", dice=(1,)).go("attack 0404", "join ge", "halt")
        assert game.where("po") == "out" and game.board.due == {}

    def test_13_4_german_corps_return_as_in_1938(self) -> None:
        tiny = tiny_1939({"po": ("0404", POLISH)}, waiting={"c": corps()}, turn=2)
        tiny.board.aside["c"] = "lost"
        game = play_phase(tiny, "reorganization").go("replace c", "return c 0101")
        assert game.where("c") == "0101"

    def test_g59_no_points_for_cities_or_mechanized_corps(self) -> None:
        tiny = tiny_1939(
            {"m": ("0304", corps(kind="mechanized", af=0)), "po": ("0404", POLISH)}, cities=["0101", "0404"]
        )
        before = dict(tiny.board.vp)
        game = play_phase(tiny, "combat", dice=(1,)).go("attack 0404", "join m")
        assert game.where("m") == "lost" and game.board.vp == before

    def test_g59_the_fall_of_warsaw_does_not_end_poland(self) -> None:
        tiny = tiny_1939({"ge": ("0304", corps()), "po": ("0606", POLISH)}, capitals=["0404"])
        game = play_phase(tiny, "movement").go("select ge", "move ge 0404", "stop ge")
        assert game.board.fallen == () and game.where("po") == "0606" and game.state.result is None

    def test_13_4_armies_break_down_into_three_and_the_slovak_army_never(self) -> None:
        units = {
            "a": ("0304", army(components=3)),
            "sab": ("0305", SAB),
            "po": ("0404", corps("poland", df=99)),
        }
        game = play_phase(tiny_1939(units, aside={f"c{i}": PART for i in range(3)}), "combat", dice=(1,))
        game.go("attack 0404", "join a", "join sab", "lose sab")
        assert game.stack("0304") == {"c0", "c1", "c2"}, "disrupted [12.4]"
        assert game.where("sab") == "out", "it does not return"
        game = play_phase(tiny_1939(units, aside={f"c{i}": PART for i in range(3)}), "combat", dice=(1,))
        game.go("attack 0404", "join a", "join sab", "lose a", "lose c1")
        assert game.stack("0304") == {"c0", "c2"} and game.stack("0305") == {"sab"}, "it is never disrupted"


class TestSecondAttacks:
    def test_13_4_all_germans_make_flank_attacks_but_the_slovak_army(self) -> None:
        for unit, flanks in ((corps(), {"u 0303", "u 0305", "u 0403", "u 0405"}), (SAB, set())):
            tiny = tiny_1939({"u": ("0304", unit), "po": ("0404", corps("poland", df=99))})
            game = play_phase(tiny, "combat")
            assert game.choices("flank") <= flanks and bool(game.choices("flank")) == bool(flanks)

    def test_13_4_all_germans_have_momentum_but_the_slovak_army(self) -> None:
        units = {"u": ("0304", corps(af=40)), "po": ("0404", POLISH), "p2": ("0505", POLISH)}
        game = play_phase(tiny_1939(units), "combat", dice=(1, 1)).go("attack 0404", "join u", "advance u")
        assert game.node == "choose_momentum" and "attack 0505" in game.choices()
        units["u"] = ("0304", SAB)
        game = play_phase(tiny_1939(units), "combat", dice=(1, 1)).go("attack 0404", "join u", "advance u")
        assert game.is_over

    def test_g53_on_foot_into_mountains_too(self) -> None:
        units = {"u": ("0304", corps()), "po": ("0404", corps("poland", df=99))}
        game = play_phase(tiny_1939(units, terrain={"0405": "mountain", "0305": "mountain"}), "combat")
        assert game.choices("flank")

    @pytest.mark.parametrize("allowed", [True, False])
    def test_g53_momentum_into_mountains_as_an_option(self, allowed: bool) -> None:
        units = {"u": ("0304", corps(af=40)), "po": ("0404", POLISH), "p2": ("0505", POLISH)}
        options = {"foot_flank_attack_rough_ground_1939": allowed}
        tiny = tiny_1939(units, terrain={"0505": "mountain"}, options=options)
        game = play_phase(tiny, "combat", dice=(1,)).go("attack 0404", "join u", "advance u")
        assert (not game.is_over and "attack 0505" in game.choices()) == allowed

    def test_13_4_only_mechanized_corps_ignore_zones_in_movement(self) -> None:
        units = {"u": ("0403", corps()), "m": ("0403", MECH), "po": ("0404", POLISH)}
        tiny = tiny_1939(units)
        assert "move u 0504" not in play_phase(tiny, "movement").go("select u").choices()
        assert "move m 0504" in play_phase(tiny, "movement").go("select m").choices()


class TestEnd:
    def last_turn(self, **control: str) -> Driver:
        """The end of turn 6 with a board that has Krakow, Warsaw and Danzig."""
        tiny = Tiny(
            {"po_cdc": ("3814", corps("poland", "static"))},
            campaign=1939,
            turn=6,
            columns=39,
            rows=27,
            country={"3226": "poland", "3821": "poland", "3714": "danzig", "3814": "poland"},
        )
        for number, mark in control.items():
            tiny.control(number.removeprefix("h"), mark)
        if control.get("h3714") == GERMAN:
            tiny.board.take("po_cdc", "out")
        return play_turn(tiny, stage="end")

    @pytest.mark.parametrize(
        ("control", "winner", "points"),
        [
            ({}, "polish", 0),
            ({"h3226": GERMAN}, "polish", 1),
            ({"h3821": GERMAN}, "polish", 2),
            ({"h3226": GERMAN, "h3821": GERMAN}, "", 3),  # D33
            ({"h3226": GERMAN, "h3821": GERMAN, "h3714": GERMAN}, "german", 4),  # D35
        ],
    )
    def test_13_3_e17_d33_d35_the_result_after_turn_6(
        self, control: dict[str, str], winner: str, points: int
    ) -> None:
        """E17: up to 2 points the Poles win, 3 is a draw, 4 a German victory. D33 and D35 come last."""
        game = self.last_turn(**control)
        assert game.state.result is not None and game.state.result.winner == winner
        assert game.game.points(game.state) == {"german": points, "polish": 0}

    def test_13_3_there_is_no_sudden_death(self) -> None:
        tiny = tiny_1939(
            {"po": ("0404", POLISH)},
            country={**POLAND, "2413": "poland", "2414": "poland"},
            columns=24,
            rows=14,
        )
        tiny.board.set_control(tiny.at("2413"), ALLIED)
        tiny.board.set_control(tiny.at("2414"), ALLIED)
        tiny.board.turn = 5
        game = play_turn(tiny, stage="end")
        assert game.state.result is None and game.board.turn == 6
