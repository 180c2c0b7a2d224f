"""The sequence of play [5]: fixed turns, drawn national turns, and the German phases between them."""

from __future__ import annotations

from itertools import permutations

from core.engine import Action
from core.games.war_comes_early.air import has_air_phases, return_airpower, roll_superiority
from core.games.war_comes_early.board import NOBODY, Board
from core.games.war_comes_early.phases import (
    COMBAT,
    GERMAN_SIDE,
    MOVEMENT,
    PASS,
    PHASES,
    REORGANIZATION,
    Play,
    Table,
    opponent,
    pass_action,
)
from core.games.war_comes_early.victory import final_result, titled
from core.games.war_comes_early.world import GERMANY, SIDES, World

# The second player of a turn with the fixed sequence [5.1, 13.4].
SECOND = {1938: "czechoslovakia", 1939: "poland"}
MARKER_NAMES = {
    "anglo_french": "Anglo-French",
    "soviet_lith": "Soviet + Lith.",
    "yugo_rom": "Yugo + Rom.",
}
LETTERS = {phase[0].upper(): phase for phase in PHASES}
OTHER_STEPS = {
    REORGANIZATION: ("replacements", "reorganization"),
    MOVEMENT: ("movement", "railheads"),
    COMBAT: ("combat",),
}


# --- one game turn -----------------------------------------------------------------------------------


def game_turn(world: World, turn: Play) -> None:
    """The frame at the bottom of the stack: what comes next in this turn."""
    stage = turn.data.get("stage", "start")
    if stage == "start":
        turn.log(f"Game turn {turn.board.turn} begins", "5.0")
        if has_air_phases(world, turn.board):
            _begin_drawn_turn(world, turn)
        else:
            turn.remember(stage="second")
            turn.push("german_order", side=GERMAN_SIDE)
    elif stage == "second":
        turn.remember(stage="end")
        nation = SECOND[world.campaign]
        turn.push("national_turn", nations=(nation,), left=PHASES, window=False, marker="")
    elif stage == "draw":
        _draw(world, turn)
    else:
        _end_turn(world, turn)


def _begin_drawn_turn(world: World, turn: Play) -> None:
    """Air superiority first, then all markers into the pool [5.2]."""
    board = turn.board
    turn.remember(stage="draw")
    board.pool = tuple(marker for marker in sorted(world.markers) if _who_acts(world, board, marker))
    board.track, board.german_phases = (), PHASES
    found = roll_superiority(world, turn)
    if found.markers:
        turn.push("missions", side=found.side, markers=found.markers)


def _draw(world: World, turn: Play) -> None:
    """The Turn Determination Phase: a marker at random [5.2]. Only nations that can act have one."""
    board = turn.board
    if not board.pool:
        turn.remember(stage="end")
        return
    pool = ", ".join(map(marker_name, board.pool))
    (die,) = turn.roll(f"Draw of one marker from {pool}", faces=len(board.pool), rule="5.2")
    marker = board.pool[die - 1]
    board.pool = tuple(other for other in board.pool if other != marker)
    board.track = (*board.track, marker)
    turn.log(f"{marker_name(marker)} marker is drawn", "5.2")
    turn.push(
        "national_turn", nations=_who_acts(world, board, marker), left=PHASES, window=True, marker=marker
    )


def marker_name(marker: str) -> str:
    """A marker as it is printed."""
    return MARKER_NAMES.get(marker, titled(marker))


def _who_acts(world: World, board: Board, marker: str) -> tuple[str, ...]:
    """Nations of a marker that are in the war [5.2]."""
    nations = world.markers[marker]
    return tuple(n for n in nations if world.side_of(board, n) != NOBODY and n not in board.fallen)


def _end_turn(world: World, turn: Play) -> None:
    """Airpower returns, unused German phases are lost, the marker advances [5.2, 6.3]."""
    board = turn.board
    return_airpower(turn)
    if board.german_phases:
        turn.log(f"The Germans have not used: {', '.join(board.german_phases)}", "5.3")
    board.german_phases = ()
    if board.turn >= world.last_turn:
        final_result(world, turn)
        return
    board.turn += 1
    turn.remember(stage="start")


