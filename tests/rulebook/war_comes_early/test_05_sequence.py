"""Section 5: the fixed sequence, drawn national turns, and German phases in between."""

from __future__ import annotations

from itertools import permutations

import pytest

from core.engine import Frame
from tests.rulebook.war_comes_early.playing import Driver, play, play_phase, play_turn
from tests.rulebook.war_comes_early.tiny import MARKERS, Tiny, army, corps

PART = corps(joins_army=True)
# Air superiority of nobody: three German dice and two Allied ones with equal totals [6.1].
NO_AIR = (2, 2, 2, 3, 3)
FRENCH = {"05xx": "france", "06xx": "france", "07xx": "france", "08xx": "france"}
SORTED_MARKERS = sorted(MARKERS)


def phases(game: Driver) -> list[str]:
    """The phases so far, as the log names them."""
    return [line.split(" [")[0] for line in game.log if " Phase [" in line]


def drawn(*markers: str) -> list[int]:
    """Dice that draw these markers in this order."""
    left, dice = list(SORTED_MARKERS), []
    for marker in markers:
        dice.append(left.index(marker) + 1)
        left.remove(marker)
    return dice


def first_turns(turn: int = 1, **more: object) -> Driver:
    """Germans and Czechs side by side, with something to do in every phase."""
    units = {"ge": ("0404", corps()), "cz": ("0505", corps("czechoslovakia"))}
    country = {"05xx": "czechoslovakia", "06xx": "czechoslovakia"}
    return play_turn(Tiny(units, turn=turn, country=country, **more))  # type: ignore[arg-type]


def end_phases(game: Driver, node: str) -> Driver:
    """Finish every phase until play comes to a node."""
    while game.node != node:
        game.go("end_phase")
    return game


class TestFixedTurn:
    """5.1: game turns 1 and 2 of 1938, and every turn of 1939."""

    def test_5_1_the_germans_choose_among_six_orders_before_anything_else(self) -> None:
        game = first_turns()
        assert (game.node, game.side) == ("german_order", "german")
        assert game.choices("order") == {"".join(order) for order in permutations("RMC")}

    @pytest.mark.parametrize("order", ["".join(order) for order in permutations("RMC")])
    def test_5_1_each_order_is_played_as_chosen_then_the_czech_turn_in_its_fixed_order(
        self, order: str
    ) -> None:
        """E3 is the order CMR."""
        game = first_turns().go(f"order {order}")
        end_phases(game, "german_order")
        names = {"R": "Reorganization", "M": "Movement", "C": "Combat"}
        german = [f"Germany: {names[letter]} Phase" for letter in order]
        czech = [f"Czechoslovakia: {name} Phase" for name in names.values()]
        assert phases(game) == [*german, *czech]
        assert game.board.turn == 2

    def test_5_1_e3_the_order_cannot_be_changed_later(self) -> None:
        game = first_turns().go("order CMR")
        assert game.node == "choose_attack"
        assert "not allowed" in game.refusal("order", option="MCR")
        game.go("end_phase")
        assert game.node == "select"
        assert "not allowed" in game.refusal("order", option="MCR")

    def test_5_1_no_markers_are_drawn_and_no_airpower_is_rolled(self) -> None:
        game = first_turns(turn=2).go("order MRC")
        assert game.board.pool == () and game.board.track == () and game.board.air_side == ""
        assert not [line for line in game.log if "rolled" in line]

    def test_5_1_only_germans_and_czechs_act(self) -> None:
        units = {
            "ge": ("0404", corps()),
            "cz": ("0606", corps("czechoslovakia")),
            "fr": ("0101", corps("france")),
            "po": ("0202", corps("poland")),
        }
        game = play_turn(Tiny(units, turn=1, country={"06xx": "czechoslovakia"}))
        game.go("order MCR")
        assert game.choices() == {"select ge", "end_phase"}
        assert game.refusal("select", "po") == "po does not act in this phase [5.2]"
        game.go("end_phase")
        assert (game.side, game.choices()) == ("allied", {"select cz", "end_phase"})

    @pytest.mark.parametrize("turn", [1, 2, 3])
    def test_5_1_g41_both_stay_in_their_two_countries_until_turn_3(self, turn: int) -> None:
        """Czechs are confined to Czechoslovakia anyway (G41)."""
        country = {"05xx": "czechoslovakia", "06xx": "poland", "03xx": "france"}
        units = {"ge": ("0404", corps()), "cz": ("0508", corps("czechoslovakia"))}
        german = play_phase(Tiny(units, turn=turn, country=country), "movement").go("select ge")
        countries = {number[:2] for number in german.choices("move ge")}
        assert countries == ({"04", "05"} if turn < 3 else {"03", "04", "05"})
        czech = play_phase(Tiny(units, turn=turn, country=country), "movement", "czechoslovakia")
        czech.go("select cz")
        assert {number[:2] for number in czech.choices("move cz")} == {"05"}

    def test_5_1_the_second_player_of_1939_is_poland(self) -> None:
        units = {"ge": ("0404", corps()), "po": ("0505", corps("poland"))}
        game = play_turn(Tiny(units, turn=5, campaign=1939, country={"05xx": "poland"})).go("order RMC")
        end_phases(game, "german_order")
        assert phases(game)[3:] == [
            "Poland: Reorganization Phase",
            "Poland: Movement Phase",
            "Poland: Combat Phase",
        ]
        assert game.board.turn == 6


