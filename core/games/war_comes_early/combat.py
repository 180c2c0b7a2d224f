"""Combat arithmetic [12]: who may attack, strengths, column and shifts. Flow and losses are elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import cache

from core.games import load_tables
from core.games.war_comes_early.board import GERMAN, Board
from core.games.war_comes_early.ground import MAGINOT
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


def header(line: str, column: int) -> str:
    """What is printed above a column."""
    lower = bounds(line)
    if column == 0:
        return f"{_signed(lower[1] - 1)} or less"
    return _signed(lower[column]) + (" or more" if column == len(lower) - 1 else "")


def _signed(value: float) -> str:
    return f"{value:+.0f}" if value else "0"


@dataclass
class Battle:
    """One attack, worked out as far as the die: every number with its reasons."""

    attack: int
    defence: int
    line: str
    column: int
    shifts: Modifiers = field(default_factory=Modifiers)

    @property
    def told(self) -> str:
        """The way from strengths to the column, by what is printed above the columns."""
        before, after = (header(self.line, column) for column in (self.column, self.final_column))
        moved = f', shifted to "{after}"' if after != before else ""
        return f'a difference of {_signed(self.attack - self.defence)} is column "{before}"{moved}'

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
    if target not in ground.beside[board.where[unit.id]] or not world.may_be_in(board, unit.nation, target):
        return False
    if unit.is_mech and is_rough(world, target) and not _opens_rough(world, board, target):
        return False  # even along a railroad [11.4]
    return not (unit.nation == GERMANY and ground.fort[target] == MAGINOT)


def is_rough(world: World, h: int) -> bool:
    """Mountain and swamp, unless a city replaces them [11.3]."""
    return not world.ground.mech_may_attack[h] and not world.ground.city[h]


def _opens_rough(world: World, board: Board, h: int) -> bool:
    """By option an intact fortification opens mountain and swamp to mechanized attack (G55)."""
    return bool(world.option("mech_attacks_fortified_mountain")) and world.is_intact(board, h)


def is_target(world: World, board: Board, side: str, h: int) -> bool:
    """A hex with enemy units, or an intact foreign fortification, which defends itself (G46) [12.0, 11.5]."""
    if h in board.stacks and world.holder(board, h) == enemy_of(side):
        return True
    fort = world.foreign_fort(board, h)
    if not fort or world.side_of(board, fort) != enemy_of(side):
        return False
    return bool(world.option("attack_empty_fortification"))


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
    added up for each stack and halved once, rounding up [1.4] (G52); twice for both causes (G16)."""
    whole_attack = world.option("halving_per") == "attack"
    by_stack: dict[int, tuple[list[int], list[int], list[int]]] = defaultdict(lambda: ([], [], []))
    for unit in attackers:
        stack = by_stack[target if whole_attack else board.where[unit.id]]
        stack[_halvings(world, unit, target, supplied)].append(unit.af)
    by_unit = world.option("mixed_halving") == "by_unit"
    return sum(_halved(*stack, by_unit=by_unit) for stack in by_stack.values())


def attack_reasons(world: World, board: Board, attackers: Sequence[Piece], target: int) -> Modifiers:
    """The strength of an attack unit by unit, and what halving takes away from it."""
    found = Modifiers()
    supplied = {unit.id: is_in_supply(world, board, unit, target) for unit in attackers}
    for unit in attackers:
        found.add(unit.af, f"{unit.told} from {world.ground.labels[board.where[unit.id]]}")
    cut = [unit.name for unit in attackers if not supplied[unit.id]]
    in_city = [unit.name for unit in attackers if unit.is_mech and world.ground.city[target]]
    causes = [f"{', '.join(cut)} out of supply"] if cut else []
    causes += [f"{', '.join(in_city)} mechanized against a city"] if in_city else []
    lost = attack_strength(world, board, attackers, target, supplied) - int(found.total)
    sections = ", ".join(["1.4", *(["10.5"] if cut else []), *(["11.4"] if in_city else [])])
    found.add(lost, f"halved: {'; '.join(causes)}", sections)
    return found


def defence_reasons(world: World, board: Board, target: int) -> Modifiers:
    """The strength of a defence, unit by unit, and the garrison."""
    found = Modifiers()
    for unit in world.units_in(board, target):
        found.add(unit.df, unit.told)
    garrison = defence_strength(world, board, target) - int(found.total)
    found.add(garrison, f"garrison of the {world.ground.fort_reason[target]}", "11.5")
    return found


