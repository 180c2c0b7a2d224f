"""The pages on what play reaches list everything that there is to reach; their numbers may be old."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.games.matches import PLAYABLE
from tests.conformance.bundled import BOT_NAMES, SCENARIOS
from tests.conformance.reached import (
    MIXED,
    NEVER,
    PAGES,
    Reached,
    endings_of,
    logged_sections,
    page,
    sections_of,
    verbs_of,
)


def _column(text: str, heading: str) -> list[str]:
    """The first cells of the table under a heading."""
    part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1].strip() for line in part.splitlines() if line.startswith("|")]
    return rows[2:]


@pytest.mark.parametrize("system", PLAYABLE)
def test_the_page_lists_all_verbs_endings_and_sections(system: str) -> None:
    text = (PAGES / f"{system}_reached.md").read_text(encoding="utf-8")
    assert _column(text, "Verbs") == [f"`{verb}`" for verb in verbs_of(system)]
    assert _column(text, "Endings") == endings_of(system)
    assert _column(text, "Sections") == list(sections_of(system))


@pytest.mark.parametrize("system", PLAYABLE)
def test_what_the_log_cites_is_a_section(system: str) -> None:
    assert len(logged_sections(system)) > 20
    assert sorted(logged_sections(system) - sections_of(system).keys()) == []


@pytest.mark.parametrize("scenario", SCENARIOS[:1])
def test_a_game_is_counted(scenario: Path) -> None:
    (system,) = [name for name in PLAYABLE if name in scenario.parts]
    found = {bot: Reached() for bot in (*BOT_NAMES, MIXED)}
    for bot, reached in found.items():
        reached.note_game(system, scenario, bot, 1)
        assert sum(reached.endings.values()) == 1 and reached.endings.keys() <= set(endings_of(system))
        assert reached.verbs.keys() <= set(verbs_of(system))
        assert reached.sections.keys() <= logged_sections(system)
    text = page(system, "Title", 1, found)
    assert text.startswith("# What play reaches: Title\n") and NEVER in text
    listed = re.findall(r"^\* verbs: (.+)$", text, re.MULTILINE)[0].split(", ")
    played = {verb for reached in found.values() for verb in reached.verbs}
    assert set(listed) == set(verbs_of(system)) - played
