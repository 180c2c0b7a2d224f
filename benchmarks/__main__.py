"""Measures work on large maps, beside a fixed calculation and Tiled's rasterizer; or games between bots."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from benchmarks.games import GREEDY, RANDOM, growth, playable_scenarios, played, profile
from benchmarks.games_report import as_markdown as games_page
from benchmarks.measuring import Measured, measure, measure_command, median
from benchmarks.report import Row, as_markdown, as_table, targets
from benchmarks.tiled import INSTALL, find_rasterizer

SIZES = (100, 250, 500)
ROOT = Path(__file__).resolve().parent.parent
JOBS = ("open", "save", "render")


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="100 x 100 hexes only, or few games")
    parser.add_argument("--games", action="store_true", help="games between bots instead of maps")
    parser.add_argument("--write", action="store_true", help="write the page in docs/")
    parser.add_argument("--runs", type=int, default=3, help="runs of each measurement; the median counts")
    return parser.parse_args(given)


def measure_size(size: int, runs: int, folder: Path, rasterizer: str | None) -> list[Row]:
    """All measurements of one size."""
    file = folder / f"synthetic_{size}.map.json"
    measure("make", file)
    rows = [Row(size, job, median([measure(job, file) for _ in range(runs)])) for job in JOBS]
    if rasterizer:
        tmx = folder / f"tiled_{size}.tmx"
        rows.append(Row(size, "tmxrasterizer", median(_rasterized(rasterizer, tmx, runs))))
    return rows


def _rasterized(rasterizer: str, tmx: Path, runs: int) -> list[Measured]:
    command = [rasterizer, str(tmx), str(tmx.with_suffix(".png"))]
    return [measure_command(command) for _ in range(runs)]


def measure_games(chosen: argparse.Namespace, console: Console) -> int:
    """Games between bots: how fast, whether it stays so, and where the time goes."""
    rows, grown, profiles = [], [], []
    number = 2 if chosen.quick else 20
    for path in playable_scenarios():
        console.print(f"measuring {path.name} ...", style="dim")
        rows += [played(path, bot, number) for bot in (RANDOM, GREEDY)]
        grown += growth(path)
        profiles += [(path.name, bot, profile(path, bot)) for bot in (RANDOM, GREEDY)]
    page = games_page(rows, grown, profiles)
    console.print(page, markup=False)
    if chosen.write:
        _write(console, "benchmarks_games.md", page)
    return 0


def _write(console: Console, name: str, page: str) -> None:
    path = ROOT / "docs" / name
    path.write_text(page, encoding="utf-8")
    console.print(f"written: {path.relative_to(ROOT)}")


def main(given: list[str] | None = None) -> int:
    """Measure, print, and write the report where that is asked for."""
    chosen = arguments(given)
    console = Console(width=None if sys.stdout.isatty() else 110)
    if chosen.games:
        return measure_games(chosen, console)
    rasterizer = find_rasterizer()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        calibration = median([measure("calibrate") for _ in range(chosen.runs)])
        for size in SIZES[:1] if chosen.quick else SIZES:
            console.print(f"measuring {size} x {size} hexes ...", style="dim")
            rows += measure_size(size, chosen.runs, Path(name), rasterizer)
    console.print(as_table(rows, calibration))
    for target in targets(rows):
        console.print(target.sentence, style="green" if target.met else "red")
    if rasterizer is None:
        console.print(INSTALL)
    if chosen.write:
        _write(console, "benchmarks.md", as_markdown(rows, calibration, chosen.runs, rasterizer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
