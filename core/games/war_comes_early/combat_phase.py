"""The Combat Phase as decisions: target, attackers, losses, advance, momentum [12]."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Action
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.combat import battle, is_flank_target, is_target, may_attack, may_flank
from core.games.war_comes_early.losses import survivors
from core.games.war_comes_early.movement import enter
from core.games.war_comes_early.phases import END, Play, Table, acting_units, end_action, label
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import break_down
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.victory import capture
from core.games.war_comes_early.world import World, enemy_of
from core.games.war_comes_early.zones import enemy_zones


def _fresh(world: World, state: Table) -> list[Piece]:
    """Units of the group that have not attacked in this phase [12.0]."""
    data = state.top.data
    return [u for u in acting_units(world, state.board, data["group"]) if u.id not in data["used"]]


def targets(world: World, board: Board, units: Sequence[Piece], hit: Sequence[int]) -> list[int]:
    """The hexes that some of the units can attack; each is attacked once in a phase [12.0]."""
    found = set()
    for unit in units:
        side = world.side_of(board, unit.nation)
        for h in world.ground.around(board.where[unit.id]):
            if h not in hit and is_target(world, board, side, h) and may_attack(world, board, unit, h):
                found.add(h)
    return sorted(found)


def flanks(world: World, board: Board, units: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """Flank attacks that units could make: entering an empty hex in an enemy zone [12.6]."""
    able = [unit for unit in units if may_flank(world, board, unit)]
    if not able:
        return []
    zones = enemy_zones(world, board, world.side_of(board, able[0].nation))
    return [
        (unit, h)
        for unit in able
        for h in world.ground.around(board.where[unit.id])
        if is_flank_target(world, board, unit, h, zones) and has_room(world, board, unit, h)
    ]


def legal(world: World, state: Table, side: str) -> list[Action]:
    """Attack a hex, make a flank attack, or end the phase."""
    units = _fresh(world, state)
    attacks = [
        Action(side, "attack", space=label(world, h))
        for h in targets(world, state.board, units, state.top.data["hit"])
    ]
    turns = [Action(side, "flank", unit.id, label(world, h)) for unit, h in flanks(world, state.board, units)]
    return [*attacks, *turns, end_action(side)]


def act(world: World, turn: Play, action: Action) -> None:
    """Begin an attack, or finish the phase."""
    if action.verb == END:
        turn.done()
        return
    h = world.ground.index[action.space]
    if action.verb == "attack":
        turn.push(
            "attackers", side=action.side, group=turn.data["group"], target=h, chosen=(), momentum=False
        )
        return
    unit = world.pieces[action.unit]
    turn.remember(used=(*turn.data["used"], unit.id))
    turn.log(f"{unit.name} flanks into {action.space}", "12.6")
    advance_into(world, turn, [unit], h)
    turn.push("momentum", side=action.side, units=(unit.id,), flank=True)


def able_attackers(world: World, state: Table) -> list[Piece]:
    """Those who may still join the attack that is being declared."""
    data = state.top.data
    if data["momentum"]:
        units = [world.pieces[key] for key in data["able"]]
    else:
        used = state.stack[-2].data["used"]
        units = [u for u in acting_units(world, state.board, data["group"]) if u.id not in used]
    return [
        u for u in units if u.id not in data["chosen"] and may_attack(world, state.board, u, data["target"])
    ]


def legal_attackers(world: World, state: Table, side: str) -> list[Action]:
    """Add an attacker, or resolve the attack once there is one: a declared attack is carried out [12.0]."""
    joining = [Action(side, "join", unit.id) for unit in able_attackers(world, state)]
    return [*joining, *([Action(side, "resolve")] if state.top.data["chosen"] else [])]


def choose_attacker(world: World, turn: Play, action: Action) -> None:
    """Add an attacker or go on to the resolution."""
    data = turn.data
    if action.verb == "join":
        turn.remember(chosen=(*data["chosen"], action.unit))
        return
    turn.done()
    if not data["momentum"]:
        turn.remember(used=(*turn.data["used"], *data["chosen"]), hit=(*turn.data["hit"], data["target"]))
    turn.push(
        "resolve",
        side=data["side"],
        target=data["target"],
        attackers=data["chosen"],
        momentum=data["momentum"],
    )


def resolve(world: World, turn: Play) -> None:
    """Break down what is out of supply, work out the column, roll, and go on to the losses [12.1, 12.3]."""
    board, data = turn.board, turn.data
    target = data["target"]
    attackers = broken_if_unsupplied(world, turn, [world.pieces[key] for key in data["attackers"]], target)
    broken_if_unsupplied(world, turn, world.units_in(board, target))
    found = battle(world, board, attackers, target)
    column = found.final_column + 1
    turn.log(
        f"Attack on {label(world, target)}: {found.attack} against {found.defence}, column {column} of the "
        f"{found.line.replace('_', ' ')} line",
        "12.1",
        modifiers=found.shifts.parts,
    )
    (die,) = turn.roll("Combat", rule="12.3")
    attacker_loss, defender_loss = found.losses(die)
    turn.log(f"Attackers lose {attacker_loss}, defenders {defender_loss} corps equivalents", "12.3")
    keys = tuple(unit.id for unit in attackers)
    turn.go("aftermath", **{**data, "attackers": keys})
    enemy = "allied" if data["side"] == "german" else "german"
    turn.push("losses", side=data["side"], units=keys, left=2 * attacker_loss, target=target, defends=False)
    defenders = tuple(unit.id for unit in world.units_in(board, target))
    turn.push("losses", side=enemy, units=defenders, left=2 * defender_loss, target=target, defends=True)


def broken_if_unsupplied(world: World, turn: Play, units: Sequence[Piece], target: int = -1) -> list[Piece]:
    """Armies and fronts found out of supply break down before the battle [10.5]; their parts fight on."""
    fighting: list[Piece] = []
    for unit in units:
        if unit.breaks_down and not is_in_supply(world, turn.board, unit, target):
            turn.log(f"{unit.name} is out of supply and breaks down", "10.5")
            fighting += break_down(world, turn.board, unit)
        else:
            fighting.append(unit)
    return fighting


def aftermath(world: World, turn: Play) -> None:
    """Defenders left: attacking armies are disrupted [12.4]. None left: the attackers may advance [12.5]."""
    board, data = turn.board, turn.data
    target = data["target"]
    alive = survivors(world, board, data["attackers"])
    if board.stacks.get(target) or (world.foreign_fort(board, target) and not data.get("garrison_lost")):
        for unit in alive:
            if unit.breaks_down:
                turn.log(f"{unit.name} is disrupted", "12.4")
                break_down(world, board, unit)
        turn.done()
        return
    turn.go(
        "advance",
        side=data["side"],
        target=target,
        able=tuple(u.id for u in alive),
        advanced=(),
        momentum=data["momentum"],
    )


def legal_advances(world: World, state: Table, side: str) -> list[Action]:
    """Any number of surviving attackers within the stacking limits; static units never [12.5]."""
    data = state.top.data
    able = [world.pieces[key] for key in data["able"] if key in state.board.where]
    going = [u for u in able if u.mf > 0 and has_room(world, state.board, u, data["target"])]
    return [*(Action(side, "advance", unit.id) for unit in going), Action(side, "halt")]


def advance(world: World, turn: Play, action: Action) -> None:
    """Advance a unit, or stop advancing; German mechanized units may then attack once more [12.7]."""
    data = turn.data
    if action.verb == "advance":
        advance_into(world, turn, [world.pieces[action.unit]], data["target"])
        able = tuple(key for key in data["able"] if key != action.unit)
        turn.remember(able=able, advanced=(*data["advanced"], action.unit))
        return
    turn.done()
    if data["advanced"] and not data["momentum"]:
        turn.push("momentum", side=data["side"], units=data["advanced"], flank=False)


def advance_into(world: World, turn: Play, units: Sequence[Piece], target: int) -> None:
    """Enter a hex at once: it is taken, and a fortification that was cleared is breached [11.5, 12.5]."""
    board = turn.board
    for unit in units:
        taken = enter(world, board, unit, [board.where[unit.id], target])
        side = world.side_of(board, unit.nation)
        fort = world.foreign_fort(board, target)
        if fort and world.side_of(board, fort) == enemy_of(side):
            board.breached = tuple(sorted({*board.breached, target}))
            turn.log(f"The fortification in {label(world, target)} is breached", "11.5")
        turn.log(f"{unit.name} advances into {label(world, target)}", "12.5")
        capture(world, turn, side, taken)
