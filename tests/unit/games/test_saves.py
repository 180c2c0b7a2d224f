"""Saved games: they come back as they were, and what is damaged or of another version is told."""

from __future__ import annotations

import copy
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.bots.naming import make_bots
from core.bots.referee import play
from core.engine import Action, Dice, State, Turn, active_sides, legal_actions
from core.engine.record import Session
from core.engine.saving import fingerprint, state_json
from core.formats.reading import read_document
from core.formats.system_file import SystemFile
from core.games.matches import Match, open_match
from core.games.saves import load_save, open_save, resume_save, save_game, save_text_of
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from tests.command import ROOT, change
from tests.toys import RACES, SIDES, SYSTEM, Orders, Race, Track, race_scenario

GOLDEN = ROOT / "tests" / "golden" / "v1"
BOTS = dict.fromkeys(SIDES, "greedy")


class Newer(Race):
    version = 2


class Fragile(Race):
    """Rules that fail where an action is not as they expect."""

    def _run(self, turn: Turn[Track], action: Action) -> None:
        super()._run(turn, action)
        if action.option == "careful":
            raise KeyError("careful")


class Secret(Orders):
    """Hidden orders between the sides of the scenario."""

    sides = SIDES


def newer(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Newer(SIDES)


def fragile(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Fragile(SIDES)


def secret(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Secret()


def rules(name: str) -> dict[str, str]:
    return {SYSTEM: f"{__name__}:{name}"}


def played(match: Match, length: int = 1000, seed: int = 3, script: tuple[int, ...] = ()) -> Session[Any]:
    """A game after at most so many actions."""
    origin = match.origin(seed, script)
    session = Session(match.game, origin, match.game.start(origin.dice))
    actions: list[Action] = []
    bots = make_bots(match.game, dict.fromkeys(match.game.sides, "random"), seed)
    play(match.game, bots, origin.dice, lambda moment: actions.append(moment.action))
    for action in actions[:length]:
        session.do(action)
    return session


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return open_match(race_scenario(tmp_path), RACES)


@pytest.fixture
def save(tmp_path: Path, match: Match) -> Path:
    """A game in progress, with all that a save can hold."""
    path = tmp_path / "x.game.json"
    save_game(path, played(match, 13, script=(1, 1, 2)), match, BOTS)
    return path


def refusal(path: Path, playable: dict[str, str] = RACES, scenario: Path | None = None) -> Issue:
    """What is said of a save, which is left alone."""
    before = path.read_bytes()
    with pytest.raises(DocumentError) as caught:
        load_save(path, scenario, playable)
    assert path.read_bytes() == before
    issue = caught.value.issues[0]
    assert issue.file == str(path)
    assert issue.message
    return issue


@pytest.mark.parametrize("load", [load_save, resume_save])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 1000])
def test_a_game_comes_back_as_it_was(load: Any, length: int, match: Match, tmp_path: Path) -> None:
    session = played(match, length)
    path = tmp_path / "x.game.json"
    save_game(path, session, match, BOTS)
    again = load(path, playable=RACES)
    assert again.actions == session.actions
    assert again.origin == session.origin
    assert state_json(again.game, again.state) == state_json(session.game, session.state)
    assert list(again.state.log.entries()) == list(session.state.log.entries())
    save_game(tmp_path / "y.game.json", again, match, BOTS)
    assert (tmp_path / "y.game.json").read_bytes() == path.read_bytes()


def test_hidden_orders_and_the_sides_that_may_read_them_come_back(tmp_path: Path) -> None:
    match = open_match(race_scenario(tmp_path), rules("secret"))
    session = played(match, 3)
    assert session.state.board.secret
    save_game(tmp_path / "x.game.json", session, match)
    again = load_save(tmp_path / "x.game.json", playable=rules("secret"))
    assert again.state.board == session.state.board
    assert [entry.sides for entry in again.state.log.entries()] == [("allied",), ("axis",), ("allied",)]


def test_a_game_that_was_opened_at_once_goes_on_like_the_other(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "x.game.json"
    save_game(path, played(match, 6), match)
    marks = []
    for load in (load_save, resume_save):
        session = load(path, playable=RACES)
        while sides := active_sides(session.game, session.state):
            session.do(legal_actions(session.game, session.state, sides[0])[0])
        marks.append(fingerprint(session.game, session.state))
        session.rewind(2)
        marks.append(fingerprint(session.game, session.state))
    assert marks[:2] == marks[2:]


def test_the_file_says_who_played_what(save: Path, match: Match) -> None:
    saved = open_save(save, playable=RACES)
    assert saved.bots == BOTS
    assert saved.match.scenario_hash == match.scenario_hash
    data = read_document(save).data
    assert data["origin"] == {
        "system": "race",
        "system_version": 1,
        "scenario": "race",
        "scenario_file": "race.scenario.json",
        "scenario_hash": match.scenario_hash,
        "seed": 3,
        "script": [1, 1, 2],
    }
    assert data["count"] == len(data["actions"]) == 13
    assert "result" not in data["position"]


def test_one_action_and_one_line_of_the_log_on_a_line(save: Path) -> None:
    lines = save.read_text(encoding="utf-8").splitlines()
    data = json.loads(save.read_text(encoding="utf-8"))
    for row in (*data["actions"], *data["log"]):
        assert any(json.loads(line.rstrip(",")) == row for line in lines if line.startswith(" {"))
    assert str(save.parent) not in save.read_text(encoding="utf-8")


def test_the_golden_save_is_opened_and_written_alike() -> None:
    path = GOLDEN / "race.game.json"
    session = load_save(path, playable=RACES)
    assert session.state.result is not None
    saved = open_save(path, playable=RACES)
    assert save_text_of(session, saved.match, saved.bots) == path.read_text(encoding="utf-8")


def test_a_save_that_is_cut_off_anywhere_is_told(save: Path) -> None:
    content = save.read_bytes()
    places = range(0, len(content) - 1, 37)
    assert len(places) > 50
    for end in (*places, len(content) - 2):
        save.write_bytes(content[:end])
        assert refusal(save).code in {"FILE006", "FILE007"}, end


def leaves(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if isinstance(value, dict | list):
            yield from leaves(value, (*here, key))
        else:
            yield (*here, key)


def with_change(data: Any, way: tuple[Any, ...], how: Callable[[Any, Any], object]) -> Any:
    changed = copy.deepcopy(data)
    holder = changed
    for step in way[:-1]:
        holder = holder[step]
    how(holder, way[-1])
    return changed


def flip(holder: Any, key: Any) -> None:
    old = holder[key]
    holder[key] = old + 1 if isinstance(old, int) else ("" if old == "q" else "q")


def wrong_type(holder: Any, key: Any) -> None:
    holder[key] = [holder[key]]


def drop(holder: Any, key: Any) -> None:
    del holder[key]


@pytest.mark.parametrize("how", [flip, wrong_type, drop])
def test_every_changed_value_is_noticed(how: Any, save: Path) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    codes = set()
    for way in leaves(data):
        # The bots are only a remark, and the log is written anew: its wording may change.
        if way[0] in ("bots", "log") and how is not wrong_type:
            continue
        save.write_text(json.dumps(with_change(data, way, how)), encoding="utf-8")
        codes.add(refusal(save).code)
    if how is flip:
        assert {"GAM004", "GAM005", "GAM006", "GAM007", "GAM008", "GAM009"} <= codes


def test_actions_that_are_missing_doubled_or_exchanged_are_noticed(save: Path) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    rows = data["actions"]
    spoiled = [rows[:-1], [*rows, rows[-1]], [*rows[1:], rows[0]], []]
    for new in spoiled:
        for count in (data["count"], len(new)):
            save.write_text(json.dumps({**data, "actions": new, "count": count}), encoding="utf-8")
            assert refusal(save).code in {"GAM007", "GAM008", "GAM009"}


def test_a_log_in_other_words_is_written_anew(save: Path) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    lines = [row["text"] for row in data["log"]]
    data["log"][0]["text"] = "in other words"
    save.write_text(json.dumps(data), encoding="utf-8")
    session = load_save(save, playable=RACES)
    assert [entry.text for entry in session.state.log.entries()] == lines


def put(**fields: Any) -> Callable[[Any], None]:
    def how(data: Any) -> None:
        for way, value in fields.items():
            *steps, last = way.split("__")
            holder = data
            for step in steps:
                holder = holder[int(step) if step.isdigit() else step]
            holder[int(last) if last.isdigit() else last] = value

    return how


DAMAGE: dict[str, tuple[Callable[[Any], object], str, str, str]] = {
    "other version": (
        put(origin__system_version=4),
        "GAM005",
        "origin.system_version",
        "was played with the rules of race version 4, this is race version 1: open it with the version of "
        "Sandtable that it was made by",
    ),
    "other system": (put(origin__system="chess"), "GAM005", "origin.system_version", "the rules of chess"),
    "other hash": (
        put(origin__scenario_hash="0" * 64),
        "GAM006",
        "origin.scenario_hash",
        "was played with another state of the scenario race.scenario.json or of its map: restore the files",
    ),
    "no scenario": (
        put(origin__scenario_file="gone.scenario.json"),
        "GAM004",
        "origin.scenario_file",
        "the scenario gone.scenario.json was not found: put it beside the saved game, or name it with",
    ),
    "folder": (put(origin__scenario_file="../race.scenario.json"), "FMT004", "origin.scenario_file", "match"),
    "dots": (put(origin__scenario_file=".."), "GAM004", "origin.scenario_file", "was not found"),
    "long name": (put(origin__scenario_file="é" * 255), "GAM004", "origin.scenario_file", "was not found"),
    "count": (put(count=12), "GAM007", "count", "12 actions were saved, but 13 are there: restore it from"),
    "fingerprint": (put(fingerprint="0" * 16), "GAM007", "position", "its fingerprint is another"),
    "board": (put(position__board={}), "GAM007", "position", "does not fit race version 1"),
    "action": (
        put(actions__4__verb="fly"),
        "GAM008",
        "actions[4]",
        "cannot be played again, ",
    ),
    "seed": (put(origin__script=[2, 1, 2]), "GAM009", "actions", "lead to another position"),
    "script": (put(origin__script=[7]), "GAM008", "actions[1]", "the script says 7, but the die has 6 faces"),
    "newer": (put(version=2), "FILE011", "version", "made by a newer version of Sandtable"),
    "unknown field": (put(acions=[]), "FMT002", "acions", "remove it"),
    "wrong type": (put(log__0__dice="6"), "FMT005", "log[0].dice", "write a list"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_told_with_its_place(name: str, save: Path) -> None:
    how, code, place, words = DAMAGE[name]
    change(save, how)
    issue = refusal(save)
    assert (issue.code, issue.path) == (code, place)
    assert words in issue.message


def test_the_line_of_a_wrong_action_is_told(save: Path) -> None:
    lines = save.read_text(encoding="utf-8").splitlines()
    at = lines.index('"actions": [') + 4
    lines[at - 1] = lines[at - 1].replace('"verb": "', '"verb": "un')
    save.write_text("\n".join(lines), encoding="utf-8")
    issue = refusal(save)
    assert (issue.code, issue.line) == ("GAM008", at)


def test_rules_that_fail_on_an_action_are_told(save: Path, match: Match) -> None:
    save_game(save, played(match, seed=1), match)
    issue = refusal(save, rules("fragile"))
    assert issue.code == "GAM008"
    assert "the rules failed (KeyError: 'careful', test_saves.py line " in issue.message


def test_a_newer_program_refuses_old_saves(save: Path) -> None:
    issue = refusal(save, rules("newer"))
    assert (issue.code, "race version 1, this is race version 2" in issue.message) == ("GAM005", True)


@pytest.mark.parametrize("file", ["race.scenario.json", "track.map.json"])
def test_a_scenario_or_map_that_was_changed_since_is_told(file: str, save: Path) -> None:
    change(save.parent / file, lambda data: data.update(name="Changed"))
    assert refusal(save).code == "GAM006"


def test_what_is_wrong_with_the_scenario_is_told_of_the_scenario(save: Path) -> None:
    scenario = save.parent / "race.scenario.json"
    scenario.write_text("{", encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        load_save(save, playable=RACES)
    assert caught.value.issues[0].file == str(scenario)


def test_resuming_at_once_notices_a_changed_position(save: Path) -> None:
    change(save, lambda data: data["position"]["board"]["places"].update(axis=9))
    with pytest.raises(DocumentError, match="the position was changed after it was saved"):
        resume_save(save, playable=RACES)


def test_the_scenario_is_found_above_and_where_it_is_named(save: Path, tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    moved = shutil.move(save, deep / "x.game.json")
    assert load_save(moved, playable=RACES).actions
    (tmp_path / "scenarios" / "race").mkdir(parents=True)
    shutil.move(tmp_path / "race.scenario.json", tmp_path / "scenarios" / "race")
    assert load_save(moved, playable=RACES).actions
    other = tmp_path / "elsewhere.scenario.json"
    shutil.move(tmp_path / "scenarios" / "race" / "race.scenario.json", other)
    assert refusal(moved).code == "GAM004"
    assert load_save(moved, other, RACES).actions


def test_only_saved_games_are_loaded(save: Path) -> None:
    issue = refusal(save.parent / "race.scenario.json")
    assert (issue.code, issue.message) == ("FILE012", "is not a saved game: name another file")


KILLED = """
import os, signal, sys
from pathlib import Path
from core.games.saves import load_save, save_game, open_save
from tests.toys import RACES
path = Path(sys.argv[1])
saved = open_save(path, playable=RACES)
session = load_save(path, playable=RACES)
session.rewind(2)
os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)
save_game(path, session, saved.match)
"""


def test_a_program_that_is_killed_while_saving_leaves_the_old_file(save: Path) -> None:
    before = save.read_bytes()
    done = subprocess.run([sys.executable, "-c", KILLED, save], cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert save.read_bytes() == before
    assert load_save(save, playable=RACES).actions


def test_a_save_that_fails_leaves_the_old_file(
    save: Path, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    before = save.read_bytes()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(DocumentError, match="the old file is unchanged"):
        save_game(save, played(match, 2), match)
    assert save.read_bytes() == before


def test_states_are_not_changed_by_saving(match: Match, tmp_path: Path) -> None:
    session = played(match, 5)
    state: State[Any] = session.state
    before = (fingerprint(match.game, state), state.log.length, session.actions[:])
    save_game(tmp_path / "x.game.json", session, match)
    assert (fingerprint(match.game, state), state.log.length, session.actions) == before
    assert isinstance(state.dice, Dice)
