"""What all phases share: whose phase it is, which units act, and how a phase ends [5.0]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from core.engine import Action, State, Turn
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.world import World

Table: TypeAlias = State[Board]
Play: TypeAlias = Turn[Board]
END = "end_phase"


def owner(world: World, state: Table) -> Sequence[str]:
    """The side whose frame is on top."""
    return (state.top.data["side"],)


def acting_units(world: World, board: Board, group: Sequence[str]) -> list[Piece]:
    """The units on the map of the nations that act; neutrals do nothing even if their marker is drawn."""
    return [world.pieces[key] for key in sorted(board.where) if world.pieces[key].nation in group]


def end_action(side: str) -> Action:
    """The choice to finish a phase."""
    return Action(side, END)


def label(world: World, h: int) -> str:
    """The printed number of a hex."""
    return world.ground.labels[h]
