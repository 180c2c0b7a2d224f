"""`sandtable play`, `simulate` and `replay`, with a toy in the place of a published game."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.bots.batch import game_seed
from core.cli.telling import Teller
from core.engine import Dice, Entry, Result, State, Turn
from core.formats.system_file import SystemFile
from core.games.matches import PLAYABLE
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from tests.command import ROOT, Run, change
from tests.toys import RACES, SIDES, SYSTEM, Race, Track, race_scenario

KEYS = [
    "scenario", "games", "seed", "bots", "wins", "draws", "end_reasons", "mean_turns", "vp_by_turn",
    "actions", "seconds", "win_rate_95",
]  # fmt: skip
ORDER = f"{', '.join(SIDES)} (in this order)"
KNOWN = "choose from random, greedy"
TWICE = 'side "axis" is given twice: keep one of'
WITHOUT = '"axis" is a side without a bot: write axis=random or axis=greedy'


class Marked(Race):
    """Says things that steer a terminal, and has a judge that fails."""

    def judge(self) -> Any:
        class Fails:
            def candidates(self, *given: object) -> Any:
                raise RuntimeError("[red]no idea[/red]")

        return Fails()

    def _step(self, turn: Turn[Track]) -> None:
        turn.log("[bold]beep[/bold] \x07", "1.1")
        super()._step(turn)


class Failing(Race):
    def _step(self, turn: Turn[Track]) -> None:
        raise LookupError("rule 5")


class Dead(Race):
    def _blocks(self, state: State[Track], side: str) -> list[Any]:
        return []


def marked(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Marked(SIDES)


def broken(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Failing(SIDES)


def dead(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> Any:
    return Dead(SIDES)


@pytest.fixture
def scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(PLAYABLE, SYSTEM, RACES[SYSTEM])
    return race_scenario(tmp_path).relative_to(tmp_path)


def figures(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def test_simulate_prints_figures_as_json(scenario: Path, sandtable: Run) -> None:
    result = sandtable("simulate", scenario, "--games", 30, "--bots", "greedy,random", "--seed", 5, "--json")
    assert (result.code, result.err) == (0, "")
    found = figures(result.out)
    assert list(found) == KEYS
    assert found["bots"] == {"allied": "greedy", "axis": "random"}
    assert (found["scenario"], found["games"], found["seed"]) == ("race", 30, 5)
    assert found["wins"]["allied"] > found["wins"]["axis"]
    swapped = sandtable("simulate", scenario, "--games", 30, "--bots", "random, greedy", "--json")
    assert figures(swapped.out)["bots"] == {"allied": "random", "axis": "greedy"}


def test_the_number_of_jobs_does_not_change_the_figures(scenario: Path, sandtable: Run) -> None:
    found = []
    for jobs in (1, 2):
        result = sandtable("simulate", scenario, "--games", 20, "--seed", 3, "--jobs", jobs, "--json")
        assert (result.code, result.err) == (0, "")
        found.append({**figures(result.out), "seconds": 0})
    assert json.dumps(found[0]) == json.dumps(found[1])


def test_simulate_prints_tables_for_people(scenario: Path, sandtable: Run) -> None:
    result = sandtable("simulate", scenario, "--games", 20)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("race: 20 games with seed 1\n")
    for words in (
        r"^Side +Bot +Wins +Rate +95 % confident between$",
        r"^allied +greedy +\d+ +\d+\.\d% +\d+\.\d% and \d+\.\d%$",
        r"^draws +\d+ +\d+\.\d%$",
        r"^\d+ +axis arrived$",
        r"^Turn +Games running +Ended on it +Points of allied +Points of axis$",
        r"^1 +20 +0 +0\.0 +\d\.\d$",
        r"^Points are means .* still running on it: later turns come from fewer and longer games\.$",
        r"^\d+\.\d turns a game on average, \d+ actions in \d\.\d s \(\d+ a second\)$",
    ):
        assert re.search(words, re.sub(" +$", "", result.out, flags=re.M), re.M), words


def test_each_game_ends_on_one_turn(scenario: Path, sandtable: Run) -> None:
    result = sandtable("simulate", scenario, "--games", 20)
    rows = [list(map(float, line.split()[:3])) for line in result.out.splitlines() if line[:1].isdigit()
            and re.fullmatch(r"(\d+ +){3}(\d+\.\d *){2}", line)]  # fmt: skip
    assert sum(ended for _, _, ended in rows) == 20
    left = 20
    for _, running, ended in rows:
        assert running == left
        left -= int(ended)


def test_one_game_is_told_as_one(scenario: Path, sandtable: Run) -> None:
    result = sandtable("simulate", scenario, "--games", 1)
    assert result.out.startswith("race: 1 game with seed 1\n")
    assert "still running on it.\n" in result.out


def test_simulate_says_how_to_look_at_its_games(scenario: Path, sandtable: Run) -> None:
    """The first win of each side; typed as it is shown, the command shows a game with that winner."""
    said = sandtable("simulate", scenario, "--games", 20, "--bots", "axis=random,allied=random").out
    found = re.findall(r"^game (\d+) \(first win of (\w+)\): sandtable (play .+)$", said, re.M)
    assert sorted(side for _, side, _ in found) == sorted(SIDES)
    assert min(int(number) for number, _, _ in found) == 1
    for number, side, typed in found:
        assert typed.endswith(f"--bots allied=random,axis=random --seed {game_seed(1, int(number))}")
        end = sandtable(*shlex.split(typed)).out.splitlines()[-1]
        assert end.startswith(f"{side.capitalize()} wins ")


@pytest.mark.parametrize("command", ["simulate", "play"])
@pytest.mark.parametrize(
    ("bots", "code", "message"),
    [
        ("greedy", "CLI010", f"1 bot for 2 sides: name one for each of {ORDER}"),
        ("greedy,random,greedy", "CLI010", f"3 bots for 2 sides: name one for each of {ORDER}"),
        ("greedy,[b]smart[/b]", "CLI011", f'no bot "[b]smart[/b]": {KNOWN}'),
        ("greedy,gready", "CLI011", 'no bot "gready": did you mean "greedy"?'),
        ("greedy,", "CLI011", f'no bot "": {KNOWN}'),
        ("axis=", "CLI011", f'no bot "": {KNOWN}'),
        ("greedy,human", "CLI011", f"people will play in the window of a later version: {KNOWN}"),
        ("allied=greedy,Axis=greedy", "CLI010", 'no side "Axis": did you mean "axis"?'),
        ("alliance=greedy", "CLI010", 'no side "alliance": did you mean "allied"?'),
        ("polish=greedy", "CLI010", 'no side "polish": choose from allied, axis'),
        ("axis=greedy,axis=random", "CLI010", f"{TWICE} greedy and random"),
        (
            "axis=greedy,random",
            "CLI010",
            '"random" names no side: write SIDE=BOT with a side of allied, axis',
        ),
        ("allied=greedy,axis", "CLI010", WITHOUT),
        ("greedy,axis", "CLI010", WITHOUT),
    ],
)
def test_bots_that_make_no_sense(
    command: str, bots: str, code: str, message: str, scenario: Path, sandtable: Run
) -> None:
    result = sandtable(command, scenario, "--bots", bots)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"--bots: error {code}: {message}\n"


@pytest.mark.parametrize(
    ("bots", "found"),
    [
        ("axis=random,allied=greedy", ["greedy", "random"]),
        (" allied = random , axis=greedy ", ["random", "greedy"]),
        ("axis=random", ["greedy", "random"]),
        ("random, greedy", ["random", "greedy"]),
        ("", ["greedy", "greedy"]),
    ],
)
def test_bots_with_and_without_their_sides(
    bots: str, found: list[str], scenario: Path, sandtable: Run, tmp_path: Path
) -> None:
    expected = dict(zip(SIDES, found, strict=True))
    simulated = sandtable("simulate", scenario, "--games", 1, "--bots", bots, "--json")
    assert list(figures(simulated.out)["bots"].items()) == list(expected.items())
    assert sandtable("play", scenario, "--bots", bots, "--save", "x.game.json").code == 0
    assert json.loads((tmp_path / "x.game.json").read_text(encoding="utf-8"))["bots"] == expected


@pytest.mark.parametrize(
    ("option", "number", "message"),
    [
        ("--games", 0, "0 is too few: give 1 or more"),
        ("--jobs", -2, "-2 is too few: give 1 or more"),
        ("--jobs", 257, "257 are too many: give 256 or fewer"),
    ],
)
def test_simulate_refuses_numbers(
    option: str, number: int, message: str, scenario: Path, sandtable: Run
) -> None:
    result = sandtable("simulate", scenario, option, number)
    assert result == (2, "", f"{option}: error CLI012: {message}\n")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--side", "axis"], "CLI010", WITHOUT),
        (
            ["--side", "greedy"],
            "CLI010",
            '"greedy" names no side: write SIDE=BOT with a side of allied, axis',
        ),
        (["--side", "Axis=greedy"], "CLI010", 'no side "Axis": did you mean "axis"?'),
        (["--side", "axis=smart"], "CLI011", f'no bot "smart": {KNOWN}'),
        (["--side", "axis=human"], "CLI011", f"people will play in the window of a later version: {KNOWN}"),
        (["--side", "axis=greedy", "--side", "axis=greedy"], "CLI010", f"{TWICE} greedy and greedy"),
        (["--side", "axis=greedy", "--bots", "axis=random"], "CLI010", f"{TWICE} random and greedy"),
        (["--side", "axis=greedy", "--bots", "random,random"], "CLI010", f"{TWICE} random and greedy"),
    ],
)
def test_sides_that_make_no_sense(
    options: list[str], code: str, message: str, scenario: Path, sandtable: Run
) -> None:
    result = sandtable("play", scenario, *options)
    assert result == (2, "", f"--side: error {code}: {message}\n")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_tells_a_default_once_and_the_order_of_bots(command: str, sandtable: Run) -> None:
    said = " ".join(re.sub(r"[│╭╮╰╯─]", " ", sandtable(command, "--help").out).split())
    assert "by default" not in said
    assert "Bots without sides follow the order of the scenario's" in said
    assert "SIDE=BOT is safer" in said
    if command == "simulate":
        assert "Number of games, 1 or more." in said


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_what_cannot_be_played_is_told(command: str, sandtable: Run, tmp_path: Path) -> None:
    path = race_scenario(tmp_path)
    result = sandtable(command, path.name)
    assert (result.code, result.out, len(result.lines)) == (1, "", 1)
    assert f'error GAM001: the rules of "{SYSTEM}" cannot be played yet: choose a scenario of ' in result.err
    assert sandtable(command, "none.scenario.json").code == 2
    result = sandtable(command, "track.map.json")
    assert (result.code, "error FILE012" in result.err) == (2, True)


def test_play_prints_the_log_and_saves_a_game_that_replays(
    scenario: Path, sandtable: Run, tmp_path: Path
) -> None:
    arguments = ["play", scenario, "--side", "axis=random", "--seed", 4]
    result = sandtable(*arguments, "--save", "x.game.json")
    assert (result.code, result.err) == (0, "")
    *lines, end, wrote = result.out.splitlines()
    assert re.fullmatch(r"axis runs \[3\.1\] \(rolled \d\)", lines[0])
    assert any(re.fullmatch(r"axis gains \d \[3\.1\]: .*-3 blocked \[3\.3\]", line) for line in lines)
    assert re.fullmatch(
        r"(Allied|Axis) wins after \d+ actions on \d+ turns: (allied|axis) arrived \[9\.1\]", end
    )
    assert not any("arrived" in line for line in lines)  # the result is told once
    assert wrote == "Wrote x.game.json"
    assert sandtable(*arguments).out.splitlines() == [*lines, end]
    again = sandtable("replay", "x.game.json")
    assert (again.code, again.err) == (0, "")
    assert again.out.splitlines() == [*lines, re.sub(r" on \d+ turns", "", end)]
    data = json.loads((tmp_path / "x.game.json").read_text(encoding="utf-8"))
    assert data["bots"] == {"allied": "greedy", "axis": "random"}
    assert data["origin"]["seed"] == 4


def test_play_shows_a_game_of_a_batch(scenario: Path, sandtable: Run) -> None:
    seed = game_seed(8, 1)
    batch = figures(sandtable("simulate", scenario, "--games", 1, "--seed", 8, "--json").out)
    end = sandtable("play", scenario, "--seed", seed).out.splitlines()[-1]
    (winner,) = [side for side, wins in batch["wins"].items() if wins]
    assert end.startswith(
        f"{winner.capitalize()} wins after {batch['actions']} actions on {batch['mean_turns']:.0f} turns"
    )


def test_play_does_not_overwrite(scenario: Path, sandtable: Run, tmp_path: Path) -> None:
    (tmp_path / "x.game.json").write_text("mine", encoding="utf-8")
    result = sandtable("play", scenario, "--save", "x.game.json")
    assert (result.code, result.out) == (2, "")
    assert "error CLI001: is there already" in result.err
    assert (tmp_path / "x.game.json").read_text(encoding="utf-8") == "mine"


def test_a_missing_folder_is_told_before_the_game(scenario: Path, sandtable: Run, tmp_path: Path) -> None:
    result = sandtable("play", scenario, "--save", "none/x.game.json")
    message = 'there is no folder "none": create it or choose another with --save'
    assert result == (2, "", f"none/x.game.json: error CLI013: {message}\n")
    (tmp_path / "none").mkdir()
    assert sandtable("play", scenario, "--save", "none/x.game.json").code == 0


def test_a_protected_folder_is_told_before_the_game(
    scenario: Path, sandtable: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    result = sandtable("play", scenario, "--save", "x.game.json")
    message = 'nothing can be written into ".": choose another folder with --save'
    assert result == (2, "", f"x.game.json: error CLI013: {message}\n")


def test_turns_begin_after_a_blank_line(capsys: pytest.CaptureFixture[str]) -> None:
    teller = Teller()
    teller.tell([Entry("Game turn 1 begins", "5.0"), Entry("move")], None)
    teller.tell([Entry("Game turn 2 begins"), Entry("red wins", "9")], Result("red", "red wins", "9"))
    assert capsys.readouterr().out == "Game turn 1 begins [5.0]\nmove\n\nGame turn 2 begins\n"


def test_saved_games_are_checked_with_the_other_files(scenario: Path, sandtable: Run, tmp_path: Path) -> None:
    sandtable("play", scenario, "--save", "x.game.json")
    result = sandtable("check", ".")
    assert (result.code, "x.game.json: no errors" in result.out) == (0, True)
    change(tmp_path / "x.game.json", lambda data: data.update(count="many"))
    assert sandtable("check", "x.game.json").code == 1


def test_replay_tells_what_is_wrong(scenario: Path, sandtable: Run, tmp_path: Path) -> None:
    sandtable("play", scenario, "--save", "x.game.json")
    save = tmp_path / "x.game.json"
    whole = save.read_bytes()

    def said() -> tuple[int, str]:
        result = sandtable("replay", "x.game.json")
        assert (result.out, len(result.lines)) == ("", 1)
        return result.code, result.err

    change(save, lambda data: data["actions"][2].update(option="sly"))
    code, message = said()
    assert (code, "actions[2]: error GAM008: action 3 (" in message) == (1, True)
    save.write_bytes(whole[:-100])
    code, message = said()
    assert (code, "error FILE007: ends in the middle" in message) == (2, True)
    save.write_bytes(whole)
    change(tmp_path / "track.map.json", lambda data: data.update(notes="mended"))
    code, message = said()
    assert (code, "error GAM006: " in message) == (1, True)


def test_replay_takes_the_scenario_from_elsewhere(scenario: Path, sandtable: Run, tmp_path: Path) -> None:
    sandtable("play", scenario, "--save", "x.game.json")
    (tmp_path / scenario).rename(tmp_path / "other.scenario.json")
    result = sandtable("replay", "x.game.json")
    assert (result.code, "error GAM004" in result.err) == (1, True)
    assert sandtable("replay", "x.game.json", "--scenario", "other.scenario.json").code == 0


def test_faults_of_bots_are_told(scenario: Path, sandtable: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYABLE, SYSTEM, f"{__name__}:marked")
    result = sandtable("simulate", scenario, "--games", 1, "--bots", "greedy,random", "--json")
    faults = figures(result.out)["faults"]
    assert faults[0] == (
        "game 1, turn 1: GreedyBot of allied raised RuntimeError: [red]no idea[/red]; "
        "the random bot chose instead"
    )
    assert (result.code, result.lines) == (0, faults)
    result = sandtable("play", scenario, "--side", "axis=random")
    assert result.code == 0
    assert result.lines[0] == faults[0].removeprefix("game 1, ")
    assert result.out.startswith("[bold]beep[/bold] \\x07 [1.1]\n")


def test_rules_that_fail_are_told(scenario: Path, sandtable: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYABLE, SYSTEM, f"{__name__}:broken")
    result = sandtable("simulate", scenario)
    assert (result.code, result.out, len(result.lines)) == (1, "", 1)
    assert "race.scenario.json: error GAM010: game 1: the rules failed (LookupError: rule 5, " in result.err
    result = sandtable("play", scenario, "--seed", 6)
    assert (result.code, result.out, len(result.lines)) == (1, "", 1)
    assert "race.scenario.json: error GAM003: the rules failed (LookupError: rule 5, " in result.err
    assert result.err.endswith("seed 6\n")


def test_a_game_that_is_not_over_says_whose_choice_it_is(
    scenario: Path, sandtable: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYABLE, SYSTEM, f"{__name__}:dead")
    result = sandtable("play", scenario, "--save", "x.game.json")
    assert result.out.splitlines()[0] == "Not over after 1 action on 1 turn: the choice is with Allied."
    assert "nobody has anything to choose" in result.err
    replayed = sandtable("replay", "x.game.json")
    assert replayed.out == "Not over after 1 action: the choice is with Allied.\n"


PROGRAM = f"""
import sys
from core.games.matches import PLAYABLE
PLAYABLE[{SYSTEM!r}] = {RACES[SYSTEM]!r}
from core.cli import main
sys.argv[0] = "sandtable"
main()
"""


class OnTerminal:
    """A command whose messages go to a terminal, in a group of processes of its own."""

    def __init__(self, *arguments: object) -> None:
        self.terminal, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.said = ""

    def read(self) -> Iterator[str]:
        """All that was said so far, whenever there is more."""
        while True:
            try:
                more = os.read(self.terminal, 4096)
            except OSError:  # the other end is closed
                return
            self.said += more.decode()
            yield self.said

    def end(self) -> tuple[int, bytes]:
        for _ in self.read():
            pass
        out, _ = self.process.communicate(timeout=60)
        os.close(self.terminal)
        return self.process.returncode, out


def test_a_bar_shows_how_far_it_is(scenario: Path, tmp_path: Path) -> None:
    run = OnTerminal("simulate", tmp_path / scenario, "--games", 2000, "--json")
    code, out = run.end()
    assert code == 0
    assert figures(out.decode())["games"] == 2000
    assert "Games" in run.said
    assert "/2000" in run.said


def test_long_lines_are_folded_for_a_terminal_only(scenario: Path, tmp_path: Path) -> None:
    """The longest line of a race, in a terminal of 30 columns."""
    said = {}
    for terminal in (True, False):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 30, 0, 0))
        environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        done = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "play", str(tmp_path / scenario)],
            cwd=ROOT,
            env={**environment, "TERM": "dumb"},
            stdout=theirs if terminal else subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)
        said[terminal] = _all_of(ours) if terminal else done.communicate(timeout=60)[0].decode()
        os.close(ours)
        assert done.wait(60) == 0
    folded = said[True].splitlines()
    assert max(map(len, folded)) <= 30 < max(map(len, said[False].splitlines()))
    assert [line for line in folded if line.startswith("    ")]
    assert " ".join(said[True].split()) == " ".join(said[False].split())


def _all_of(terminal: int) -> str:
    found = b""
    while True:
        try:
            found += os.read(terminal, 4096)
        except OSError:  # the other end is closed
            return found.decode()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_all_processes_with_a_sentence(jobs: int, scenario: Path, tmp_path: Path) -> None:
    run = OnTerminal("simulate", tmp_path / scenario, "--games", 1_000_000, "--jobs", jobs)
    for said in run.read():
        if re.search(r"[1-9]\d*/1000000", said):
            break
    os.killpg(run.process.pid, signal.SIGINT)
    code, out = run.end()
    assert (code, out) == (130, b"")
    assert re.search(r"Interrupted after \d+ of 1000000 games: there are no figures\.", run.said)
    assert "Traceback" not in run.said
    assert _all_gone(run.process.pid)


def _all_gone(group: int) -> bool:
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_dice_are_those_of_the_seed(scenario: Path, sandtable: Run) -> None:
    first = sandtable("play", scenario, "--seed", 11).out.splitlines()[0]
    assert first == f"axis runs [3.1] (rolled {Dice(11).roll()[0]})"
