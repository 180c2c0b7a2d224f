"""What the suite has to know of War Comes Early: what a side may not see [8.3], worked out apart from the
rules that hide it, where units may be, and how a game can end [4.1, 4.2, 13.3]."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from core.bots.referee import Moment
from core.engine import Frame, Result, State
from core.formats.documents import load_scenario
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.game import WarComesEarly

# Play stands at or above one of these from the declaration of an attack to the end of the advance. The drop
# of the airborne division comes before: after it the attack can still be called off [12.8].
DECLARED = ("attackers", "battle", "resolve", "aftermath", "advance", "flank")
MOST_PERMUTED = 4
DRAW = "draw"
# Winner and reason of every ending, by the id of its condition in the scenarios.
ENDINGS = {
    "czech_collapse": ("german", r"Czechoslovakia has capitulated before the end of GT 2"),
    "german_100": ("german", r"The German side has \d+ points and controls Prague"),
    "allied_1": ("german", r"The Allied side is down to -?\d+ points"),
    "german_1": ("allied", r"The German side is down to -?\d+ points"),
    "allied_100": ("allied", r"The Allied side has \d+ points"),
    "berlin": ("allied", r"The Allied side controls both hexes of Berlin"),
    "czechs_stand": ("allied", r"Czechoslovakia has not capitulated; points do not count"),
    "lead_german": ("german", r"German -?\d+, Allied -?\d+: the German side leads by 20 or more"),
    "lead_allied": ("allied", r"German -?\d+, Allied -?\d+: the Allied side leads by 20 or more"),
    "german_win": ("german", r"4 German points: German victory"),
    "polish_win": ("polish", r"[012] German points: Polish victory"),
    DRAW: ("", r"German -?\d+, Allied -?\d+: no side leads by 20 points|3 German points: a draw"),
}
DANUBE = {"hungary", "yugoslavia", "romania", "czechoslovakia"}
COUNTRIES = {  # where nations may be at all; the others go anywhere [11.7]
    **{nation: {nation} for nation in ("belgium", "czechoslovakia", "denmark", "lithuania", "netherlands")},
    **dict.fromkeys(("hungary", "yugoslavia", "romania"), DANUBE),
    "italy": {"italy", "yugoslavia"},
    "poland": {"poland", "czechoslovakia"},
}
COUNTRIES_1939 = {
    "germany": {"germany", "poland", "czechoslovakia", "danzig"},
    "poland": {"poland"},
}  # [13.1]
NEUTRALS = {"belgium", "denmark", "netherlands", "luxembourg", "lithuania", "latvia", "estonia", "danzig"}
OTHER_NAMES = {"lead": "lead_german"}  # of conditions in the sample


def endings_of(scenario: Path) -> list[str]:
    """The endings that a scenario names, and the draw."""
    rows = load_scenario(scenario).victory.items()
    ends = ("sudden_death", "end")
    named = [key for key, row in rows if row.attributes.get("when") in ends and not row.points]
    return [*(OTHER_NAMES.get(key, key) for key in named), DRAW]


def ending_of(result: Result) -> str:
    """The condition by which a game has ended."""
    (found,) = (
        name
        for name, (winner, reason) in ENDINGS.items()
        if result.winner == winner and re.fullmatch(reason, result.reason)
    )
    return found


def hidden(game: WarComesEarly, state: State[Board], side: str) -> set[str]:
    """The units of the other side under the top of their stack, where no attack is declared, and which this
    side does not have to disperse [7.0]."""
    open_hexes, pieces = _open_hexes(state), game.world.pieces
    found: set[str] = set()
    for h, stack in state.board.stacks.items():
        if _side(game, state, stack[0]) != side and h not in open_hexes:
            top = max(stack, key=lambda key: (pieces[key].ce, key))
            found.update(key for key in stack if key != top)
    return found


def _side(game: WarComesEarly, state: State[Board], key: str) -> str:
    mark = game.world.side_of(state.board, game.world.pieces[key].nation)
    return next(side for side in game.sides if (side == "german") == (mark == "g"))


def _open_hexes(state: State[Board]) -> set[int]:
    """Targets, where those stand who attack them, and stacks that are being dispersed."""
    found: set[int] = set()
    for frame in state.stack:
        if frame.node in DECLARED:
            attackers = (*frame.data.get("chosen", ()), *frame.data.get("attackers", ()))
            found.add(frame.data["target"])
            found.update(state.board.where[key] for key in attackers if key in state.board.where)
        elif frame.node == "disperse":
            found.add(frame.data["hex"])
    return found


def permuted(game: WarComesEarly, state: State[Board], side: str) -> Iterator[State[Board]]:
    """States that must look the same to a side: two hidden units of a nation have changed places."""
    secret, number = hidden(game, state, side), 0
    for a, b in combinations(sorted(secret), 2):
        if state.board.where[a] == state.board.where[b] or not _are_alike(game, a, b):
            continue
        other = _exchanged(state, a, b)
        if hidden(game, other, side) == secret:  # neither comes to lie on top
            yield other
            number += 1
            if number == MOST_PERMUTED:
                return


def _are_alike(game: WarComesEarly, a: str, b: str) -> bool:
    return game.world.pieces[a].nation == game.world.pieces[b].nation


def _exchanged(state: State[Board], a: str, b: str) -> State[Board]:
    board = state.board.copy()
    board.where = _renamed(board.where, a, b)
    board.stacks = {h: tuple(sorted(_renamed(stack, a, b))) for h, stack in board.stacks.items()}
    stack = tuple(Frame(frame.node, _renamed(dict(frame.data), a, b)) for frame in state.stack)
    return replace(state, board=board, stack=stack, cache={})


def _renamed(value: Any, a: str, b: str) -> Any:
    """A value in which two units have changed names."""
    if isinstance(value, dict):
        return {_renamed(key, a, b): _renamed(part, a, b) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(_renamed(part, a, b) for part in value)
    return {a: b, b: a}.get(value, value) if isinstance(value, str) else value


def check_moment(game: WarComesEarly, moment: Moment) -> None:
    """What an action did to units, judged by the plain words of the rules."""
    before, after = moment.before.board, moment.after.board
    for key, h in after.where.items():
        if before.where.get(key) != h:
            _check_arrival(game, moment, key, h)
    gone = [key for key, why in before.aside.items() if why == "out" and after.aside.get(key) != "out"]
    assert gone == [], f"{moment.action}: units are back that were out of the game [3.5]"


def _check_arrival(game: WarComesEarly, moment: Moment, key: str, h: int) -> None:
    """A unit has come to a hex, from another one or from beside the map."""
    ground, board, piece = game.world.ground, moment.after.board, game.world.pieces[key]
    country, start = ground.country[h], moment.before.board.where.get(key)
    what = f"{moment.action}: {key} comes to {ground.labels[h]} in {country}"
    assert start is None or h in ground.around(start), f"{what}, which is no neighbour [11.0]"
    assert start is None or not piece.is_static, f"{what}, but is static [2.3.2]"
    assert country and country != "switzerland", f"{what} [1.3]"
    assert not (piece.is_mech and ground.cost[1][h] < 0 and not any(ground.rail[h])), f"{what} [11.4]"
    if game.world.campaign == 1939:
        assert country in COUNTRIES_1939[piece.nation], f"{what} [13.1]"
        return
    assert country in COUNTRIES.get(piece.nation, {country}), f"{what} [11.7]"
    assert country not in NEUTRALS or country in board.violated, f"{what}, which is neutral [3.3]"
    assert piece.nation != "germany" or ground.fort[h] != "maginot_line", f"{what} [11.5]"
    is_set_up = moment.action.verb == "place"
    assert is_set_up or board.turn > 2 or country in ("germany", "czechoslovakia"), f"{what} [5.1]"


def check_seen(game: WarComesEarly, state: State[Board], view: State[Board], side: str) -> None:
    """What is not hidden is seen: every other unit in its hex, and how many units there are in each."""
    secret, where = hidden(game, state, side), f"{side} at {state.top.node}"
    seen = {key: h for key, h in view.board.where.items() if key in game.world.pieces}
    assert sorted(seen.keys() & secret) == [], f"{where} sees what is hidden"
    assert seen == {key: h for key, h in state.board.where.items() if key not in secret}, where
    sizes = {h: len(stack) for h, stack in state.board.stacks.items()}
    assert {h: len(stack) for h, stack in view.board.stacks.items()} == sizes
    for name in ("turn", "aside", "due", "control", "vp", "air", "railheads", "breached", "fallen"):
        assert getattr(view.board, name) == getattr(state.board, name), name
