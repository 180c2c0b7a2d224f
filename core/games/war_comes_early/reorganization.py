"""Break-down and reorganization [7]: big units and the components that they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.games.war_comes_early.board import Board
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.stacking import has_room, is_overstacked
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.world import World

ASIDE = "aside"
# Independent corps of which an option says whether they join armies (G6, G43).
INDEPENDENT = {
    "yu_ind_5": "yugoslav_independents_join",
    "yu_ind_6": "yugoslav_independents_join",
    "ge_corps_19": "independent_infantry_joins_1939",
}


def joins_army(world: World, unit: Piece) -> bool:
    """Whether a unit can ever be part of an army or front [7.1, 13.4]."""
    if unit.id in INDEPENDENT:
        return bool(world.option(INDEPENDENT[unit.id]))
    return unit.joins_army


def can_be_component(world: World, big: Piece, unit: Piece) -> bool:
    """Whether a unit can be part of an army or front of its nation [7.1].

    The Italian mechanized army is made of mechanized corps only, every other of units that join armies.
    """
    if unit.nation != big.nation or unit.breaks_down:
        return False
    return unit.is_mech == big.is_mech and joins_army(world, unit)


def components_aside(world: World, board: Board, big: Piece) -> list[Piece]:
    """The components that lie beside the map and can take the place of a big unit."""
    aside = (world.pieces[key] for key, why in board.aside.items() if why == ASIDE)
    return sorted((unit for unit in aside if can_be_component(world, big, unit)), key=lambda unit: unit.id)


def components_in(world: World, board: Board, big: Piece, h: int, changed: Sequence[str] = ()) -> list[Piece]:
    """The components in a hex that a big unit could be formed of. Those that come from a break-down in the
    same phase have changed already [7.1]."""
    units = world.units_in(board, h)
    return [unit for unit in units if unit.id not in changed and can_be_component(world, big, unit)]


def break_down(world: World, board: Board, big: Piece, chosen: Sequence[Piece] = ()) -> list[Piece]:
    """Put components in the place of a big unit; the counter goes beside the map and can be used again.

    The owner may choose them; otherwise the first ones are taken. When too few are left the shortfall is
    lost (G9).
    """
    h = board.where[big.id]
    components = list(chosen) or components_aside(world, board, big)[: big.components]
    board.take(big.id, ASIDE)
    for unit in components:
        board.put(unit.id, h)
    return components


def may_break_down(world: World, board: Board, big: Piece) -> bool:
    """In its own Reorganization Phase: in supply, and not in an enemy air zone (G8) [7.0]."""
    if not world.option("air_zone_bars_break_down"):
        return big.breaks_down and is_in_supply(world, board, big)
    return big.breaks_down and _is_ready(world, board, [big])


def armies_to_form(
    world: World, board: Board, h: int, changed: Sequence[str] = ()
) -> list[tuple[Piece, list[Piece]]]:
    """The big units that components in a hex could form, with the components [7.1]."""
    units = world.units_in(board, h)
    if not units or any(unit.is_big for unit in units):
        return []
    found = []
    for big in _counters_aside(world, board, units[0].nation):
        parts = components_in(world, board, big, h, changed)[: big.components]
        if len(parts) == big.components and _is_ready(world, board, parts):
            found.append((big, parts))
    return found


def _counters_aside(world: World, board: Board, nation: str) -> list[Piece]:
    aside = (world.pieces[key] for key, why in sorted(board.aside.items()) if why == ASIDE)
    return [unit for unit in aside if unit.nation == nation and unit.breaks_down]


def _is_ready(world: World, board: Board, units: Iterable[Piece]) -> bool:
    for unit in units:
        side = world.side_of(board, unit.nation)
        if world.in_air_zone_against(board, board.where[unit.id], side):
            return False
        if not is_in_supply(world, board, unit):
            return False
    return True


def combine(board: Board, big: Piece, parts: Sequence[Piece]) -> None:
    """Replace components by an army or front."""
    h = board.where[parts[0].id]
    for unit in parts:
        board.take(unit.id, ASIDE)
    board.put(big.id, h)


def overstacked_hexes(world: World, board: Board) -> list[int]:
    """The hexes where a break-down has left too many units [7.0, 8.0]."""
    return sorted(h for h in board.stacks if is_overstacked(world.units_in(board, h)))


def dispersal_hexes(world: World, board: Board, unit: Piece, zones: set[int]) -> list[int]:
    """Where the opponent may move an excess unit: neighbours it could enter, those outside enemy zones
    first [7.0]. None: the unit is eliminated (G10)."""
    theatre = world.law(board).theatres[unit.nation]
    open_hexes = [
        n
        for n, _ in theatre.steps[unit.is_mech][board.where[unit.id]]
        if has_room(world, board, unit, n) and world.foreign_fort(board, n) in ("", unit.nation)
    ]
    return [n for n in open_hexes if n not in zones] or open_hexes
