"""Free set-up before the first turn: each side places what its zones leave open [3.1, 3.2]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.engine import Action
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.phases import Play, Table, label, place_actions
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.world import CZECHS, World

RAILHEAD = "railhead"


@dataclass(frozen=True)
class Plan:
    """What is placed by whom: sides in order, each with its units and railheads in order."""

    queues: tuple[tuple[str, tuple[str, ...]], ...] = ()
    hexes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # Zones that name as many hexes as units mean one unit in a hex: the others of its zone, by unit.
    apart_from: Mapping[str, frozenset[str]] = field(default_factory=dict)


def begin(world: World, plan: Plan, turn: Play) -> None:
    """Hand the table to the next side that has something to place; then the first turn begins."""
    done = turn.data.get("sides_done", 0)
    if done == len(plan.queues):
        turn.go("game_turn")
        return
    side, queue = plan.queues[done]
    turn.remember(sides_done=done + 1)
    turn.push("set_up", side=side, queue=queue)


def hexes_for(world: World, plan: Plan, board: Board, key: str) -> list[int]:
    """Where the next unit or railhead may be placed."""
    if key.startswith(RAILHEAD):
        return list(plan.hexes[key])
    unit, ground = world.pieces[key], world.ground
    others = plan.apart_from.get(key, frozenset())
    taken = {board.where[other] for other in others if other in board.where}
    return [
        h
        for h in plan.hexes[key]
        if h not in taken
        and ground.cost[unit.is_mech][h] >= 0
        and has_room(world, board, unit, h)
        and _may_share(world, board, unit, h)
    ]


def _may_share(world: World, board: Board, unit: Piece, h: int) -> bool:
    """By option a Czech static corps does not start in the hex of an army (G64)."""
    if not unit.is_static or unit.nation != CZECHS or world.option("czech_static_with_army"):
        return True
    return not any(other.is_big for other in world.units_in(board, h))


def legal(world: World, plan: Plan, state: Table, side: str) -> list[Action]:
    """The next unit in any hex of its zone. The order costs no freedom: every arrangement can be reached."""
    key = state.top.data["queue"][0]
    return place_actions(world, side, "place", key, hexes_for(world, plan, state.board, key))


def place(world: World, plan: Plan, turn: Play, action: Action) -> None:
    """Place a unit or a railhead and go on to the next."""
    board, key = turn.board, action.unit
    h = world.ground.index[action.space]
    if key.startswith(RAILHEAD):
        board.railheads = tuple(sorted((*board.railheads, h)))
        turn.log(f"A railhead is placed in {label(world, h)}", "3.1")
    else:
        board.put(key, h)
        # What the enemy sees of a set-up is the table, not the order of placing [8.3].
        turn.log(f"{world.pieces[key].name} is set up in {label(world, h)}", "3.0", sides=(action.side,))
    queue = turn.data["queue"][1:]
    if queue:
        turn.remember(queue=queue)
    else:
        turn.done()
