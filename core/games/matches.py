"""From a scenario file to a game that can be played: finds its map, checks both, calls the system's rules."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from core.bots.contract import Playable
from core.bots.failure import failure
from core.bundle import BUNDLED_MAPS
from core.checks.files import check_document, system_of
from core.engine import Dice
from core.engine.record import Origin
from core.formats.documents import content_hash, from_raw, library_for, map_of
from core.formats.reading import RawDocument, read_document
from core.formats.system_file import SystemFile
from core.games import SYSTEMS, load_system
from core.model.issue import DocumentError, Issue
from core.model.map import MapModel
from core.model.scenario import ScenarioModel

# The function of each system that makes its game: (scenario, map, system) -> Playable. Imported when needed.
PLAYABLE: dict[str, str] = {"war_comes_early": "core.games.war_comes_early.game:make_game"}


@dataclass(frozen=True)
class Match:
    """A scenario ready to be played. `scenario_hash` is of the scenario and its map together."""

    path: Path
    game: Playable[Any]
    scenario: str
    scenario_hash: str
    make_game: Callable[[], Playable[Any]]  # makes the game anew, also in another process

    def origin(self, seed: int, script: tuple[int, ...] = ()) -> Origin:
        """What a game of this match is started from."""
        return Origin(self.game.id, self.game.version, self.scenario, self.scenario_hash, seed, script)


def open_match(path: Path, playable: Mapping[str, str] = PLAYABLE) -> Match:
    """A scenario that can be played; DocumentError when it has errors, or its system has no game yet."""
    raw = read_document(path)
    if raw.kind.format != "sandtable.scenario":
        issue = Issue("FILE012", "error", "is not a scenario: name another file", str(path))
        raise DocumentError([issue], unreadable=True)
    system = system_of(raw, load_system, SYSTEMS)
    scenario = from_raw(raw)
    assert isinstance(scenario, ScenarioModel)
    library = library_for(path, BUNDLED_MAPS)
    found = [*raw.oddities, *check_document(raw, scenario, system, library)]
    if errors := [issue for issue in found if issue.severity == "error"]:
        raise DocumentError(errors)
    model = map_of(scenario, path, library)
    both = f"{content_hash(scenario)} {content_hash(model)}"
    return Match(
        path,
        _game(raw, scenario, model, system, playable),
        scenario.info.id,
        hashlib.sha256(both.encode()).hexdigest(),
        partial(game_of, path, dict(playable)),
    )


def game_of(path: Path, playable: Mapping[str, str] = PLAYABLE) -> Playable[Any]:
    """The game of a scenario."""
    return open_match(path, playable).game


def _game(
    raw: RawDocument,
    scenario: ScenarioModel,
    model: MapModel,
    system: SystemFile,
    playable: Mapping[str, str],
) -> Playable[Any]:
    if system.id not in playable:
        message = f'the rules of "{system.id}" cannot be played yet: choose a scenario of {_named(playable)}'
        line = raw.locator.line(["system"])
        raise DocumentError([Issue("GAM001", "error", message, str(raw.path), "system", line=line)])
    module, _, function = playable[system.id].partition(":")
    make_game = getattr(importlib.import_module(module), function)
    try:
        game: Playable[Any] = make_game(scenario, model, system)
        game.start(Dice(0))  # what is wrong with the set-up may show only here
    except ValueError as error:
        raise _refused(raw.path, "GAM002", str(error)) from error
    except Exception as error:
        message = f"{failure(error)}: report it with this file"
        raise _refused(raw.path, "GAM003", message) from error
    return game


def _named(systems: Mapping[str, str]) -> str:
    return " or ".join(systems) or "another system"


def _refused(path: Path, code: str, message: str) -> DocumentError:
    return DocumentError([Issue(code, "error", message, str(path))])
