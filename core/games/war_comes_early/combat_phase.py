"""The Combat Phase as decisions: what to attack, with whom, and the air drop before it [12.0, 12.6, 12.8].

What follows when an attack has been declared is in battle_phase.py.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from core.engine import Action
from core.games.war_comes_early.arrivals import drop, drop_hexes, may_drop
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.combat import is_flank_target, is_target, may_attack, may_flank
from core.games.war_comes_early.occupation import occupy
from core.games.war_comes_early.phases import (
    END,
    PASS,
    Play,
    Table,
    acting_units,
    end_action,
    label,
    named,
    pass_action,
    recall,
    remind,
)
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reasons import why_no_attack
from core.games.war_comes_early.stacking import has_room
from core.games.war_comes_early.world import GERMANY, World
from core.games.war_comes_early.zones import in_enemy_zone

ATTACK, FLANK, DROP = "attack", "flank", "drop"


def begin(world: World, turn: Play) -> None:
    """The phase is over when nothing is left to attack."""
    data = turn.data
    choices = _choices(world, turn.board, data)
    if choices:
        turn.push("choose_attack", side=data["side"])
        turn.state.cache["choices"] = choices
    else:
        turn.done()


def _choices(world: World, board: Board, data: Mapping[str, Any]) -> list[Action]:
    """Attacks, flank attacks and drops that are possible now; `data` is that of the phase."""
    side, nations = data["side"], data["nations"]
    units = _fresh(world, board, data)
    hexes = targets(world, board, units, attacked_hexes(board, data))
    found = [Action(side, ATTACK, space=label(world, h)) for h in hexes]
    found += [Action(side, FLANK, unit.id, label(world, h)) for unit, h in flanks(world, board, units)]
    if GERMANY in nations and hexes and may_drop(world, board):
        found += [
            Action(side, DROP, space=label(world, h), option=label(world, at))
            for h in hexes
            for at in drop_hexes(world, board, h)
        ]
    return found


def _fresh(world: World, board: Board, data: Mapping[str, Any]) -> list[Piece]:
    """Units of the phase that have not attacked yet [12.0]."""
    used = set(data.get("used", ()))
    return [unit for unit in acting_units(world, board, data["nations"]) if unit.id not in used]


def targets(world: World, board: Board, units: Iterable[Piece], hit: Container[int]) -> list[int]:
    """The hexes that some of the units can attack; each is attacked once in a phase [12.0]."""
    found: set[int] = set()
    enemies: dict[int, list[int]] = {}
    for unit in units:
        h = board.where[unit.id]
        if h not in enemies:
            side = world.side_of(board, unit.nation)
            enemies[h] = [
                n for n in world.ground.around(h) if n not in hit and is_target(world, board, side, n)
            ]
        found.update(n for n in enemies[h] if n not in found and may_attack(world, board, unit, n))
    return sorted(found)


def flanks(world: World, board: Board, units: Iterable[Piece]) -> list[tuple[Piece, int]]:
    """Flank attacks that units could make: entering an empty hex in an enemy zone [12.6]."""
    found = []
    for unit in units:
        if unit.nation != GERMANY or not (unit.is_mech or world.campaign == 1939):
            continue
        hexes = [
            h for h in world.ground.around(board.where[unit.id]) if _can_flank_into(world, board, unit, h)
        ]
        if hexes and may_flank(world, board, unit):
            found += [(unit, h) for h in hexes]
    return found


def _can_flank_into(world: World, board: Board, unit: Piece, h: int) -> bool:
    if h in board.stacks and not has_room(world, board, unit, h):
        return False
    side = world.side_of(board, unit.nation)
    zone = {h} if in_enemy_zone(world, board, h, side) else set()
    return is_flank_target(world, board, unit, h, zone)


def legal(world: World, state: Table, side: str) -> list[Action]:
    """Everything that can be begun, or the end of the phase."""
    choices = state.cache.get("choices")
    if choices is None:
        choices = _choices(world, state.board, state.stack[-2].data)
    return [*choices, end_action(side)]


def why_not(world: World, state: Table, action: Action) -> str:
    """Attacks that are not possible get the rule that forbids them."""
    possible = legal(world, state, action.side)
    if action in possible:
        return ""
    if action.verb == ATTACK:
        data = state.stack[-2].data
        side = world.side_of(state.board, data["nations"][0])
        units, hit = _fresh(world, state.board, data), attacked_hexes(state.board, data)
        reason = why_no_attack(world, state.board, units, hit, side, action.space)
        if reason:
            return reason
    return f"{action} is not allowed here; possible is {', '.join(sorted({a.verb for a in possible}))}"


def choose(world: World, turn: Play, action: Action) -> None:
    """Begin an attack, a flank attack or a drop, or finish the phase."""
    turn.done()
    if action.verb == END:
        turn.done()
        return
    h = world.ground.index[action.space]
    if action.verb == ATTACK:
        _declare(world, turn, action.side, h, drop=False)
    elif action.verb == DROP:
        success = drop(world, turn, world.ground.index[action.option])
        turn.push("after_drop", side=action.side, aim=h, success=success)
    else:
        _begin_flank(world, turn, action, h)


def _declare(world: World, turn: Play, side: str, target: int, *, drop: bool) -> None:
    """Attackers join one after the other; they are the units of the phase that have not attacked yet."""
    fresh = _fresh(world, turn.board, turn.data)
    able = tuple(unit.id for unit in fresh if may_attack(world, turn.board, unit, target))
    turn.push("attackers", side=side, target=target, able=able, chosen=(), drop=drop, momentum=False)


# --- the drop of the 7th Flieger Division [12.8] -----------------------------------------------------


def legal_after_drop(world: World, state: Table, side: str) -> list[Action]:
    """After the roll the Germans may still decide not to attack."""
    return [Action(side, ATTACK, space=label(world, state.top.data["aim"])), pass_action(side)]


def after_drop(world: World, turn: Play, action: Action) -> None:
    """Attack the hex of the drop, or leave it."""
    data = turn.data
    turn.done()
    if action.verb != PASS:
        _declare(world, turn, action.side, data["aim"], drop=data["success"])


# --- attackers ---------------------------------------------------------------------------------------


def legal_attackers(world: World, state: Table, side: str) -> list[Action]:
    """Add an attacker, or resolve the attack once there is one: a declared attack is carried out [12.0]."""
    data = state.top.data
    joining = [Action(side, "join", key) for key in data["able"]]
    return [*joining, *([Action(side, "resolve")] if data["chosen"] else [])]


def choose_attacker(world: World, turn: Play, action: Action) -> None:
    """Add an attacker or go on to the battle; when all have joined it begins by itself."""
    data = turn.data
    if action.verb == "join":
        able = _others(world, data["able"], action.unit)
        turn.remember(able=able, chosen=(*data["chosen"], action.unit))
        if able:
            return
        data = turn.data
    turn.done()
    turn.push(
        "battle",
        side=data["side"],
        target=data["target"],
        attackers=data["chosen"],
        drop=data["drop"],
        momentum=data["momentum"],
    )


def _others(world: World, able: Sequence[str], joined: str) -> tuple[str, ...]:
    """Who else can still join: all that act in the phase, or by option those of the same nation (G33)."""
    found = tuple(key for key in able if key != joined)
    if world.option("group_attacks_together"):
        return found
    nation = world.pieces[joined].nation
    return tuple(key for key in found if world.pieces[key].nation == nation)


def note_attack(turn: Play, units: Sequence[str], target: int) -> None:
    """The phase remembers who has attacked, and which hex and units were attacked [12.0]."""
    data = recall(turn, "combat")
    used, hit, struck = (data.get(name, ()) for name in ("used", "hit", "struck"))
    remind(
        turn,
        "combat",
        used=(*used, *(key for key in units if key not in used)),
        hit=(*hit, target),
        struck=(*struck, *turn.board.stacks.get(target, ())),
    )


def attacked_hexes(board: Board, data: Mapping[str, Any]) -> set[int]:
    """What cannot be attacked again in this phase: hexes, and wherever their defenders have been dispersed
    to. A momentum attack may [12.7]."""
    struck = (board.where[key] for key in data.get("struck", ()) if key in board.where)
    return {*data.get("hit", ()), *struck}


# --- flank attacks [12.6] ----------------------------------------------------------------------------


def _begin_flank(world: World, turn: Play, action: Action, h: int) -> None:
    """The first unit enters; others that could have made this attack may follow."""
    ways = flanks(world, turn.board, _fresh(world, turn.board, turn.data))
    able = tuple(unit.id for unit, to in ways if to == h and unit.id != action.unit)
    turn.push("flank", side=action.side, target=h, able=able, advanced=())
    follow(world, turn, action)


def legal_followers(world: World, state: Table, side: str) -> list[Action]:
    """Units that join the flank attack, within stacking, or no more."""
    data = state.top.data
    room = [k for k in data["able"] if has_room(world, state.board, world.pieces[k], data["target"])]
    return [*(Action(side, FLANK, key, label(world, data["target"])) for key in room), Action(side, "halt")]


def follow(world: World, turn: Play, action: Action) -> None:
    """Enter the hex without a fight; when no more follow, a momentum attack may come [12.6, 12.7]."""
    data = turn.data
    if action.verb == FLANK:
        unit = world.pieces[action.unit]
        able = tuple(key for key in data["able"] if key != unit.id)
        turn.remember(able=able, advanced=(*data["advanced"], unit.id))
        turn.log(f"{unit.name} makes a flank attack into {named(world, data['target'])}", "12.6")
        occupy(world, turn, unit, data["target"])
        data = turn.data
        if turn.state.result is not None:
            return
        if any(has_room(world, turn.board, world.pieces[key], data["target"]) for key in able):
            return
    turn.done()
    turn.remember(used=(*turn.data.get("used", ()), *data["advanced"]))
    turn.push("momentum", side=data["side"], able=data["advanced"], after_flank=True)
