"""A declared attack to its end: supply, the die, losses, disruption, advance, momentum [12.1-12.7]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.engine import Action
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.combat import (
    attack_reasons,
    battle,
    defence_reasons,
    has_garrison,
    may_attack,
    may_strike,
)
from core.games.war_comes_early.combat_phase import ATTACK, FLANK, flanks, note_attack, targets
from core.games.war_comes_early.losses import EQUIVALENT, survivors
from core.games.war_comes_early.movement import step_cost
from core.games.war_comes_early.occupation import breach, occupy
from core.games.war_comes_early.phases import PASS, Play, Table, label, named, opponent, pass_action
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.supply import is_in_supply
from core.games.war_comes_early.victory import capture
from core.games.war_comes_early.world import GERMANY, SIDES, World

# --- the battle [12.1, 12.3] -------------------------------------------------------------------------


def begin(world: World, turn: Play) -> None:
    """Supply of all is judged now [10.0]; big units without it break down first, and what is too much for a
    hex then is dispersed before the battle (G58)."""
    board, data = turn.board, turn.data
    target = data["target"]
    attackers = survivors(world, board, data["attackers"])
    defenders = world.units_in(board, target)
    without = [u for u in attackers if not is_in_supply(world, board, u, target)]
    without += [u for u in defenders if not is_in_supply(world, board, u)]
    keys = tuple(unit.id for unit in without)
    turn.go("resolve", **{**data, "unsupplied": keys, "dispersed": ()})
    turn.push("overstack")
    for unit in without:
        if unit.breaks_down:
            turn.log(f"{unit.name} is out of supply and breaks down", "10.5")
            turn.push("break_down", big=unit.id)


def resolve(world: World, turn: Play) -> None:
    """Work out the column, roll, and go on to the losses, the defender's first [12.1, 12.3]."""
    board, data = turn.board, turn.data
    target, side = data["target"], data["side"]
    attackers = _still_there(world, board, data)
    if not attackers:
        turn.log(f"Nobody is left to attack {named(world, target)}", "12.0")
        turn.done()
        return
    found = battle(world, board, attackers, target, air_drop=data["drop"])
    names = ", ".join(unit.name for unit in attackers)
    turn.log(
        f"Attack on {named(world, target)} by {names}: {found.attack} against {found.defence}, column "
        f"{found.final_column + 1} of the {found.line.replace('_', ' ')} line",
        "12.1",
        modifiers=found.shifts.parts,
    )
    attack, defence = attack_reasons(world, board, attackers, target), defence_reasons(world, board, target)
    turn.log(f"Attack strength {found.attack}", "12.1", modifiers=attack.parts)
    turn.log(f"Defence strength {found.defence}; {found.told}", "12.1", modifiers=defence.parts)
    (die,) = turn.roll("Combat", rule="12.3")
    attacker_loss, defender_loss = found.losses(die)
    turn.log(f"Attackers lose {attacker_loss}, defenders {defender_loss} corps equivalents", "12.3")
    keys = tuple(unit.id for unit in attackers)
    note_attack(turn, keys, target)
    turn.go("aftermath", **{**data, "attackers": keys})
    turn.push("overstack")
    _push_losses(turn, side, keys, attacker_loss, target, defends=False)
    defenders = board.stacks.get(target, ())
    _push_losses(turn, opponent(world, side), defenders, defender_loss, target, defends=True)


def _push_losses(
    turn: Play, side: str, units: Sequence[str], loss: int, target: int, *, defends: bool
) -> None:
    turn.push("losses", side=side, units=tuple(units), left=EQUIVALENT * loss, target=target, defends=defends)


def _still_there(world: World, board: Board, data: Mapping[str, Any]) -> list[Piece]:
    """Attackers who were dispersed take no part and count as not having attacked (G58)."""
    found = survivors(world, board, data["attackers"])
    if world.option("dispersed_units_fight"):
        return [unit for unit in found if may_attack(world, board, unit, data["target"])]
    return [unit for unit in found if unit.id not in data["dispersed"]]


def aftermath(world: World, turn: Play) -> None:
    """Defenders left: attacking armies are disrupted [12.4]. None left: the attackers may advance [12.5]."""
    board, data = turn.board, turn.data
    target = data["target"]
    alive = survivors(world, board, data["attackers"])
    garrison = has_garrison(world, board, target) and not data.get("garrison_lost")
    if garrison and not board.stacks.get(target) and not world.option("garrison_causes_disruption"):
        turn.done()
        return
    if board.stacks.get(target) or garrison:
        _disrupt(turn, alive)
        return
    if world.foreign_fort(board, target) and not world.option("unentered_fortification_restored"):
        breach(world, turn, target)
        capture(world, turn, SIDES[data["side"]], ())
    able = tuple(unit.id for unit in alive if unit.mf and target in world.ground.around(board.where[unit.id]))
    turn.go("advance", side=data["side"], target=target, able=able, advanced=(), momentum=data["momentum"])


def _disrupt(turn: Play, alive: Sequence[Piece]) -> None:
    """Surviving armies and fronts that took part break down [12.4]."""
    turn.done()
    turn.push("overstack")
    for unit in alive:
        if unit.breaks_down:
            turn.log(f"{unit.name} is disrupted", "12.4")
            turn.push("break_down", big=unit.id)


