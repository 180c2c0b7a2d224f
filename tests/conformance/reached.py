"""Counts what games between bots reach of the rules: verbs, sections, endings; and what they never reach.

    python -m tests.conformance.reached [GAMES]

plays so many games of each bundled scenario with each bot on all sides and with bots mixed, and writes a page
for each system into docs/rules. A rule that no game comes to is tested by rulebook tests alone.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.bots.referee import Moment, play
from core.engine import Dice, State
from core.games.matches import PLAYABLE
from tests.conformance.bundled import BOT_NAMES, SCENARIOS, bots_by_turns, bots_of, match_of, name_of
from tests.conformance.examiner import knowledge_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "rules"
GAMES = 20
SECTION = r"PA [A-Z]\w+(?: [A-Z]\w+)*|\d{1,2}\.\d(?:\.\d)?"
NEVER = "**never**"
MIXED = "mixed"  # the sides have different bots
INTRODUCTION = (
    "Counted in {games} games of each bundled scenario with each bot on all sides, and {games} in which the "
    "sides have different bots, by `python -m tests.conformance.reached`. Numbers change with rules and "
    "bots; the lists are kept in step by tests. What is never reached here is tested by rulebook tests alone."
)
ON_SECTIONS = (
    "Lines of the log that cite a section, for themselves or for a modifier. A dash: no line ever does, "
    "because the section says what something is, or its effect is told under another section."
)
# Functions that make actions, and which of their arguments is the verb.
MAKERS = {"Action": 1, "place_actions": 2}


@dataclass
class Reached:
    """What the games of some bots have reached."""

    verbs: Counter[str] = field(default_factory=Counter)
    sections: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)

    def note_game(self, system: str, scenario: Path, bot: str, seed: int) -> None:
        """Play a game and note what it reaches."""
        match = match_of(scenario)
        last: list[State[Any]] = []

        def watch(moment: Moment) -> None:
            self.verbs[moment.action.verb] += 1
            last[:] = [moment.after]

        bots = bots_by_turns(match, seed) if bot == MIXED else bots_of(match, bot, seed)
        play(match.game, bots, Dice(seed), watch)
        (state,) = last
        for entry in state.log.entries():
            rules = (entry.rule, *(modifier.rule for modifier in entry.modifiers))
            self.sections.update({section for rule in rules for section in re.findall(SECTION, rule)})
        ending = knowledge_of(system).ending_of(state.result)
        self.endings[f"{name_of(scenario)}: {ending}"] += 1


def reached_by(system: str, bot: str, games: int) -> Reached:
    """What a bot reaches on all sides of all scenarios of a system, or several bots against each other."""
    found = Reached()
    for scenario in _scenarios(system):
        for seed in range(1, games + 1):
            found.note_game(system, scenario, bot, seed)
    return found


def _scenarios(system: str) -> list[Path]:
    return [path for path in SCENARIOS if match_of(path).game.id == system]


# --- what there is to reach --------------------------------------------------------------------------


def sections_of(system: str) -> dict[str, str]:
    """All sections of the rules with their subjects."""
    path = ROOT / "core" / "games" / system / "data" / "sections.json"
    return {row["id"]: row["subject"] for row in json.loads(path.read_bytes())["sections"]}


def endings_of(system: str) -> list[str]:
    """All ways to end, by scenario."""
    return [
        f"{name_of(path)}: {ending}"
        for path in _scenarios(system)
        for ending in knowledge_of(system).endings_of(path)
    ]


def verbs_of(system: str) -> list[str]:
    """Every verb of an action that the code of a game makes."""
    return sorted({verb for module, tree in _modules(system) for verb in _verbs(module, tree)})


def _modules(system: str) -> Iterator[tuple[Any, ast.Module]]:
    for path in sorted((ROOT / "core" / "games" / system).glob("*.py")):
        name = f"core.games.{system}.{path.stem}".removesuffix(".__init__")
        yield importlib.import_module(name), ast.parse(path.read_text(encoding="utf-8"))


def _verbs(module: Any, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            given = node.args[MAKERS[node.func.id] : MAKERS[node.func.id] + 1]
            for verb in given:
                value = getattr(verb, "value", None) or getattr(module, getattr(verb, "id", ""), None)
                if isinstance(value, str):
                    yield value


def logged_sections(system: str) -> set[str]:
    """Sections that the code can write into the log: those that stand in it as a text of their own."""
    return {
        section
        for _, tree in _modules(system)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.fullmatch(rf"(?:{SECTION})(?:, (?:{SECTION}))*", node.value)
        for section in re.findall(SECTION, node.value)
    }


# --- the page ----------------------------------------------------------------------------------------


def page(system: str, title: str, games: int, found: dict[str, Reached]) -> str:
    """The text of the page."""
    bots = list(found)
    logged = logged_sections(system)
    verbs = [(verb, [found[bot].verbs[verb] for bot in bots]) for verb in verbs_of(system)]
    endings = [(ending, [found[bot].endings[ending] for bot in bots]) for ending in endings_of(system)]
    sections = [
        ((section, subject), [found[bot].sections[section] for bot in bots] if section in logged else None)
        for section, subject in sections_of(system).items()
    ]
    return "\n".join(
        (
            f"# What play reaches: {title}",
            "",
            INTRODUCTION.format(games=games),
            "",
            *_never(sections, verbs, endings),
            "",
            "## Verbs",
            "",
            "How often an action was chosen.",
            "",
            *_table(("Verb",), bots, [((f"`{verb}`",), counts) for verb, counts in verbs]),
            "",
            "## Endings",
            "",
            *_table(("Scenario and ending",), bots, [((ending,), counts) for ending, counts in endings]),
            "",
            "## Sections",
            "",
            ON_SECTIONS,
            "",
            *_table(("Section", "Subject"), bots, sections),
            "",
        )
    )


def _never(sections: Any, verbs: Any, endings: Any) -> Iterator[str]:
    yield "Never reached:"
    yield ""
    for word, rows in (("verbs", verbs), ("endings", endings), ("sections", sections)):
        names = [name[0] if isinstance(name, tuple) else name for name, counts in rows if _is_never(counts)]
        yield f"* {word}: {', '.join(names) or 'none'}"


def _is_never(counts: Sequence[int] | None) -> bool:
    return counts is not None and not any(counts)


def _table(
    names: Sequence[str], bots: Sequence[str], rows: Iterable[tuple[tuple[str, ...], Sequence[int] | None]]
) -> Iterator[str]:
    yield f"| {' | '.join((*names, *bots))} |"
    yield "|---" * (len(names) + len(bots)) + "|"
    for cells, counts in rows:
        shown = ["-"] * len(bots) if counts is None else list(map(str, counts))
        if _is_never(counts):
            shown[0] = NEVER
        yield f"| {' | '.join((*cells, *shown))} |"


def main(games: int = GAMES, folder: Path = PAGES) -> None:
    """Play, and write the pages."""
    for system in PLAYABLE:
        found = {bot: reached_by(system, bot, games) for bot in (*BOT_NAMES, MIXED)}
        title = (PAGES / f"{system}.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        text = page(system, title, games, found)
        (folder / f"{system}_reached.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
