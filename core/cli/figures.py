"""The figures of a batch of games as tables for people."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.bots.batch import game_seed
from core.bots.summary import Details
from core.cli.printing import counted
from core.cli.seats import as_typed
from core.model.issue import printable
from core.program import command

WIDTH = 140  # of a table where no terminal tells its width


def print_figures(figures: dict[str, Any], details: Details, scenario: Path) -> None:
    """What `simulate` found in the games of a scenario file."""
    console = Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else WIDTH)
    games = counted(figures["games"], "game")
    console.print(Text(printable(f"{figures['scenario']}: {games} with seed {figures['seed']}")))
    for table in (_wins(figures), _ends(figures), _turns(figures, details)):
        console.print()
        console.print(table)
    console.print(Text(_note(details)))
    speed = figures["actions"] / max(figures["seconds"], 0.001)
    console.print()
    console.print(
        f"{figures['mean_turns']:.1f} turns a game on average, {counted(figures['actions'], 'action')} "
        f"in {figures['seconds']:.1f} s ({speed:.0f} a second)"
    )
    console.print()
    for line in _ways_to_watch(figures, details, scenario):
        console.print(Text(printable(line)), soft_wrap=True)  # to be copied in one piece


def _note(details: Details) -> str:
    said = "Points are means at the end of the turn, over the games that were still running on it"
    fewer = details.running[-1] < details.running[0]
    return f"{said}: later turns come from fewer and longer games." if fewer else f"{said}."


def _ways_to_watch(figures: dict[str, Any], details: Details, scenario: Path) -> list[str]:
    """How to play single games of the batch again."""
    start = f"{command('play', scenario)} --bots {as_typed(figures['bots'])}"
    lines = ["To look at a game of these, play it again:"]
    for winner, number in details.first.items():
        what = f"first win of {winner}" if winner else "first draw"
        lines.append(f"game {number} ({what}): {start} --seed {game_seed(figures['seed'], number)}")
    return lines


def _wins(figures: dict[str, Any]) -> Table:
    table = _table("Side", "Bot", "Wins", "Rate", "95 % confident between")
    for side, wins in figures["wins"].items():
        low, high = figures["win_rate_95"][side]
        rate = f"{wins / figures['games']:.1%}"
        _add(table, side, figures["bots"][side], str(wins), rate, f"{low:.1%} and {high:.1%}")
    _add(table, "draws", "", str(figures["draws"]), f"{figures['draws'] / figures['games']:.1%}", "")
    return table


def _ends(figures: dict[str, Any]) -> Table:
    table = _table("Games", "How they ended")
    for reason, count in figures["end_reasons"].items():
        _add(table, str(count), reason)
    return table


def _turns(figures: dict[str, Any], details: Details) -> Table:
    """A line for each turn, so that long games fit as well."""
    by_turn = figures["vp_by_turn"]
    table = _table("Turn", "Games running", "Ended on it", *(f"Points of {side}" for side in by_turn))
    points = zip(*by_turn.values(), strict=True)
    for turn, values in enumerate(zip(details.running, details.ended, points, strict=True), 1):
        running, ended, means = values
        _add(table, str(turn), str(running), str(ended), *(f"{mean:.1f}" for mean in means))
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(Text(printable(column)), overflow="fold")
    return table


def _add(table: Table, *cells: str) -> None:
    table.add_row(*(Text(printable(cell)) for cell in cells))
