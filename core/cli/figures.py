"""The figures of a batch of games as tables for people."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.model.issue import printable

WIDTH = 140  # of a table where no terminal tells its width


def print_figures(figures: dict[str, Any]) -> None:
    """What `simulate` found."""
    console = Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else WIDTH)
    games = figures["games"]
    console.print(Text(f"{figures['scenario']}: {games} games with seed {figures['seed']}"))
    for table in (_wins(figures), _ends(figures), _points(figures)):
        console.print()
        console.print(table)
    speed = figures["actions"] / max(figures["seconds"], 0.001)
    console.print()
    console.print(
        f"{figures['mean_turns']:.1f} turns a game on average, {figures['actions']} actions "
        f"in {figures['seconds']:.1f} s ({speed:.0f} a second)"
    )


def _wins(figures: dict[str, Any]) -> Table:
    table = _table("Side", "Bot", "Wins", "Rate", "95 % of cases between")
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


def _points(figures: dict[str, Any]) -> Table:
    """A line for each turn, so that long games fit as well."""
    by_turn = figures["vp_by_turn"]
    table = _table("Mean points at the end of turn", *by_turn)
    for turn, values in enumerate(zip(*by_turn.values(), strict=True), 1):
        _add(table, str(turn), *(f"{value:.1f}" for value in values))
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(Text(printable(column)), overflow="fold")
    return table


def _add(table: Table, *cells: str) -> None:
    table.add_row(*(Text(printable(cell)) for cell in cells))
