"""The work that is measured; `benchmarks.measuring` starts it in a fresh process. Prints figures as JSON."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.measuring import own_peak
from benchmarks.synthetic import synthetic_map, synthetic_system
from benchmarks.tiled import write_tmx
from core.formats.documents import load_map, save
from core.render import RenderOptions, render

HEX_PX = 32


def calibrate() -> float:
    """A fixed calculation, plain Python and numpy, to compare machines by; the best of three."""
    return min(_calibration() for _ in range(3))


def _calibration() -> float:
    start = time.perf_counter()
    total = 0
    table: dict[int, int] = {}
    for i in range(2_000_000):
        total = (total * 31 + i) % 1_000_003
        table[total & 4095] = i
    field = np.arange(4_000_000, dtype=np.float64)
    for _ in range(10):
        field = np.sqrt(field * 1.0001 + 1.0)
    return time.perf_counter() - start


def open_map(file: Path) -> float:
    """Read the file, check it against the schema, build the model."""
    start = time.perf_counter()
    load_map(file)
    return time.perf_counter() - start


def save_map(file: Path) -> float:
    """Write an open map to a new file."""
    model = load_map(file)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        save(model, Path(folder) / file.name)
        return time.perf_counter() - start


def render_map(file: Path) -> float:
    """Draw an open map."""
    model, system = load_map(file), synthetic_system()
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        render(Path(folder) / "map.png", model, system, None, RenderOptions(hex_px=HEX_PX))
        return time.perf_counter() - start


def make_map(file: Path) -> float:
    """Make the map to be measured; in a process of its own like the rest.

    A process begins with the peak memory of the one that started it, which therefore has to stay small.
    """
    start = time.perf_counter()
    size = int(file.name.removesuffix(".map.json").rpartition("_")[2])
    model = synthetic_map(size, size)
    save(model, file)
    write_tmx(file.with_name(f"tiled_{size}.tmx"), model)
    return time.perf_counter() - start


JOBS: dict[str, Callable[[Path], float]] = {
    "make": make_map,
    "open": open_map,
    "save": save_map,
    "render": render_map,
}


def main(job: str, *files: str) -> None:
    """Do one job and print what it took."""
    seconds = calibrate() if job == "calibrate" else JOBS[job](Path(files[0]))
    print(json.dumps({"seconds": seconds, "megabytes": own_peak()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
