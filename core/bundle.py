"""Where the files that come with Sandtable lie."""

from __future__ import annotations

from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
BUNDLED_MAPS = (_ROOT / "maps", _ROOT / "maps" / "samples")
BUNDLED_SCENARIOS = _ROOT / "scenarios"


def sample_map() -> Path:
    """The map that is shown to somebody who starts Sandtable without naming one."""
    return min((_ROOT / "maps" / "samples").glob("*.map.json"))


def bundled_documents() -> list[Path]:
    """Every map, board and scenario that comes with Sandtable."""
    maps = [path for ending in ("map", "board") for path in (_ROOT / "maps").rglob(f"*.{ending}.json")]
    return sorted(maps) + sorted(BUNDLED_SCENARIOS.rglob("*.scenario.json"))
