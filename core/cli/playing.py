"""The commands that play: simulate, play, replay."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from core.bots.batch import Batch, BatchError, play_batch
from core.bots.failure import failure
from core.bots.naming import make_bots
from core.bots.referee import GameReport, Moment, play
from core.bots.seeds import LARGEST_SEED
from core.bots.summary import Details
from core.cli.figures import print_figures
from core.cli.printing import counted, err, fail, out, shown
from core.cli.seats import BOTS_HELP, SIDE_HELP, seats
from core.cli.telling import Teller, tell_end
from core.engine.record import Session
from core.formats.documents import load
from core.games.matches import PLAYABLE, Match, open_match
from core.games.saves import open_save, replayed, save_game
from core.model.issue import DocumentError, Issue, printable
from core.model.scenario import ScenarioModel

INTERRUPTED = 130
MOST_JOBS = 256
Scenario = Annotated[Path, typer.Argument(readable=False, help="A scenario.")]
Seed = Annotated[
    int, typer.Option(min=0, max=LARGEST_SEED, help="Number from which all chance follows, 0 or more.")
]
Bots = Annotated[str, typer.Option(help=BOTS_HELP)]


def simulate(
    scenario: Scenario,
    games: Annotated[int, typer.Option(help="Number of games, 1 or more.")] = 100,
    bots: Bots = "",
    seed: Seed = 1,
    jobs: Annotated[
        int, typer.Option(help=f"Number of games played at the same time, 1 to {MOST_JOBS}.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Let bots play a scenario many times: who wins, how, when, and with how many points.

    The same seed gives the same figures, whatever the number of jobs.
    """
    _refuse_number("--games", games)
    _refuse_number("--jobs", jobs, MOST_JOBS)
    match = open_match(scenario, PLAYABLE)
    names = seats(match.game.sides, bots)
    batch = Batch(match.scenario, match.make_game, names, games, seed, jobs)
    figures, details = _simulated(batch, scenario)
    if as_json:
        sys.stdout.write(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    else:
        print_figures(figures, details, scenario)
    _tell_faults(figures.get("faults", ()))


def play_command(
    scenario: Scenario,
    side: Annotated[list[str] | None, typer.Option(help=SIDE_HELP)] = None,
    bots: Bots = "",
    seed: Seed = 1,
    save: Annotated[
        Path | None, typer.Option(readable=False, help="File for the game, for example x.game.json.")
    ] = None,
) -> None:
    """Let bots play a scenario once, and print what happens with dice, modifiers and rule sections."""
    match = open_match(scenario, PLAYABLE)
    names = seats(match.game.sides, bots, side or [])
    _refuse_place(save)
    called = _names_of_sides(match)
    session, report = _played(match, names, seed)
    tell_end(session, called, report.turns)
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
    saved = open_save(file, scenario, PLAYABLE)
    session = replayed(saved)
    Teller().tell(session.state.log.entries(), session.state.result)
    tell_end(session, _names_of_sides(saved.match))


def _simulated(batch: Batch, path: Path) -> tuple[dict[str, Any], Details]:
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
            return play_batch(batch, progress)
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
    teller = Teller()
    teller.tell(session.state.log.entries(), session.state.result)

    def watch(moment: Moment) -> None:
        session.actions.append(moment.action)
        session.state = moment.after
        teller.tell(moment.after.log.since(moment.before.log.length), moment.after.result)

    try:
        report = play(match.game, make_bots(match.game, names, seed), origin.dice, watch)
    except OSError:  # of the output
        raise
    except Exception as error:
        message = f"{failure(error)}: report it with this file, the bots and seed {seed}"
        raise DocumentError([Issue("GAM003", "error", message, str(match.path))]) from error
    return session, report


def _names_of_sides(match: Match) -> dict[str, str]:
    """The names of the sides as the scenario spells them."""
    scenario = load(match.path)
    assert isinstance(scenario, ScenarioModel)
    return {side: faction.name for side, faction in scenario.sides.items()}


def _refuse_number(option: str, number: int, most: int | None = None) -> None:
    if number < 1:
        fail(Issue("CLI012", "error", f"{number} is too few: give 1 or more", path=option))
    if most is not None and number > most:
        fail(Issue("CLI012", "error", f"{number} are too many: give {most} or fewer", path=option))


def _refuse_place(save: Path | None) -> None:
    """What would keep a game from being saved is told before it is played."""
    if save is None:
        return
    if save.exists():
        fail(Issue("CLI001", "error", "is there already: choose another name with --save", str(save)))
    if not save.parent.is_dir():
        message = f'there is no folder "{save.parent}": create it or choose another with --save'
        fail(Issue("CLI013", "error", message, str(save)))
    if not os.access(save.parent, os.W_OK):
        message = f'nothing can be written into "{save.parent}": choose another folder with --save'
        fail(Issue("CLI013", "error", message, str(save)))


def _tell_faults(faults: Sequence[str]) -> None:
    for fault in faults:
        err.print(escape(printable(fault)), style="yellow")
