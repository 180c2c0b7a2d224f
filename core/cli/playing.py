"""The commands that play: simulate, play, replay."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from core.bots.batch import Batch, BatchError, run_batch
from core.bots.failure import failure
from core.bots.naming import BOTS, make_bots
from core.bots.referee import GameReport, Moment, play
from core.bots.seeds import LARGEST_SEED
from core.cli.figures import print_figures
from core.cli.printing import counted, err, fail, out, shown
from core.engine import Entry, Result, active_sides
from core.engine.record import Session
from core.games.matches import PLAYABLE, Match, open_match
from core.games.saves import load_save, save_game
from core.model.issue import DocumentError, Issue, printable

INTERRUPTED = 130
USUAL_BOT = "greedy"
HUMAN = "human"
Scenario = Annotated[Path, typer.Argument(readable=False, help="A scenario.")]
Seed = Annotated[
    int, typer.Option(min=0, max=LARGEST_SEED, help="Number from which all chance follows, by default 1.")
]


def simulate(
    scenario: Scenario,
    games: Annotated[int, typer.Option(help="Number of games, by default 100.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            help=f"Bots with commas, in the order of the sides: {', '.join(BOTS)}; by default {USUAL_BOT}."
        ),
    ] = "",
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option(max=256, help="Number of games played at the same time.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Let bots play a scenario many times: who wins, how, when, and with how many points.

    The same seed gives the same figures, whatever the number of jobs.
    """
    match = open_match(scenario, PLAYABLE)
    names = _bots_in_order(bots, match.game.sides)
    _at_least_one("--games", games, match.game.sides)
    _at_least_one("--jobs", jobs, match.game.sides)
    figures = _simulated(Batch(match.scenario, match.make_game, names, games, seed, jobs), scenario)
    if as_json:
        sys.stdout.write(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    else:
        print_figures(figures)
    _tell_faults(figures.get("faults", ()))


def play_command(
    scenario: Scenario,
    side: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Who plays a side, as SIDE=BOT: {', '.join(BOTS)}; by default {USUAL_BOT}. Repeatable."
        ),
    ] = None,
    seed: Seed = 1,
    save: Annotated[
        Path | None, typer.Option(readable=False, help="File for the game, for example x.game.json.")
    ] = None,
) -> None:
    """Let bots play a scenario once, and print what happens with dice, modifiers and rule sections."""
    match = open_match(scenario, PLAYABLE)
    names = _bots_by_side(side or [], match.game.sides)
    if save is not None and save.exists():
        fail(Issue("CLI001", "error", "is there already: choose another name with --save", str(save)))
    session, report = _played(match, names, seed)
    _print_end(session, report.turns)
    if save is not None:
        save_game(save, session, match, names)
        out.print(f"Wrote {shown(save)}")
    _tell_faults(report.faults)


def replay(
    file: Annotated[Path, typer.Argument(readable=False, help="A saved game.")],
    scenario: Annotated[
        Path | None,
        typer.Option(
            readable=False, help="Its scenario, where that lies neither beside it nor in scenarios."
        ),
    ] = None,
) -> None:
    """Play a saved game again, action by action, and print what happens.

    Exit code 1 when it cannot be played again: another version of the rules, of the scenario or of its map,
    or a damaged file.
    """
    session = load_save(file, scenario, PLAYABLE)
    _print_lines(session.state.log.entries())
    _print_end(session)


def _simulated(batch: Batch, path: Path) -> dict[str, Any]:
    """The figures; a bar on the terminal shows how far it is."""
    columns = (TextColumn("Games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    done = 0
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("", total=batch.games)

        def progress(number: int) -> None:
            nonlocal done
            done = number
            bar.update(task, completed=number)

        try:
            return run_batch(batch, progress)
        except KeyboardInterrupt:
            message = f"Interrupted after {done} of {counted(batch.games, 'game')}: there are no figures."
            bar.stop()
            err.print(message)
            raise typer.Exit(INTERRUPTED) from None
        except BatchError as error:
            raise DocumentError([Issue("GAM010", "error", str(error), str(path))]) from error


def _played(match: Match, names: Mapping[str, str], seed: int) -> tuple[Session[Any], GameReport]:
    """One game, whose log is printed as it grows."""
    origin = match.origin(seed)
    session = Session(match.game, origin, match.game.start(origin.dice))
    _print_lines(session.state.log.entries())

    def watch(moment: Moment) -> None:
        session.actions.append(moment.action)
        session.state = moment.after
        _print_lines(moment.after.log.since(moment.before.log.length))

    try:
        report = play(match.game, make_bots(match.game, names, seed), origin.dice, watch)
    except OSError:  # of the output
        raise
    except Exception as error:
        message = f"{failure(error)}: report it with this file, the bots and seed {seed}"
        raise DocumentError([Issue("GAM003", "error", message, str(match.path))]) from error
    return session, report


def _bots_in_order(given: str, sides: Sequence[str]) -> dict[str, str]:
    """ "greedy,random" as the bot of each side."""
    names = [name.strip() for name in given.split(",")] if given else [USUAL_BOT] * len(sides)
    if len(names) != len(sides):
        message = f"{counted(len(names), 'bot')} for {len(sides)} sides: name one for each of {_order(sides)}"
        fail(Issue("CLI010", "error", message, path="--bots"))
    for name in names:
        _refuse_unknown(name, sides, "--bots")
    return dict(zip(sides, names, strict=True))


def _bots_by_side(given: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """ "axis=greedy" and the like as the bot of each side."""
    names = dict.fromkeys(sides, USUAL_BOT)
    for words in given:
        side, equals, name = (part.strip() for part in words.partition("="))
        if not equals or side not in names:
            message = f'"{words}" names no side: write SIDE=BOT with a side of {_order(sides)}'
            fail(Issue("CLI010", "error", message, path="--side"))
        _refuse_unknown(name, sides, "--side")
        names[side] = name
    return names


def _refuse_unknown(name: str, sides: Sequence[str], option: str) -> None:
    if name == HUMAN:
        message = f"people will play in the window of a later version: choose from {', '.join(BOTS)}"
        fail(Issue("CLI011", "error", message, path=option))
    if name not in BOTS:
        message = f'no bot "{name}": choose from {", ".join(BOTS)}, for the sides {_order(sides)}'
        fail(Issue("CLI011", "error", message, path=option))


def _at_least_one(option: str, number: int, sides: Sequence[str]) -> None:
    if number < 1:
        message = f"{number} is too few: give 1 or more, for a batch between {_order(sides)}"
        fail(Issue("CLI012", "error", message, path=option))


def _order(sides: Sequence[str]) -> str:
    return f"{', '.join(sides)} (in this order)"


def _print_lines(entries: Iterable[Entry]) -> None:
    for entry in entries:
        sys.stdout.write(f"{printable(str(entry))}\n")


def _print_end(session: Session[Any], turns: int = 0) -> None:
    """The result, or who is to choose where the game is not over."""
    result: Result | None = session.state.result
    length = counted(len(session.actions), "action") + (f" on {counted(turns, 'turn')}" if turns else "")
    if result is None:
        sides = " and ".join(active_sides(session.game, session.state))
        said = f"Not over after {length}: the choice is with {sides}."
    else:
        section = f" [{result.rule}]" if result.rule else ""
        said = f"{result.winner or 'Nobody'} wins after {length}: {result.reason}{section}"
    out.print(escape(printable(said)), style="bold")


def _tell_faults(faults: Sequence[str]) -> None:
    for fault in faults:
        err.print(escape(printable(fault)), style="yellow")
