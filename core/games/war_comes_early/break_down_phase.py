"""Break-down and combining as decisions: which components, when the counters differ [7.1]."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Action
from core.games.war_comes_early.phases import Play, Table
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.reorganization import break_down, combine, components_aside, components_in
from core.games.war_comes_early.victory import side_name
from core.games.war_comes_early.world import World


def begin_break_down(world: World, turn: Play) -> None:
    """Put components in the place of a big unit. Counters that differ in nothing but their name are not worth
    a question: then the first ones are taken."""
    big = world.pieces[turn.data["big"]]
    candidates = components_aside(world, turn.board, big)
    if _is_worth_asking(world, candidates, big.components):
        side = side_name(world, world.side_of(turn.board, big.nation))
        turn.go("components", side=side, big=big.id, picked=(), joins=False)
        return
    turn.done()
    carry_out_break_down(world, turn, big, candidates[: big.components])


def begin_combine(world: World, turn: Play) -> None:
    """Put a big unit in the place of components in a hex."""
    big = world.pieces[turn.data["big"]]
    h, changed = turn.data["hex"], turn.data["changed"]
    candidates = components_in(world, turn.board, big, h, changed)
    if _is_worth_asking(world, candidates, big.components):
        side = turn.data["side"]
        turn.go("components", side=side, big=big.id, picked=(), joins=True, hex=h, changed=changed)
        return
    turn.done()
    _carry_out_combine(world, turn, big, candidates[: big.components])


def _is_worth_asking(world: World, candidates: Sequence[Piece], need: int) -> bool:
    kinds = {(unit.type, unit.af, unit.df, unit.ce, unit.slots, unit.ad_hoc) for unit in candidates}
    return len(candidates) > need and len(kinds) > 1 and bool(world.option("owner_picks_components"))


def _candidates(world: World, state: Table) -> list[Piece]:
    data = state.top.data
    big = world.pieces[data["big"]]
    if data["joins"]:
        units = components_in(world, state.board, big, data["hex"], data["changed"])
    else:
        units = components_aside(world, state.board, big)
    return [unit for unit in units if unit.id not in data["picked"]]


def legal_components(world: World, state: Table, side: str) -> list[Action]:
    """Any component that is left, one after the other."""
    return [Action(side, "component", unit.id) for unit in _candidates(world, state)]


def pick_component(world: World, turn: Play, action: Action) -> None:
    """Take one; the last one makes the change."""
    data = turn.data
    big = world.pieces[data["big"]]
    picked = (*data["picked"], action.unit)
    if len(picked) < big.components:
        turn.remember(picked=picked)
        return
    turn.done()
    units = [world.pieces[key] for key in picked]
    if data["joins"]:
        _carry_out_combine(world, turn, big, units)
    else:
        carry_out_break_down(world, turn, big, units)


def carry_out_break_down(world: World, turn: Play, big: Piece, parts: Sequence[Piece]) -> None:
    """Replace a big unit, and tell those frames that count it among their units what it has become."""
    break_down(world, turn.board, big, parts)
    names = ", ".join(part.name for part in parts)
    missing = big.components - len(parts)
    short = f"; no counter is left for {missing} more (G9)" if missing else ""
    line = f"{big.name} breaks down into {names or 'nothing'}{short}"
    turn.log(line, "7.1", sides=_who_sees(world, turn, big))
    new = tuple(part.id for part in parts)
    turn.state.stack = tuple(
        frame._replace(data={name: _replaced(value, big.id, new) for name, value in frame.data.items()})
        if any(isinstance(value, tuple) and big.id in value for value in frame.data.values())
        else frame
        for frame in turn.state.stack
    )


def _replaced(value: object, big: str, parts: tuple[str, ...]) -> object:
    if not isinstance(value, tuple) or big not in value:
        return value
    at = value.index(big)
    return (*value[:at], *parts, *value[at + 1 :])


def _carry_out_combine(world: World, turn: Play, big: Piece, parts: Sequence[Piece]) -> None:
    combine(turn.board, big, parts)
    names = ", ".join(part.name for part in parts)
    turn.log(f"{names} form {big.name}", "7.1", sides=_who_sees(world, turn, big))
    turn.remember(changed=(*turn.data.get("changed", ()), big.id))


def _who_sees(world: World, turn: Play, big: Piece) -> tuple[str, ...]:
    """In a battle everybody, else the owner: the enemy knows only the top of a stack [8.3]."""
    if any(frame.node in ("resolve", "aftermath") for frame in turn.state.stack):
        return ()
    return (side_name(world, world.side_of(turn.board, big.nation)),)
