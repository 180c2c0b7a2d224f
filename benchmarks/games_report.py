"""The figures of benchmarks.games on the screen and as docs/benchmarks_games.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from benchmarks.games import (
    ACTIONS_A_SECOND,
    GREEDY,
    GROWTH,
    RANDOM,
    SECONDS_A_GAME,
    Growth,
    Played,
)
from benchmarks.report import Target, machine, told

Profile = tuple[str, str, Sequence[tuple[str, int, float]]]


def targets(games: Iterable[Played], grown: Iterable[Growth]) -> list[Target]:
    """What has to be reached, with the figures."""
    found = []
    for row in games:
        if row.bot == GREEDY and row.scenario in SECONDS_A_GAME:
            most = SECONDS_A_GAME[row.scenario]
            sentence = f"{row.scenario}, greedy: at most {most} s a game; measured {row.seconds:.2f} s"
            found.append(told(sentence, row.seconds <= most))
        if row.bot == RANDOM:
            sentence = f"{row.scenario}, random: {ACTIONS_A_SECOND} actions a second; measured {row.rate:.0f}"
            found.append(told(sentence, row.rate >= ACTIONS_A_SECOND))
    for part in grown:
        ratio = part.late / part.early
        sentence = f"{part.scenario}, {part.what} does not grow with the game; late is {ratio:.2f} of early"
        found.append(told(sentence, ratio <= GROWTH))
    return found


def as_markdown(games: Sequence[Played], grown: Sequence[Growth], profiles: Sequence[Profile]) -> str:
    """The whole page."""
    lines = [
        "# Benchmarks of games",
        "",
        "Made by `python3 run.py bench --games --write`. Complete games between bots in one process on one "
        "core; loading the scenario is not counted. A *random* game has random bots on all sides, a *greedy* "
        "one greedy bots.",
        "",
        f"* Date: {date.today().isoformat()}",
        *(f"* {line}" for line in machine()),
        "",
        "| Scenario | Bots | Games | Seconds a game (median) | Slowest | Actions a game | Actions a second |",
        "| :-- | :-- | --: | --: | --: | --: | --: |",
        *(
            f"| {row.scenario} | {row.bot} | {row.games} | {row.seconds:.2f} | {row.slowest:.2f} "
            f"| {row.actions:.0f} | {row.rate:.0f} |"
            for row in games
        ),
        "",
        "## Growth",
        "",
        "The second tenth of the states of a random game, after set-up, and the last tenth; the median "
        "state, in microseconds.",
        "",
        "| Scenario | What | Early | Late |",
        "| :-- | :-- | --: | --: |",
        *(f"| {part.scenario} | {part.what} | {part.early:.0f} | {part.late:.0f} |" for part in grown),
        "",
        "## Targets",
        "",
        *(f"* {target.sentence}" for target in targets(games, grown)),
    ]
    for scenario, bot, rows in profiles:
        lines += ["", f"## Where the time goes: {scenario}, {bot}", "", "| Function | Calls | Own time |"]
        lines += ["| :-- | --: | --: |", *(f"| `{n}` | {calls} | {100 * s:.0f} % |" for n, calls, s in rows)]
    return "\n".join(lines) + "\n"
