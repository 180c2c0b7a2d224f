"""Run the quality gates in order and sum up; owns what `run.py test` checks, not how it is installed."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FULLY_COVERED = "core/hexgrid/*,core/edits/*"


def virtual_screen() -> list[str]:
    """Prefix that gives a command an X server, for the tests that ask for a real one."""
    can = all(map(shutil.which, ["xvfb-run", "xauth"]))
    return ["xvfb-run", "-a"] if can and not os.environ.get("DISPLAY") else []


def without_qt() -> list[str]:
    """Options that keep pytest going, without the tests of windows, where Qt lacks system libraries."""
    probe = [sys.executable, "-c", "import PySide6.QtTest, PySide6.QtWidgets"]
    if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
        return []
    print("Qt cannot be loaded, so pytest runs without pytest-qt", flush=True)
    return ["-p", "no:pytest-qt"]


def gates(pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """List the gates as (title, command); with arguments for pytest, pytest alone."""
    python = [sys.executable, "-m"]
    pytest = [*virtual_screen(), *python, "pytest", *without_qt()]
    if pytest_arguments:
        return [("pytest", [*pytest, *pytest_arguments])]
    coverage = [
        *python,
        "coverage",
        "report",
        "--show-missing",
        f"--include={FULLY_COVERED}",
        "--fail-under=100",
    ]
    return [
        ("ruff check", [*python, "ruff", "check", "."]),
        ("ruff format", [*python, "ruff", "format", "--check", "."]),
        ("mypy", [*python, "mypy"]),
        ("import contracts", [str(Path(sys.executable).with_name("lint-imports")), "--no-logo"]),
        ("pytest", [*pytest, "-n", "2", "--cov", "--cov-report=term:skip-covered"]),
        ("full coverage of hexgrid and edits", coverage),
    ]


def run_gate(title: str, command: list[str]) -> tuple[str, int, float]:
    print(f"\n=== {title} ===", flush=True)
    start = time.monotonic()
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    seconds = time.monotonic() - start
    print(f"--- {title}: {'passed' if code == 0 else 'FAILED'} in {seconds:.1f} s", flush=True)
    return title, code, seconds


def summary(results: list[tuple[str, int, float]]) -> str:
    failed = [title for title, code, _ in results if code]
    seconds = sum(seconds for _, _, seconds in results)
    verdict = f"FAILED: {', '.join(failed)}" if failed else f"all {len(results)} gates passed"
    return f"\n=== {verdict} ({seconds:.1f} s) ==="


def main(pytest_arguments: list[str]) -> int:
    results = [run_gate(title, command) for title, command in gates(pytest_arguments)]
    if not pytest_arguments:
        print(summary(results))
    return 1 if any(code for _, code, _ in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
