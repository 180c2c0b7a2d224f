"""Section 3: German arrivals, neutrals, replacements and control; with the airborne division of 12.8."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.engine import Turn
from core.games.war_comes_early.arrivals import (
    LOST,
    READY,
    WAITING,
    Circumstances,
    arrive,
    can_return,
    delay_reasons,
    drop,
    drop_hexes,
    due_replacements,
    eliminated,
    german_replacements,
    lose,
    may_drop,
    motorized_corps_hexes,
    mountain_corps_hexes,
    place_replacement,
    ready_flieger,
    replacement_hexes,
    reserve_corps,
    reserve_hexes,
    roll_reserves,
)
from core.games.war_comes_early.board import ALLIED, GERMAN, NOBODY, Board
from core.games.war_comes_early.movement import enter
from core.games.war_comes_early.neutrals import (
    lapse,
    set_up,
    set_up_hexes,
    units_to_set_up,
    violable,
    violate,
)
from core.games.war_comes_early.victory import OUT
from core.model.facts import Attributes
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps, lines

FLIEGER = Unit("", "flieger", "germany", "division", attributes=Attributes({"slots": 0}))
MECH = corps(kind="mechanized", slots=2)
RESERVE = corps(kind="static", af=0, reserve_corps=True)
STATIC = corps(kind="static", af=0)
LANDS = {"01xx": "belgium", "02xx": "latvia", "0808": "danzig", "07xx": "switzerland", "06xx": "france"}


def waiting(units: dict[str, Unit], why: str = WAITING, **more: object) -> Tiny:
    """All of these units are off the map."""
    tiny = Tiny({key: ("0101", unit) for key, unit in units.items()}, **more)  # type: ignore[arg-type]
    for key in units:
        tiny.board.take(key, why)
    return tiny


def lost(unit: Unit, *dice: int, key: str = "u", how: Circumstances | None = None, **more: object) -> Tiny:
    """A unit that has just been eliminated."""
    tiny = Tiny({key: ("0404", unit)}, **more)  # type: ignore[arg-type]
    lose(tiny.world, tiny.turn(*dice), tiny.unit(key), how or Circumstances())
    return tiny


class TestMotorizedCorps:
    """3.2.1: from Vienna 2128 to Breslau 2821 there are nine hexes at the least."""

    def german(self, *row: str, **more: object) -> Tiny:
        """Only these hexes and the two cities are German."""
        land = {f"{column:02d}xx": "czechoslovakia" for column in range(1, 30)}
        own = dict.fromkeys(("2128", "2821"), "germany")
        tiny = waiting({"ge_mot_18": MECH}, columns=29, rows=30, country=land | own, **more)
        for number in row:
            tiny.control(number, GERMAN)
        return tiny

    def test_e13_any_hex_of_a_row_of_nine(self) -> None:
        tiny = self.german(*_row(9))
        assert tiny.names(motorized_corps_hexes(tiny.world, tiny.board)) == set(_row(9))

    def test_e13_not_of_ten(self) -> None:
        tiny = self.german(*_row(10))
        assert motorized_corps_hexes(tiny.world, tiny.board) == []
        ends = [tiny.at("2128"), *map(tiny.at, _row(10)), tiny.at("2821")]
        steps = pairwise(ends)
        assert all(b in tiny.world.ground.around(a) for a, b in steps)  # the row itself is whole

    def test_e13_a_gap_or_an_allied_hex_breaks_it(self) -> None:
        row = _row(9)
        tiny = self.german(*row[:4], *row[5:])
        assert motorized_corps_hexes(tiny.world, tiny.board) == []
        tiny.control(row[4], GERMAN)
        assert len(motorized_corps_hexes(tiny.world, tiny.board)) == 9

    def test_3_2_1_hexes_beside_the_row_do_not_belong_to_it(self) -> None:
        row = _row(9)
        tiny = self.german(*row, "2001", "2129")
        assert tiny.names(motorized_corps_hexes(tiny.world, tiny.board)) == set(row)

    def test_3_2_1_it_stacks_with_germans_only(self) -> None:
        row = _row(9)
        tiny = self.german(*row)
        full = Tiny(
            {"ge_mot_18": ("0101", MECH), "po": (row[0], corps("poland")), "ge": (row[1], corps()),
             **{f"m{i}": (row[2], MECH) for i in range(2)}},
            columns=29, rows=30,
        )  # fmt: skip
        full.board.take("ge_mot_18", WAITING)
        full.board.control = tiny.board.control
        assert full.names(motorized_corps_hexes(full.world, full.board)) == {row[1], *row[3:]}

    def test_3_2_1_it_arrives_once(self) -> None:
        tiny = self.german(*_row(9))
        turn = tiny.turn()
        h = motorized_corps_hexes(tiny.world, tiny.board)[0]
        arrive(tiny.world, turn, tiny.unit("ge_mot_18"), h)
        assert tiny.board.where == {"ge_mot_18": h}
        assert lines(turn) == [f"ge_mot_18 arrives in {tiny.world.ground.labels[h]} [3.2.1]"]
        assert motorized_corps_hexes(tiny.world, tiny.board) == []
        tiny.board.take("ge_mot_18", LOST)
        assert motorized_corps_hexes(tiny.world, tiny.board) == []

    def test_3_2_1_a_closed_hexside_parts_the_row(self) -> None:
        row = _row(9)
        tiny = self.german(*row, sides={f"{row[3]}/{row[4]}": "blocked"})
        assert motorized_corps_hexes(tiny.world, tiny.board) == []

    def test_3_2_1_nothing_where_the_cities_are_missing(self) -> None:
        tiny = waiting({"ge_mot_18": MECH})
        assert motorized_corps_hexes(tiny.world, tiny.board) == []


def _row(length: int) -> list[str]:
    """Hexes from beside Vienna to beside Breslau: up the column and then to the right, or with a detour."""
    up = ["2127", "2126", "2125"]
    right = ["2224", "2324", "2423", "2523", "2622", "2722"]
    detour = ["2224", "2324", "2424", "2524", "2623", "2723", "2722"]
    row = [*up, *(right if length == 9 else detour)]
    assert len(row) == length
    return row


class TestMountainCorps:
    def arriving(self, **more: object) -> Tiny:
        country = {"0202": "poland", "0303": "czechoslovakia"}
        cities = ("0202", "0303", "0404", "0505", "0606")
        return waiting({"ge_mtn_18": corps(kind="mountain")}, country=country, cities=cities, **more)

    def test_3_2_2_in_any_german_controlled_city_in_germany_on_turn_2(self) -> None:
        tiny = self.arriving(turn=2)
        tiny.control("0303", GERMAN)
        tiny.control("0606", ALLIED)
        assert tiny.names(mountain_corps_hexes(tiny.world, tiny.board)) == {"0404", "0505"}
        turn = tiny.turn()
        arrive(tiny.world, turn, tiny.unit("ge_mtn_18"), tiny.at("0404"))
        assert lines(turn) == ["ge_mtn_18 arrives in 0404 [3.2.2]"]
        assert mountain_corps_hexes(tiny.world, tiny.board) == []

    def test_3_2_2_not_before(self) -> None:
        tiny = self.arriving(turn=1)
        assert mountain_corps_hexes(tiny.world, tiny.board) == []

    def test_3_2_2_g62_enemy_zones_matter_only_by_option(self) -> None:
        for option, expected in ((True, {"0404", "0505", "0606"}), (False, {"0606"})):
            units = {"ge_mtn_18": ("0101", corps(kind="mountain")), "fr": ("0405", corps("france"))}
            cities = ("0404", "0505", "0606")
            tiny = Tiny(units, cities=cities, turn=2, options={"mountain_corps_moves_at_once": option})
            tiny.board.take("ge_mtn_18", WAITING)
            assert tiny.names(mountain_corps_hexes(tiny.world, tiny.board)) == expected


class TestReserveCorps:
    @pytest.mark.parametrize("die", range(1, 7))
    def test_e15_a_die_less_one(self, die: int) -> None:
        tiny = waiting({f"ge_reserve_{i}": RESERVE for i in range(1, 7)}, turn=3)
        turn = tiny.turn(die)
        assert roll_reserves(tiny.world, turn) == die - 1
        assert lines(turn) == [
            f"German static reserve corps [3.2.2] (rolled {die})",
            f"{die - 1} reserve corps arrive, 6 were left [3.2.2]: -1 always subtracted [3.2.2]",
        ]

    def test_3_2_2_no_more_than_are_left_and_no_roll_without_any(self) -> None:
        tiny = waiting({f"ge_reserve_{i}": RESERVE for i in range(1, 3)}, turn=5)
        assert roll_reserves(tiny.world, tiny.turn(6)) == 2
        for piece in reserve_corps(tiny.world, tiny.board):
            tiny.board.put(piece.id, tiny.at("0404" if piece.id.endswith("1") else "0505"))
        turn = tiny.turn()
        assert roll_reserves(tiny.world, turn) == 0
        assert lines(turn) == []

    def test_3_2_2_from_turn_3_on(self) -> None:
        tiny = waiting({"ge_reserve_1": RESERVE}, turn=2)
        turn = tiny.turn()
        assert roll_reserves(tiny.world, turn) == 0
        assert lines(turn) == []

    def reserve(self, **more: object) -> Tiny:
        country = {"0202": "poland", "0303": "czechoslovakia", "0707": "france"}
        tiny = waiting(
            {"r1": RESERVE, "r2": RESERVE}, country=country, cities=("0202", "0303", "0404", "0707", "0808"),
            features={"0505": "west_wall", "0606": "west_wall"}, **more,
        )  # fmt: skip
        tiny.control("0303", GERMAN)
        tiny.control("0606", ALLIED)
        tiny.control("0808", ALLIED)
        return tiny

    def test_3_2_2_g61_in_german_controlled_cities_and_west_wall_hexes(self) -> None:
        tiny = self.reserve()
        hexes = reserve_hexes(tiny.world, tiny.board, tiny.unit("r1"))
        assert tiny.names(hexes) == {"0202", "0303", "0404", "0505"}

    def test_3_2_2_g61_captured_cities_are_an_option(self) -> None:
        tiny = self.reserve(options={"reserve_corps_in_captured_cities": False})
        hexes = reserve_hexes(tiny.world, tiny.board, tiny.unit("r1"))
        assert tiny.names(hexes) == {"0202", "0404", "0505"}

    def test_8_0_one_of_them_in_a_hex(self) -> None:
        tiny = self.reserve()
        tiny.board.put("r2", tiny.at("0404"))
        hexes = reserve_hexes(tiny.world, tiny.board, tiny.unit("r1"))
        assert tiny.names(hexes) == {"0202", "0303", "0505"}


class TestNeutrals:
    def europe(self, **more: object) -> Tiny:
        units = {"be1": corps("belgium"), "be2": corps("belgium"), "fr": corps("france")}
        return waiting(units, **{"country": LANDS, "cities": ("0808",), **more})

    def test_3_3_the_neutrals_on_the_map_but_not_switzerland(self) -> None:
        tiny = self.europe()
        assert violable(tiny.world, tiny.board) == ["belgium", "danzig", "latvia"]

    def test_3_3_not_on_the_first_two_turns_nor_in_1939(self) -> None:
        assert violable(self.europe(turn=2).world, self.europe(turn=2).board) == []
        late = self.europe(campaign=1939)
        assert violable(late.world, late.board) == []

    def test_3_3_a_violated_neutral_joins_the_allies_with_all_its_hexes(self) -> None:
        tiny = self.europe()
        assert tiny.board.control[tiny.at("0105")] == NOBODY
        turn = tiny.turn()
        units = violate(tiny.world, turn, "belgium")
        assert [unit.id for unit in units] == ["be1", "be2"]
        assert tiny.board.violated == ("belgium",)
        assert tiny.world.side_of(tiny.board, "belgium") == ALLIED
        assert all(tiny.board.control[h] == ALLIED for h in tiny.world.ground.hexes_of("belgium"))
        assert tiny.board.control[tiny.at("0205")] == NOBODY
        assert violable(tiny.world, tiny.board) == ["danzig", "latvia"]
        assert lines(turn) == [
            "The Germans violate the neutrality of Belgium [3.3]",
            "Belgium joins the Allies [3.3]",
        ]

    def test_3_3_its_units_are_set_up_anywhere_at_home_within_stacking(self) -> None:
        units = {f"be{i}": corps("belgium") for i in range(1, 7)}
        tiny = waiting(units, country=LANDS, terrain={"0108": "all_lake"})
        turn = tiny.turn()
        violate(tiny.world, turn, "belgium")
        for i in range(1, 6):
            set_up(tiny.world, turn, tiny.unit(f"be{i}"), tiny.at("0103"))
        assert [unit.id for unit in units_to_set_up(tiny.world, tiny.board, "belgium")] == ["be6"]
        hexes = set_up_hexes(tiny.world, tiny.board, tiny.unit("be6"))
        assert tiny.names(hexes) == {f"010{row}" for row in (1, 2, 4, 5, 6, 7)}
        assert lines(turn)[-1] == "be5 is set up in 0103 [3.3]"

    def test_3_3_nobody_is_set_up_before_the_violation(self) -> None:
        tiny = self.europe()
        assert units_to_set_up(tiny.world, tiny.board, "belgium") == []

    def test_3_3_latvia_and_estonia_become_friendly_to_the_soviets(self) -> None:
        tiny = self.europe()
        turn = tiny.turn()
        assert violate(tiny.world, turn, "latvia") == []
        assert tiny.board.control[tiny.at("0204")] == ALLIED
        assert lines(turn)[-1] == "Latvia is friendly to the Soviet Union from now on [3.3]"

    def test_4_5_3_g30_danzig_scores_on_declaration_by_option(self) -> None:
        tiny = self.europe()
        violate(tiny.world, tiny.turn(), "danzig")
        assert tiny.board.vp == {"german": 50, "allied": 50}
        tiny = self.europe(options={"danzig_vp_moment": "declaration"})
        turn = tiny.turn()
        violate(tiny.world, turn, "danzig")
        assert tiny.board.vp == {"german": 51, "allied": 50}
        assert lines(turn)[-1].startswith("Neutrality of Danzig violated: German 51, Allied 50 [4.5.3]")

    def test_3_3_g50_a_neutral_that_nobody_enters_is_in_the_war_all_the_same(self) -> None:
        tiny = self.europe()
        turn = tiny.turn()
        violate(tiny.world, turn, "belgium")
        lapse(tiny.world, turn, ["belgium"])
        assert tiny.board.violated == ("belgium",)

    def test_3_3_g50_by_option_it_stays_neutral(self) -> None:
        tiny = self.europe(options={"violation_without_entry": False})
        turn = tiny.turn()
        violate(tiny.world, turn, "belgium")
        violate(tiny.world, turn, "latvia")
        set_up(tiny.world, turn, tiny.unit("be1"), tiny.at("0103"))
        tiny.control("0204", GERMAN)
        lapse(tiny.world, turn, ["belgium", "latvia"])
        assert tiny.board.violated == ("latvia",)
        assert tiny.board.control[tiny.at("0105")] == NOBODY
        assert tiny.board.aside["be1"] == WAITING
        assert lines(turn)[-1] == "Nobody has entered Belgium, which stays neutral [3.3]"


class TestControl:
    def test_3_6_a_hex_belongs_to_the_side_that_entered_it_last(self) -> None:
        units = {"ge": ("0404", corps()), "fr": ("0101", corps("france"))}
        tiny = Tiny(units, country={"05xx": "france"})
        path = [tiny.at(number) for number in ("0404", "0504", "0505")]
        assert enter(tiny.world, tiny.board, tiny.unit("ge"), path) == path[1:]
        assert tiny.board.control[path[1]] == GERMAN
        tiny.board.put("ge", tiny.at("0808"))
        assert tiny.board.control[path[1]] == GERMAN
        assert enter(tiny.world, tiny.board, tiny.unit("fr"), [tiny.at("0503"), path[1]]) == [path[1]]
        assert tiny.board.control[path[1]] == ALLIED


class TestReplacementRoll:
    def test_d26_a_corps_lost_on_turn_6_returns_on_turn_10_with_a_4(self) -> None:
        tiny = Tiny({"fr": ("0404", corps("france"))}, turn=6)
        turn = tiny.turn(4)
        lose(tiny.world, turn, tiny.unit("fr"), Circumstances())
        assert (tiny.board.aside, tiny.board.due) == ({"fr": LOST}, {"fr": 10})
        assert tiny.board.where == {}
        assert lines(turn) == [
            "fr is eliminated, return [3.5] (rolled 4)",
            "fr returns on GT 10 [3.5]: +4 turns after GT 6 [3.5]",
        ]

    def test_d26_and_never_with_a_5(self) -> None:
        tiny = Tiny({"fr": ("0404", corps("france"))}, turn=6)
        turn = tiny.turn(5)
        lose(tiny.world, turn, tiny.unit("fr"), Circumstances())
        assert (tiny.board.aside, tiny.board.due) == ({"fr": OUT}, {})
        assert lines(turn)[-1].startswith("fr would return after the last turn and is out [3.5]")

    @pytest.mark.parametrize(
        ("how", "reasons"),
        [
            (Circumstances(), []),
            (Circumstances(in_supply=False), ["out of supply"]),
            (Circumstances(concentric=True), ["defended against a concentric attack"]),
            (Circumstances(concentric=True, defending=False), []),
            (Circumstances(city=True), ["defended in a city"]),
            (Circumstances(city=True, defending=False), ["attacked into a city"]),
            (Circumstances(city=True, concentric=True), ["defended in a city"]),  # G44
            (Circumstances(fort=True, concentric=True), []),  # G44
            (Circumstances(in_supply=False, city=True), ["out of supply", "defended in a city"]),
        ],
    )
    def test_3_5_what_calls_for_two_dice(self, how: Circumstances, reasons: list[str]) -> None:
        assert delay_reasons(Tiny().world, how) == reasons
        tiny = lost(corps("france"), 1, 2, how=how, turn=3)
        assert tiny.board.due["u"] == (6 if reasons else 4)

    def test_3_5_two_dice_give_their_reason(self) -> None:
        tiny = Tiny({"fr": ("0404", corps("france"))})
        turn = tiny.turn(1, 2)
        lose(tiny.world, turn, tiny.unit("fr"), Circumstances(in_supply=False))
        assert lines(turn)[0] == "fr is eliminated, return with two dice (out of supply) [3.5] (rolled 1, 2)"

    def test_3_5_g44_a_surrounded_fortification_by_option(self) -> None:
        world = Tiny(options={"concentric_position_delays_at_fort": True}).world
        how = Circumstances(fort=True, concentric=True)
        assert delay_reasons(world, how) == ["defended against a concentric attack"]

    def test_3_5_a_soviet_army_returns_like_a_corps(self) -> None:
        soviet = Unit("", "infantry", "soviet_union", "army", attributes=Attributes({"ce": 1}))
        assert lost(soviet, 2).board.due == {"u": 5}

    @pytest.mark.parametrize(
        ("key", "unit"),
        [
            ("cz", corps("czechoslovakia", "static")),
            ("su_iac", corps("soviet_union", "mechanized")),
            ("dn", army("denmark", 0)),  # G57
            ("li", army("lithuania", 0)),
            ("ge", STATIC),
            ("r", RESERVE),
        ],
    )
    def test_3_5_who_never_returns(self, key: str, unit: Unit) -> None:
        tiny = Tiny({key: ("0404", unit)})
        turn = tiny.turn()
        lose(tiny.world, turn, tiny.unit(key), Circumstances())
        assert tiny.board.aside == {key: OUT}
        assert lines(turn) == [f"{key} is eliminated and out of the game [3.5]"]

    def test_3_5_g57_small_armies_by_option(self) -> None:
        tiny = lost(army("denmark", 0), 2, options={"one_corps_armies_return": True})
        assert tiny.board.due == {"u": 5}

    def test_3_5_not_once_the_nation_has_capitulated(self) -> None:
        tiny = Tiny({"be": ("0404", corps("belgium"))})
        tiny.board.fallen = ("belgium",)
        assert not can_return(tiny.world, tiny.board, tiny.unit("be"))

    def test_13_4_poland_has_no_replacements_in_1939(self) -> None:
        assert lost(corps("poland"), campaign=1939).board.aside == {"u": OUT}
        assert lost(corps("poland"), 1, campaign=1938).board.aside == {"u": LOST}

    def test_7_1_an_army_is_never_eliminated_as_such(self) -> None:
        with pytest.raises(AssertionError, match="broken down"):
            lost(army("france"))


class TestElimination:
    """What the battle under way says of a loss."""

    def battle(self, tiny: Tiny, *dice: int, target: str = "0404", **more: object) -> Turn[Board]:
        turn = tiny.turn(*dice)
        attackers = tuple(key for key in tiny.board.where if key.startswith("x"))
        turn.go("aftermath", attackers=attackers, target=tiny.at(target), **more)
        turn.push("losses", target=tiny.at(target))
        return turn

    def test_3_5_defenders_against_a_concentric_attack(self) -> None:
        units = {"x1": ("0403", corps()), "x2": ("0405", corps()), "fr": ("0404", corps("france"))}
        tiny = Tiny(units, country={"04xx": "france"})
        turn = self.battle(tiny, 1, 1)
        eliminated(tiny.world, turn, tiny.unit("fr"), defends=True)
        assert "two dice (defended against a concentric attack)" in lines(turn)[0]

    def test_3_5_attackers_into_a_city(self) -> None:
        units = {"x1": ("0403", corps("france")), "ge": ("0404", corps())}
        tiny = Tiny(units, cities=("0404",), country={"0403": "france"})
        turn = self.battle(tiny, 1, 1)
        eliminated(tiny.world, turn, tiny.unit("x1"), defends=False)
        assert "two dice (attacked into a city)" in lines(turn)[0]

    def test_10_0_supply_is_that_of_the_start_of_the_battle(self) -> None:
        units = {"x1": ("0403", corps()), "fr": ("0404", corps("france"))}
        tiny = Tiny(units, country={"04xx": "france"})
        turn = self.battle(tiny, 1, 1, unsupplied=("fr",))
        eliminated(tiny.world, turn, tiny.unit("fr"), defends=True)
        assert "two dice (out of supply)" in lines(turn)[0]

    def test_3_5_every_part_of_an_army_rolls_for_itself(self) -> None:
        part = corps("france", joins_army=True)
        units = {"a": ("0404", army("france")), "c1": ("0101", part), "c2": ("0101", part)}
        tiny = Tiny(units, country={"04xx": "france"})
        tiny.board.take("c1", "aside")
        tiny.board.take("c2", "aside")
        turn = self.battle(tiny, 2, 5)
        eliminated(tiny.world, turn, tiny.unit("a"), defends=True)
        assert tiny.board.where == {}
        assert tiny.board.aside == {"a": "aside", "c1": LOST, "c2": LOST}
        assert tiny.board.due == {"c1": 5, "c2": 8}

    def test_4_6_a_german_mechanized_corps_costs_points(self) -> None:
        tiny = Tiny({"m": ("0404", MECH)})
        turn = self.battle(tiny)
        eliminated(tiny.world, turn, tiny.unit("m"), defends=True)
        assert tiny.board.vp == {"german": 49, "allied": 50}
        assert tiny.board.aside == {"m": LOST}

    def test_g10_outside_a_battle_only_supply_counts(self) -> None:
        tiny = Tiny({"fr": ("0404", corps("france"))}, cities=("0404",))
        turn = tiny.turn(1, 1)
        eliminated(tiny.world, turn, tiny.unit("fr"), defends=True)
        assert "two dice (out of supply)" in lines(turn)[0]


class TestReturn:
    def test_3_5_in_its_turn_or_later(self) -> None:
        units = {"fr1": corps("france"), "fr2": corps("france"), "it": corps("italy"),
                 "cz": corps("czechoslovakia")}  # fmt: skip
        tiny = waiting(units, LOST, turn=5)
        tiny.board.due = {"fr1": 6, "fr2": 5, "it": 5, "cz": 4}
        found = due_replacements(tiny.world, tiny.board, ["france", "czechoslovakia"])
        assert [unit.id for unit in found] == ["cz", "fr2"]

    def italy(self, **more: object) -> Tiny:
        country = {"01xx": "italy", "02xx": "italy", "08xx": "poland"}
        defaults = {"country": country, "cities": ("0202", "0203", "0303", "0808"), "edges": {"0107": "west"}}
        return waiting({"it": corps("italy")}, LOST, **{**defaults, **more})

    def test_3_5_in_friendly_sources_and_cities_of_its_nation(self) -> None:
        tiny = self.italy()
        tiny.control("0203", ALLIED)
        assert tiny.names(replacement_hexes(tiny.world, tiny.board, tiny.unit("it"))) == {"0107", "0202"}

    def test_3_5_it_is_back_and_no_longer_due(self) -> None:
        tiny = self.italy()
        tiny.board.due = {"it": 3}
        turn = tiny.turn()
        place_replacement(tiny.world, turn, tiny.unit("it"), tiny.at("0202"))
        assert (tiny.board.where, tiny.board.aside, tiny.board.due) == ({"it": tiny.at("0202")}, {}, {})
        assert tiny.board.replaced_on == 0
        assert lines(turn) == ["it returns in 0202 [3.5]"]

    def test_3_5_stacking_holds(self) -> None:
        units = {f"i{i}": ("0202", corps("italy")) for i in range(5)}
        tiny = Tiny({**units, "it": ("0101", corps("italy")), "yu": ("0203", corps("yugoslavia"))},
                    country={"02xx": "italy"}, cities=("0202", "0203", "0204"))  # fmt: skip
        tiny.board.take("it", LOST)
        assert tiny.names(replacement_hexes(tiny.world, tiny.board, tiny.unit("it"))) == {"0204"}

    def test_3_5_g21_with_no_hex_it_waits(self) -> None:
        tiny = self.italy()
        tiny.board.due = {"it": 2}
        for number in ("0107", "0202", "0203"):
            tiny.control(number, ALLIED)
        assert replacement_hexes(tiny.world, tiny.board, tiny.unit("it")) == []
        assert due_replacements(tiny.world, tiny.board, ["italy"]) == [tiny.unit("it")]

    def test_3_5_g21_enemy_zones_bar_it_only_by_option(self) -> None:
        for allowed, expected in ((True, {"0202", "0205"}), (False, {"0205"})):
            units = {"it": ("0101", corps("italy")), "fr": ("0201", corps("france"))}
            tiny = Tiny(units, country={"02xx": "italy"}, cities=("0202", "0205"),
                        options={"replacements_in_ezoc": allowed})  # fmt: skip
            tiny.board.take("it", LOST)
            assert tiny.names(replacement_hexes(tiny.world, tiny.board, tiny.unit("it"))) == expected

    def test_3_5_g21_cities_of_partners_by_option_where_it_may_go(self) -> None:
        country = {"02xx": "france", "03xx": "czechoslovakia", "04xx": "yugoslavia"}
        for own, expected in ((True, {"0303"}), (False, {"0303"})):
            tiny = waiting({"cz": corps("czechoslovakia")}, LOST, country=country,
                           cities=("0202", "0303", "0404"),
                           options={"replacements_own_nation_only": own})  # fmt: skip
            assert tiny.names(replacement_hexes(tiny.world, tiny.board, tiny.unit("cz"))) == expected
        tiny = waiting({"yu": corps("yugoslavia")}, LOST, country=country, cities=("0202", "0303", "0404"),
                       options={"replacements_own_nation_only": False})  # fmt: skip
        assert tiny.names(replacement_hexes(tiny.world, tiny.board, tiny.unit("yu"))) == {"0303", "0404"}

    def test_3_5_the_british_return_in_france(self) -> None:
        tiny = waiting({"uk_bef": corps("britain")}, LOST, country={"02xx": "france"})
        hexes = replacement_hexes(tiny.world, tiny.board, tiny.unit("uk_bef"))
        assert tiny.names(hexes) == {f"020{row}" for row in range(1, 9)}


class TestGermanReplacement:
    def dead(self, **more: object) -> Tiny:
        units = {"i": corps(), "m": MECH, "mtn": corps(kind="mountain"), "hoc": corps(ad_hoc=True)}
        tiny = Tiny({key: ("0404", unit) for key, unit in units.items()}, **more)  # type: ignore[arg-type]
        for key in units:
            lose(tiny.world, tiny.turn(), tiny.unit(key), Circumstances(in_supply=False))
        return tiny

    def choice(self, tiny: Tiny) -> set[str]:
        return {unit.id for unit in german_replacements(tiny.world, tiny.board)}

    def test_3_5_one_corps_a_turn_without_a_roll(self) -> None:
        tiny = self.dead(cities=("0404",))
        assert self.choice(tiny) == {"i", "m", "mtn", "hoc"}
        turn = tiny.turn()
        place_replacement(tiny.world, turn, tiny.unit("m"), tiny.at("0404"))
        assert self.choice(tiny) == set()
        assert lines(turn) == ["m returns in 0404 [3.5]"]
        tiny.board.turn += 1
        assert self.choice(tiny) == {"i", "mtn", "hoc"}

    def test_3_5_unused_ones_are_not_kept(self) -> None:
        tiny = self.dead(cities=("0404",))
        tiny.board.turn += 3
        place_replacement(tiny.world, tiny.turn(), tiny.unit("i"), tiny.at("0404"))
        assert self.choice(tiny) == set()

    def test_3_5_g22_g66_mechanized_and_mountain_corps_are_options(self) -> None:
        assert self.choice(self.dead(options={"german_mech_replacement": False})) == {"i", "mtn", "hoc"}
        plain = self.dead(options={"mountain_and_independent_return": False})
        assert self.choice(plain) == {"i", "m"}

    def test_13_4_the_slovak_army_never_returns(self) -> None:
        assert lost(army(components=0), campaign=1939).board.aside == {"u": OUT}

    def test_3_5_g7_in_cities_at_home_or_by_option_in_any_hex(self) -> None:
        country = {"01xx": "germany", "0202": "danzig"} | {f"{c:02d}xx": "france" for c in range(2, 9)}
        cities = ("0103", "0104", "0202", "0303")
        tiny = waiting({"i": corps()}, LOST, country=country, cities=cities)
        tiny.control("0104", ALLIED)
        tiny.control("0303", GERMAN)
        assert tiny.names(replacement_hexes(tiny.world, tiny.board, tiny.unit("i"))) == {"0103"}
        tiny.board.violated = ("danzig",)
        tiny.control("0202", GERMAN)
        assert tiny.names(replacement_hexes(tiny.world, tiny.board, tiny.unit("i"))) == {"0103", "0202"}
        anywhere = waiting({"i": corps()}, LOST, country=country, cities=cities,
                           options={"german_replacement_place": "any_home_hex"})  # fmt: skip
        hexes = replacement_hexes(anywhere.world, anywhere.board, anywhere.unit("i"))
        assert anywhere.names(hexes) == {f"010{row}" for row in range(1, 9)}


class TestFlieger:
    def ready(self, **more: object) -> Tiny:
        units = {"ge_7f": ("0101", FLIEGER), "fr": ("0404", corps("france"))}
        tiny = Tiny(units, country={"05xx": "france"}, **more)  # type: ignore[arg-type]
        tiny.board.take("ge_7f", WAITING)
        tiny.board.air_side = "german"
        return tiny

    def test_12_8_available_from_the_reorganization_phase_of_turn_3(self) -> None:
        tiny = self.ready(turn=2)
        ready_flieger(tiny.world, tiny.turn())
        assert tiny.board.aside["ge_7f"] == WAITING
        tiny.board.turn = 3
        assert not may_drop(tiny.world, tiny.board)
        turn = tiny.turn()
        ready_flieger(tiny.world, turn)
        assert tiny.board.aside["ge_7f"] == READY
        assert may_drop(tiny.world, tiny.board)
        assert lines(turn) == ["ge_7f is available [12.8]"]

    def test_12_8_on_later_turns_in_any_case(self) -> None:
        tiny = self.ready(turn=4)
        assert may_drop(tiny.world, tiny.board)

    @pytest.mark.parametrize("side", ["", "allied"])
    def test_12_8_only_with_german_air_superiority(self, side: str) -> None:
        tiny = self.ready(turn=4)
        tiny.board.air_side = side
        assert not may_drop(tiny.world, tiny.board)

    @pytest.mark.parametrize(("die", "succeeds"), [(1, False), (2, False), (3, True), (4, True), (6, True)])
    def test_e14_a_die_less_one(self, die: int, succeeds: bool) -> None:
        tiny = self.ready(turn=4)
        turn = tiny.turn(die)
        assert drop(tiny.world, turn, tiny.at("0404")) is succeeds
        outcome = "supports the attack with a column" if succeeds else "is destroyed"
        assert lines(turn) == [
            f"Drop of ge_7f in 0404 [12.8] (rolled {die})",
            f"ge_7f {outcome} [12.8]: -1 always subtracted [12.8]",
        ]
        assert tiny.board.aside["ge_7f"] == OUT
        assert not may_drop(tiny.world, tiny.board)

    def test_12_8_g20_in_the_hex_of_the_enemy_or_by_option_next_to_it(self) -> None:
        tiny = self.ready()
        assert drop_hexes(tiny.world, tiny.board, tiny.at("0404")) == [tiny.at("0404")]
        assert drop_hexes(tiny.world, tiny.board, tiny.at("0505")) == []
        beside = self.ready(options={"flieger_placement": "next_to_target"})
        assert beside.names(drop_hexes(beside.world, beside.board, beside.at("0404"))) == {"0504", "0505"}
