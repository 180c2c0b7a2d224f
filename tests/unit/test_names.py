"""Nothing outside core/games knows the name of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.games import SYSTEMS, load_system

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    path
    for folder in ("core", "editor", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if ROOT / "core" / "games" not in path.parents
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_system_is_named_in_code(system: str) -> None:
    names = {system, load_system(system).name}
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names), re.IGNORECASE)
    named = [
        str(path.relative_to(ROOT)) for path in SOURCES if pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert not named
    assert len(SOURCES) > 30


def test_games_folder_and_list_agree() -> None:
    folders = {path.parent.parent.name for path in (ROOT / "core" / "games").glob("*/data/system.json")}
    assert folders == set(SYSTEMS)
