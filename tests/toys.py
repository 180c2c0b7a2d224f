"""Two tiny games for tests of the kernel: a race with nested decisions, and hidden simultaneous orders.

Both can be played by bots; `make_race` makes the race from a scenario, as a published system would.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from core.bots.contract import Candidate
from core.engine import Action, Decision, Dice, Modifier, Procedure, State, Turn, started
from core.formats.documents import save
from core.formats.system_file import SystemFile
from core.games import load_system
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.starters import starter_map, starter_scenario

SYSTEM = "sicily"  # whose scenarios are played as races, for the sake of a test
SIDES = ("allied", "axis")
RACES = {SYSTEM: "tests.toys:make_race"}
GOAL = 10
GOOD = {"bold": 1, "block": 1, "3": 2, "2": 1}  # what each choice is worth to a greedy bot


class Taste:
    """The judge of both games."""

    def candidates(self, view: State[Any], side: str, legal: Sequence[Action]) -> Iterable[Candidate]:
        for action in legal:
            yield Candidate((action,), GOOD.get(action.option or action.verb, 0), "to get on")


@dataclass(slots=True)
class Track:
    """Where each runner stands, and what only its owner knows."""

    places: dict[str, int]
    secret: dict[str, str] = field(default_factory=dict)
    turn: int = 1

    def copy(self) -> Track:
        return Track(dict(self.places), dict(self.secret), self.turn)


class Race:
    """Sides take turns to run; the other may block in between, a decision inside a decision."""

    id, version, board_type = "race", 1, Track
    sides: Sequence[str] = ("red", "blue")

    def __init__(self, sides: Sequence[str] = sides) -> None:
        self.sides = sides
        self.nodes: Mapping[str, Any] = {
            "turn": Procedure(self._next_turn),
            "run": Decision(self._runner, self._ways, self._run),
            "block": Decision(self._blocker, self._blocks, self._block),
            "step": Procedure(self._step),
        }

    def start(self, dice: Dice) -> State[Track]:
        return started(self, Track(dict.fromkeys(self.sides, 0)), "turn", dice)

    def view(self, state: State[Track], side: str) -> State[Track]:
        return state

    def check(self, state: State[Track]) -> None:
        assert all(place >= 0 for place in state.board.places.values())

    def turn_of(self, state: State[Track]) -> int:
        return state.board.turn - 1

    def points(self, state: State[Track]) -> Mapping[str, float]:
        return state.board.places

    def judge(self) -> Taste:
        return Taste()

    def _next_turn(self, turn: Turn[Track]) -> None:
        side = self.sides[turn.board.turn % 2]
        turn.board.turn += 1
        if turn.board.turn > 60:
            turn.end("", "nobody arrived", "9.2")
            return
        turn.push("run", side=side)

    def _runner(self, state: State[Track]) -> Sequence[str]:
        return (state.top.data["side"],)

    def _ways(self, state: State[Track], side: str) -> list[Action]:
        return [Action(side, "run", option=way) for way in ("careful", "bold")]

    def _run(self, turn: Turn[Track], action: Action) -> None:
        turn.go("step", side=action.side, way=action.option)
        other = self.sides[1 - self.sides.index(action.side)]
        turn.push("block", side=other)

    def _blocker(self, state: State[Track]) -> Sequence[str]:
        return (state.top.data["side"],)

    def _blocks(self, state: State[Track], side: str) -> list[Action]:
        return [Action(side, "block"), Action(side, "pass")]

    def _block(self, turn: Turn[Track], action: Action) -> None:
        turn.done()
        turn.remember(blocked=action.verb == "block")

    def _step(self, turn: Turn[Track]) -> None:
        side, way, blocked = turn.data["side"], turn.data["way"], turn.data["blocked"]
        (die,) = turn.roll(f"{side} runs", rule="3.1")
        modifiers = [Modifier(1, "bold", "3.2")] if way == "bold" else []
        modifiers += [Modifier(-3, "blocked", "3.3")] if blocked else []
        gain = max(0, die + sum(int(m.value) for m in modifiers))
        turn.board.places[side] += gain
        turn.log(f"{side} gains {gain}", "3.1", modifiers=modifiers)
        turn.done()
        if turn.board.places[side] >= GOAL:
            turn.end(side, f"{side} arrived", "9.1")


class Orders:
    """Both sides write a hidden order at the same time; then both are carried out."""

    id, version, board_type = "orders", 2, Track
    sides = ("red", "blue")

    def __init__(self) -> None:
        self.nodes: Mapping[str, Any] = {
            "write": Decision(self._missing, self._legal, self._write, self._why_not),
            "reveal": Procedure(self._reveal),
        }

    def start(self, dice: Dice) -> State[Track]:
        return started(self, Track(dict.fromkeys(self.sides, 0)), "write", dice)

    def view(self, state: State[Track], side: str) -> State[Track]:
        known = {owner: order if owner == side else "?" for owner, order in state.board.secret.items()}
        return replace(state, board=replace(state.board, secret=known), cache={})

    def check(self, state: State[Track]) -> None:
        assert set(state.board.secret) <= set(self.sides)

    def turn_of(self, state: State[Track]) -> int:
        return state.board.turn

    def points(self, state: State[Track]) -> Mapping[str, float]:
        return state.board.places

    def judge(self) -> Taste:
        return Taste()

    def _missing(self, state: State[Track]) -> Sequence[str]:
        return tuple(side for side in self.sides if side not in state.board.secret)

    def _legal(self, state: State[Track], side: str) -> list[Action]:
        return [Action(side, "order", option=option) for option in ("1", "2", "3")]

    def _why_not(self, state: State[Track], action: Action) -> str:
        allowed = action.verb == "order" and action.option in ("1", "2", "3")
        return "" if allowed else f"{action} is no order"

    def _write(self, turn: Turn[Track], action: Action) -> None:
        turn.board.secret[action.side] = action.option
        turn.log(f"{action.side} orders {action.option}", "2.1", sides=(action.side,))
        if len(turn.board.secret) == len(self.sides):
            turn.go("reveal")

    def _reveal(self, turn: Turn[Track]) -> None:
        for side, order in turn.board.secret.items():
            turn.board.places[side] += int(order)
        turn.board.secret.clear()
        turn.board.turn += 1
        leaders = [side for side, place in turn.board.places.items() if place >= GOAL]
        if leaders:
            turn.end(leaders[0] if len(leaders) == 1 else "", "the goal is reached", "9.1")
        else:
            turn.go("write")


def make_race(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Race:
    """A race between the sides of a scenario, which may not have units."""
    if scenario.units:
        raise ValueError(f'unit "{min(scenario.units)}" cannot run [1.1]: take it out')
    return Race(tuple(scenario.sides))


def race_scenario(folder: Path) -> Path:
    """A scenario that can be played as a race, with its map beside it."""
    system = load_system(SYSTEM)
    board = starter_map("track", "", system, 4, 3)
    save(board, folder / "track.map.json")
    path = folder / "race.scenario.json"
    save(starter_scenario("race", "", board.info, "", system, 3), path)
    return path