# --- national turns and German windows ---------------------------------------------------------------


def national_turn(world: World, turn: Play) -> None:
    """Reorganization, Movement and Combat Phase of a group, with a German window before each and at the
    end [5.2, 5.3]. A nation that has fallen skips the rest (G63)."""
    data, board = turn.data, turn.board
    if data["window"] and board.german_phases:
        turn.remember(window=False)
        turn.push("window", side=GERMAN_SIDE)
        return
    nations = data["nations"]
    if data["marker"]:  # a neutral may have joined its group in between [3.3]
        nations = _who_acts(world, board, data["marker"])
        if not nations and not world.option("fallen_nation_skips_phases"):
            nations = data["nations"]
    if not data["left"] or not nations:
        turn.done()
        return
    phase = data["left"][0]
    turn.remember(left=data["left"][1:], nations=nations, window=bool(data["marker"]))
    _begin_phase(world, turn, phase, nations)


def legal_orders(world: World, state: Table, side: str) -> list[Action]:
    """The six orders of the German phases, fixed before the first one begins [5.1]."""
    return [Action(side, "order", option="".join(order)) for order in permutations("RMC")]


def choose_order(world: World, turn: Play, action: Action) -> None:
    """Fix the order of the German turn."""
    phases = tuple(LETTERS[letter] for letter in action.option)
    turn.log(f"The German order is {', '.join(phases)}", "5.1")
    turn.go("german_turn", left=phases)


def german_turn(world: World, turn: Play) -> None:
    """The German phases of a turn with the fixed sequence, in the order that was chosen [5.1]."""
    left = turn.data["left"]
    if not left:
        turn.done()
        return
    turn.remember(left=left[1:])
    _begin_phase(world, turn, left[0], (GERMANY,))


def legal_windows(world: World, state: Table, side: str) -> list[Action]:
    """Any German phase that has not been used this turn, or none [5.3]."""
    return [*(Action(side, "declare", option=p) for p in state.board.german_phases), pass_action(side)]


def declare_phase(world: World, turn: Play, action: Action) -> None:
    """Insert a German phase; the window stays open while others are left [5.3]."""
    if action.verb == PASS:
        turn.done()
        return
    board = turn.board
    board.german_phases = tuple(phase for phase in board.german_phases if phase != action.option)
    board.track = (*board.track, f"german_{action.option}")
    if not board.german_phases:
        turn.done()
    _begin_phase(world, turn, action.option, (GERMANY,))


def _begin_phase(world: World, turn: Play, phase: str, nations: tuple[str, ...]) -> None:
    """Every phase ends with the correction of overstacks [8.0], German ones with the 18th Motorized Corps."""
    german = nations == (GERMANY,)
    names = " and ".join(map(titled, nations))
    section = "5.1" if not turn.board.track else "5.3" if german else "5.2"
    turn.log(f"{names}: {titled(phase)} Phase", section)
    steps = _german_steps(world, phase) if german else OTHER_STEPS[phase]
    last = ("overstack", "motorized_corps") if german else ("overstack",)
    turn.push("phase", side=_side(world, turn.board, nations[0]), nations=nations, steps=(*steps, *last))


def _german_steps(world: World, phase: str) -> tuple[str, ...]:
    """The steps of a German phase. Options say when replacements come (G7), and whether the 18th Mountain
    Corps comes before the others move (G62)."""
    back = ("german_replacement",) if world.option("german_replacement_phase") == phase else ()
    if phase == REORGANIZATION:
        return ("reserves", *back, "reorganization")
    if phase == COMBAT:
        return ("violation", "combat", "lapse")
    at_once = world.option("mountain_corps_moves_at_once")
    moves = ("mountain_corps", "movement") if at_once else ("movement", "mountain_corps")
    return ("violation", *back, *moves, "lapse")


def _side(world: World, board: Board, nation: str) -> str:
    german = world.side_of(board, nation) == SIDES[GERMAN_SIDE]
    return GERMAN_SIDE if german else opponent(world, GERMAN_SIDE)
