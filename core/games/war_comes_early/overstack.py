"""Overstacks [7.0, 8.0]: the opponent moves the surplus away; what has nowhere to go is eliminated (G10)."""

from __future__ import annotations

from core.engine import Action
from core.games.war_comes_early.arrivals import eliminated
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.occupation import occupy
from core.games.war_comes_early.phases import Play, Table, label, opponent, recall, remind
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import dispersal_hexes, overstacked_hexes
from core.games.war_comes_early.stacking import LIMITS
from core.games.war_comes_early.victory import side_name
from core.games.war_comes_early.world import World
from core.games.war_comes_early.zones import enemy_zones
from core.rules.stacking import least_excess


def correct(world: World, turn: Play) -> None:
    """While there is an overstack, somebody chooses; then play goes on. By option a surplus that has nowhere
    to go stays where it is (G10)."""
    for h in overstacked_hexes(world, turn.board):
        side = side_name(world, world.holder(turn.board, h))
        if ways_out(world, turn.board, h):
            turn.push("disperse", side=opponent(world, side), hex=h)
            return
        if world.option("dispersal_without_hex") == "eliminated":
            turn.push("surplus", side=side, hex=h)
            return
    turn.done()


def surplus(world: World, board: Board, h: int) -> list[Piece]:
    """The units of which one has to go: with it away, fewer are too many. The least number moves [8.0]."""
    units = world.units_in(board, h)
    excess = least_excess(units, LIMITS)
    return [u for u in units if least_excess([o for o in units if o is not u], LIMITS) < excess]


def ways_out(world: World, board: Board, h: int) -> list[tuple[Piece, int]]:
    """Who can be moved where."""
    zones = enemy_zones(world, board, world.holder(board, h))
    return [
        (unit, to)
        for unit in surplus(world, board, h)
        if unit.mf  # static units never move [2.3.2]
        for to in dispersal_hexes(world, board, unit, zones)
    ]


def legal_dispersals(world: World, state: Table, side: str) -> list[Action]:
    """The opponent picks a unit and one of its hexes."""
    ways = ways_out(world, state.board, state.top.data["hex"])
    return [Action(side, "disperse", unit.id, label(world, to)) for unit, to in ways]


def disperse(world: World, turn: Play, action: Action) -> None:
    """Move a surplus unit; its side takes the hex as by any entry [3.6]."""
    turn.done()
    if turn.state.stack[-2].node == "resolve":  # it takes no part in the battle (G58)
        remind(turn, "resolve", dispersed=(*recall(turn, "resolve")["dispersed"], action.unit))
    turn.log(f"{world.pieces[action.unit].name} is dispersed to {action.space}", "7.0")
    occupy(world, turn, world.pieces[action.unit], world.ground.index[action.space])


def legal_surplus(world: World, state: Table, side: str) -> list[Action]:
    """The owner chooses who is eliminated (G10)."""
    return [Action(side, "give_up", unit.id) for unit in surplus(world, state.board, state.top.data["hex"])]


def give_up(world: World, turn: Play, action: Action) -> None:
    """Eliminate a surplus unit."""
    turn.done()
    turn.log(f"{world.pieces[action.unit].name} has no hex to go to", "7.0")
    eliminated(world, turn, world.pieces[action.unit], defends=True)
