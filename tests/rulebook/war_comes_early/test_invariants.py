"""What must hold at every moment: the check that all tests in play rely on finds what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.engine import Frame
from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from tests.rulebook.war_comes_early.playing import Driver, play_phase
from tests.rulebook.war_comes_early.tiny import Tiny, corps

# 0404 and 0405 are Czech, with works in 0405; 0808 is Switzerland, 0807 is sea; everything else is German.
COUNTRY = {"0404": "czechoslovakia", "0405": "czechoslovakia", "0808": "switzerland"}


@pytest.fixture
def game() -> Driver:
    units = {
        "cz": ("0404", corps("czechoslovakia")),
        **{f"g{i}": ("0101", corps()) for i in range(5)},
        "x": ("0102", corps()),
    }
    tiny = Tiny(
        units,
        aside={"off": corps()},
        country=COUNTRY,
        features={"0405": "fortification"},
        terrain={"0807": "all_sea"},
    )
    return play_phase(tiny, "movement")


def _move(key: str, number: str, mark: str = GERMAN) -> Callable[[Tiny, Board], None]:
    def change(tiny: Tiny, board: Board) -> None:
        board.put(key, tiny.at(number))
        board.set_control(tiny.at(number), mark)

    return change


def _set(name: str, value: object) -> Callable[[Tiny, Board], None]:
    return lambda tiny, board: setattr(board, name, value)


def _lose(tiny: Tiny, board: Board) -> None:
    del board.where["x"]


def _twice(tiny: Tiny, board: Board) -> None:
    board.aside["x"] = "aside"


def _due(tiny: Tiny, board: Board) -> None:
    board.due["off"] = 5


def _control(tiny: Tiny, board: Board) -> None:
    board.set_control(tiny.at("0101"), ALLIED)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_lose, "in two places or in none"),
        (_twice, "in two places or in none"),
        (_due, "due that was not lost"),
        (_control, "not under its holder's control"),
        (_move("x", "0404"), "several nations"),
        (_move("x", "0101"), "overstacked"),
        (_move("x", "0405"), "intact fortification"),
        (_move("x", "0807"), "closed"),
        (_move("x", "0808"), "closed"),
        (_set("fallen", ("czechoslovakia",)), "capitulated"),
        (_set("control", "g"), "one mark for each hex"),
    ],
)
def test_a_broken_table_is_found(game: Driver, change: Callable[[Tiny, Board], None], message: str) -> None:
    game.game.check(game.state)
    change(Tiny(country=COUNTRY), game.state.board)
    with pytest.raises(AssertionError, match=message):
        game.game.check(game.state)


def test_8_0_a_hex_may_be_overstacked_while_somebody_is_mending_it(game: Driver) -> None:
    _move("x", "0101")(Tiny(), game.state.board)
    game.state.stack = (*game.state.stack, Frame("disperse", {"side": "allied", "hex": 0}))
    game.game.check(game.state)
