"""From a scenario file to a game: what is refused, and what the hash is made of."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from core.bundle import BUNDLED_SCENARIOS
from core.engine import Dice
from core.engine.record import Origin
from core.formats.documents import library_for, load_scenario
from core.formats.system_file import SystemFile
from core.games import SYSTEMS
from core.games.matches import PLAYABLE, game_of, open_match
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from tests.command import change
from tests.toys import RACES, SIDES, SYSTEM, Race, race_scenario


def refusal(path: Path, playable: dict[str, str] | None = None) -> Issue:
    with pytest.raises(DocumentError) as caught:
        open_match(path, RACES if playable is None else playable)
    assert len(caught.value.issues) == 1
    return caught.value.issues[0]


def fails(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    raise KeyError("division")


class Late(Race):
    def start(self, dice: Dice) -> Any:
        raise ValueError("too many units stand in 0101 [8.0]: move some")


def late(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Late()


def any_race(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Race()


def test_a_scenario_becomes_a_game(tmp_path: Path) -> None:
    match = open_match(race_scenario(tmp_path), RACES)
    assert match.game.sides == SIDES
    assert match.scenario == "race"
    assert match.origin(7, (1, 2)) == Origin("race", 1, "race", match.scenario_hash, 7, (1, 2))
    assert match.game.start(Dice(7)).result is None


def test_the_game_can_be_made_again_in_another_process(tmp_path: Path) -> None:
    match = open_match(race_scenario(tmp_path), RACES)
    again = pickle.loads(pickle.dumps(match.make_game))()
    assert isinstance(again, Race)
    assert again.sides == SIDES
    assert again is not match.game
    assert game_of(match.path, RACES).sides == SIDES


def test_the_hash_is_of_the_scenario_and_of_its_map(tmp_path: Path) -> None:
    path = race_scenario(tmp_path)
    hashes = [open_match(path, RACES).scenario_hash]
    assert open_match(path, RACES).scenario_hash == hashes[0]
    change(path, lambda data: data.update(name="Another"))
    hashes.append(open_match(path, RACES).scenario_hash)
    change(tmp_path / "track.map.json", lambda data: data.update(notes="mended"))
    hashes.append(open_match(path, RACES).scenario_hash)
    assert len(set(hashes)) == 3
    assert all(len(text) == 64 for text in hashes)


def test_the_hash_of_a_board_is_of_the_maps_that_it_is_joined_from(tmp_path: Path) -> None:
    path = BUNDLED_SCENARIOS / "war_storm" / "war_storm_sample.scenario.json"
    board = library_for(path).find(load_scenario(path).info.map.id)
    assert board is not None
    for file in (path, *board.parent.glob("war_storm_*.json")):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    races = {"war_storm": f"{__name__}:any_race"}
    first = open_match(tmp_path / path.name, races).scenario_hash
    parts = list(tmp_path.glob("*.map.json"))
    assert len(parts) > 1
    change(parts[0], lambda data: data["hexes"][0].update(elevation=2))
    assert open_match(tmp_path / path.name, races).scenario_hash != first


def test_a_system_without_rules_is_told(tmp_path: Path) -> None:
    issue = refusal(race_scenario(tmp_path), {"chess": "x:y", "go": "x:y"})
    assert (issue.code, issue.path, issue.line > 0) == ("GAM001", "system", True)
    assert issue.message == f'the rules of "{SYSTEM}" cannot be played yet: choose a scenario of chess or go'


def test_a_set_up_that_breaks_a_rule_is_told(tmp_path: Path) -> None:
    path = race_scenario(tmp_path)
    issue = refusal(path, {SYSTEM: f"{__name__}:late"})
    assert (issue.code, issue.file) == ("GAM002", str(path))
    assert issue.message == "too many units stand in 0101 [8.0]: move some"


def test_a_scenario_that_the_rules_refuse_is_told(tmp_path: Path) -> None:
    path = BUNDLED_SCENARIOS / SYSTEM / f"{SYSTEM}_sample.scenario.json"
    issue = refusal(path)
    assert issue.code == "GAM002"
    assert issue.message.endswith("cannot run [1.1]: take it out")


def test_rules_that_fail_are_told(tmp_path: Path) -> None:
    issue = refusal(race_scenario(tmp_path), {SYSTEM: f"{__name__}:fails"})
    assert issue.code == "GAM003"
    assert issue.message.startswith("the rules failed (KeyError: 'division', test_matches.py line ")
    assert issue.message.endswith("which is a defect of the program: report it with this file")


def test_a_scenario_with_errors_is_not_played(tmp_path: Path) -> None:
    path = change(race_scenario(tmp_path), lambda data: data.update(options=[{"id": "q", "value": True}]))
    with pytest.raises(DocumentError) as caught:
        open_match(path, RACES)
    assert {issue.severity for issue in caught.value.issues} == {"error"}


def test_warnings_do_not_hinder_play(tmp_path: Path) -> None:
    path = change(race_scenario(tmp_path), lambda data: data["map"].update(hash="0" * 64))
    assert open_match(path, RACES).scenario == "race"


def test_only_scenarios_are_played(tmp_path: Path) -> None:
    race_scenario(tmp_path)
    issue = refusal(tmp_path / "track.map.json")
    assert (issue.code, issue.message) == ("FILE012", "is not a scenario: name another file")
    assert refusal(tmp_path / "none.scenario.json").code == "FILE001"


def test_a_map_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = race_scenario(tmp_path)
    (tmp_path / "track.map.json").unlink()
    assert refusal(path).code == "REF001"


def test_only_published_systems_are_playable() -> None:
    assert set(PLAYABLE) <= set(SYSTEMS)
