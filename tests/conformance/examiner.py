"""Watches a game from its first choice to its end, and fails at the first moment that breaks a promise.

What is cheap is tried at every moment. What is not is tried at the first visits of each node of the sequence
of play, so that rare ones are not missed, and at every so many actions.
"""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from core.bots.contract import Playable
from core.bots.referee import Moment
from core.engine import Action, Dice, IllegalActionError, State, active_sides, apply, legal_actions
from core.engine.flow import why_not
from core.engine.log import Log
from core.engine.saving import fingerprint, state_from_json, state_json

VISITS = 4  # of each node that are examined
EVERY = 97  # actions between other samples; no divisor of anything that a game counts by
MOST_JUDGED = 40  # legal actions of a moment that are judged one by one
RUBBISH = "nothing of the kind"


class Examiner:
    """One game under examination."""

    def __init__(self, game: Playable[Any], seed: int) -> None:
        self.game, self.seed = game, seed
        self.actions: list[Action] = []
        self._visits: Counter[str] = Counter()
        self._chance = Dice(seed)
        self._kept: tuple[State[Any], str, State[Any]] | None = None

    def look(self, state: State[Any]) -> None:
        """Examine a state before anybody chooses."""
        self.game.check(state)
        if state.result is not None:
            self._check_over(state)
            return
        self._check_choices(state)
        self._kept = None
        self._visits[state.top.node] += 1
        if self._visits[state.top.node] <= VISITS or len(self.actions) % EVERY == self.seed:
            self._examine(state)

    def acted(self, moment: Moment) -> None:
        """Examine what an action has made of a state."""
        self.actions.append(moment.action)
        assert moment.after.count == len(self.actions)
        knowledge_of(self.game.id).check_moment(self.game, moment)
        if self._kept is None:
            return
        state, before, loaded = self._kept
        assert moment.before is state
        assert fingerprint(self.game, state) == before, f"{moment.action} has changed the state it was given"
        again = apply(self.game, loaded, moment.action)
        assert fingerprint(self.game, again) == fingerprint(self.game, moment.after), (
            f"{moment.action} leads elsewhere from the state that was saved and loaded"
        )

    # --- every moment --------------------------------------------------------------------------------

    def _check_choices(self, state: State[Any]) -> None:
        active = active_sides(self.game, state)
        assert active and len(set(active)) == len(active) and set(active) <= set(self.game.sides)
        for side in self.game.sides:
            legal = legal_actions(self.game, state, side)
            assert bool(legal) == (side in active), f"{side} at {state.top.node}: {len(legal)} actions"
            assert len(set(legal)) == len(legal), f"{side} has an action twice at {state.top.node}"
            assert all(action.side == side for action in legal)

    def _check_over(self, state: State[Any]) -> None:
        assert state.result is not None and state.result.reason and state.result.rule
        assert state.result.winner in ("", *self.game.sides)
        assert not active_sides(self.game, state)
        for side in self.game.sides:
            assert legal_actions(self.game, state, side) == []
            self._check_refused(state, self.actions[-1]._replace(side=side))

    # --- samples -------------------------------------------------------------------------------------

    def _examine(self, state: State[Any]) -> None:
        before = fingerprint(self.game, state)
        self._check_judgements(state)
        for side in self.game.sides:
            self._check_view(state, side)
        loaded = self.reloaded(replace(state, log=Log(), cache={}))
        for side in self.game.sides:
            assert legal_actions(self.game, loaded, side) == legal_actions(self.game, state, side)
        assert fingerprint(self.game, state) == before, "looking at a state has changed it"
        self._kept = state, before, loaded

    def reloaded(self, state: State[Any]) -> State[Any]:
        """The state after saving and loading, which must be equal."""
        loaded = state_from_json(self.game, json.loads(json.dumps(state_json(self.game, state))))
        assert _without_log(loaded) == _without_log(state), "the state that was saved and loaded is another"
        assert list(loaded.log.entries()) == list(state.log.entries())
        assert fingerprint(self.game, loaded) == fingerprint(self.game, state)
        return loaded

    def _check_judgements(self, state: State[Any]) -> None:
        for side in active_sides(self.game, state):
            legal = legal_actions(self.game, state, side)
            for action in legal[:: len(legal) // MOST_JUDGED + 1]:
                assert why_not(self.game, state, action) == "", f"{action} is offered and refused"
            for action in self._mutated(legal):
                if action not in legal:
                    self._check_refused(state, action)

    def _mutated(self, legal: list[Action]) -> Iterator[Action]:
        """Actions like the legal ones with a field that is wrong, or taken from another action."""
        action = self._any(legal)
        yield from (action._replace(**{name: RUBBISH}) for name in Action._fields)
        yield from (action._replace(side=side) for side in self.game.sides)
        for name in Action._fields:
            yield self._any(legal)._replace(**{name: getattr(self._any(legal), name)})
            yield self._any(legal)._replace(**{name: ""})

    def _any(self, legal: list[Action]) -> Action:
        number, self._chance = self._chance.roll(len(legal))
        return legal[number - 1]

    def _check_refused(self, state: State[Any], action: Action) -> None:
        before = fingerprint(self.game, state)
        message = why_not(self.game, state, action)
        assert len(message.split()) > 3, f"{action} is refused without a sentence: {message!r}"
        with pytest.raises(IllegalActionError) as refused:
            apply(self.game, state, action)
        assert str(refused.value) == message
        assert fingerprint(self.game, state) == before

    def _check_view(self, state: State[Any], side: str) -> None:
        game, known = self.game, knowledge_of(self.game.id)
        view = game.view(state, side)
        assert view.log == Log() and view.cache == {}
        assert view.dice.seed != state.dice.seed or not state.dice.seed
        known.check_seen(game, state, view, side)
        text = json.dumps(state_json(game, view))
        told = [key for key in known.hidden(game, state, side) if f'"{key}"' in text]
        assert told == [], f"the view of {side} at {state.top.node} names what it hides"
        other_dice = Dice(state.dice.seed + 1, state.dice.drawn + 1, (1, 2, 3))
        assert game.view(replace(state, dice=other_dice, cache={}), side) == view
        for other in known.permuted(game, state, side):
            assert game.view(other, side) == view, f"{side} can tell hidden units apart at {state.top.node}"


def _without_log(state: State[Any]) -> State[Any]:
    """A long log is a chain that is too deep to be compared as a whole."""
    return replace(state, log=Log())


@cache
def knowledge_of(system: str) -> Any:
    """The module beside this one that knows a game: what is hidden (`hidden`, `permuted`, `check_seen`), what
    an action may do (`check_moment`), and how a scenario can end (`endings_of`, `ending_of`)."""
    return importlib.import_module(f"tests.conformance.{system}")
