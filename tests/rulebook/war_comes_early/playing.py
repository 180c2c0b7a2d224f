"""Tiny boards in play: a driver that stands at a chosen step of the sequence, with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.engine import (
    Action,
    Decision,
    Dice,
    Frame,
    IllegalActionError,
    Procedure,
    State,
    Turn,
    active_sides,
    apply,
    legal_actions,
    started,
)
from core.engine.saving import state_json
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.game import WarComesEarly
from core.games.war_comes_early.set_up_phase import Plan
from core.model.scenario import Unit
from tests.rulebook.war_comes_early.tiny import Tiny

GERMANY = "germany"
OVER = "over"  # play stands here when the step that was asked for is done


class Driver:
    """A game under way. Choices are written as their action without the side: "move ge 0405"."""

    def __init__(self, game: WarComesEarly, state: State[Board]) -> None:
        self.game, self.state = game, state
        self.game.check(state)

    # --- what there is ---------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def node(self) -> str:
        return self.state.top.node

    @property
    def is_over(self) -> bool:
        """Whether the step that was asked for is done."""
        return self.node == OVER

    @property
    def side(self) -> str:
        """The side that has to choose."""
        sides = active_sides(self.game, self.state)
        assert sides, f"nobody has to choose at {self.node}; the last lines are {self.log[-3:]}"
        return sides[0]

    @property
    def log(self) -> list[str]:
        return [str(entry) for entry in self.state.log.entries()]

    def legal(self) -> list[Action]:
        return legal_actions(self.game, self.state, self.side)

    def legal_after_the_end(self) -> list[Action]:
        """What either side could still do."""
        return [action for side in self.game.sides for action in legal_actions(self.game, self.state, side)]

    def choices(self, verb: str = "") -> set[str]:
        """What can be chosen now, or those choices with a verb, without it."""
        texts = [_text(action) for action in self.legal()]
        assert len(texts) == len(set(texts))
        return {text.removeprefix(f"{verb} ") for text in texts if not verb or text.startswith(f"{verb} ")}

    def where(self, key: str) -> str:
        """The hex of a unit, or why it is not on the map."""
        h = self.board.where.get(key)
        return self.board.aside[key] if h is None else self.game.world.ground.labels[h]

    def stack(self, number: str) -> set[str]:
        return set(self.board.stacks.get(self.game.world.ground.index[number], ()))

    def control(self, number: str) -> str:
        return self.board.control[self.game.world.ground.index[number]]

    def points(self) -> tuple[int, int]:
        return self.board.vp["german"], self.board.vp["allied"]

    def hexes(self, numbers: Sequence[int]) -> list[str]:
        return [self.game.world.ground.labels[h] for h in numbers]

    # --- play ------------------------------------------------------------------------------------------

    def do(self, verb: str, unit: str = "", space: str = "", option: str = "") -> Driver:
        """Carry out an action of the side whose choice it is. Every die must be scripted."""
        self.state = apply(self.game, self.state, Action(self.side, verb, unit, space, option))
        assert self.state.dice.drawn == 0, f"a die was rolled that is not in the script: {self.log[-3:]}"
        self.game.check(self.state)
        return self

    def go(self, *texts: str) -> Driver:
        """Carry out choices one after the other."""
        for text in texts:
            found = [action for action in self.legal() if _text(action) == text]
            assert found, f"{text!r} is not among {sorted(self.choices())} at {self.node}"
            self.do(*found[0][1:])
        return self

    def refusal(self, verb: str, unit: str = "", space: str = "", option: str = "", side: str = "") -> str:
        """Why an action is not allowed; it leaves the game as it was."""
        before = state_json(self.game, self.state)
        with pytest.raises(IllegalActionError) as refused:
            apply(self.game, self.state, Action(side or self.side, verb, unit, space, option))
        assert state_json(self.game, self.state) == before
        return str(refused.value)


def _text(action: Action) -> str:
    return str(action).split(": ", 1)[1]


def play(tiny: Tiny, *frames: Frame, dice: Sequence[int] = ()) -> Driver:
    """Stand at the last of these frames of the sequence of play. Who stands in a hex controls it."""
    world, board = tiny.world, tiny.board.copy()
    for h in board.stacks:
        board.set_control(h, world.holder(board, h))
    sides = ("german", "allied" if world.campaign == 1938 else "polish")
    game = WarComesEarly(world, Plan(), board, sides)

    def begin(turn: Turn[Board]) -> None:
        turn.state.stack = (Frame(OVER), *frames)

    ends = {"begin": Procedure(begin), OVER: Decision(lambda state: (), lambda state, side: [], _nothing)}
    game.nodes = {**game.nodes, **ends}
    state = started(game, board, "begin", Dice(0, 0, tuple(dice)))
    assert state.dice.drawn == 0, "a die was rolled that is not in the script"
    return Driver(game, state)


def _nothing(turn: Turn[Board], action: Action) -> None:
    raise AssertionError("the step is done")


def play_phase(tiny: Tiny, phase: str, *nations: str, dice: Sequence[int] = ()) -> Driver:
    """A whole phase with everything that belongs to it: of the Germans, or of a group of nations."""
    if nations in ((), (GERMANY,)):
        return play(tiny, Frame("german_turn", {"left": (phase,)}), dice=dice)
    data = {"nations": nations, "left": (phase,), "window": False, "marker": ""}
    return play(tiny, Frame("national_turn", data), dice=dice)


def play_combat(
    units: Mapping[str, tuple[str, Unit]], *nations: str, dice: Sequence[int] = (), **more: object
) -> Driver:
    """A Combat Phase, of the Germans unless nations are named. If not said otherwise everybody stands in his
    own country, so that all are in supply."""
    country = {number: unit.nation for number, unit in units.values()}
    tiny = Tiny(units, **{"country": country, **more})  # type: ignore[arg-type]
    return play_phase(tiny, "combat", *nations, dice=dice)


def play_turn(tiny: Tiny, dice: Sequence[int] = (), **data: object) -> Driver:
    """A game turn, from its start or a stage of it."""
    return play(tiny, Frame("game_turn", data), dice=dice)
