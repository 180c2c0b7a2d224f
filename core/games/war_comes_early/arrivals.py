"""Arrivals [3.2, 3.5, 12.8]: replacements, the special German corps and the airborne division.

Which neutrals set up what is in neutrals.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.engine import Modifier
from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from core.games.war_comes_early.combat import is_concentric
from core.games.war_comes_early.ground import NOWHERE, RAIL_ONLY, WEST_WALL
from core.games.war_comes_early.phases import Play, named
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import break_down
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.supply import is_in_supply, sources_of
from core.games.war_comes_early.victory import OUT, mech_corps_lost
from core.games.war_comes_early.world import GERMANY, World
from core.games.war_comes_early.zones import enemy_zones
from core.rules.paths import flood
from core.rules.schedule import due, turns_later

# Why a piece is not on the map: it has still to arrive, can be dropped, can return. OUT is for good.
WAITING, READY, LOST = "waiting", "ready", "lost"
# Counters that the rules name.
MOTORIZED_18, MOUNTAIN_18, FLIEGER, SOVIET_IAC = "ge_mot_18", "ge_mtn_18", "ge_7f", "su_iac"
INDEPENDENT_1939 = ("ge_corps_19",)  # besides the ad hoc corps [13.2]
VIENNA, BRESLAU = "2128", "2821"  # [3.2.1]
MOST_HEXES_BETWEEN = 9
MOUNTAIN_TURN, RESERVE_TURN, FLIEGER_TURN = 2, 3, 3
LEAST_DROP = 2  # a die less one [12.8]


# --- units that are lost [3.5] -----------------------------------------------------------------------


class Circumstances(NamedTuple):
    """How a unit was eliminated. `city` and `fort` (intact) are said of the hex that was attacked, and
    `concentric` of the places of the attackers."""

    in_supply: bool = True
    defending: bool = True
    concentric: bool = False
    city: bool = False
    fort: bool = False


def delay_reasons(world: World, how: Circumstances) -> list[str]:
    """Why the return of a unit takes two dice [3.5]."""
    reasons = [] if how.in_supply else ["out of supply"]
    applies = not how.city and (not how.fort or world.option("concentric_position_delays_at_fort"))
    if how.concentric and how.defending and applies:
        reasons.append("defended against a concentric attack")  # at a fortification there is none (G44)
    if how.city:
        reasons.append("defended in a city" if how.defending else "attacked into a city")
    return reasons


def can_return(world: World, board: Board, unit: Piece) -> bool:
    """Whether a unit can come back at all [3.5]."""
    if unit.is_static or unit.type == "flieger" or unit.id == SOVIET_IAC or unit.nation in board.fallen:
        return False
    if unit.nation == GERMANY:
        return _can_return_german(world, unit)
    if world.campaign == 1939:
        return False  # Poland has no replacements [13.4]
    if unit.is_big:
        return bool(world.option("one_corps_armies_return"))  # Danish and Lithuanian (G57)
    return True


def _can_return_german(world: World, unit: Piece) -> bool:
    """Infantry corps, and by the usual reading mechanized and mountain ones (G22, G66)."""
    if unit.size != "corps":
        return False  # static divisions, and in 1939 the Slovak army [13.4]
    if unit.is_mech:
        return bool(world.option("german_mech_replacement"))
    special = unit.type != "infantry" or unit.ad_hoc or unit.id in INDEPENDENT_1939
    return not special or bool(world.option("mountain_and_independent_return"))


def eliminated(world: World, turn: Play, unit: Piece, *, defends: bool) -> None:
    """Eliminate a unit in the battle under way, with all that follows: an army or front loses all its parts,
    each by itself [7.1], every unit its return [3.5], German mechanized corps points [4.6]."""
    how = circumstances(world, turn, unit, defends)
    parts = [unit]
    if unit.breaks_down:
        parts = break_down(world, turn.board, unit)
        turn.log(f"{unit.name} breaks down and is lost with all its parts", "12.3")
    for part in parts:
        lose(world, turn, part, how)
        mech_corps_lost(world, turn, part, how.in_supply)


def circumstances(world: World, turn: Play, unit: Piece, defends: bool) -> Circumstances:
    """How a unit on the map is being eliminated. Outside a battle only its supply counts.

    The frame of the losses knows the target. The frame of the aftermath knows the attackers, and may know
    who was `unsupplied` when the battle began; supply is judged at that moment [10.0].
    """
    board = turn.board
    target = turn.data.get("target")
    if target is None:
        return Circumstances(is_in_supply(world, board, unit), defends)
    frames = (frame.data for frame in reversed(turn.state.stack) if frame.node == "aftermath")
    battle: Mapping[str, Any] = next(frames, {})
    attackers = [
        world.pieces[key]
        for key in battle.get("attackers", ())
        if board.where.get(key, NOWHERE) in world.ground.around(target)
    ]
    if "unsupplied" in battle:
        in_supply = unit.id not in battle["unsupplied"]
    else:
        in_supply = is_in_supply(world, board, unit, NOWHERE if defends else target)
    return Circumstances(
        in_supply=in_supply,
        defending=defends,
        concentric=defends and bool(attackers) and is_concentric(world, board, attackers, target),
        city=world.ground.city[target],
        fort=world.is_intact(board, target),
    )


def lose(world: World, turn: Play, unit: Piece, how: Circumstances) -> None:
    """Take an eliminated corps off the map and settle whether and when it returns: the Germans choose one
    for each turn without a roll, all others roll for the number of turns [3.5]."""
    assert not unit.breaks_down, f"{unit.name} is broken down, never eliminated [7.1]"
    board = turn.board
    if unit.id in board.where:
        board.take(unit.id, OUT)
    board.aside[unit.id] = OUT
    if not can_return(world, board, unit):
        turn.log(f"{unit.name} is eliminated and out of the game", _no_return(world, unit))
    elif unit.nation == GERMANY:
        board.aside[unit.id] = LOST
        turn.log(f"{unit.name} is eliminated; one German corps may return each turn", "3.5")
    else:
        _roll_for_return(world, turn, unit, how)


def _no_return(world: World, unit: Piece) -> str:
    """The section that keeps a unit from coming back."""
    return "13.4" if world.campaign == 1939 and (unit.nation != GERMANY or unit.is_slovak) else "3.5"


def _roll_for_return(world: World, turn: Play, unit: Piece, how: Circumstances) -> None:
    board = turn.board
    reasons = delay_reasons(world, how)
    why = f" with two dice ({', '.join(reasons)})" if reasons else ""
    roll = sum(turn.roll(f"{unit.name} is eliminated, return{why}", 2 if reasons else 1, rule="3.5"))
    when = turns_later(board.turn, roll, world.last_turn)
    waits = [Modifier(roll, f"turns after GT {board.turn}", "3.5")]
    if when is None:
        turn.log(f"{unit.name} would return after the last turn and is out", "3.5", modifiers=waits)
        return
    board.aside[unit.id] = LOST
    board.due[unit.id] = when
    turn.log(f"{unit.name} returns on GT {when}", "3.5", modifiers=waits)


# --- units that come back [3.5] ----------------------------------------------------------------------


def due_replacements(world: World, board: Board, nations: Iterable[str]) -> list[Piece]:
    """The lost units of non-German nations that return in their Reorganization Phase of this turn, or have
    been waiting for a hex since (G21)."""
    found = (world.pieces[key] for key in due(board.due, board.turn))
    among = tuple(nations)
    return [unit for unit in found if unit.nation in among and board.aside.get(unit.id) == LOST]


def german_replacements(world: World, board: Board) -> list[Piece]:
    """The corps of which the Germans may take one back this turn; none when they have done so [3.5]."""
    if board.replaced_on == board.turn:
        return []
    lost = (world.pieces[key] for key in sorted(board.aside) if board.aside[key] == LOST)
    return [unit for unit in lost if unit.nation == GERMANY]


def replacement_hexes(world: World, board: Board, unit: Piece) -> list[int]:
    """Where a returning unit may appear: sources and cities of its nation under friendly control, within
    stacking; enemy zones do not matter (G7, G21)."""
    zones: set[int] = set()
    if not world.option("replacements_in_ezoc"):
        zones = enemy_zones(world, board, world.side_of(board, unit.nation))
    return [
        h
        for h in sorted({*_entry_hexes(world, board, unit.nation)})
        if h not in zones and _can_appear(world, board, unit, h)
    ]


def _entry_hexes(world: World, board: Board, nation: str) -> Iterator[int]:
    """Sources and cities that the side controls [3.5]."""
    ground, mark = world.ground, world.side_of(board, nation)
    nations = [nation]
    if nation == GERMANY:
        if world.option("german_replacement_place") == "any_home_hex":
            homes = (h for h, home in enumerate(ground.home_of) if home == GERMANY)
            yield from (h for h in homes if board.control[h] == mark)
    elif not world.option("replacements_own_nation_only"):
        nations = [other for other in world.home_side if world.side_of(board, other) == mark]
    for other in nations:
        yield from sources_of(world, board, other)
        yield from (h for h in ground.hexes_of(other) if ground.city[h] and board.control[h] == mark)


def place_replacement(world: World, turn: Play, unit: Piece, h: int) -> None:
    """Bring a unit back; it acts normally at once. Of Germans it is the only one of the turn [3.5]."""
    board = turn.board
    board.put(unit.id, h)
    board.due.pop(unit.id, None)
    if unit.nation == GERMANY:
        board.replaced_on = board.turn
    turn.log(f"{unit.name} returns in {named(world, h)}", "3.5")


def _can_appear(world: World, board: Board, unit: Piece, h: int) -> bool:
    """Whether a unit can stand in a hex: the country is open to it, the ground bears it, there is room."""
    ground = world.ground
    cost = ground.cost[unit.is_mech][h]
    bears = cost >= 0 or (cost == RAIL_ONLY and any(ground.rail[h]))
    return bears and world.may_be_in(board, unit.nation, h) and has_room(world, board, unit, h)


# --- German corps that arrive [3.2] ------------------------------------------------------------------


def is_awaited(world: World, board: Board, key: str) -> bool:
    """Whether a counter has still to arrive."""
    return key in world.pieces and key not in board.where and board.aside.get(key, WAITING) == WAITING


def motorized_corps_hexes(world: World, board: Board) -> list[int]:
    """Where the 18th Motorized Corps may appear at the end of a German phase: in the hexes of a row of at
    most nine German-controlled ones between Vienna and Breslau, which are not counted [3.2.1]."""
    if not is_awaited(world, board, MOTORIZED_18):
        return []
    unit = world.pieces[MOTORIZED_18]
    return [h for h in sorted(_between_the_cities(world, board)) if has_room(world, board, unit, h)]


def _between_the_cities(world: World, board: Board) -> set[int]:
    """The hexes of all rows that are short enough. Ten steps are the least there can be, so that only the
    shortest rows are."""
    ground = world.ground
    if VIENNA not in ground.index or BRESLAU not in ground.index:
        return set()
    step = _german_steps(world, board)
    ends = [ground.index[VIENNA], ground.index[BRESLAU]]
    there, back = (flood([end], step, MOST_HEXES_BETWEEN) for end in ends)
    between = {h for h in there if h in back and h not in ends}
    return {h for h in between if there[h] + back[h] - 1 <= MOST_HEXES_BETWEEN}


def _german_steps(world: World, board: Board) -> Callable[[int], list[int]]:
    ground = world.ground

    def step(h: int) -> list[int]:
        return [
            n
            for d, n in enumerate(ground.neighbours[h])
            if n != NOWHERE and ground.open_side[h][d] and board.control[n] == GERMAN
        ]

    return step


def mountain_corps_hexes(world: World, board: Board) -> list[int]:
    """Where the 18th Mountain Corps arrives in the German Movement Phase of GT 2: cities in Germany under
    German control (G62) [3.2.2]. Later only if there was no room for it."""
    if not is_awaited(world, board, MOUNTAIN_18) or board.turn < MOUNTAIN_TURN:
        return []
    unit, ground = world.pieces[MOUNTAIN_18], world.ground
    zones: set[int] = set()
    if not world.option("mountain_corps_moves_at_once"):
        zones = enemy_zones(world, board, GERMAN)
    cities = [h for h in ground.hexes_of(GERMANY) if ground.city[h] and board.control[h] == GERMAN]
    return [h for h in cities if h not in zones and has_room(world, board, unit, h)]


def reserve_corps(world: World, board: Board) -> list[Piece]:
    """The static reserve corps that have still to arrive [3.2.2]."""
    return [p for key, p in sorted(world.pieces.items()) if p.reserve_corps and is_awaited(world, board, key)]


def roll_reserves(world: World, turn: Play) -> int:
    """How many reserve corps arrive in this German Reorganization Phase: a die less one, from GT 3 on and
    while some are left [3.2.2]."""
    left = len(reserve_corps(world, turn.board))
    if turn.board.turn < RESERVE_TURN or not left:
        return 0
    (die,) = turn.roll("German static reserve corps", rule="3.2.2")
    number = min(die - 1, left)
    less = [Modifier(-1, "always subtracted", "3.2.2")]
    turn.log(f"{number} reserve corps arrive, {left} were left", "3.2.2", modifiers=less)
    return number


def reserve_hexes(world: World, board: Board, unit: Piece) -> list[int]:
    """Cities under German control that Germans may enter, captured ones too, and West Wall hexes; enemy
    zones do not matter, stacking does (G61) [3.2.2]."""
    ground = world.ground
    return [
        h
        for h in range(len(ground.labels))
        if (ground.fort[h] == WEST_WALL or (ground.city[h] and _is_open_city(world, board, h)))
        and board.control[h] == GERMAN
        and world.may_be_in(board, GERMANY, h)
        and has_room(world, board, unit, h)
    ]


def _is_open_city(world: World, board: Board, h: int) -> bool:
    captured = world.side_of(board, world.ground.country[h]) != GERMAN
    return not captured or bool(world.option("reserve_corps_in_captured_cities"))


def arrive(world: World, turn: Play, unit: Piece, h: int) -> None:
    """Place one of the German corps of this section."""
    rule = "3.2.1" if unit.id == MOTORIZED_18 else "3.2.2"
    turn.board.put(unit.id, h)
    turn.log(f"{unit.name} arrives in {named(world, h)}", rule)


# --- 7th Flieger Division [12.8] ---------------------------------------------------------------------


def ready_flieger(world: World, turn: Play) -> None:
    """In the German Reorganization Phase of GT 3 the airborne division becomes available."""
    if is_awaited(world, turn.board, FLIEGER) and turn.board.turn >= FLIEGER_TURN:
        turn.board.aside[FLIEGER] = READY
        turn.log(f"{world.pieces[FLIEGER].name} is available", "12.8")


def may_drop(world: World, board: Board) -> bool:
    """Once in the game, on a turn with German air superiority; after GT 3 even if the Germans have played
    no Reorganization Phase."""
    ready = board.aside.get(FLIEGER) == READY
    late = is_awaited(world, board, FLIEGER) and board.turn > FLIEGER_TURN
    return (ready or late) and board.air_side == "german"


def drop_hexes(world: World, board: Board, target: int) -> list[int]:
    """Where the division lands for an attack on enemy units: in their hex, or by option in an enemy hex
    next to it (G20)."""
    if world.holder(board, target) != ALLIED:
        return []
    if world.option("flieger_placement") == "target_hex":
        return [target]
    return [h for h in world.ground.around(target) if board.control[h] == ALLIED]


def drop(world: World, turn: Play, h: int) -> bool:
    """Drop the division before the attack is declared, and roll: a die less one of 2 and more gives the
    attack a shift. It leaves the game in either case, attack or not."""
    turn.board.aside[FLIEGER] = OUT
    name = world.pieces[FLIEGER].name
    (die,) = turn.roll(f"Drop of {name} in {named(world, h)}", rule="12.8")
    succeeds = die - 1 >= LEAST_DROP
    less = [Modifier(-1, "always subtracted", "12.8")]
    outcome = "supports the attack with a column" if succeeds else "is destroyed"
    turn.log(f"{name} {outcome}", "12.8", modifiers=less)
    return succeeds