def _halved(plain: list[int], once: list[int], twice: list[int], *, by_unit: bool) -> int:
    """In a stack with factors of both kinds each kind is added up first or, by option, none is (G65)."""
    if not (by_unit and once and twice):
        once, twice = [sum(once)], [sum(twice)]
    return sum(plain) + sum(-(-af // 2) for af in once) + sum(-(-af // 4) for af in twice)


def _halvings(world: World, unit: Piece, target: int, supplied: dict[str, bool]) -> int:
    causes = (not supplied[unit.id]) + (unit.is_mech and world.ground.city[target])
    return causes if world.option("double_halving") else min(causes, 1)


def defence_strength(world: World, board: Board, target: int) -> int:
    """All units in the hex and the garrison of an intact fortification; never reduced by supply [12.1]."""
    units = sum(unit.df for unit in world.units_in(board, target))
    return units + (world.ground.garrison_df[target] if has_garrison(world, board, target) else 0)


def has_garrison(world: World, board: Board, h: int) -> bool:
    """Whether an intact Czech or Belgian fortification takes part in the defence of its hex [11.5]."""
    return bool(world.foreign_fort(board, h)) and _fort_fights(world, board, h)


def _fort_fights(world: World, board: Board, h: int) -> bool:
    """Whether an intact fortification decides combat in a hex, and not a city beside it (G54) [11.3]."""
    if not world.is_intact(board, h):
        return False
    return not world.ground.city[h] or world.option("city_with_fortification") == "fortification_fights"


def uses_mechanized_line(
    world: World, board: Board, attackers: Sequence[Piece], target: int, supplied: dict[str, bool]
) -> bool:
    """At least half of the attack is supplied German mechanized [PA CRT, 12.1]; in 1939 supplied German of
    any kind [13.4], or by option German of any kind (G60)."""
    if any(unit.nation != GERMANY for unit in attackers):
        return False
    in_1939 = world.campaign == 1939
    if in_1939 and not world.option("mech_line_1939_needs_supply"):
        return True
    able = [u for u in attackers if supplied[u.id] and (u.is_mech or in_1939)]
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
    if ground.fort[target] != MAGINOT and _fort_fights(world, board, target):
        shifts.add(ground.fort_shift[target], ground.fort_reason[target], "11.5")
    else:
        shifts.add(ground.shift[target], ground.shift_reason[target], "11.3")
    hexes = {board.where[unit.id] for unit in attackers}
    sides = [world.is_river(h, ground.direction(h, target)) for h in hexes]
    shifts.add(-1 if all(sides) else 0, "all attackers across rivers", "11.4")
    nation = attackers[0].nation
    if not intact and not ground.city[target] and is_concentric(world, board, attackers, target):
        shifts.add(2 if nation == GERMANY else 1, "concentric attack", "12.2.2")
    side = world.side_of(board, nation)
    enemy = enemy_of(side)
    if any(world.in_air_zone_against(board, h, enemy) for h in hexes):
        shifts.add(1, "attacker in friendly air zone", "6.2.2")
    if world.in_air_zone_against(board, target, side):
        shifts.add(-1, "defender in friendly air zone", "6.2.2")


def is_flank_target(world: World, board: Board, unit: Piece, h: int, zones: Container[int]) -> bool:
    """An empty hex in an enemy zone that a German mechanized unit may enter without a fight [12.6]."""
    if h in board.stacks or h not in zones or world.foreign_fort(board, h):
        return False
    return may_attack(world, board, unit, h) and may_strike(world, unit, h)


def may_strike(world: World, unit: Piece, h: int) -> bool:
    """Whether the ground lets a unit make flank and momentum attacks into a hex; by option that of 1939 keeps
    units on foot out of mountain and swamp (G53) [13.4]."""
    return unit.is_mech or not is_rough(world, h) or bool(world.option("foot_flank_attack_rough_ground_1939"))


def may_flank(world: World, board: Board, unit: Piece) -> bool:
    """In-supply German mechanized units beside an enemy; in 1939 all Germans but the Slovak army [12.6]."""
    if not (
        unit.is_german_mech or (world.campaign == 1939 and unit.nation == GERMANY and not unit.is_slovak)
    ):
        return False
    around = world.ground.neighbours[board.where[unit.id]]
    beside = any(n in board.stacks and world.holder(board, n) == enemy_of(GERMAN) for n in around)
    return beside and is_in_supply(world, board, unit)
