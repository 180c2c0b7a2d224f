"""Figures as a table on the screen and as docs/benchmarks.md, with the targets and whether they are met."""

from __future__ import annotations

import os
import platform
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from benchmarks.measuring import Measured
from benchmarks.tiled import INSTALL

TITLES = {
    "open": "open, validate, build the model",
    "save": "save",
    "render": "render to PNG, 32 px a hex",
    "tmxrasterizer": "Tiled tmxrasterizer, same size",
}
LIBRARIES = ("numpy", "pillow", "aggdraw", "pydantic", "jsonschema-rs", "orjson")
OPEN_SECONDS, OPEN_MEGABYTES, SAVE_SECONDS = 2.5, 500.0, 1.5
_LARGEST = 500


class Row(NamedTuple):
    """One measurement of one size of map."""

    size: int
    job: str
    measured: Measured


class Target(NamedTuple):
    """Something that must hold for the largest map."""

    sentence: str
    met: bool


def cells(row: Row, calibration: Measured) -> list[str]:
    """The texts of one line of the table."""
    m = row.measured
    return [
        f"{row.size} x {row.size}",
        TITLES[row.job],
        f"{m.seconds:.2f} s",
        f"{m.process_seconds:.2f} s",
        f"{m.megabytes:.0f} MB",
        f"{m.seconds / calibration.seconds:.2f}",
    ]


HEADINGS = ("Hexes", "Work", "Time", "Whole process", "Peak memory", "Time / calibration")


def as_table(rows: list[Row], calibration: Measured) -> Table:
    """The figures for the screen."""
    table = Table(title=f"Calibration: {calibration.seconds:.2f} s")
    for i, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="left" if i < 2 else "right")
    for row in rows:
        table.add_row(*cells(row, calibration), end_section=row.job == rows[-1].job)
    return table


def targets(rows: list[Row]) -> list[Target]:
    """The targets for the largest map, each with the figures; none when it was not measured."""
    found = {row.job: row.measured for row in rows if row.size == _LARGEST}
    result = []
    if "open" in found:
        m = found["open"]
        met = m.seconds <= OPEN_SECONDS and m.megabytes <= OPEN_MEGABYTES
        limit = f"at most {OPEN_SECONDS} s and {OPEN_MEGABYTES:.0f} MB"
        result.append(told(f"Open: {limit}; measured {m.seconds:.2f} s and {m.megabytes:.0f} MB", met))
    if "save" in found:
        m = found["save"]
        met = m.seconds <= SAVE_SECONDS
        result.append(told(f"Save: at most {SAVE_SECONDS} s; measured {m.seconds:.2f} s", met))
    if "render" in found and "tmxrasterizer" in found:
        ours, theirs = found["render"], found["tmxrasterizer"]
        # Tiled reads its map in the same process, so the whole process counts on both sides.
        met = ours.process_seconds < theirs.process_seconds and ours.megabytes < theirs.megabytes
        figures = (
            f"{ours.process_seconds:.2f} s and {ours.megabytes:.0f} MB "
            f"against {theirs.process_seconds:.2f} s and {theirs.megabytes:.0f} MB"
        )
        result.append(told(f"Render: faster and smaller than tmxrasterizer; measured {figures}", met))
    return result


def told(sentence: str, met: bool) -> Target:
    """A target with its figures, and whether it is met."""
    return Target(f"{sentence}: {'met' if met else 'not met'}", met)


def as_markdown(rows: list[Row], calibration: Measured, runs: int, rasterizer: str | None) -> str:
    """The page docs/benchmarks.md."""
    lines = [
        "# Benchmarks",
        "",
        f"Made by `python3 run.py bench --write`. Every figure is the median of {runs} runs, each in a fresh "
        "process, on a synthetic map with coherent terrain, rivers along hexsides, roads and towns. "
        "*Time* is the work alone, *whole process* includes starting Python and, for saving "
        "and rendering, opening the map. The calibration is a fixed loop of plain Python and numpy: the last "
        "column compares machines.",
        "",
        f"* Date: {date.today().isoformat()}",
        *(f"* {line}" for line in machine()),
        f"* Calibration: {calibration.seconds:.2f} s",
        "",
        "| " + " | ".join(HEADINGS) + " |",
        "| :-- | :-- | --: | --: | --: | --: |",
        *("| " + " | ".join(cells(row, calibration)) + " |" for row in rows),
        "",
        f"## Targets for {_LARGEST} x {_LARGEST} hexes",
        "",
        *(f"* {target.sentence}" for target in targets(rows)),
        *([f"* {INSTALL}"] if rasterizer is None else []),
        "",
        "Tiled draws plain hexes of one colour each, without patterns, rivers, roads, names or grid lines; "
        "Sandtable draws all of these on a picture of about the same size (3 % more pixels at 500 x 500) "
        "and packs it in two further threads; Tiled has one.",
    ]
    return "\n".join(lines) + "\n"


def machine() -> list[str]:
    """What the figures were measured on."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return [
        f"Processor: {_processor()}, {os.cpu_count()} cores",
        f"Memory: {_memory_gigabytes():.0f} GB",
        f"System: {platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}, {libraries}",
    ]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _memory_gigabytes() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
