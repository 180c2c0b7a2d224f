"""A state as plain JSON data and back, and its fingerprint."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from core.engine.dice import Dice
from core.engine.flow import Game
from core.engine.log import Entry, Log, Modifier
from core.engine.state import BoardT, Frame, Result, State


def state_json(game: Game[BoardT], state: State[BoardT]) -> dict[str, Any]:
    """Everything of a state as plain data."""
    return {**_position_json(game, state), "log": [list(entry) for entry in state.log.entries()]}


def state_from_json(game: Game[BoardT], data: dict[str, Any]) -> State[BoardT]:
    """The state of plain data; ValueError when it does not fit the game."""
    try:
        log = Log()
        for text, rule, dice, modifiers, sides in data["log"]:
            reasons = tuple(Modifier(*modifier) for modifier in modifiers)
            log = log.with_entry(Entry(text, rule, tuple(dice), reasons, tuple(sides)))
        seed, drawn, script = data["dice"]
        return State(
            _adapter(game.board_type).validate_python(data["board"]),
            Dice(seed, drawn, tuple(script)),
            tuple(Frame(node, _tuples(values)) for node, values in data["stack"]),
            log,
            Result(*data["result"]) if data["result"] else None,
            data["count"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"the saved state does not fit {game.id} version {game.version}: {error}") from error


def fingerprint(game: Game[BoardT], state: State[BoardT]) -> str:
    """A short text that is the same for equal positions and differs for others. The log does not count."""
    text = json.dumps(_position_json(game, state), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _position_json(game: Game[BoardT], state: State[BoardT]) -> dict[str, Any]:
    return {
        "board": _adapter(game.board_type).dump_python(state.board, mode="json"),
        "dice": list(state.dice),
        "stack": [[frame.node, dict(frame.data)] for frame in state.stack],
        "result": list(state.result) if state.result else None,
        "count": state.count,
    }


@cache
def _adapter(board_type: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(board_type)


def _tuples(value: Any) -> Any:
    """Lists become tuples again: frames hold no lists, as they are shared."""
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    if isinstance(value, dict):
        return {key: _tuples(part) for key, part in value.items()}
    return value
