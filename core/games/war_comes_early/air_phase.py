"""The Air Superiority Phase as decisions: how many markers bomb, and where the others go [6.1, 6.2]."""

from __future__ import annotations

from core.engine import Action
from core.games.war_comes_early.air import bomb, may_place, place, places
from core.games.war_comes_early.phases import Play, Table, place_actions
from core.games.war_comes_early.world import World


def legal_missions(world: World, state: Table, side: str) -> list[Action]:
    """Any number of markers for terror bombing; all others support on the ground [6.1]."""
    return [Action(side, "bomb", option=str(n)) for n in range(state.top.data["markers"] + 1)]


def choose_missions(world: World, turn: Play, action: Action) -> None:
    """Terror bombing is settled first, then every other marker must be placed [6.2.1, 6.2.2]."""
    bombing = int(action.option)
    left = min(turn.data["markers"] - bombing, len(world.ground.labels))
    turn.done()
    bomb(world, turn, bombing)
    if left:
        turn.push("support", side=action.side, left=left)


def legal_support(world: World, state: Table, side: str) -> list[Action]:
    """Any hex of the map without a marker [6.2.2]."""
    return place_actions(world, side, "support", "", places(world, state.board))


def why_not_support(world: World, state: Table, action: Action) -> str:
    """Checked directly, because nearly all hexes of the map are allowed."""
    h = world.ground.index.get(action.space)
    if h is None or action != Action(action.side, "support", space=action.space):
        return f"{action} is not allowed here: choose a hex for an airpower marker [6.2.2]"
    if not may_place(world, state.board, h):
        return f"there is a marker in {action.space} already [6.2.2]"
    return ""


def choose_support(world: World, turn: Play, action: Action) -> None:
    """Put a marker on the map."""
    left = turn.data["left"] - 1
    place(world, turn, world.ground.index[action.space])
    if left:
        turn.remember(left=left)
    else:
        turn.done()
