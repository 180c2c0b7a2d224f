"""The game as the kernel sees it: its nodes, its views, its invariants [5]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from core.engine import Decision, Dice, Procedure, started
from core.formats.system_file import SystemFile
from core.games.war_comes_early import (
    air_phase,
    arrivals_phase,
    battle_phase,
    break_down_phase,
    combat_phase,
    fog,
    invariants,
    losses,
    movement_phase,
    neutrals_phase,
    overstack,
    railheads,
    reorganization_phase,
    sequence,
    set_up_phase,
)
from core.games.war_comes_early.board import ALLIED, GERMAN, Board
from core.games.war_comes_early.judge import Judge
from core.games.war_comes_early.phases import Table, owner, run_steps
from core.games.war_comes_early.set_up_phase import Plan
from core.games.war_comes_early.setup import make_board, make_plan, make_world
from core.games.war_comes_early.victory import points_1939, points_of, side_name
from core.games.war_comes_early.world import World
from core.model.map import MapModel
from core.model.scenario import ScenarioModel

Node: TypeAlias = Decision[Board] | Procedure[Board]


class WarComesEarly:
    """One scenario of the game, ready to be played."""

    id, version, board_type = "war_comes_early", 1, Board

    def __init__(self, world: World, plan: Plan, board: Board, sides: tuple[str, ...]) -> None:
        self.world, self.sides = world, sides
        self.nodes: Mapping[str, Node] = _nodes(world, plan)
        self._board = board
        self._seen_world = fog.with_unknown(world)

    def start(self, dice: Dice) -> Table:
        """A new game at its first decision."""
        return started(self, self._board.copy(), "before_play", dice)

    def view(self, state: Table, side: str) -> Table:
        """The table as a side sees it [8.3]."""
        return fog.view(self.world, state, side)

    def check(self, state: Table) -> None:
        """Raise AssertionError when the table contradicts the rules."""
        invariants.check(self.world, state)

    def turn_of(self, state: Table) -> int:
        """The game turn."""
        return state.board.turn

    def points(self, state: Table) -> dict[str, float]:
        """The points of both sides; in 1939 only the Germans have some [13.3]."""
        if self.world.campaign == 1939:
            return {"german": points_1939(self.world, state.board).total, "polish": 0.0}
        return {side_name(self.world, m): points_of(self.world, state.board, m) for m in (ALLIED, GERMAN)}

    def judge(self) -> Judge:
        """What the greedy bot asks."""
        return Judge(self._seen_world)


def make_game(scenario: ScenarioModel, model: MapModel, system: SystemFile) -> WarComesEarly:
    """The game of a scenario; SetupError when it breaks a rule."""
    world = make_world(scenario, model, system)
    board = make_board(world, scenario)
    return WarComesEarly(world, make_plan(world, scenario, board), board, tuple(scenario.sides))


def _nodes(world: World, plan: Plan) -> dict[str, Node]:
    """The sequence of play: every frame of the stack stands at one of these."""

    def procedure(run: Callable[..., None], *given: Any) -> Procedure[Board]:
        return Procedure(partial(run, world, *given))

    def decision(legal: Callable[..., Any], act: Callable[..., None], *given: Any) -> Decision[Board]:
        return Decision(owner, partial(legal, world, *given), partial(act, world, *given))

    def judged(
        legal: Callable[..., Any], act: Callable[..., None], why_not: Callable[..., str]
    ) -> Decision[Board]:
        return Decision(owner, partial(legal, world), partial(act, world), partial(why_not, world))

    return {
        # Set-up [3] and the sequence of play [5]
        "before_play": procedure(set_up_phase.begin, plan),
        "set_up": decision(set_up_phase.legal, set_up_phase.place, plan),
        "game_turn": procedure(sequence.game_turn),
        "german_order": decision(sequence.legal_orders, sequence.choose_order),
        "german_turn": procedure(sequence.german_turn),
        "national_turn": procedure(sequence.national_turn),
        "window": decision(sequence.legal_windows, sequence.declare_phase),
        "phase": Procedure(run_steps),
        # Airpower [6]
        "missions": decision(air_phase.legal_missions, air_phase.choose_missions),
        "support": judged(air_phase.legal_support, air_phase.choose_support, air_phase.why_not_support),
        # Arrivals and neutrals [3]
        "replacements": procedure(arrivals_phase.replacements),
        "return": decision(arrivals_phase.legal_returns, arrivals_phase.choose_return),
        "german_replacement": procedure(arrivals_phase.german_replacement),
        "choose_replacement": decision(arrivals_phase.legal_replacements, arrivals_phase.choose_replacement),
        "reserves": procedure(arrivals_phase.reserves),
        "place_reserves": procedure(arrivals_phase.place_reserves),
        "mountain_corps": procedure(arrivals_phase.mountain_corps),
        "motorized_corps": procedure(arrivals_phase.motorized_corps),
        "arrive": decision(arrivals_phase.legal_arrivals, arrivals_phase.choose_arrival),
        "violation": procedure(neutrals_phase.begin_violation),
        "declare_violation": decision(neutrals_phase.legal_violations, neutrals_phase.declare_violation),
        "neutral_set_up": decision(neutrals_phase.legal_set_up, neutrals_phase.choose_set_up),
        "lapse": procedure(neutrals_phase.end_violation),
        # Reorganization and overstacks [7, 8]
        "reorganization": procedure(reorganization_phase.begin),
        "reorganize": decision(reorganization_phase.legal, reorganization_phase.reorganize),
        "break_down": procedure(break_down_phase.begin_break_down),
        "combine": procedure(break_down_phase.begin_combine),
        "components": decision(break_down_phase.legal_components, break_down_phase.pick_component),
        "overstack": procedure(overstack.correct),
        "disperse": decision(overstack.legal_dispersals, overstack.disperse),
        "surplus": decision(overstack.legal_surplus, overstack.give_up),
        # Movement [11] and railheads [10.3.1]
        "movement": procedure(movement_phase.begin),
        "select": judged(movement_phase.legal, movement_phase.select, movement_phase.why_not),
        "march": judged(movement_phase.legal_steps, movement_phase.step, movement_phase.why_not_there),
        "railheads": procedure(railheads.begin),
        "move_railheads": decision(railheads.legal, railheads.move),
        # Combat [12]
        "combat": procedure(combat_phase.begin),
        "choose_attack": judged(combat_phase.legal, combat_phase.choose, combat_phase.why_not),
        "after_drop": decision(combat_phase.legal_after_drop, combat_phase.after_drop),
        "attackers": decision(combat_phase.legal_attackers, combat_phase.choose_attacker),
        "flank": decision(combat_phase.legal_followers, combat_phase.follow),
        "battle": procedure(battle_phase.begin),
        "resolve": procedure(battle_phase.resolve),
        "losses": procedure(losses.take_losses),
        "choose_loss": decision(losses.legal_losses, losses.lose),
        "aftermath": procedure(battle_phase.aftermath),
        "advance": procedure(battle_phase.begin_advance),
        "choose_advance": decision(battle_phase.legal_advances, battle_phase.advance),
        "momentum": procedure(battle_phase.begin_momentum),
        "choose_momentum": decision(battle_phase.legal_momentum, battle_phase.choose_momentum),
    }
