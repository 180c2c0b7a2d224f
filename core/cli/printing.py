"""How the commands speak: findings in groups, a closing line for each file, exit codes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.markup import escape

from core.checks import FileReport
from core.model.issue import DocumentError, Issue, printable

out = Console(soft_wrap=True, highlight=False, emoji=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, emoji=False)
OK, ERRORS, UNREADABLE = 0, 1, 2
MOST_PLACES = 8  # of equal findings that are named


def fail(issue: Issue) -> NoReturn:
    """End the command with a sentence."""
    raise DocumentError([issue], unreadable=True)


def print_report(report: FileReport) -> None:
    """What was found in a file, and a closing line with the numbers of errors and warnings."""
    print_issues(report.issues)
    out.print(f"{shown(report.path)}: {totals(report.issues)}")


def print_issues(issues: Iterable[Issue]) -> None:
    """Findings, one on a line; equal ones together on the line of the first."""
    groups: dict[tuple[str, str, str, str], list[Issue]] = {}
    for issue in issues:
        groups.setdefault((issue.code, issue.severity, issue.file, issue.message), []).append(issue)
    for first, *others in groups.values():
        text = f"{first}{printable(_more(others))}"
        err.print(escape(text), style="red" if first.severity == "error" else "yellow")


def _more(others: list[Issue]) -> str:
    if not others:
        return ""
    what = "more hexes" if all(issue.hex for issue in others) else "more"
    places = dict.fromkeys(issue.hex or issue.path for issue in others)
    named = ", ".join(list(places)[:MOST_PLACES])
    return f" (and {len(others)} {what}: {named}{' ...' if len(places) > MOST_PLACES else ''})"


def totals(issues: Iterable[Issue]) -> str:
    """ "2 errors, 1 warning", "no errors"."""
    severities = [issue.severity for issue in issues]
    errors, warnings = severities.count("error"), severities.count("warning")
    text = counted(errors, "error") if errors else "no errors"
    return f"{text}, {counted(warnings, 'warning')}" if warnings else text


def counted(number: int, what: str) -> str:
    """ "1 error", "2 errors"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def shown(path: Path | str) -> str:
    """A file name as it can be printed."""
    return escape(printable(str(path)))
