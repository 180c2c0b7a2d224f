"""What must hold at every moment of a game, whatever was played: for tests, not for rules."""

from __future__ import annotations

from core.games.war_comes_early.board import ALLIED, GERMAN, NOBODY, Board
from core.games.war_comes_early.phases import Table
from core.games.war_comes_early.reorganization import overstacked_hexes
from core.games.war_comes_early.world import World

# Play stops here while a hex may hold too many units: somebody is about to mend it.
MENDING = ("disperse", "surplus", "components", "choose_loss")


def check(world: World, state: Table) -> None:
    """Raise AssertionError when the table contradicts the rules."""
    board = state.board
    _check_pieces(world, board)
    _check_hexes(world, board)
    if state.result is None and state.top.node not in MENDING:
        crowded = overstacked_hexes(world, board)
        allowed = world.option("dispersal_without_hex") == "stays"
        assert allowed or not crowded, f"overstacked: {[world.ground.labels[h] for h in crowded]} [8.0]"


def _check_pieces(world: World, board: Board) -> None:
    """Every counter is in one place, and the table knows it from both sides."""
    for key in world.pieces:
        assert (key in board.where) != (key in board.aside), f"{key} is in two places or in none"
    for key, h in board.where.items():
        assert key in board.stacks[h], f"{key} is not in the stack of its hex"
    assert sum(map(len, board.stacks.values())) == len(board.where), "a stack holds a unit twice"
    assert all(board.aside.get(key) == "lost" for key in board.due), "a unit is due that was not lost"


def _check_hexes(world: World, board: Board) -> None:
    ground = world.ground
    marks = set(board.control)
    assert len(board.control) == len(ground.labels) and marks <= {NOBODY, GERMAN, ALLIED}, (
        "control needs one mark for each hex [3.6]"
    )
    for h, stack in board.stacks.items():
        nations = {world.pieces[key].nation for key in stack}
        where = ground.labels[h]
        assert len(nations) == 1, f"several nations in {where} [8.0]"
        assert ground.cost[0][h] >= 0 and h not in ground.closed, f"units in {where}, which is closed [11.4]"
        (nation,) = nations
        assert nation not in board.fallen, f"units of {nation}, which has capitulated, in {where} [4.5]"
        fort = world.foreign_fort(board, h)
        assert not fort or fort == nation, f"{nation} stands in an intact fortification in {where} [11.5]"
        assert board.control[h] == world.side_of(board, nation), (
            f"{where} is not under its holder's control [3.6]"
        )