def later_turn(*markers: str, units: bool = True, turn: int = 3, **more: object) -> Driver:
    """A turn with drawn markers. Nobody has air superiority."""
    found = {"ge": ("0202", corps()), "fr": ("0606", corps("france"))} if units else {}
    order = (*markers, *(marker for marker in SORTED_MARKERS if marker not in markers))
    dice = [*NO_AIR, *drawn(*order), *NO_AIR, 1]
    return play_turn(Tiny(found, turn=turn, country=FRENCH, **more), dice)  # type: ignore[arg-type]


def to_next_draw(game: Driver) -> Driver:
    """Decline every German phase and finish all others until a marker is drawn."""
    track = game.board.track
    while game.board.track == track and game.node != "over":
        game.go("pass" if game.node == "window" else "end_phase")
    return game


class TestDraw:
    """5.2"""

    def test_5_2_air_superiority_comes_first_then_a_draw_then_a_german_window(self) -> None:
        game = later_turn("italy")
        assert game.log[:6] == [
            "Game turn 3 begins [5.0]",
            "German airpower [6.1] (rolled 2, 2, 2)",
            "Allied airpower [6.1] (rolled 3, 3)",
            "Air superiority: German 6, Allied 6: nobody [6.1]",
            "Draw of one marker from Anglo-French, Czech, Hungary, Italy, Poland, Soviet + Lith., Yugo + Rom."
            " [5.2] (rolled 4)",
            "Italy marker is drawn [5.2]",
        ]
        assert game.board.track == ("italy",) and game.node == "window"

    def test_5_2_every_marker_is_drawn_once(self) -> None:
        order = ("poland", "czech", "soviet_lith", "anglo_french", "yugo_rom", "italy", "hungary")
        game = later_turn(*order)
        for number in range(1, 8):
            assert game.board.track == order[:number]
            assert set(game.board.pool) == set(order[number:])
            if number < 7:
                to_next_draw(game)

    def test_5_2_all_markers_return_for_the_next_turn(self) -> None:
        tiny = Tiny({}, country=FRENCH)
        game = play_turn(tiny, [*NO_AIR, *([1] * 7), *NO_AIR, 1])
        for _ in range(7):
            to_next_draw(game)
        assert game.board.turn == 4
        assert game.board.track == ("anglo_french",) and len(game.board.pool) == 6
        assert game.board.german_phases == ("reorganization", "movement", "combat")

    def test_5_2_a_group_is_played_by_the_side_of_its_nations(self) -> None:
        units = {
            "it": ("0202", corps("italy")),
            "ro": ("0606", corps("romania")),
            "hu": ("0404", corps("hungary")),
            "yg": ("0808", corps("yugoslavia")),
        }
        country = {"02xx": "italy", "06xx": "romania", "08xx": "yugoslavia", "04xx": "hungary"}
        order = ["italy", "yugo_rom", *(m for m in SORTED_MARKERS if m not in ("italy", "yugo_rom"))]
        game = play_turn(Tiny(units, country=country), [*NO_AIR, *drawn(*order)])
        game.go("pass", "pass")
        assert (game.side, game.choices()) == ("german", {"select it", "end_phase"})
        to_next_draw(game)
        game.go("pass", "pass")
        assert (game.side, game.choices()) == ("allied", {"select ro", "select yg", "end_phase"})
        assert phases(game)[-1] == "Romania and Yugoslavia: Movement Phase"

    def test_5_2_the_phases_of_a_group_come_in_their_fixed_order(self) -> None:
        game = to_next_draw(later_turn("anglo_french"))
        assert phases(game) == [
            f"Britain and France: {name} Phase" for name in ("Reorganization", "Movement", "Combat")
        ]

    def test_5_2_neutrals_do_nothing_until_they_are_violated(self) -> None:
        units = {"fr": ("0606", corps("france")), "be": ("0101", corps("belgium"))}
        tiny = Tiny(units, country={**FRENCH, "01xx": "belgium"})
        dice = [*NO_AIR, *drawn(*SORTED_MARKERS)]
        game = play_turn(tiny, dice)
        game.go("pass", "pass")
        assert game.choices() == {"select fr", "end_phase"}
        tiny.board.violated = ("belgium",)
        dice = [2, 2, 3, 3, 3, *drawn(*SORTED_MARKERS)]  # Belgium adds one to the Allied roll
        game = play_turn(tiny, dice)
        game.go("pass", "pass")
        assert game.choices() == {"select fr", "select be", "end_phase"}

    def test_5_2_a_fallen_nation_has_no_marker_but_a_group_keeps_its_own(self) -> None:
        tiny = Tiny({}, country=FRENCH)
        tiny.board.fallen = ("belgium", "czechoslovakia", "hungary", "lithuania", "poland")
        tiny.board.violated = ("belgium", "lithuania")
        # One less for the Czechs and for Belgium, one more for Hungary and Poland.
        game = play_turn(tiny, [*NO_AIR, 1, 1, 1, 1])
        assert (*game.board.track, *game.board.pool) == ("anglo_french", "italy", "soviet_lith", "yugo_rom")

    def test_5_2_the_marker_of_a_nation_that_falls_leaves_pool_and_track_at_once(self) -> None:
        """Hungary's marker is in the pool when Budapest falls to the Romanians."""
        tiny = Tiny({"ro": ("0404", corps("romania"))}, country={"05xx": "hungary"}, capitals=["0505"])
        game = play_turn(tiny, [*NO_AIR, *drawn("yugo_rom")])
        assert "hungary" in game.board.pool
        game.go("pass", "pass", "select ro", "move ro 0505")
        assert "hungary" in game.board.fallen and "hungary" not in game.board.pool
        assert len(game.board.pool) == 5


