"""Recorded games play again to the same end, and there is one for each way in which a game can end.

When a record does not fit any more, either the rules have broken, or they were changed on purpose: then
`python -m tests.replays.make` makes the records anew.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path

import pytest

from core.engine import Result
from core.engine.saving import fingerprint
from core.formats.documents import load_scenario, text_of
from core.games.saves import load_save
from core.games.war_comes_early import victory
from tests.conformance.war_comes_early import ENDINGS, ending_of, endings_of
from tests.replays.make import HERE, RECIPES, RICH_1938, SCENARIOS, rich_variant

RECORDS = sorted(HERE.glob("*.game.json"))


def _name(path: Path) -> str:
    return path.name.removesuffix(".game.json")


def _result(path: Path) -> Result:
    """The end that a record tells of."""
    return Result(**json.loads(path.read_bytes())["position"]["result"])


@pytest.mark.parametrize("path", RECORDS, ids=_name)
def test_record_replays_to_its_end_and_can_be_taken_back(path: Path) -> None:
    session = load_save(path)  # compares position, log and fingerprint with what is replayed
    game, end, actions = session.game, session.state, list(session.actions)
    assert end.result is not None and end.result == _result(path)
    assert _name(path).endswith(f"_{ending_of(end.result)}")
    game.check(end)
    session.rewind(len(actions) * 2 // 3)
    assert session.state.result is None and len(session.actions) > 80
    for action in actions[len(session.actions) :]:
        session.do(action)
    assert fingerprint(game, session.state) == fingerprint(game, end)


def test_every_condition_of_the_scenarios_has_a_record() -> None:
    wanted = set()
    for path in SCENARIOS.glob("wce_*.scenario.json"):
        wanted |= {f"{load_scenario(path).info.id}_{ending}" for ending in endings_of(path)}
    assert len(wanted) == 13
    assert {_name(path) for path in RECORDS} == wanted == set(RECIPES)


def test_every_ending_that_the_rules_know_has_a_record() -> None:
    known = _endings_in_code()
    assert len(known) == 12  # one of them for either side
    reached = [_result(path) for path in RECORDS]
    for pattern in known:
        assert any(re.fullmatch(pattern, result.reason) for result in reached), f"no record of: {pattern}"
    for result in reached:
        fitting = [pattern for pattern in known if re.fullmatch(pattern, result.reason)]
        assert fitting, result.reason
    assert {ending_of(result) for result in reached} == set(ENDINGS)


def _endings_in_code() -> list[str]:
    """Patterns of all reasons in victory.py: given to `turn.end`, or yielded as endings."""
    found = []
    for function in ast.parse(inspect.getsource(victory)).body:
        if not isinstance(function, ast.FunctionDef) or function.name == "sudden_death":
            continue  # sudden_death only hands on what is yielded
        names = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        found += [_pattern(names.get(getattr(r, "id", ""), r)) for r in _reasons(function)]
    return found


def _reasons(function: ast.FunctionDef) -> list[ast.expr]:
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    ends = [c.args[1] for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr == "end"]
    yields = [node.value for node in ast.walk(function) if isinstance(node, ast.Yield)]
    return [*ends, *(value.elts[1] for value in yields if isinstance(value, ast.Tuple))]


def _pattern(text: ast.expr) -> str:
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else "[^:]+" for p in parts)


def test_the_variant_follows_its_scenario() -> None:
    variant = HERE / f"{RICH_1938}.scenario.json"
    assert text_of(rich_variant()) == variant.read_text(encoding="utf-8")
