"""Who plays which side: what people write after --bots and --side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from core.bots.naming import BOTS
from core.cli.printing import counted, fail
from core.formats.hints import nearest_name
from core.model.issue import Issue

USUAL_BOT = "greedy"
HUMAN = "human"
BOTS_HELP = (
    "Who plays: SIDE=BOT with commas, in any order. Bots without sides follow the order of the scenario's "
    f"sides; SIDE=BOT is safer. Bots are {', '.join(BOTS)}; a side that is not named gets {USUAL_BOT}."
)
SIDE_HELP = "Who plays one side, as SIDE=BOT. Repeatable."


def seats(sides: Sequence[str], bots: str, given: Sequence[str] = ()) -> dict[str, str]:
    """The bot of each side, from the text of --bots and those of --side."""
    found: dict[str, str] = {}
    for words in _pairs(sides, bots):
        _seat(found, sides, words, "--bots")
    for words in given:
        _seat(found, sides, words, "--side")
    return {side: found.get(side, USUAL_BOT) for side in sides}


def as_typed(bots: Mapping[str, str]) -> str:
    """The bots as they can be given to --bots."""
    return ",".join(f"{side}={bot}" for side, bot in bots.items())


def _pairs(sides: Sequence[str], bots: str) -> list[str]:
    """The parts of --bots, each with its side."""
    parts = [part.strip() for part in bots.split(",")] if bots.strip() else []
    if any("=" in part for part in parts) or not parts:
        return parts
    for part in parts:
        _refuse_unknown(part, sides, "--bots")
    if len(parts) != len(sides):
        _refuse(f"{counted(len(parts), 'bot')} for {len(sides)} sides: name one for each of {_order(sides)}")
    return [f"{side}={part}" for side, part in zip(sides, parts, strict=True)]


def _seat(found: dict[str, str], sides: Sequence[str], words: str, option: str) -> None:
    """Note one SIDE=BOT."""
    side, equals, bot = (part.strip() for part in words.partition("="))
    if not equals:
        _refuse(_incomplete(side, sides), option)
    if side not in sides:
        _refuse(f'no side "{side}": {_meant(side, sides)}', option)
    if side in found:
        _refuse(f'side "{side}" is given twice: keep one of {found[side]} and {bot}', option)
    _refuse_unknown(bot, sides, option)
    found[side] = bot


def _incomplete(word: str, sides: Sequence[str]) -> str:
    if word in sides:
        return f'"{word}" is a side without a bot: write {" or ".join(f"{word}={bot}" for bot in BOTS)}'
    return f'"{word}" names no side: write SIDE=BOT with a side of {", ".join(sides)}'


def _refuse_unknown(name: str, sides: Sequence[str], option: str) -> None:
    if name in sides:
        _refuse(_incomplete(name, sides), option)
    if name == HUMAN:
        message = f"people will play in the window of a later version: choose from {', '.join(BOTS)}"
        _refuse(message, option, "CLI011")
    if name not in BOTS:
        _refuse(f'no bot "{name}": {_meant(name, BOTS)}', option, "CLI011")


def _meant(word: str, known: Sequence[str] | Mapping[str, object]) -> str:
    near = nearest_name(word, known)
    return f'did you mean "{near}"?' if near else f"choose from {', '.join(known)}"


def _order(sides: Sequence[str]) -> str:
    return f"{', '.join(sides)} (in this order)"


def _refuse(message: str, option: str = "--bots", code: str = "CLI010") -> NoReturn:
    fail(Issue(code, "error", message, path=option))
