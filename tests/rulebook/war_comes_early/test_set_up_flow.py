"""Free set-up [3.0-3.2, 13.2]: who places what where, on small boards and in both published scenarios."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from core.engine import Action, Dice, IllegalActionError, State, active_sides, apply, legal_actions
from core.formats.documents import MapLibrary, load_scenario
from core.games import load_system
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.game import WarComesEarly, make_game
from core.games.war_comes_early.set_up_phase import Plan, hexes_for
from core.model.scenario import ScenarioModel
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

ROOT = Path(__file__).resolve().parents[3]
STATIC = corps("czechoslovakia", "static")


def scenario(year: int) -> ScenarioModel:
    return load_scenario(ROOT / "scenarios" / "war_comes_early" / f"wce_{year}.scenario.json")


@cache
def game_of(year: int) -> WarComesEarly:
    return _made(scenario(year))


def _made(model: ScenarioModel) -> WarComesEarly:
    return make_game(
        model, MapLibrary((ROOT / "maps",)).get("war_comes_early"), load_system("war_comes_early")
    )


def placed(
    game: WarComesEarly, choose: Callable[[list[Action]], Action]
) -> tuple[State[Board], list[tuple[str, str]]]:
    """The whole set-up; who placed what, in order."""
    state, order = game.start(Dice(1)), []
    while state.top.node == "set_up":
        (side,) = active_sides(game, state)
        action = choose(legal_actions(game, state, side))
        order.append((side, action.unit))
        state = apply(game, state, action)
        game.check(state)
    return state, order


class TestTinyPlan:
    def plan(self, **queues: tuple[str, ...]) -> WarComesEarly:
        waiting = {
            "a1": corps("france"),
            "a2": corps("france"),
            "g1": corps(),
            "g2": corps(kind="mechanized"),
        }
        terrain = {"0302": "mountain", "0303": "all_sea"}
        tiny = Tiny({}, waiting=waiting, turn=1, terrain=terrain, country={"01xx": "france"})
        at = tiny.at
        zones = {
            "a1": ("0101", "0102"),
            "a2": ("0101", "0102"),
            "g1": ("0301", "0302", "0303"),
            "g2": ("0301", "0302"),
        }
        hexes = {key: tuple(map(at, numbers)) for key, numbers in zones.items()}
        apart = {"a1": frozenset({"a2"}), "a2": frozenset({"a1"})}
        plan = Plan(tuple(queues.items()), hexes, apart)
        return WarComesEarly(tiny.world, plan, tiny.board, ("german", "allied"))

    def test_g36_one_side_after_the_other(self) -> None:
        game = self.plan(allied=("a1", "a2"), german=("g1", "g2"))
        state, order = placed(game, min)
        assert order == [("allied", "a1"), ("allied", "a2"), ("german", "g1"), ("german", "g2")]
        assert state.top.node == "german_order", "then the first turn begins"

    def test_3_1_only_in_the_zone_and_one_in_a_hex_where_the_rules_say_so(self) -> None:
        game = self.plan(allied=("a1", "a2"), german=("g1", "g2"))
        state = game.start(Dice(1))
        assert {action.space for action in legal_actions(game, state, "allied")} == {"0101", "0102"}
        with pytest.raises(IllegalActionError):
            apply(game, state, Action("allied", "place", "a1", "0301"))
        state = apply(game, state, Action("allied", "place", "a1", "0102"))
        assert {action.space for action in legal_actions(game, state, "allied")} == {"0101"}

    def test_11_4_nobody_starts_where_he_could_not_stand(self) -> None:
        game = self.plan(german=("g1", "g2"))
        state = game.start(Dice(1))
        assert {action.space for action in legal_actions(game, state, "german")} == {"0301", "0302"}
        state = apply(game, state, Action("german", "place", "g1", "0302"))
        assert {action.space for action in legal_actions(game, state, "german")} == {"0301"}, (
            "no vehicles in mountains"
        )

    def test_8_0_stacking_holds(self) -> None:
        waiting = {f"g{i}": army() for i in range(2)}
        tiny = Tiny({}, waiting=waiting)
        plan = Plan((), {key: (tiny.at("0101"), tiny.at("0102")) for key in waiting})
        tiny.board.put("g0", tiny.at("0101"))
        assert tiny.names(hexes_for(tiny.world, plan, tiny.board, "g1")) == {"0102"}

    def test_3_1_railheads_are_placed_too(self) -> None:
        tiny = Tiny({}, turn=1)
        hexes = (tiny.at("0101"), tiny.at("0102"))
        plan = Plan((("allied", ("railhead_1", "railhead_2")),), {"railhead_1": hexes, "railhead_2": hexes})
        game = WarComesEarly(tiny.world, plan, tiny.board, ("german", "allied"))
        state, _ = placed(game, max)
        assert tiny.names(state.board.railheads) == {"0102"}, "markers may stand together [8.2]"

    @pytest.mark.parametrize(("allowed", "expected"), [(True, {"0404", "0405"}), (False, {"0405"})])
    def test_g64_a_czech_static_corps_with_an_army_by_option(self, allowed: bool, expected: set[str]) -> None:
        tiny = Tiny(
            {"a": ("0404", army("czechoslovakia"))},
            waiting={"s": STATIC},
            country={"04xx": "czechoslovakia"},
            options={"czech_static_with_army": allowed},
        )
        plan = Plan((), {"s": (tiny.at("0404"), tiny.at("0405"))})
        assert tiny.names(hexes_for(tiny.world, plan, tiny.board, "s")) == expected

    def test_8_3_the_order_of_placing_is_told_to_its_owner_only(self) -> None:
        game = self.plan(allied=("a1", "a2"), german=("g1", "g2"))
        state, _ = placed(game, min)
        assert {entry.sides for entry in state.log.entries() if "set up" in entry.text} == {
            ("allied",),
            ("german",),
        }


class TestScenarios:
    @pytest.mark.parametrize("choose", [min, max], ids=["first hexes", "last hexes"])
    def test_3_0_the_set_up_of_1938_to_the_last_unit(self, choose: Callable[[list[Action]], Action]) -> None:
        game, model = game_of(1938), scenario(1938)
        state, order = placed(game, choose)
        to_place = {key for key, unit in model.units.items() if unit.zone}
        assert {unit for _, unit in order} == to_place | {f"railhead_{n}" for n in range(1, 5)}
        assert to_place <= set(state.board.where)
        assert len(state.board.railheads) == 4
        assert state.top.node == "german_order" and state.board.turn == 1

    def test_g36_the_allies_place_everything_before_the_germans(self) -> None:
        _, order = placed(game_of(1938), min)
        sides = [side for side, _ in order]
        assert sides == sorted(sides), "allied comes before german"
        assert {"allied", "german"} == set(sides)

    def test_g36_by_option_the_germans_begin(self) -> None:
        model = scenario(1938)
        model.options["allied_sets_up_first"] = False
        assert active_sides(_made(model), _made(model).start(Dice(1))) == ("german",)

    def test_3_1_each_unit_is_offered_the_hexes_of_its_zone(self) -> None:
        game, model = game_of(1938), scenario(1938)
        seen: dict[str, set[str]] = {}

        def first(actions: list[Action]) -> Action:
            seen[actions[0].unit] = {action.space for action in actions}
            return actions[0]

        state, _ = placed(game, first)
        for key, unit in model.units.items():
            if unit.zone in ("france", "czech_border", "soviet_north", "soviet_south"):
                assert seen[key] <= set(model.zones[unit.zone].spaces)
        french = [h for key, h in state.board.where.items() if model.units[key].zone == "france"]
        assert len(french) == len(set(french))

    def test_13_2_nothing_is_left_to_place_in_1939(self) -> None:
        game = game_of(1939)
        state = game.start(Dice(1))
        assert state.top.node == "german_order"
        game.check(state)

    @pytest.mark.parametrize("year", [1938, 1939])
    def test_e20_the_start(self, year: int) -> None:
        """E20: turn 1, and 50 points each in 1938."""
        game = game_of(year)
        state, _ = placed(game, min)
        assert game.turn_of(state) == 1
        assert game.points(state) == (
            {"german": 50, "allied": 50} if year == 1938 else {"german": 0, "polish": 0}
        )
