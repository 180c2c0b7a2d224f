"""Neutral countries [3.3]: who can be violated, what follows from it, and where their units are set up."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.war_comes_early.arrivals import LOST, WAITING
from core.games.war_comes_early.board import ALLIED, GERMAN, NOBODY, Board
from core.games.war_comes_early.phases import Play
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.victory import DANZIG, OUT, score_danzig, sudden_death, titled
from core.games.war_comes_early.world import LAST_FIRST_TURN, World

NEUTRALS = (  # Switzerland is closed to everybody [1.3]
    "belgium",
    "danzig",
    "denmark",
    "estonia",
    "latvia",
    "lithuania",
    "luxembourg",
    "netherlands",
)
FRIENDLY_TO_SOVIETS = ("estonia", "latvia")
GONE = (LOST, OUT)


def violable(world: World, board: Board) -> list[str]:
    """The neutrals that the Germans may name at the start of a Movement or Combat Phase: from GT 3 on,
    because before they are confined to two countries [3.3, 5.1]; in 1939 there is no neutrality (G59)."""
    if world.campaign != 1938 or board.turn <= LAST_FIRST_TURN:
        return []
    return [
        nation
        for nation in NEUTRALS
        if nation in world.home_side and world.is_neutral(board, nation) and world.ground.hexes_of(nation)
    ]


def violate(world: World, turn: Play, nation: str) -> list[Piece]:
    """The Germans violate a neutral: it joins the Allies, who control its hexes from now on. The units that
    the Allied player has to set up at once [3.3]."""
    board = turn.board
    assert nation in violable(world, board), f"{nation} cannot be violated"
    board.violated = tuple(sorted((*board.violated, nation)))
    _give_country(world, board, nation, ALLIED)
    turn.log(f"The Germans violate the neutrality of {titled(nation)}", "3.3")
    if nation in FRIENDLY_TO_SOVIETS:
        turn.log(f"{titled(nation)} is friendly to the Soviet Union from now on", "3.3")
    else:
        turn.log(f"{titled(nation)} joins the Allies", "3.3")
    if nation == DANZIG and world.option("danzig_vp_moment") == "declaration":
        score_danzig(world, turn, "Neutrality of Danzig violated")
        sudden_death(world, turn)
    return units_to_set_up(world, board, nation)


def _give_country(world: World, board: Board, nation: str, mark: str) -> None:
    """All hexes of a country but those that Germans occupy."""
    for h in world.ground.hexes_of(nation):
        if world.holder(board, h) != GERMAN:
            board.set_control(h, mark)


def units_to_set_up(world: World, board: Board, nation: str) -> list[Piece]:
    """The units of a violated neutral that are not on the map yet; several neutrals have none [3.3]."""
    if nation not in board.violated:
        return []
    return sorted(
        piece
        for key, piece in world.pieces.items()
        if piece.nation == nation and key not in board.where and board.aside.get(key) not in GONE
    )


def set_up_hexes(world: World, board: Board, unit: Piece) -> list[int]:
    """Any hex of its own country that a unit can stand in, within stacking [3.3, 8.0]."""
    return [
        h
        for h in world.ground.hexes_of(unit.nation)
        if world.ground.cost[0][h] >= 0 and has_room(world, board, unit, h)
    ]


def set_up(world: World, turn: Play, unit: Piece, h: int) -> None:
    """Place a unit of a violated neutral. The Germans see the table and not the order of placing [8.3]."""
    turn.board.put(unit.id, h)
    turn.log(f"{unit.name} is set up in {world.ground.labels[h]}", "3.3", sides=("allied",))


def lapse(world: World, turn: Play, named: Sequence[str]) -> None:
    """At the end of the phase in which neutrals were named. Only by option does one that nobody entered
    stay neutral after all; normally it is in the war (G50)."""
    board = turn.board
    if world.option("violation_without_entry"):
        return
    for nation in named:
        if nation not in board.violated or _is_entered(world, board, nation):
            continue
        board.violated = tuple(other for other in board.violated if other != nation)
        _give_country(world, board, nation, NOBODY)
        for key in [key for key in board.where if world.pieces[key].nation == nation]:
            board.take(key, WAITING)
        turn.log(f"Nobody has entered {titled(nation)}, which stays neutral", "3.3")


def _is_entered(world: World, board: Board, nation: str) -> bool:
    """Germans were in the country, or have fought there: a unit of the nation is lost."""
    entered = any(board.control[h] == GERMAN for h in world.ground.hexes_of(nation))
    fought = any(p.nation == nation and board.aside.get(key) in GONE for key, p in world.pieces.items())
    return entered or fought
