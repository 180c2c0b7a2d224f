"""The referee: whom it asks, what bots see, what happens to bots that fail, and the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from core.bots.contract import Bot, Choice
from core.bots.naming import make_bots
from core.bots.random_bot import RandomBot
from core.bots.referee import MOST_FAULTS, UNSEEN, Faults, Moment, moments, play
from core.engine import Action, Decision, Dice, Result, State, Turn, apply, legal_actions
from core.engine.saving import fingerprint
from tests.toys import Orders, Race, Track


class Does:
    """A bot that does what it is told."""

    def __init__(self, what: Callable[[State[Any], str, Sequence[Action]], Any]) -> None:
        self.what = what

    def choose(self, view: State[Any], side: str, legal: Sequence[Action]) -> Any:
        return self.what(view, side, legal)


first = Does(lambda view, side, legal: Choice(legal[0]))
last = Does(lambda view, side, legal: Choice(legal[-1], "last"))


def test_a_game_with_scripted_dice() -> None:
    """Blue and red run boldly and are never blocked: blue 7, red 2, blue 14."""
    seen: list[Moment] = []
    report = play(Race(), {"red": last, "blue": last}, Dice(0, 0, (6, 1, 6)), seen.append)
    assert (report.winner, report.reason, report.rule) == ("blue", "blue arrived", "9.1")
    assert (report.turns, report.actions, report.faults) == (3, 6, ())
    assert report.points == {"red": [0, 2, 2], "blue": [7, 7, 14]}
    assert [str(moment.action) for moment in seen[:3]] == ["blue: run bold", "red: pass", "red: run bold"]
    assert seen[0].why == "last"


def test_steps_can_be_played_again() -> None:
    game = Race()
    bots = make_bots(game, {"red": "random", "blue": "greedy"}, 3)
    state = game.start(Dice(3))
    count = 0
    for before, action, after, _ in moments(game, bots, state, Faults()):
        assert fingerprint(game, before) == fingerprint(game, state)
        state = apply(game, state, action)
        assert fingerprint(game, after) == fingerprint(game, state)
        count += 1
    assert state.result is not None
    assert count == state.count > 5


def test_of_several_active_sides_the_first_with_a_choice_is_asked() -> None:
    asked = []

    def note(view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
        asked.append(side)
        return Choice(legal[0])

    play(Orders(), {"red": Does(note), "blue": Does(note)}, Dice(0))
    assert asked[:4] == ["red", "blue", "red", "blue"]


def test_bots_see_only_what_their_side_may_see() -> None:
    secrets: dict[str, list[Any]] = {"red": [], "blue": []}

    def spy(view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
        secrets[side].append(dict(view.board.secret))
        return Choice(legal[2])

    play(Orders(), {"red": Does(spy), "blue": Does(spy)}, Dice(0))
    assert secrets == {"red": [{}] * 4, "blue": [{"red": "?"}] * 4}


def test_no_view_is_made_for_bots_that_do_not_look() -> None:
    class Blind(RandomBot):
        def choose(self, view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
            assert view is UNSEEN
            return super().choose(view, side, legal)

    class NoView(Race):
        def view(self, state: State[Track], side: str) -> State[Track]:
            raise AssertionError

    report = play(NoView(), {"red": Blind(1), "blue": Blind(2)}, Dice(1))
    assert report.faults == ()


def raises(view: State[Any], side: str, legal: Sequence[Action]) -> Any:
    raise KeyError("no such\nhex")


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def unspeakable(view: State[Any], side: str, legal: Sequence[Action]) -> Any:
    raise UnspeakableError


FAILING: dict[str, tuple[Callable[..., Any], str]] = {
    "raises": (raises, "raised KeyError: 'no such\\nhex'"),
    "unspeakable": (unspeakable, "raised UnspeakableError: a UnspeakableError"),
    "none": (lambda view, side, legal: None, "returned None, which is no choice"),
    "no choice": (lambda view, side, legal: legal[0], "returned red: block, which is no choice"),
    "tuple": (
        lambda view, side, legal: Choice(tuple(legal[0])),  # type: ignore[arg-type]
        "returned Choice(action=('red', 'block', '', '', ''), why=''), which is no choice",
    ),
    "why": (
        lambda view, side, legal: Choice(legal[0], 5),  # type: ignore[arg-type]
        "which is no choice",
    ),
    "not allowed": (
        lambda view, side, legal: Choice(Action("red", "fly")),
        "chose red: fly, which is not allowed",
    ),
    "other side": (
        lambda view, side, legal: Choice(legal[0]._replace(side="blue")),
        "chose blue: block, which is not allowed",
    ),
    "odd fields": (
        lambda view, side, legal: Choice(Action(side, None, [5])),  # type: ignore[arg-type]
        "chose a Action, which is not allowed",
    ),
    "greedy for actions": (lambda view, side, legal: legal.append(legal[0]), "raised AttributeError"),
    "long": (lambda view, side, legal: "x" * 10_000, f"returned {'x' * 200} ..., which is no choice"),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_failing_bot_loses_its_choice_to_the_random_bot(name: str) -> None:
    what, words = FAILING[name]
    report = play(Race(), {"red": Does(what), "blue": first}, Dice(2))
    assert report.reason.endswith(("arrived", "nobody arrived"))
    assert report.faults[0].startswith("turn 1: Does of red ")
    assert words in report.faults[0]
    assert report.faults[0].endswith("; the random bot chose instead")
    assert "\n" not in "".join(report.faults)
    again = play(Race(), {"red": Does(what), "blue": first}, Dice(2))
    assert again == report


def test_the_random_bot_chooses_among_all_for_a_failing_bot() -> None:
    chosen = set()
    for seed in range(5):
        play(
            Race(),
            {"red": Does(raises), "blue": first},
            Dice(seed),
            lambda moment: chosen.add(moment.action) if moment.action.side == "red" else None,
        )
    assert {str(action) for action in chosen} == {
        "red: run careful",
        "red: run bold",
        "red: block",
        "red: pass",
    }


def test_an_interrupt_is_no_fault_of_a_bot() -> None:
    def interrupted(view: State[Any], side: str, legal: Sequence[Action]) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Race(), {"red": Does(interrupted), "blue": first}, Dice(0))


def test_many_faults_are_counted() -> None:
    report = play(Race(), {"red": Does(raises), "blue": Does(raises)}, Dice(0, 0, (1,) * 100))
    assert len(report.faults) == MOST_FAULTS + 1
    assert report.faults[-1] == f"and {report.actions - MOST_FAULTS} more faults like these"


def test_a_game_without_end_is_broken_off() -> None:
    report = play(Race(), {"red": first, "blue": first}, Dice(0, 0, (1,) * 100), most=7)
    assert (report.winner, report.reason, report.actions) == ("", "broken off", 7)
    assert report.faults == ("turn 4: no end after 7 actions, the game was broken off",)


def test_the_last_action_allowed_may_end_the_game() -> None:
    report = play(Race(), {"red": last, "blue": last}, Dice(0, 0, (6, 1, 6)), most=6)
    assert (report.reason, report.faults) == ("blue arrived", ())


def test_a_dead_end_is_broken_off() -> None:
    class Dead(Race):
        def _blocks(self, state: State[Track], side: str) -> list[Action]:
            return []

    report = play(Dead(), {"red": first, "blue": first}, Dice(0))
    assert (report.reason, report.actions) == ("broken off", 1)
    assert report.faults == ("turn 1: nobody has anything to choose, the game was broken off",)


def test_the_turn_that_begins_with_the_end_is_not_counted() -> None:
    """The race ends when turn 60 would begin; 59 turns were played."""
    report = play(Race(), {"red": first, "blue": first}, Dice(0, 0, (1,) * 100))
    assert (report.winner, report.reason, report.turns) == ("", "nobody arrived", 59)
    assert len(report.points["red"]) == 59


def test_turns_that_are_passed_over_keep_their_points() -> None:
    class Hasty(Orders):
        def _reveal(self, turn: Turn[Track]) -> None:
            super()._reveal(turn)
            turn.board.turn += 2

    report = play(Hasty(), {"red": last, "blue": first}, Dice(0))
    assert report.points == {
        "red": [3, 3, 3, 6, 6, 6, 9, 9, 9, 12],
        "blue": [1, 1, 1, 2, 2, 2, 3, 3, 3, 4],
    }
    assert report.turns == 10


def test_a_game_that_is_over_at_the_start() -> None:
    class Over(Race):
        def start(self, dice: Dice) -> State[Track]:
            state = super().start(dice)
            state.result = Result("red", "by default")
            return state

    report = play(Over(), {"red": first, "blue": first}, Dice(0))
    assert (report.winner, report.turns, report.actions, report.points["red"]) == ("red", 1, 0, [0])


def test_every_side_needs_a_bot() -> None:
    with pytest.raises(ValueError, match="no bot for blue"):
        play(Race(), {"red": first}, Dice(0))


def test_a_winner_that_is_no_side_is_a_defect() -> None:
    class Odd(Race):
        def _step(self, turn: Turn[Track]) -> None:
            turn.end("green", "green came from nowhere")

    with pytest.raises(ValueError, match='"green" won, but the sides are red, blue'):
        play(Odd(), {"red": first, "blue": first}, Dice(0))


def test_what_the_rules_raise_is_not_put_on_a_bot() -> None:
    class Broken(Race):
        def _step(self, turn: Turn[Track]) -> None:
            raise KeyError("rule")

    with pytest.raises(KeyError, match="rule"):
        play(Broken(), {"red": first, "blue": first}, Dice(0))


def test_bots_cannot_spoil_the_list_of_legal_actions() -> None:
    game = Race()
    state = game.start(Dice(0))
    bots: dict[str, Bot] = {side: Does(lambda view, side, legal: legal.clear()) for side in game.sides}
    next(moments(game, bots, state, Faults()))
    assert len(legal_actions(game, state, "blue")) == 2
    assert isinstance(game.nodes["run"], Decision)