# --- advance [12.5] ----------------------------------------------------------------------------------


def begin_advance(world: World, turn: Play) -> None:
    """Offer the advance while somebody can; then a momentum attack may follow [12.7]."""
    data = turn.data
    if _advancing(world, turn.board, data["able"], data["target"]):
        turn.push("choose_advance", side=data["side"])
        return
    turn.done()
    if data["advanced"] and not data["momentum"]:
        turn.push("momentum", side=data["side"], able=data["advanced"], after_flank=False)


def _advancing(world: World, board: Board, able: Sequence[str], target: int) -> list[Piece]:
    """Any number of surviving attackers within the stacking limits; static units never [12.5]."""
    units = survivors(world, board, able)
    return [u for u in units if has_room(world, board, u, target) and _may_follow(world, board, u, target)]


def _may_follow(world: World, board: Board, unit: Piece, target: int) -> bool:
    """Limits of entry hold unless an option lifts them. Who could attack meets them all but one: mechanized
    units that may attack mountains by option (G55) still need a railway into them."""
    if not world.option("advance_obeys_entry_limits"):
        return True
    h = board.where[unit.id]
    return step_cost(world, board, unit, h, world.ground.direction(h, target)) is not None


def legal_advances(world: World, state: Table, side: str) -> list[Action]:
    """Who can advance, or nobody more."""
    data = state.stack[-2].data
    units = _advancing(world, state.board, data["able"], data["target"])
    return [*(Action(side, "advance", unit.id) for unit in units), Action(side, "halt")]


def advance(world: World, turn: Play, action: Action) -> None:
    """Enter the hex at once, without cost and whatever the zones; or stop advancing."""
    turn.done()
    data = turn.data
    if action.verb != "advance":
        turn.remember(able=())
        return
    unit = world.pieces[action.unit]
    able = tuple(key for key in data["able"] if key != unit.id)
    turn.remember(able=able, advanced=(*data["advanced"], unit.id))
    turn.log(f"{unit.name} advances into {named(world, data['target'])}", "12.5")
    occupy(world, turn, unit, data["target"])


# --- momentum [12.7] ---------------------------------------------------------------------------------


def begin_momentum(world: World, turn: Play) -> None:
    """German mechanized units in supply that have just advanced may attack once more, from their new hex
    [12.7]; in 1939 all Germans but the Slovak army [13.4]."""
    data = turn.data
    able = tuple(
        u.id for u in survivors(world, turn.board, data["able"]) if _has_momentum(world, turn.board, u)
    )
    choices = _momentum_choices(world, turn.board, able, data["side"], after_flank=data["after_flank"])
    if choices:
        turn.go("choose_momentum", side=data["side"], able=able, after_flank=data["after_flank"])
        turn.state.cache["choices"] = choices
    else:
        turn.done()


def _has_momentum(world: World, board: Board, unit: Piece) -> bool:
    german = unit.is_german_mech or (world.campaign == 1939 and unit.nation == GERMANY and not unit.is_slovak)
    return german and is_in_supply(world, board, unit)


def _momentum_choices(
    world: World, board: Board, able: Sequence[str], side: str, *, after_flank: bool
) -> list[Action]:
    """A hex that was attacked before may be hit again, an intact fortification never; a flank attack only
    when the first was none."""
    units = [world.pieces[key] for key in able]
    hexes = [
        h
        for h in targets(world, board, units, ())
        if not world.foreign_fort(board, h) and _strikers(world, board, units, h)
    ]
    found = [Action(side, ATTACK, space=label(world, h)) for h in hexes]
    if not after_flank:
        found += [Action(side, FLANK, unit.id, label(world, h)) for unit, h in flanks(world, board, units)]
    return found


def _strikers(world: World, board: Board, units: Sequence[Piece], h: int) -> tuple[str, ...]:
    """Who can make a momentum attack on a hex (G53)."""
    return tuple(u.id for u in units if may_attack(world, board, u, h) and may_strike(world, u, h))


def legal_momentum(world: World, state: Table, side: str) -> list[Action]:
    """The second attack, or none."""
    data = state.top.data
    choices = state.cache.get("choices")
    if choices is None:
        choices = _momentum_choices(world, state.board, data["able"], side, after_flank=data["after_flank"])
    return [*choices, pass_action(side)]


def choose_momentum(world: World, turn: Play, action: Action) -> None:
    """Attack or flank once more with some of those who have advanced; no third attack follows."""
    data, board = turn.data, turn.board
    turn.done()
    if action.verb == PASS:
        return
    h = world.ground.index[action.space]
    units = [world.pieces[key] for key in data["able"]]
    turn.log(f"Momentum attack on {action.space}", "12.7")
    if action.verb == ATTACK:
        able = _strikers(world, board, units, h)
        turn.push("attackers", side=action.side, target=h, able=able, chosen=(), drop=False, momentum=True)
        return
    able = tuple(unit.id for unit, to in flanks(world, board, units) if to == h)
    turn.push("advance", side=action.side, target=h, able=able, advanced=(), momentum=True)
    turn.push("choose_advance", side=action.side)
    advance(world, turn, Action(action.side, "advance", action.unit))
