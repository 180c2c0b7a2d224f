"""Combat arithmetic [12]: who may attack, strengths, column and shifts. Flow and losses are elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from core.games import load_tables
from core.games.war_comes_early.board import GERMAN, Board
from core.games.war_comes_early.ground import FOREIGN_FORTS, MAGINOT
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.world import GERMANY, World, enemy_of
from core.rules.modifiers import Modifiers
from core.rules.tables import ResultTable, column_for

STANDARD, MECHANIZED = "attack_differential", "german_mechanized"


@cache
def results_table() -> ResultTable[tuple[int, int]]:
    """Losses of attacker and defender in corps equivalents, by die and column [PA CRT]."""
    rows = load_tables("war_comes_early").table("combat_results_table").rows
    return ResultTable({row["die"]: tuple(tuple(cell) for cell in row["results"]) for row in rows})


@cache
def bounds(line: str) -> tuple[float, ...]:
    """The least differential of each column of a header line."""
    values = load_tables("war_comes_early").table("combat_results_table").values
    return tuple(float("-inf") if bound is None else bound for bound in values[f"{line}_lower_bounds"])


@dataclass
class Battle:
    """One attack, worked out as far as the die: every number with its reasons."""

    attack: int
    defence: int
    line: str
    column: int
    shifts: Modifiers = field(default_factory=Modifiers)

    @property
    def final_column(self) -> int:
        """The column after shifts, which stop at the outer ones."""
        return results_table().shifted(self.column, int(self.shifts.total))

    def losses(self, die: int) -> tuple[int, int]:
        """Corps equivalents that attacker and defender lose."""
        return results_table().result(self.final_column, die)


def may_attack(world: World, board: Board, unit: Piece, target: int) -> bool:
    """Whether a unit can take part in an attack on a neighbouring hex [11.4, 11.5, 11.7, 12.0]."""
    ground = world.ground
    h = board.where[unit.id]
    if target not in ground.neighbours[h] or not ground.open_side[h][ground.direction(h, target)]:
        return False
    if not world.may_be_in(board, unit.nation, target):
        return False
    if unit.is_mech and not ground.city[target] and not ground.mech_may_attack[target]:
        return False  # mountain and swamp, even along a railroad [11.4]
    return not (unit.nation == GERMANY and ground.fort[target] == MAGINOT)


def is_target(world: World, board: Board, side: str, h: int) -> bool:
    """A hex with enemy units, or an intact foreign fortification, which defends itself [12.0, 11.5]."""
    if world.holder(board, h) == enemy_of(side):
        return True
    fort = world.foreign_fort(board, h)
    return bool(fort) and world.side_of(board, fort) == enemy_of(side)


def battle(
    world: World, board: Board, attackers: Sequence[Piece], target: int, *, air_drop: bool = False
) -> Battle:
    """Strengths, line, column and shifts of an attack [12.1]."""
    supplied = {unit.id: is_in_supply(world, board, unit, target) for unit in attackers}
    attack = attack_strength(world, board, attackers, target, supplied)
    defence = defence_strength(world, board, target)
    line = MECHANIZED if uses_mechanized_line(world, board, attackers, target, supplied) else STANDARD
    found = Battle(attack, defence, line, column_for(attack - defence, bounds(line)))
    _add_shifts(world, board, attackers, target, found.shifts)
    if air_drop:
        found.shifts.add(1, "7th Flieger Division", "12.8")
    return found


def attack_strength(
    world: World, board: Board, attackers: Sequence[Piece], target: int, supplied: dict[str, bool]
) -> int:
    """The factors after halving: out of supply, and mechanized against a city. What is to be halved is
    added up for each stack and halved once, rounding up [1.4]; twice for both causes (G16, G65)."""
    by_stack: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for unit in attackers:
        by_stack[board.where[unit.id]][_halvings(world, unit, target, supplied)] += unit.af
    return sum(plain + -(-once // 2) + -(-twice // 4) for plain, once, twice in by_stack.values())


def _halvings(world: World, unit: Piece, target: int, supplied: dict[str, bool]) -> int:
    return (not supplied[unit.id]) + (unit.is_mech and world.ground.city[target])


def defence_strength(world: World, board: Board, target: int) -> int:
    """All units in the hex and the garrison of an intact fortification; never reduced by supply [12.1]."""
    units = sum(unit.df for unit in world.units_in(board, target))
    return units + (world.ground.garrison_df[target] if world.foreign_fort(board, target) else 0)


def uses_mechanized_line(
    world: World, board: Board, attackers: Sequence[Piece], target: int, supplied: dict[str, bool]
) -> bool:
    """At least half of the attack is supplied German mechanized [PA CRT, 12.1]; in 1939 supplied German of
    any kind [13.4] (G60)."""
    if any(unit.nation != GERMANY for unit in attackers):
        return False
    able = [u for u in attackers if supplied[u.id] and (u.is_mech or world.campaign == 1939)]
    if world.option("mech_line_by") == "units":
        return 2 * len(able) >= len(attackers)
    whole = attack_strength(world, board, attackers, target, supplied)
    return bool(able) and 2 * attack_strength(world, board, able, target, supplied) >= whole


def is_concentric(world: World, board: Board, attackers: Sequence[Piece], target: int) -> bool:
    """Attackers in two opposite hexes, in three alternate ones, or in four and more [12.2.2]."""
    around = world.ground.neighbours[target]
    where = {around.index(board.where[unit.id]) for unit in attackers}
    opposite = any((d + 3) % 6 in where for d in where)
    return opposite or {0, 2, 4} <= where or {1, 3, 5} <= where


def _add_shifts(
    world: World, board: Board, attackers: Sequence[Piece], target: int, shifts: Modifiers
) -> None:
    ground = world.ground
    intact = world.is_intact(board, target)
    if intact and ground.fort[target] != MAGINOT:
        shifts.add(ground.fort_shift[target], ground.fort[target].replace("_", " "), "11.5")
    else:
        shifts.add(ground.shift[target], "city" if ground.city[target] else "terrain", "11.3")
    sides = [ground.river[h][ground.direction(h, target)] for h in (board.where[u.id] for u in attackers)]
    shifts.add(-1 if all(sides) else 0, "all attackers across rivers", "11.4")
    nation = attackers[0].nation
    if not intact and not ground.city[target] and is_concentric(world, board, attackers, target):
        shifts.add(2 if nation == GERMANY else 1, "concentric attack", "12.2.2")
    side = world.side_of(board, nation)
    enemy = enemy_of(side)
    if any(world.in_air_zone_against(board, board.where[unit.id], enemy) for unit in attackers):
        shifts.add(1, "attacker in friendly air zone", "6.2.2")
    if world.in_air_zone_against(board, target, side):
        shifts.add(-1, "defender in friendly air zone", "6.2.2")


def is_flank_target(world: World, board: Board, unit: Piece, h: int, zones: set[int]) -> bool:
    """An empty hex in an enemy zone that a German mechanized unit may enter without a fight [12.6]."""
    if world.holder(board, h) != "-" or h not in zones or not may_attack(world, board, unit, h):
        return False
    return not (world.ground.fort[h] in FOREIGN_FORTS and world.is_intact(board, h))


def may_flank(world: World, board: Board, unit: Piece) -> bool:
    """In-supply German mechanized units beside an enemy; in 1939 all Germans but the Slovak army [12.6]."""
    able = unit.is_german_mech or (world.campaign == 1939 and unit.nation == GERMANY and not _is_slovak(unit))
    beside = (world.holder(board, n) == enemy_of(GERMAN) for n in world.ground.around(board.where[unit.id]))
    return able and any(beside) and is_in_supply(world, board, unit)


def _is_slovak(unit: Piece) -> bool:
    """The SAB: an army that never breaks down [13.4]."""
    return unit.size == "army" and not unit.breaks_down
