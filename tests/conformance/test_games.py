"""Every bundled scenario of every playable system keeps the promises of the kernel, whichever bot plays."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from core.bots.referee import Faults, moments
from core.engine import Dice, apply
from core.engine.saving import fingerprint
from core.formats.documents import load_scenario
from core.games.matches import PLAYABLE, Match
from tests.conformance.bundled import BOT_NAMES, SCENARIOS, bots_of, match_of, name_of
from tests.conformance.examiner import Examiner
from tests.conformance.reached import verbs_of

SEEDS = range(1, 21)
MOST_ACTIONS = 60_000  # of one game


def test_every_playable_system_has_scenarios_and_every_bot_plays() -> None:
    assert {match_of(path).game.id for path in SCENARIOS} == set(PLAYABLE)
    assert {"random", "greedy"} <= set(BOT_NAMES)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("bot", BOT_NAMES)
@pytest.mark.parametrize("scenario", SCENARIOS, ids=name_of)
def test_game(scenario: Path, bot: str, seed: int) -> None:
    match = match_of(scenario)
    examiner, faults = Examiner(match.game, seed), Faults()
    state = match.game.start(Dice(seed))
    examiner.look(state)
    for moment in moments(match.game, bots_of(match, bot, seed), state, faults, MOST_ACTIONS):
        examiner.acted(moment)
        state = moment.after
        examiner.look(state)
    assert faults.sentences() == ()
    assert state.result is not None
    assert {action.verb for action in examiner.actions} <= _verbs(match.game.id)
    turn, calendar = match.game.turn_of(state), sorted(load_scenario(scenario).turns)
    assert turn in calendar, "the game has left its calendar"
    examiner.reloaded(state)
    _check_replay(match, examiner, fingerprint(match.game, state))


@cache
def _verbs(system: str) -> set[str]:
    return set(verbs_of(system))


def _check_replay(match: Match, examiner: Examiner, end: str) -> None:
    """The choices lead to the same end, also when the game is saved and loaded on the way."""
    state = match.game.start(Dice(examiner.seed))
    interrupted = len(examiner.actions) * examiner.seed // (SEEDS[-1] + 1)
    for number, action in enumerate(examiner.actions):
        if number == interrupted:
            state = examiner.reloaded(state)
        state = apply(match.game, state, action)
    assert fingerprint(match.game, state) == end
