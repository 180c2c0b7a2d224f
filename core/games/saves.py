"""Saved games: the position, to go on at once, and every action, to play all of it again.

A save is trusted in nothing: its form, the version of the rules, the scenario and its map, the position and
each action are compared with what this program finds.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.bots.failure import failure
from core.bundle import BUNDLED_SCENARIOS
from core.engine import Action, Entry, Frame, IllegalActionError, Modifier, Result, State
from core.engine.dice import Dice
from core.engine.record import Origin, Session
from core.engine.saving import fingerprint, state_from_json, state_json
from core.formats.documents import FOLDERS_UP
from core.formats.game_file import GameFile
from core.formats.locating import Step, path_text
from core.formats.reading import RawDocument, read_document
from core.formats.rows import plain
from core.formats.saving import save_text
from core.formats.writing import compact, document_text
from core.games.matches import PLAYABLE, Match, open_match
from core.model.issue import DocumentError, Issue

NO_BOTS: Mapping[str, str] = {}
RESTORE = "restore it from a copy"


@dataclass(frozen=True)
class SavedGame:
    """A save whose form, rules and scenario are in order; position and actions are still to be tried."""

    raw: RawDocument
    file: GameFile
    match: Match
    origin: Origin

    @property
    def bots(self) -> Mapping[str, str]:
        """Which bot played each side, where one did."""
        return self.file.bots


def save_game(path: Path, session: Session[Any], match: Match, bots: Mapping[str, str] = NO_BOTS) -> None:
    """Save a game; DocumentError when that fails, and then an existing file is as it was."""
    save_text(path, save_text_of(session, match, bots))


def save_text_of(session: Session[Any], match: Match, bots: Mapping[str, str] = NO_BOTS) -> str:
    """The text of the file of a saved game: one line of the log and one action on a line."""
    origin, data = session.origin, state_json(session.game, session.state)
    head = {
        "format": "sandtable.game",
        "version": 1,
        "origin": plain(
            system=origin.system,
            system_version=origin.version,
            scenario=origin.scenario,
            scenario_file=match.path.name,
            scenario_hash=origin.scenario_hash,
            seed=origin.seed,
            script=list(origin.script),
        ),
        **plain(bots=dict(bots)),
        "count": len(session.actions),
        "fingerprint": fingerprint(session.game, session.state),
        "position": {
            "board": data["board"],
            "dice": _row(Dice._fields, data["dice"]),
            "stack": [_row(Frame._fields, frame) for frame in data["stack"]],
            **plain(result=_row(Result._fields, data["result"]) if data["result"] else None),
        },
    }
    rows = {
        "log": (compact(_log_row(entry)) for entry in data["log"]),
        "actions": (compact(_row(Action._fields, action)) for action in session.actions),
    }
    return document_text(head, rows)


def _row(names: Sequence[str], values: Iterable[Any]) -> dict[str, Any]:
    """A record by the names of its fields, without those that say nothing; the first is always there."""
    fields = dict(zip(names, map(_listed, values), strict=True))
    return {names[0]: fields[names[0]], **plain(**fields)}


def _log_row(values: Sequence[Any]) -> dict[str, Any]:
    row = _row(Entry._fields, values)
    if "modifiers" in row:
        row["modifiers"] = [_row(Modifier._fields, modifier) for modifier in row["modifiers"]]
    return row


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def load_save(
    path: Path, scenario: Path | None = None, playable: Mapping[str, str] = PLAYABLE
) -> Session[Any]:
    """A saved game after all its actions were played again; DocumentError when anything does not fit."""
    return replayed(open_save(path, scenario, playable))


def resume_save(
    path: Path, scenario: Path | None = None, playable: Mapping[str, str] = PLAYABLE
) -> Session[Any]:
    """A saved game at once, from its position; that its actions lead there is not tried."""
    return resumed(open_save(path, scenario, playable))


def open_save(path: Path, scenario: Path | None = None, playable: Mapping[str, str] = PLAYABLE) -> SavedGame:
    """A save with the match that it belongs to; `scenario` is its file where it cannot be found."""
    raw = read_document(path)
    if raw.kind.format != "sandtable.game":
        issue = Issue("FILE012", "error", "is not a saved game: name another file", str(path))
        raise DocumentError([issue], unreadable=True)
    file = GameFile.model_validate(raw.data)
    row = file.origin
    origin = Origin(
        row.system, row.system_version, row.scenario, row.scenario_hash, row.seed, tuple(row.script)
    )
    match = open_match(scenario or _scenario_of(raw, file), playable)
    _compare(raw, origin, match)
    return SavedGame(raw, file, match, origin)


def _scenario_of(raw: RawDocument, file: GameFile) -> Path:
    """The file of the scenario: looked for like maps, by its name."""
    name = file.origin.scenario_file
    for folder in _folders(raw.path.resolve().parent, file.origin.system):
        with contextlib.suppress(OSError):  # a folder that may not be looked into
            if (folder / name).is_file():
                return folder / name
    message = f"the scenario {name} was not found: put it beside the saved game, or name it with --scenario"
    raise _problem(raw, "GAM004", message, "origin", "scenario_file")


def _folders(here: Path, system: str) -> Iterator[Path]:
    for parent in (here, *here.parents[:FOLDERS_UP]):
        yield from (parent, parent / "scenarios", parent / "scenarios" / system)
    yield from (BUNDLED_SCENARIOS, BUNDLED_SCENARIOS / system)


def _compare(raw: RawDocument, origin: Origin, match: Match) -> None:
    game = match.game
    if (origin.system, origin.version) != (game.id, game.version):
        message = (
            f"was played with the rules of {origin.system} version {origin.version}, this is {game.id} "
            f"version {game.version}: open it with the version of Sandtable that it was made by"
        )
        raise _problem(raw, "GAM005", message, "origin", "system_version")
    if (origin.scenario, origin.scenario_hash) != (match.scenario, match.scenario_hash):
        message = (
            f"was played with another state of the scenario {match.path.name} or of its map: "
            "restore the files as they were then, or name them with --scenario"
        )
        raise _problem(raw, "GAM006", message, "origin", "scenario_hash")


def resumed(saved: SavedGame) -> Session[Any]:
    """The game at its position."""
    state = _position(saved)
    session = _started(saved)
    session.actions = list(_actions(saved))
    session.state = state
    return session


def replayed(saved: SavedGame) -> Session[Any]:
    """The game after playing every action again, which must lead to the position and the dice of the save.
    Its log is written anew: another wording does not make it another game."""
    position = _position(saved)
    session = _started(saved)
    for i, action in enumerate(_actions(saved)):
        try:
            session.do(action)
        except Exception as error:
            why = str(error) if isinstance(error, IllegalActionError) else failure(error)
            message = f"action {i + 1} ({action}) cannot be played again, {why}: {RESTORE}"
            raise _problem(saved.raw, "GAM008", message, "actions", i) from error
    if fingerprint(session.game, session.state) != saved.file.fingerprint:
        message = f"its actions lead to another position than the one that was saved: {RESTORE}"
        raise _problem(saved.raw, "GAM009", message, "actions")
    if _dice(session.state) != _dice(position):
        message = f"its log tells other dice than its actions lead to: {RESTORE}"
        raise _problem(saved.raw, "GAM009", message, "log")
    return session


def _dice(state: State[Any]) -> list[int]:
    return [die for entry in state.log.entries() for die in entry.dice]


def _position(saved: SavedGame) -> State[Any]:
    """The saved position; DocumentError when it cannot be the one that was saved."""
    file, game = saved.file, saved.match.game
    if file.count != len(file.actions):
        message = f"{file.count} actions were saved, but {len(file.actions)} are there: {RESTORE}"
        raise _problem(saved.raw, "GAM007", message, "count")
    position = file.position.model_dump()
    data = {
        "board": position["board"],
        "dice": list(position["dice"].values()),
        "stack": [list(frame.values()) for frame in position["stack"]],
        "result": list(position["result"].values()) if position["result"] else None,
        "count": file.count,
        "log": [_log_values(row.model_dump()) for row in file.log],
    }
    try:
        state = state_from_json(game, data)
    except ValueError as error:
        raise _problem(saved.raw, "GAM007", f"{error}: {RESTORE}", "position") from error
    if fingerprint(game, state) != file.fingerprint:
        message = f"the position was changed after it was saved (its fingerprint is another): {RESTORE}"
        raise _problem(saved.raw, "GAM007", message, "position")
    return state


def _log_values(row: dict[str, Any]) -> list[Any]:
    row["modifiers"] = [list(modifier.values()) for modifier in row["modifiers"]]
    return list(row.values())


def _actions(saved: SavedGame) -> Iterator[Action]:
    return (Action(*row.model_dump().values()) for row in saved.file.actions)


def _started(saved: SavedGame) -> Session[Any]:
    game = saved.match.game
    try:
        return Session(game, saved.origin, game.start(saved.origin.dice))
    except ValueError as error:  # fixed rolls that no die can show
        raise _problem(saved.raw, "GAM008", f"it cannot be started, {error}: {RESTORE}", "origin") from error


def _problem(raw: RawDocument, code: str, message: str, *steps: Step) -> DocumentError:
    line = raw.locator.line(steps)
    return DocumentError([Issue(code, "error", message, str(raw.path), path_text(steps), line=line)])
