"""Whoever tries what is not allowed is told the rule, and nothing changes."""

from __future__ import annotations

import pytest

from tests.rulebook.war_comes_early.playing import Driver, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, army, corps

CZ, FR = "czechoslovakia", "france"


def moving(tiny: Tiny, key: str, *nations: str) -> Driver:
    game = play_phase(tiny, "movement", *nations)
    if game.node == "declare_violation":
        game.do("pass")
    return game.do("select", key)


def refused(tiny: Tiny, key: str, number: str, *nations: str) -> str:
    """Why a unit may not take its first step there."""
    return moving(tiny, key, *nations).refusal("move", key, number)


def one(kind: str = "infantry", **given: object) -> Tiny:
    """A German corps in 0404; its neighbours are 0403, 0504, 0505, 0405, 0305 and 0304."""
    units = {"ge": ("0404", corps(kind=kind)), **given.pop("units", {})}  # type: ignore[dict-item]
    return Tiny(units, **given)  # type: ignore[arg-type]


def test_11_0_far_away_or_not_on_the_map() -> None:
    game = moving(one(), "ge")
    assert game.refusal("move", "ge", "0808") == "0808 is not beside 0404, where ge stands [11.0]"
    assert "ge is moving" in game.refusal("move", "ge", "nowhere")
    assert "ge is moving" in game.refusal("move", "other", "0403")


@pytest.mark.parametrize(
    ("tiny", "number", "reason"),
    [
        (one(terrain={"0403": "all_sea"}), "0403", "no unit can enter 0403 [11.4]"),
        (
            one(sides={"0404/0304": "blocked"}),
            "0304",
            "the hexside between 0404 and 0304 cannot be crossed [11.4]",
        ),
        (
            one("mechanized", terrain={"0403": "mountain"}),
            "0403",
            "mechanized units enter 0403 only along a railroad [11.4]",
        ),
        (one(country={"0504": "belgium"}), "0504", "0504 is in Belgium, which is neutral [3.3]"),
        (one(country={"0504": "switzerland"}), "0504", "Switzerland is closed to everybody [1.3]"),
        (
            one(country={"0504": FR}, features={"0504": "maginot_line"}),
            "0504",
            "Germans may not enter the Maginot Line in 0504 [11.5]",
        ),
        (
            one(country={"0504": "poland"}, turn=2),
            "0504",
            "on the first two turns nobody leaves Germany and Czechoslovakia [5.1]: 0504 is outside",
        ),
        (
            one(country={"0504": CZ}, features={"0504": "fortification"}),
            "0504",
            "the fortification in 0504 is intact [11.5]",
        ),
        (one(units={"fr": ("0405", corps(FR))}), "0405", "there are enemy units in 0405 [11.0]"),
        (one(units={"it": ("0405", corps("italy"))}), "0405", "there is no room for ge in 0405 [8.0]"),
        (
            one(units={"fr": ("0506", corps(FR))}),
            "0405",
            "ge cannot go from one enemy zone of control, in 0505, to another in 0405 [9.1]",
        ),
    ],
)
def test_steps(tiny: Tiny, number: str, reason: str) -> None:
    if "0505" in reason:
        tiny.board.put("ge", tiny.at("0505"))
    assert refused(tiny, "ge", number) == reason


def test_11_7_countries_that_are_closed_to_a_nation() -> None:
    tiny = Tiny({"it": ("0404", corps("italy"))}, country={"0404": "italy", "0405": "italy", "0403": FR})
    assert refused(tiny, "it", "0403", "italy") == "Italy may not go to France [11.7]"


def test_11_0_points() -> None:
    tiny = Tiny(
        {"ge": ("0404", army()), "fr": ("0407", corps(FR))}, terrain={"0402": "mountain", "0403": "rough"}
    )
    tiny.board.put("fr", tiny.at("0305"))
    game = moving(tiny, "ge")
    game.do("move", "ge", "0403")
    assert (
        game.refusal("move", "ge", "0402")
        == "ge has 2 movement points left for 0402, which costs more [11.0]"
    )


class TestAttacks:
    def fighting(self) -> Driver:
        units = {
            "ge": ("0404", corps()),
            "fr": ("0405", corps(FR)),
            "far": ("0808", corps(FR)),
            "behind": ("0305", corps(FR)),
        }
        tiny = Tiny(units, sides={"0404/0305": "blocked"})
        return play_phase(tiny, "combat")

    @pytest.mark.parametrize(
        ("number", "reason"),
        [
            ("nowhere", '"nowhere" is not a hex of the map'),
            ("0403", "there is nothing to attack in 0403 [12.0]"),
            ("0808", "no unit that has not attacked yet stands beside 0808 [12.0]"),
            ("0305", "no unit beside 0305 may attack across its hexside or ground [11.4]"),
        ],
    )
    def test_12_0(self, number: str, reason: str) -> None:
        assert self.fighting().refusal("attack", space=number) == reason

    def test_other_choices(self) -> None:
        text = self.fighting().refusal("charge", "ge")
        assert text == "german: charge ge is not allowed here; possible is attack, end_phase"

    def test_12_0_a_hex_is_attacked_once(self) -> None:
        enemies = {"fr": ("0405", corps(FR, df=9)), "other": ("0506", corps(FR))}
        game = play_phase(
            Tiny({"ge": ("0404", corps()), "two": ("0505", corps()), **enemies}), "combat", dice=(6,)
        )
        game.go("attack 0405", "join ge", "resolve")
        assert game.refusal("attack", space="0405") == "0405 has been attacked in this phase already [12.0]"
