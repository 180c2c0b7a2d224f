"""Victory [4, 13.3]: points, capitulation, sudden death and the result at the end.

Control of hexes and breaches by combat are set elsewhere, before `capture` is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from core.engine import Modifier
from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from core.games.war_comes_early.ground import FOREIGN_FORTS, WEST_WALL
from core.games.war_comes_early.phases import Play, label, named
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import LAST_FIRST_TURN, World, enemy_of
from core.rules.modifiers import Modifiers

START_VP = 50  # [3.4]
TRACK = (1, 100)  # [4.3]
LEAD_TO_WIN = 20  # [4.2]
BERLIN = ("2413", "2414")  # [4.1]
CZECHS, DANZIG = "czechoslovakia", "danzig"
WITHOUT_POINTS = ("latvia", "estonia")  # [3.3]
OUT = "out"
# 1939 [13.3]
KRAKOW, WARSAW, DANZIG_HEX = "3226", "3821", "3714"
COASTAL_COMMAND = "po_cdc"
TO_WIN_1939, TO_DRAW_1939 = 4, 3


class Terms(NamedTuple):
    """How a nation capitulates: the section, and whether the Germans roll a die for points."""

    rule: str
    bonus: bool = False


TERMS = {  # nations that are not here never capitulate [4.5]
    CZECHS: Terms("4.5.1", bonus=True),
    "belgium": Terms("4.5.2", bonus=True),
    "denmark": Terms("4.5.2", bonus=True),
    "netherlands": Terms("4.5.2", bonus=True),
    DANZIG: Terms("4.5.3"),
    "luxembourg": Terms("4.5.3"),
    "lithuania": Terms("4.5.3"),
    "hungary": Terms("4.5.4"),
    "poland": Terms("4.5.4"),
}


def uses_points(world: World) -> bool:
    """The scenario of 1939 has none of 4.1 to 4.6 (G59)."""
    return world.campaign == 1938 or bool(world.option("vp_rules_in_1939"))


def side_name(world: World, mark: str) -> str:
    """The side behind a mark of control."""
    if mark == GERMAN:
        return "german"
    return "allied" if world.campaign == 1938 else "polish"


def titled(name: str) -> str:
    """A nation or side as it is written in the log."""
    return name.replace("_", " ").title()


# --- points [4.3, 4.4, 4.6] --------------------------------------------------------------------------


def points_of(world: World, board: Board, mark: str) -> int:
    """The points of a side; both start at 50 [3.4]."""
    return board.vp.get(side_name(world, mark), START_VP)


def score(world: World, turn: Play, changes: Mapping[str, int], reason: str, rule: str) -> None:
    """Change points by mark of side, and log both totals. Beyond the track they are kept, or stay at its
    end (G39)."""
    board = turn.board
    for mark, change in changes.items():
        total = points_of(world, board, mark) + change
        if world.option("vp_off_track") == "clamped":
            total = min(max(total, TRACK[0]), TRACK[1])
        board.vp[side_name(world, mark)] = total
    totals = ", ".join(
        f"{titled(side_name(world, mark))} {points_of(world, board, mark)}" for mark in (GERMAN, ALLIED)
    )
    parts = [
        Modifier(change, f"{titled(side_name(world, mark))} points", rule) for mark, change in changes.items()
    ]
    turn.log(f"{reason}: {totals}", rule, modifiers=parts)


def capture(world: World, turn: Play, side_mark: str, hexes: Iterable[int]) -> None:
    """Settle everything that follows at once from hexes that a side has just taken [4.1, 4.4, 4.5]."""
    if not uses_points(world) or turn.state.result is not None:
        return
    for h in hexes:
        _score_hex(world, turn, side_mark, h)
        if side_mark == ALLIED:
            _score_west_wall(world, turn, h)
    check_capitulations(world, turn)
    sudden_death(world, turn)


def value_of(world: World, h: int) -> int:
    """The points of a hex; Latvian and Estonian cities have none [3.3]."""
    return 0 if world.ground.country[h] in WITHOUT_POINTS else world.ground.vp[h]


def _score_hex(world: World, turn: Play, mark: str, h: int) -> None:
    """The captor gains what the other side loses, every time the hex changes hands [4.4]."""
    value = value_of(world, h)
    if not value:
        return
    reason = f"{titled(side_name(world, mark))} capture of {_place(world, h)}"
    if world.ground.country[h] == DANZIG and DANZIG not in turn.board.fallen:
        if world.option("danzig_vp_moment") == "entry":
            score_danzig(world, turn, reason)
        return
    score(world, turn, {mark: value, enemy_of(mark): -value}, reason, "4.4")


def score_danzig(world: World, turn: Play, reason: str) -> None:
    """For Danzig the Germans gain and nobody loses, the first time [4.5.3]."""
    value = sum(value_of(world, h) for h in world.ground.hexes_of(DANZIG))
    score(world, turn, {GERMAN: value}, reason, "4.5.3")


def _score_west_wall(world: World, turn: Play, h: int) -> None:
    """A point moves when Allied units enter a West Wall hex for the first time; it never moves back [4.4]."""
    board = turn.board
    if world.ground.fort[h] != WEST_WALL or h in board.walls_scored:
        return
    board.walls_scored = tuple(sorted((*board.walls_scored, h)))
    reason = f"West Wall entered in {label(world, h)} for the first time"
    score(world, turn, {ALLIED: 1, GERMAN: -1}, reason, "4.4")


def mech_corps_lost(world: World, turn: Play, piece: Piece, in_supply: bool) -> None:
    """Every German mechanized corps lost costs a point, out of supply two; the Allies gain nothing [4.6]."""
    if not piece.is_german_mech or not uses_points(world) or turn.state.result is not None:
        return
    how = "in supply" if in_supply else "out of supply"
    score(world, turn, {GERMAN: -1 if in_supply else -2}, f"{piece.name} eliminated {how}", "4.6")
    sudden_death(world, turn)


def _place(world: World, h: int) -> str:
    return f"{named(world, h)} ({titled(world.ground.country[h])})"


# --- capitulation [4.5] ------------------------------------------------------------------------------


def check_capitulations(world: World, turn: Play) -> None:
    """Let every nation fall whose hour has come."""
    for nation in TERMS:
        if nation in world.home_side and nation not in turn.board.fallen:
            reason = _reason_to_fall(world, turn.board, nation)
            if reason:
                _capitulate(world, turn, nation, reason)


def _reason_to_fall(world: World, board: Board, nation: str) -> str:
    conqueror = enemy_of(world.side_of(board, nation))
    if holds_capital(world, board, conqueror, nation):
        place = _place(world, _seats(world, nation)[0])
        return f"{titled(side_name(world, conqueror))} control of {place}"
    forts = _forts(world, nation)
    if nation == CZECHS and forts and set(forts) <= set(board.breached):
        return "all its fortifications are breached"
    return ""


def _seats(world: World, nation: str) -> list[int]:
    """The hexes of a capital; Danzig is a city and nothing else."""
    ground = world.ground
    return ground.hexes_of(nation) if nation == DANZIG else ground.capital_of.get(nation, [])


def holds_capital(world: World, board: Board, mark: str, nation: str) -> bool:
    """Whether a side controls the capital of a nation."""
    seats = _seats(world, nation)
    return bool(seats) and all(board.control[h] == mark for h in seats)


def _forts(world: World, nation: str) -> list[int]:
    return [h for h in world.ground.hexes_of(nation) if world.ground.fort[h] in FOREIGN_FORTS]


def _capitulate(world: World, turn: Play, nation: str, reason: str) -> None:
    """Points, units and fortifications of a nation that gives up; its other cities must still be entered."""
    board, terms = turn.board, TERMS[nation]
    turn.log(f"{titled(nation)} capitulates: {reason}", terms.rule)
    board.fallen = tuple(sorted((*board.fallen, nation)))
    board.fell_on[nation] = board.turn
    if nation == CZECHS and world.option("prague_vp_on_fort_capitulation"):
        _hand_over_prague(world, turn)
    if terms.bonus and not (nation == CZECHS and board.turn <= LAST_FIRST_TURN):
        (die,) = turn.roll(f"Points for the fall of {titled(nation)}", rule=terms.rule)
        score(world, turn, {GERMAN: die}, f"Fall of {titled(nation)}", terms.rule)
    _remove_units(world, turn, nation)
    _remove_marker(world, board)
    forts = [h for h in _forts(world, nation) if h not in board.breached]
    if forts:
        board.breached = tuple(sorted((*board.breached, *forts)))
        hexes = ", ".join(label(world, h) for h in forts)
        turn.log(f"Fortifications of {titled(nation)} count as breached: {hexes}", terms.rule)


def _hand_over_prague(world: World, turn: Play) -> None:
    """Only by option does Prague change hands when the fortifications alone bring the Czechs down (G29)."""
    for h in world.ground.capital_of.get(CZECHS, []):
        if turn.board.control[h] != GERMAN:
            turn.board.set_control(h, GERMAN)
            _score_hex(world, turn, GERMAN, h)


def _remove_units(world: World, turn: Play, nation: str) -> None:
    """All units of the nation leave the game, also those that wait to return [4.5, 3.5]."""
    board = turn.board
    units = [key for key, piece in world.pieces.items() if piece.nation == nation]
    for key in units:
        if key in board.where:
            board.take(key, OUT)
        board.aside[key] = OUT
        board.due.pop(key, None)
    if units:
        turn.log(f"All units of {titled(nation)} are removed", TERMS[nation].rule)


def _remove_marker(world: World, board: Board) -> None:
    """A marker leaves the pool and the track when no nation of it is left that could act [5.2, 4.5]."""
    gone = {m for m, nations in world.markers.items() if all(n in board.fallen for n in nations)}
    board.pool = tuple(marker for marker in board.pool if marker not in gone)
    board.track = tuple(marker for marker in board.track if marker not in gone)


# --- the end of the game [4.1, 4.2, 13.3] ------------------------------------------------------------


def sudden_death(world: World, turn: Play) -> None:
    """End the game if one side has won now [4.1]."""
    if not uses_points(world) or turn.state.result is not None:
        return
    ending = next(_endings(world, turn.board), None)
    if ending is not None:
        mark, reason, rule = ending
        turn.end(side_name(world, mark), reason, rule)


def _endings(world: World, board: Board) -> Iterator[tuple[str, str, str]]:
    """The winner, the reason and the section of every sudden death that holds, in printed order."""
    german, allied = points_of(world, board, GERMAN), points_of(world, board, ALLIED)
    loser = titled(side_name(world, ALLIED))
    if CZECHS in board.fallen and board.turn <= LAST_FIRST_TURN:
        yield GERMAN, "Czechoslovakia has capitulated before the end of GT 2", "4.1"
    if german >= TRACK[1] and holds_capital(world, board, GERMAN, CZECHS):
        yield GERMAN, f"The German side has {german} points and controls Prague", "4.1"
    if allied <= TRACK[0]:
        yield GERMAN, f"The {loser} side is down to {allied} points", "4.1"
    if german <= TRACK[0]:
        yield ALLIED, f"The German side is down to {german} points", "4.1"
    if allied >= TRACK[1]:
        yield ALLIED, f"The {loser} side has {allied} points", "4.1"
    if all(_controls(world, board, ALLIED, number) for number in BERLIN):
        yield ALLIED, f"The {loser} side controls both hexes of Berlin", "4.1"


def final_result(world: World, turn: Play) -> None:
    """End the game after its last turn [4.2, 13.3]."""
    if turn.state.result is not None:
        return
    if world.campaign == 1939:
        _final_result_1939(world, turn)
    else:
        _final_result_1938(world, turn)


def _final_result_1938(world: World, turn: Play) -> None:
    board = turn.board
    if CZECHS not in board.fallen:
        turn.end("allied", "Czechoslovakia has not capitulated; points do not count", "4.2")
        return
    german, allied = points_of(world, board, GERMAN), points_of(world, board, ALLIED)
    if abs(german - allied) < LEAD_TO_WIN:
        turn.end("", f"German {german}, Allied {allied}: no side leads by {LEAD_TO_WIN} points", "4.2")
        return
    winner = "german" if german > allied else "allied"
    reason = f"German {german}, Allied {allied}: the {titled(winner)} side leads by {LEAD_TO_WIN} or more"
    turn.end(winner, reason, "4.2")


def _final_result_1939(world: World, turn: Play) -> None:
    points = points_1939(world, turn.board)
    total = int(points.total)
    turn.log(f"German points: {total}", "13.3", modifiers=points.parts)
    if total >= TO_WIN_1939:
        turn.end("german", f"{total} German points: German victory", "13.3")
    elif total == TO_DRAW_1939:
        turn.end("", f"{total} German points: a draw", "13.3")
    else:
        turn.end("polish", f"{total} German points: Polish victory", "13.3")


def points_1939(world: World, board: Board) -> Modifiers:
    """The German points at the end of 1939, with reasons; supply of the cities does not matter [13.3]."""
    points = Modifiers()
    if _controls(world, board, GERMAN, KRAKOW):
        points.add(1, "Krakow 3226 is German", "13.3")
    eliminated = COASTAL_COMMAND in world.pieces and COASTAL_COMMAND not in board.where
    if eliminated and _controls(world, board, GERMAN, DANZIG_HEX):
        points.add(1, "Coastal Defense Command eliminated and Danzig 3714 German", "13.3")
    if _controls(world, board, GERMAN, WARSAW):
        points.add(2, "Warsaw 3821 is German", "13.3")
    elif _controls(world, board, ALLIED, WARSAW) and _germans_beside(world, board, WARSAW):
        points.add(1, "Warsaw 3821 is Polish, but Germans stand beside it", "13.3")
    return points


def _controls(world: World, board: Board, mark: str, number: str) -> bool:
    h = world.ground.index.get(number)
    return h is not None and board.control[h] == mark


def _germans_beside(world: World, board: Board, number: str) -> bool:
    around = world.ground.around(world.ground.index[number])
    return any(world.holder(board, h) == GERMAN for h in around)
