"""One measurement in one fresh process: the time of the work and of the whole process, and peak memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median as middle
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Measured(NamedTuple):
    """Seconds for the work alone and for the whole process, and the most memory the process had at once."""

    seconds: float
    process_seconds: float
    megabytes: float


def median(runs: list[Measured]) -> Measured:
    """The middle of each figure."""
    return Measured(*(middle(figures) for figures in zip(*runs, strict=True)))


def measure(job: str, file: Path | None = None) -> Measured:
    """Do one of the jobs of `benchmarks.jobs` in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.jobs", job, *([str(file)] if file else [])]
    start = time.perf_counter()
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    whole = time.perf_counter() - start
    said = json.loads(output)
    return Measured(said["seconds"], whole, said["megabytes"])


def measure_command(command: list[str]) -> Measured:
    """Run a foreign program to its end."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    start = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Measured(seconds, seconds, megabytes(usage.ru_maxrss))


def megabytes(maxrss: int) -> float:
    """Peak memory as the system reports it: in kilobytes, on macOS in bytes."""
    return maxrss / 2**20 if sys.platform == "darwin" else maxrss / 2**10


def own_peak() -> float:
    """The most memory that this process has had at once, in megabytes."""
    return megabytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
