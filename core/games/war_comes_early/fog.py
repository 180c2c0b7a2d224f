"""Fog of war [8.3]: of an enemy stack only the top unit is known, until an attack is declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.engine import Dice, Frame, State
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.phases import Table
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.victory import side_name
from core.games.war_comes_early.world import World

UNKNOWN = "?"


def unknown_pieces(pieces: Mapping[str, Piece]) -> dict[str, Piece]:
    """Stand-ins for units that cannot be seen: as many for each nation as it has counters. What they are
    worth is a guess: an ordinary corps of the nation, or a Soviet army."""
    found: dict[str, Piece] = {}
    for nation in {piece.nation for piece in pieces.values()}:
        own = [piece for piece in pieces.values() if piece.nation == nation and not piece.is_big]
        if own:
            usual = sorted(own, key=lambda piece: piece.df)[len(own) // 2]
            for number in range(len(own) + len(pieces)):
                key = unknown_key(nation, number)
                found[key] = usual._replace(id=key, name="Unknown unit")
    return found


def unknown_key(nation: str, number: int) -> str:
    """The name of a stand-in."""
    return f"{UNKNOWN}{nation}_{number}"


def with_unknown(world: World) -> World:
    """The world for those who look at views."""
    return replace(world, pieces={**world.pieces, **unknown_pieces(world.pieces)})


def top_of(world: World, stack: Iterable[str]) -> str:
    """The unit that lies on top. The order within a stack is not kept: the largest unit covers the others."""
    return max(stack, key=lambda key: (world.pieces[key].ce, key))


def view(world: World, state: Table, side: str) -> Table:
    """What a side knows: no hidden units, no coming dice, no log."""
    hidden = _hidden(world, state, side)
    board = state.board.copy()
    _cover(world, board, hidden)
    stack = tuple(_without(frame, hidden) for frame in state.stack)
    return State(board, Dice(0), stack, result=state.result, count=state.count)


def _hidden(world: World, state: Table, side: str) -> set[str]:
    board = state.board
    found: set[str] = set()
    shown = _shown(state)
    for h, stack in board.stacks.items():
        if len(stack) > 1 and h not in shown and side_name(world, world.holder(board, h)) != side:
            found.update(key for key in stack if key != top_of(world, stack))
    return found


def _shown(state: Table) -> set[int]:
    """The hexes of the attack under way: its target, and where attackers stand. Whoever has to disperse a
    stack of the enemy sees it too."""
    where = state.board.where
    found: set[int] = set()
    for frame in state.stack:
        if "target" in frame.data:
            attackers = (*frame.data.get("chosen", ()), *frame.data.get("attackers", ()))
            found |= {frame.data["target"], *(where[key] for key in attackers if key in where)}
        elif frame.node == "disperse":
            found.add(frame.data["hex"])
    return found


def _cover(world: World, board: Board, hidden: set[str]) -> None:
    """Replace hidden units by stand-ins, counted by nation in the order of hexes."""
    numbers: dict[str, int] = {}
    for h in sorted({board.where[key] for key in hidden}):
        for key in [key for key in board.stacks[h] if key in hidden]:
            nation = world.pieces[key].nation
            numbers[nation] = numbers.get(nation, -1) + 1
            board.take(key, "")
            board.put(unknown_key(nation, numbers[nation]), h)


def _without(frame: Frame, hidden: set[str]) -> Frame:
    """A frame that names no hidden unit, and that shares nothing with the true one: a bot may spoil it."""
    return Frame(frame.node, {name: _unnamed(value, hidden) for name, value in frame.data.items()})


def _unnamed(value: Any, hidden: set[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(part for part in value if part not in hidden)
    return UNKNOWN if isinstance(value, str) and value in hidden else value
