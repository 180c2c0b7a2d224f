"""Soviet railheads [10.3.1]: they follow the armies along the railway, and fall back when it is cut."""

from __future__ import annotations

from core.engine import Action
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.ground import NOWHERE
from core.games.war_comes_early.phases import END, Play, Table, end_action, label
from core.games.war_comes_early.supply import SOVIET, joined_by_rail
from core.games.war_comes_early.world import World
from core.rules.paths import flood

REACH = 4  # hexes along the rails in one turn


def begin(world: World, turn: Play) -> None:
    """At the end of a Soviet Movement Phase each railhead may move."""
    if SOVIET in turn.data["nations"] and _moves(world, turn.board, turn.board.railheads):
        turn.go("move_railheads", side=turn.data["side"], still=turn.board.railheads)
    else:
        turn.done()


def _moves(world: World, board: Board, still: tuple[int, ...]) -> list[tuple[int, int]]:
    """Who can go where: up to four hexes of Soviet-controlled rails that hang together with a source."""
    joined, along = joined_by_rail(world, board), world.ground.along_rail
    found = []
    for h in sorted(set(still)):
        reach = flood([h], lambda at: [n for n in along[at] if n in joined], REACH)
        found += [(h, to) for to in sorted(reach) if to != h]
    return found


def _moved(railheads: tuple[int, ...], h: int, *to: int) -> tuple[int, ...]:
    """One railhead goes from a hex to another; several may stand together, as markers do [8.2]."""
    left = list(railheads)
    left.remove(h)
    return tuple(sorted((*left, *to)))


def legal(world: World, state: Table, side: str) -> list[Action]:
    """Each railhead once."""
    moves = _moves(world, state.board, state.top.data["still"])
    found = [Action(side, "railhead", space=label(world, h), option=label(world, to)) for h, to in moves]
    return [*found, end_action(side)]


def move(world: World, turn: Play, action: Action) -> None:
    """Move one railhead, or leave the others where they are."""
    if action.verb == END:
        turn.done()
        return
    index = world.ground.index
    h, to = index[action.space], index[action.option]
    board = turn.board
    board.railheads = _moved(board.railheads, h, to)
    turn.log(f"The railhead in {action.space} moves to {action.option}", "10.3.1")
    still = _moved(turn.data["still"], h)
    if _moves(world, board, still):
        turn.remember(still=still)
    else:
        turn.done()


def pull_back(world: World, turn: Play) -> None:
    """Railheads whose line to a source has been cut go back along the rails to the first hex that still
    hangs together with one; without any they stay, and supply nobody."""
    board = turn.board
    if not board.railheads:
        return
    joined = joined_by_rail(world, board)
    for h in board.railheads:
        if h not in joined:
            _fall_back(world, turn, h, joined)


def _fall_back(world: World, turn: Play, h: int, joined: dict[int, int]) -> None:
    board, along = turn.board, world.ground.along_rail
    to = next(
        (at for at in flood([h], along.__getitem__) if at in joined), NOWHERE
    )  # the nearest comes first
    if to == NOWHERE:
        return
    board.railheads = _moved(board.railheads, h, to)
    turn.log(f"The railhead in {label(world, h)} is pulled back to {label(world, to)}", "10.3.1")
