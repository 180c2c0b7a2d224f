"""Checks of maps and scenarios: the same on the command line, in the editor and over shipped files."""

from core.checks import map_checks, scenario_checks  # noqa: F401  importing registers them
from core.checks.files import FileReport, check_file
from core.checks.registry import MAP_CHECKS, SCENARIO_CHECKS, MapSubject, ScenarioSubject, run_checks

__all__ = [
    "MAP_CHECKS",
    "SCENARIO_CHECKS",
    "FileReport",
    "MapSubject",
    "ScenarioSubject",
    "check_file",
    "run_checks",
]