class TestWindows:
    """5.3"""

    def test_5_3_after_the_draw_and_after_each_phase(self) -> None:
        game = later_turn("anglo_french")
        seen = []
        while len(game.board.track) == 1:
            if game.node == "window":
                seen.append(len(phases(game)))
                game.go("pass")
            else:
                game.go("end_phase")
        assert seen == [0, 1, 2, 3]

    def test_5_3_any_phase_that_is_left_or_none(self) -> None:
        game = later_turn("italy")
        assert game.side == "german"
        assert game.choices() == {"declare reorganization", "declare movement", "declare combat", "pass"}

    def test_5_3_one_two_or_three_in_one_window_each_once_a_turn(self) -> None:
        game = later_turn("italy").go("declare movement", "end_phase")
        assert game.node == "window"
        assert game.choices() == {"declare reorganization", "declare combat", "pass"}
        assert "not allowed" in game.refusal("declare", option="movement")
        game.go("declare combat")
        assert game.choices() == {"declare reorganization", "pass"}
        game.go("declare reorganization")
        assert game.board.german_phases == ()
        assert [node for node in game.board.track if node.startswith("german")] == [
            "german_movement",
            "german_combat",
            "german_reorganization",
        ]
        assert game.side == "allied", "no window is left, so play goes on to the French Movement Phase"
        game.go("end_phase")
        assert game.board.turn == 4
        assert len([phase for phase in phases(game) if phase.startswith("Germany")]) == 3

    def test_5_3_no_window_before_the_first_draw(self) -> None:
        game = later_turn("italy")
        draw = next(i for i, line in enumerate(game.log) if "drawn" in line)
        assert game.node == "window" and draw == len(game.log) - 1

    def test_5_3_the_last_window_is_after_the_seventh_combat_phase(self) -> None:
        game = later_turn(units=False)
        for _ in range(6):
            to_next_draw(game)
        assert len(game.board.track) == 7
        game.go("pass", "pass", "pass")
        assert phases(game)[-1].endswith("Combat Phase")
        game.go("declare movement")
        assert phases(game)[-1] == "Germany: Movement Phase"

    def test_e4_movement_after_the_draw_then_the_reorganization_of_the_group(self) -> None:
        units = {
            "ge": ("0202", corps()),
            "fr1": ("0606", corps("france", joins_army=True)),
            "fr2": ("0606", corps("france", joins_army=True)),
        }
        tiny = Tiny(units, aside={"fr_army": army("france")}, country=FRENCH)
        game = play_turn(tiny, [*NO_AIR, 1])
        game.go("declare movement")
        assert game.board.track == ("anglo_french", "german_movement")
        game.go("select ge", "move ge 0203", "stop ge", "pass")
        assert phases(game) == ["Germany: Movement Phase", "Britain and France: Reorganization Phase"]
        assert game.choices() == {"combine fr_army 0606", "end_phase"}

    def test_e5_combat_and_reorganization_between_soviet_movement_and_soviet_combat(self) -> None:
        units = {"ge1": ("0404", PART), "ge2": ("0404", PART), "su": ("0505", corps("soviet_union"))}
        tiny = Tiny(units, aside={"ge_army": army()}, country={"05xx": "soviet_union"})
        game = play_turn(tiny, [*NO_AIR, *drawn("italy", "soviet_lith"), 1, 1, 1, 1, 1, *NO_AIR, 1])
        game.go("declare movement", "end_phase", "pass")
        to_next_draw(game).go("pass", "pass")
        assert phases(game)[-1] == "Soviet Union: Movement Phase"
        game.go("end_phase", "declare combat", "end_phase", "declare reorganization", "end_phase")
        assert phases(game)[-4:] == [
            "Soviet Union: Movement Phase",
            "Germany: Combat Phase",
            "Germany: Reorganization Phase",
            "Soviet Union: Combat Phase",
        ]
        assert game.board.german_phases == () and game.side == "allied"
        game.go("end_phase")
        assert game.board.turn == 4, "further draws and the return of airpower need no German"
        assert len([line for line in game.log if line.startswith("Germany:")]) == 3

    def test_d40_phases_that_were_not_used_are_lost(self) -> None:
        tiny = Tiny({"ge": ("0202", corps())})
        game = play_turn(tiny, [*NO_AIR, *([1] * 7), *NO_AIR, 1]).go("declare movement", "end_phase", "pass")
        for _ in range(7):
            to_next_draw(game)
        assert "The Germans have not used: reorganization, combat [5.3]" in game.log
        assert game.board.turn == 4
        assert game.choices("declare") == {"reorganization", "movement", "combat"}, "none is carried over"

    def test_g49_no_german_phase_inside_another_phase(self) -> None:
        game = later_turn("anglo_french").go("pass", "pass")
        assert game.node == "select"
        assert game.refusal("declare", option="combat", side="german") == (
            'it is not the choice of "german" but of allied'
        )

    def test_3_3_a_neutral_that_joins_its_group_in_between_acts_with_it(self) -> None:
        country = {**FRENCH, "01xx": "belgium"}
        tiny = Tiny({"ge": ("0202", corps())}, waiting={"be": corps("belgium")}, country=country)
        game = play_turn(tiny, [*NO_AIR, 1])
        game.go("pass", "declare movement", "violate belgium", "place be 0108", "end_phase", "pass")
        assert (game.side, game.choices()) == ("allied", {"select be", "end_phase"})


