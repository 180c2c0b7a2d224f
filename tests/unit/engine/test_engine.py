"""The kernel on two toy games: flow, dice, log, record, saving, and that given states never change."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from core.engine import (
    Action,
    Dice,
    Entry,
    Frame,
    IllegalActionError,
    Modifier,
    Procedure,
    Turn,
    active_sides,
    apply,
    legal_actions,
)
from core.engine.log import Log
from core.engine.record import SNAPSHOT_EVERY, Origin, Session, replay
from core.engine.saving import fingerprint, state_from_json, state_json
from core.engine.state import State
from tests.toys import Orders, Race, Track

GAMES = [Race(), Orders()]


def origin(game: Any, seed: int = 1, script: tuple[int, ...] = ()) -> Origin:
    return Origin(game.id, game.version, "toy", "0" * 64, seed, script)


def played(game: Any, seed: int) -> Session[Track]:
    chance = random.Random(seed)
    session = Session(game, origin(game, seed), game.start(Dice(seed)))
    while sides := active_sides(game, session.state):
        side = chance.choice(list(sides))
        session.do(chance.choice(legal_actions(game, session.state, side)))
    return session


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(5))
def test_conformance(game: Any, seed: int) -> None:
    chance = random.Random(seed)
    state = game.start(Dice(seed))
    for _ in range(1000):
        sides = active_sides(game, state)
        if not sides:
            break
        for side in game.sides:
            actions = legal_actions(game, state, side)
            assert bool(actions) == (side in sides)
            assert len(set(actions)) == len(actions)
        before = copy.deepcopy((state.board, state.dice, state.stack, state.result))
        after = apply(game, state, chance.choice(legal_actions(game, state, chance.choice(list(sides)))))
        assert (state.board, state.dice, state.stack, state.result) == before
        game.check(after)
        again = state_from_json(game, json.loads(json.dumps(state_json(game, after))))
        assert again == after
        assert list(again.log.entries()) == list(after.log.entries())
        state = after
    assert state.result is not None
    assert legal_actions(game, state, "red") == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_replay_and_rewind_come_to_the_same_position(game: Any) -> None:
    session = played(game, 3)
    again = replay(game, session.origin, game.start, session.actions)
    assert fingerprint(game, again.state) == fingerprint(game, session.state)
    marks = [fingerprint(game, game.start(Dice(3)))]
    step = Session(game, session.origin, game.start(Dice(3)))
    for action in session.actions:
        marks.append(fingerprint(game, step.do(action)))
    for length in range(len(session.actions), -1, -1):
        assert fingerprint(game, again.rewind(length)) == marks[length]
    assert again.actions == []
    with pytest.raises(ValueError, match="no moment 5"):
        again.rewind(5)


def test_rewind_uses_snapshots() -> None:
    game = Race()
    session = Session(game, origin(game), game.start(Dice(1, 0, (1,) * 200)))
    while len(session.actions) < SNAPSHOT_EVERY + 3:
        session.do(legal_actions(game, session.state, active_sides(game, session.state)[0])[0])
    snapshot = session._snapshots[SNAPSHOT_EVERY]
    assert session.rewind(SNAPSHOT_EVERY) is snapshot


def test_nested_decision_and_scripted_dice_and_log() -> None:
    game = Race()
    state = game.start(Dice(0, 0, (4,)))
    assert active_sides(game, state) == ("blue",)
    state = apply(game, state, Action("blue", "run", option="bold"))
    assert active_sides(game, state) == ("red",)
    assert [frame.node for frame in state.stack] == ["turn", "step", "block"]
    state = apply(game, state, Action("red", "block"))
    assert state.board.places["blue"] == 2
    assert state.dice.script == ()
    lines = [str(entry) for entry in state.log.entries()]
    assert lines == ["blue runs [3.1] (rolled 4)", "blue gains 2 [3.1]: +1 bold [3.2]; -3 blocked [3.3]"]
    assert [str(entry) for entry in state.log.since(1)] == lines[1:]


def test_several_sides_act_in_any_order_and_do_not_see_each_other() -> None:
    game = Orders()
    state = apply(game, game.start(Dice(0)), Action("blue", "order", option="3"))
    assert active_sides(game, state) == ("red",)
    assert game.view(state, "red").board.secret == {"blue": "?"}
    assert game.view(state, "blue").board.secret == {"blue": "3"}
    assert state.board.secret == {"blue": "3"}


@pytest.mark.parametrize(
    ("game", "action", "message"),
    [
        (Race(), Action("red", "run", option="bold"), 'not the choice of "red" but of blue'),
        (Race(), Action("blue", "fly"), "blue: fly is not allowed here; possible is run"),
        (Orders(), Action("blue", "order", option="7"), "no order"),
    ],
)
def test_illegal_actions_are_refused(game: Any, action: Action, message: str) -> None:
    state = game.start(Dice(0))
    before = fingerprint(game, state)
    with pytest.raises(IllegalActionError, match=message):
        apply(game, state, action)
    assert fingerprint(game, state) == before


def test_nothing_is_allowed_after_the_end() -> None:
    game = Race()
    session = played(game, 1)
    assert session.state.result is not None
    with pytest.raises(IllegalActionError, match="the game is over"):
        session.do(session.actions[-1])


def test_records_of_other_versions_and_damaged_records_are_refused() -> None:
    game = Race()
    session = played(game, 2)
    other = Origin("race", 7, "toy", "", 2)
    with pytest.raises(IllegalActionError, match="race version 7, this is race version 1"):
        replay(game, other, game.start, session.actions)
    with pytest.raises(IllegalActionError, match=r"action 2 of the record \(blue: run bold\)"):
        damaged = [session.actions[0], Action("blue", "run", option="bold")]
        replay(game, session.origin, game.start, damaged)


@pytest.mark.parametrize("damage", [{"board": {}}, {"dice": [1]}, {"stack": [1]}, {"log": [[1]]}])
def test_damaged_saves_are_refused(damage: dict[str, Any]) -> None:
    game = Race()
    data = {**state_json(game, played(game, 1).state), **damage}
    with pytest.raises(ValueError, match="does not fit race version 1"):
        state_from_json(game, data)


def test_frames_come_back_with_tuples() -> None:
    game = Race()
    state = State(Track({}), Dice(1), (Frame("turn", {"a": (1, ("b",)), "c": {"d": (2,)}}),))
    assert state_from_json(game, json.loads(json.dumps(state_json(game, state)))).stack == state.stack


def test_fingerprint_ignores_the_log_only() -> None:
    game = Race()
    state = game.start(Dice(1))
    talked = state.copy()
    talked.log = talked.log.with_entry(Entry("hello"))
    assert fingerprint(game, talked) == fingerprint(game, state)
    moved = state.copy()
    moved.board.places["red"] = 1
    assert fingerprint(game, moved) != fingerprint(game, state)


def test_a_game_that_runs_in_a_circle_is_noticed() -> None:
    class Circle(Race):
        def __init__(self) -> None:
            def nothing(turn: Turn[Track]) -> None:
                turn.go("turn")

            self.nodes = {"turn": Procedure(nothing)}

    with pytest.raises(RuntimeError, match="circle"):
        Circle().start(Dice(1))


class TestDice:
    def test_the_same_seed_gives_the_same_rolls(self) -> None:
        def rolls(dice: Dice) -> list[int]:
            found = []
            for _ in range(20):
                value, dice = dice.roll()
                found.append(value)
            return found

        assert rolls(Dice(5)) == rolls(Dice(5)) != rolls(Dice(6))
        assert rolls(Dice(5))[:6] == [3, 5, 6, 6, 2, 5]

    def test_all_faces_come_up_about_equally_often(self) -> None:
        dice, counts = Dice(42), dict.fromkeys(range(1, 7), 0)
        for _ in range(6000):
            value, dice = dice.roll()
            counts[value] += 1
        assert all(900 < count < 1100 for count in counts.values())
        assert dice.drawn == 6000

    def test_a_script_must_fit_the_die(self) -> None:
        assert Dice(1, 0, (6, 2)).roll() == (6, Dice(1, 0, (2,)))
        with pytest.raises(ValueError, match="6 faces"):
            Dice(1, 0, (7,)).roll()


def test_log_is_shared_between_states() -> None:
    first = Log().with_entry(Entry("a"))
    second = first.with_entry(Entry("b", "1.1", (3,), (Modifier(2, "c"),)))
    assert second.before is first
    assert [entry.text for entry in second.entries()] == ["a", "b"]
    assert str(second.entry) == "b [1.1] (rolled 3): +2 c"
    assert list(Log().entries()) == []


def test_a_side_reads_what_is_meant_for_it_or_for_all() -> None:
    log = Log()
    for entry in (Entry("to all"), Entry("to red", sides=("red",)), Entry("to blue", sides=("blue",))):
        log = log.with_entry(entry)
    assert [entry.text for entry in log.seen_by("red")] == ["to all", "to red"]
    assert [entry.text for entry in log.seen_by("blue")] == ["to all", "to blue"]


def test_the_list_of_actions_belongs_to_the_caller() -> None:
    game = Race()
    state = game.start(Dice(0))
    legal = legal_actions(game, state, "blue")
    before = list(legal)
    legal.clear()
    legal.append(Action("blue", "fly"))
    assert legal_actions(game, state, "blue") == before
    with pytest.raises(IllegalActionError):
        apply(game, state, Action("blue", "fly"))


@pytest.mark.parametrize(
    "rubbish",
    [None, "run", ("blue", "run"), {}, Action("blue", 7), Action("blue", "run", [])],  # type: ignore[arg-type]
)
def test_rubbish_is_refused_with_a_sentence(rubbish: Any) -> None:
    game = Race()
    state = game.start(Dice(0))
    with pytest.raises(IllegalActionError, match="that is no action"):
        apply(game, state, rubbish)
