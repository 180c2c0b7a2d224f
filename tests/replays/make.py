"""Makes the recorded games of War Comes Early: one for each way in which a game can end.

    python -m tests.replays.make [NAME ...]

makes all records anew, or those named. That is needed when the rules have changed in a way that old games
cannot follow (then the version of the game changes too) and when the scenario or the map has. Most records
are games between bots: seeds are tried in order until a game ends in the way that is wanted. Rare endings
get bots with a purpose and dice that are wished for; what the dice then showed is the script of the record,
so that it replays through the engine like any other. Where nothing else helps, the sides start with more
points: a scenario beside the record says so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from core.bots.contract import Bot, Choice
from core.bots.greedy import GreedyBot
from core.bots.naming import make_bots
from core.engine import Action, State, active_sides, apply, legal_actions
from core.engine.record import Session
from core.formats.documents import load_scenario, save
from core.games.matches import Match, open_match
from core.games.saves import save_game
from core.games.war_comes_early.board import Board
from core.model.facts import Attributes
from core.model.scenario import ScenarioModel
from tests.conformance.war_comes_early import ending_of

HERE = Path(__file__).parent / "war_comes_early"
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "war_comes_early"
MOST_SEEDS = 60
LAST_QUIET_TURN = 2  # Czechs who fall until then have lost the game [4.1]
RICH = 95  # points of both sides in the variant
QUIET = ("pass", "end_phase", "halt", "stop", "resolve")

BotsOf = Callable[[Match, int], dict[str, Bot]]


@dataclass(frozen=True)
class Recipe:
    """How a record is made. `wishes` are rolls by the beginning of their line in the log."""

    scenario: str
    bots: BotsOf
    names: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[str, int] = field(default_factory=dict)


# --- bots with a purpose -----------------------------------------------------------------------------


class Quiet:
    """Does as little as it can, and bombs with all it has."""

    needs_view = False

    def choose(self, view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
        """The quietest action."""
        if legal[0].verb == "bomb":
            return Choice(legal[-1])
        quiet = [action for verb in QUIET for action in legal if action.verb == verb]
        return Choice((quiet or legal)[0])


class Sometimes:
    """A greedy player who keeps quiet unless the table says otherwise."""

    def __init__(self, match: Match, seed: int, wakes: Callable[[Board], bool]) -> None:
        self._greedy, self._quiet, self._wakes = GreedyBot(match.game.judge(), seed), Quiet(), wakes

    def choose(self, view: State[Any], side: str, legal: Sequence[Action]) -> Choice:
        """What the greedy or the quiet player does."""
        awake = self._wakes(view.board)
        return (self._greedy if awake else self._quiet).choose(view, side, legal)


def _named(**names: str) -> tuple[BotsOf, Mapping[str, str]]:
    return (lambda match, seed: make_bots(match.game, names, seed)), names


def _always(board: Board) -> bool:
    return True


def _after_turn_2(board: Board) -> bool:
    return board.turn > LAST_QUIET_TURN


def _until_the_czechs_fall(board: Board) -> bool:
    return board.turn > LAST_QUIET_TURN and "czechoslovakia" not in board.fallen


def _both_quiet(match: Match, seed: int) -> dict[str, Bot]:
    return {"german": Quiet(), "allied": Quiet()}


def _awake(side: str, wakes: Callable[[Board], bool]) -> BotsOf:
    def bots(match: Match, seed: int) -> dict[str, Bot]:
        return {**_both_quiet(match, seed), side: Sometimes(match, seed, wakes)}

    return bots


# --- recipes -----------------------------------------------------------------------------------------

GERMAN_SKIES = {"German airpower": 6, "Allied airpower": 1, "German terror bombing": 6}
ALLIED_SKIES = {"German airpower": 1, "Allied airpower": 6, "Allied terror bombing": 6}
NO_HITS = {"German terror bombing": 1, "Allied terror bombing": 1}
LUCK = {"Combat": 1, "points for the fall": 1}
RICH_1938 = "wce_1938_rich"

RECIPES = {
    # 1938: sudden death [4.1]
    "wce_1938_czech_collapse": Recipe("wce_1938", *_named(german="greedy", allied="random")),
    "wce_1938_german_100": Recipe(RICH_1938, _awake("german", _after_turn_2), wishes=LUCK),
    "wce_1938_allied_1": Recipe("wce_1938", _both_quiet, wishes=GERMAN_SKIES),
    "wce_1938_german_1": Recipe("wce_1938", _both_quiet, wishes=ALLIED_SKIES),
    "wce_1938_allied_100": Recipe(RICH_1938, _awake("allied", _always)),
    "wce_1938_berlin": Recipe("wce_1938", *_named(german="random", allied="greedy")),
    # 1938: after the last turn [4.2]
    "wce_1938_czechs_stand": Recipe("wce_1938", _both_quiet),
    "wce_1938_lead_german": Recipe("wce_1938", _awake("german", _after_turn_2), wishes=LUCK),
    "wce_1938_lead_allied": Recipe("wce_1938", *_named(german="greedy", allied="greedy")),
    "wce_1938_draw": Recipe("wce_1938", _awake("german", _until_the_czechs_fall), wishes={**LUCK, **NO_HITS}),
    # 1939 [13.3]
    "wce_1939_german_win": Recipe("wce_1939", *_named(german="greedy", polish="random")),
    "wce_1939_polish_win": Recipe("wce_1939", *_named(german="random", polish="greedy")),
    "wce_1939_draw": Recipe("wce_1939", *_named(german="greedy", polish="greedy")),
}


def rich_variant() -> ScenarioModel:
    """The variant in which both sides start with more points."""
    scenario = load_scenario(SCENARIOS / "wce_1938.scenario.json")
    head = replace(scenario.info, id=RICH_1938, name=f"{scenario.info.name} (both sides have {RICH} points)")
    scenario.head["scenario"] = head
    for key, side in scenario.sides.items():
        scenario.sides[key] = replace(side, attributes=Attributes({**side.attributes, "vp": RICH}))
    return scenario


# --- play --------------------------------------------------------------------------------------------


def played(match: Match, recipe: Recipe, seed: int) -> Session[Any]:
    """One game by a recipe."""
    bots, state = recipe.bots(match, seed), match.game.start(match.origin(seed).dice)
    actions: list[Action] = []
    script: list[int] = []
    while state.result is None:
        (side,) = active_sides(match.game, state)
        legal = tuple(legal_actions(match.game, state, side))
        view = match.game.view(state, side)
        action = bots[side].choose(view, side, legal).action
        state, rolled = carried_out(match, state, action, recipe.wishes)
        actions.append(action)
        script += rolled
    origin = match.origin(seed, tuple(script) if recipe.wishes else ())
    session = Session(match.game, origin, match.game.start(origin.dice))
    for action in actions:
        session.do(action)
    assert session.state.result == state.result
    return session


def carried_out(
    match: Match, state: State[Any], action: Action, wishes: Mapping[str, int]
) -> tuple[State[Any], list[int]]:
    """The state after an action with dice as wished, and all rolls. One wish after the other is granted,
    because a roll can decide which others follow."""
    granted: tuple[int, ...] = ()
    while True:
        dice = state.dice._replace(script=granted)
        after = apply(match.game, replace(state, dice=dice, cache={}), action)
        entries = after.log.since(state.log.length)
        rolls = [(die, _wished(entry.text, wishes, die)) for entry in entries for die in entry.dice]
        wrong = next((i for i, (die, wish) in enumerate(rolls) if die != wish), None)
        if wrong is None:
            return after, [die for die, _ in rolls]
        granted = (*(die for die, _ in rolls[:wrong]), rolls[wrong][1])


def _wished(text: str, wishes: Mapping[str, int], die: int) -> int:
    return next((wish for begin, wish in wishes.items() if text.startswith(begin)), die)


def make(name: str) -> str:
    """Make a record; what was made in a line."""
    recipe = RECIPES[name]
    folder = HERE if recipe.scenario == RICH_1938 else SCENARIOS
    match = open_match(folder / f"{recipe.scenario}.scenario.json")
    for seed in range(1, MOST_SEEDS + 1):
        session = played(match, recipe, seed)
        assert session.state.result is not None
        if name.endswith(f"_{ending_of(session.state.result)}"):
            save_game(HERE / f"{name}.game.json", session, match, recipe.names)
            return f"{name}: seed {seed}, {len(session.actions)} actions: {session.state.result.reason}"
    raise SystemExit(f"{name}: no game out of {MOST_SEEDS} has ended like this, change its recipe")


def main(names: Sequence[str]) -> None:
    """Make the records with these names, or all."""
    save(rich_variant(), HERE / f"{RICH_1938}.scenario.json")
    for name in names or RECIPES:
        print(make(name))


if __name__ == "__main__":
    main(sys.argv[1:])