class TestFallInOwnTurn:
    """G63"""

    def czechs(self, **more: object) -> Driver:
        units = {"ge": ("0404", corps()), "cz": ("0606", corps("czechoslovakia"))}
        tiny = Tiny(
            units, country={"05xx": "czechoslovakia", "06xx": "czechoslovakia"}, capitals=["0505"], **more
        )  # type: ignore[arg-type]
        game = play_turn(tiny, [*NO_AIR, *drawn("czech"), 4, 1])
        game.go("pass", "declare movement", "select ge", "move ge 0505", "stop ge")
        assert game.board.fallen == ("czechoslovakia",) and game.node == "window"
        return game

    def test_g63_after_the_window_the_rest_of_the_czech_turn_is_skipped(self) -> None:
        game = self.czechs()
        assert game.board.track == ("german_movement",), "the Czech marker is gone"
        game.go("pass")
        assert game.board.track == ("german_movement", "anglo_french")
        assert phases(game) == ["Czechoslovakia: Reorganization Phase", "Germany: Movement Phase"]

    def test_g63_by_option_it_is_finished_without_units(self) -> None:
        """What remains of it are the German windows."""
        game = self.czechs(options={"fallen_nation_skips_phases": False})
        game.go("pass", "pass")
        assert phases(game)[2:] == ["Czechoslovakia: Movement Phase", "Czechoslovakia: Combat Phase"]
        assert game.node == "window" and game.board.track == ("german_movement",)


class TestEndOfTheGame:
    def test_4_2_after_turn_10_the_winner_is_determined(self) -> None:
        tiny = Tiny({}, turn=10)
        game = play_turn(tiny, [*NO_AIR, *([1] * 7)])
        while game.state.result is None:
            game.go("pass")
        assert game.state.result.winner == "allied"
        assert game.refusal("pass", side="german").startswith("the game is over: Czechoslovakia has not")

    def test_5_2_airpower_returns_at_the_end_of_the_turn(self) -> None:
        tiny = Tiny({})
        tiny.board.air_side, tiny.board.air = "german", (0, 1)
        game = play(tiny, Frame("game_turn", {"stage": "end"}), dice=[*NO_AIR, 1])
        assert game.log[0] == "2 airpower markers return [6.3]"
        assert game.board.air == () and game.board.turn == 4
