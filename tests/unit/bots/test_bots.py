"""The random and the greedy bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from core.bots.contract import Bot, Candidate, Choice
from core.bots.greedy import GreedyBot
from core.bots.naming import BOTS, make_bots
from core.bots.random_bot import RandomBot
from core.bots.referee import UNSEEN
from core.bots.seeds import LARGEST_SEED, seed_of
from core.engine import Action, State
from tests.toys import Race

A, B, C = (Action("red", verb) for verb in "abc")


class Script:
    """A judge that offers what it was given, one list for each time it is asked."""

    def __init__(self, *lists: Sequence[Candidate]) -> None:
        self.lists = list(lists)

    def candidates(self, view: State[Any], side: str, legal: Sequence[Action]) -> Iterable[Candidate]:
        return self.lists.pop(0)


def choose(bot: Bot, *legal: Action) -> Action:
    return bot.choose(UNSEEN, "red", legal).action


def test_random_takes_every_action_about_equally_often() -> None:
    bot = RandomBot(7)
    counts = Counter(choose(bot, A, B, C) for _ in range(3000))
    assert counts.keys() == {A, B, C}
    assert all(900 < count < 1100 for count in counts.values())


def test_random_follows_its_seed_on_every_machine() -> None:
    def choices(seed: int) -> list[str]:
        bot = RandomBot(seed)
        return [choose(bot, A, B, C).verb for _ in range(10)]

    assert choices(1) == choices(1) != choices(2)
    assert "".join(choices(1)) == "cbacacaaab"


def test_greedy_takes_the_best_and_of_equals_the_first() -> None:
    bot = GreedyBot(Script([Candidate((A,), 1), Candidate((B,), 3, "good"), Candidate((C,), 3)]), 1)
    assert bot.choose(UNSEEN, "red", (A, B, C)) == Choice(B, "good")


def test_greedy_goes_on_with_its_plan_while_it_is_legal() -> None:
    bot = GreedyBot(Script([Candidate((A, B, C), 1, "plan")], [Candidate((A,), 0)]), 1)
    assert choose(bot, A, B) == A
    assert bot.choose(UNSEEN, "red", (A, B)) == Choice(B, "plan")
    assert choose(bot, C, A) == C
    assert choose(bot, A, C) == A  # asked again: the plan was at its end


def test_greedy_asks_again_when_its_plan_is_not_legal_any_more() -> None:
    bot = GreedyBot(Script([Candidate((A, B, C), 1)], [Candidate((A,), 1)], [Candidate((C,), 1)]), 1)
    assert choose(bot, A) == A
    assert choose(bot, A, C) == A
    assert choose(bot, B, C) == C  # nothing is left of the first plan


def test_greedy_without_candidates_is_random() -> None:
    chosen = {choose(GreedyBot(Script([]), seed), A, B, C) for seed in range(20)}
    assert chosen == {A, B, C}


@pytest.mark.parametrize("actions", [(), (B,)])
def test_greedy_does_not_follow_a_plan_that_cannot_begin(actions: tuple[Action, ...]) -> None:
    bot = GreedyBot(Script([Candidate(actions, 1)], [Candidate((A,), 1)]), 1)
    with pytest.raises(ValueError, match="offers a plan that begins with"):
        choose(bot, A, C)
    assert choose(bot, A, B) == A


def test_seeds_differ_by_name_and_fit_into_a_file() -> None:
    seeds = [seed_of(1), seed_of(2), seed_of(1, 1), seed_of(1, 2), seed_of(1, "red"), seed_of(11)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed <= LARGEST_SEED for seed in seeds)
    assert seed_of(1, 1) == 8326666282327019


def test_bots_by_name_have_seeds_of_their_own() -> None:
    assert list(BOTS) == ["random", "greedy"]
    bots = make_bots(Race(), {"red": "random", "blue": "greedy"}, 5)
    assert isinstance(bots["red"], RandomBot)
    assert isinstance(bots["blue"], GreedyBot)
    two = make_bots(Race(), {"red": "random", "blue": "random"}, 5)
    ways = [[choose(two[side], A, B, C) for _ in range(20)] for side in two]
    assert ways[0] != ways[1]
