"""The judge of this game for the greedy bot: one function for each decision of the sequence of play.

Scores are only compared within one decision. What takes long is kept for the phase that it was made for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from core.bots.contract import Candidate
from core.engine import Action
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.bot_combat import prospect
from core.games.war_comes_early.bot_fields import distances, goals
from core.games.war_comes_early.bot_movement import Front
from core.games.war_comes_early.phases import COMBAT, END, MOVEMENT, PASS, REORGANIZATION, Table, acting_units
from core.games.war_comes_early.pieces import Piece
from core.games.war_comes_early.victory import CZECHS
from core.games.war_comes_early.world import GERMANY, SIDES, World, enemy_of
from core.rules.paths import flood

DROP_GAIN, DROP_LANDS = 0.6, 4 / 6  # of a drop: what it must bring, and how likely it does
VIOLATION_REACH, RAILHEADS_APART = 3, 8  # hexes
DISORDER = 1.0  # strength that an army loses by being broken down
LEAST_GAIN = 0.15  # of an attack that is worth the risk
VIOLATED_GLADLY = ("danzig", "luxembourg")  # without units, and not part of any air force [3.3]
# Armies are formed again after the fight, so that they meet the enemy whole [5.1].
MOST_SUPPORT = 4  # markers over one attack
MOST_FIELDS = 64  # kept at once
BEST_ORDER = "MCR"
WINDOW_ORDER = {MOVEMENT: 3.0, COMBAT: 2.0, REORGANIZATION: 1.0}


class Judge:
    """Knows what is worth doing in each decision."""

    def __init__(self, world: World) -> None:
        """`world` is that of views: it knows the stand-ins for hidden units."""
        self.world = world
        self._fields: dict[tuple[object, ...], list[float]] = {}
        self._front: tuple[tuple[object, ...], Front] | None = None
        self._by_node: dict[str, Callable[..., Iterable[Candidate]]] = {
            "set_up": self._set_up,
            "neutral_set_up": self._set_up,
            "german_order": self._order,
            "window": self._window,
            "missions": self._missions,
            "support": self._support,
            "declare_violation": self._violation,
            "return": self._near_goals,
            "arrive": self._near_goals,
            "choose_replacement": self._replacement,
            "reorganize": self._reorganize,
            "components": self._strongest,
            "disperse": self._strongest,
            "surplus": self._weakest,
            "choose_loss": self._weakest,
            "select": self._select,
            "march": self._march,
            "move_railheads": self._railheads,
            "choose_attack": self._attack,
            "choose_momentum": self._momentum,
            "after_drop": self._after_drop,
            "attackers": self._join,
            "flank": self._follow,
            "choose_advance": self._advance,
        }

    def candidates(self, view: Table, side: str, legal: Sequence[Action]) -> Iterable[Candidate]:
        """Plans for the decision that the game stands at."""
        return self._by_node[view.top.node](view, side, legal)

    def field(self, board: Board, nation: str) -> list[float]:
        """How far each hex is from the goals of a nation; worked out again when the goals change."""
        key = (nation, board.turn, board.track, board.control, board.breached, board.violated, board.fallen)
        if key not in self._fields:
            if len(self._fields) > MOST_FIELDS:
                self._fields.clear()
            self._fields[key] = distances(self.world, board, nation, goals(self.world, board, nation))
        return self._fields[key]

    # --- set-up, arrivals -----------------------------------------------------------------------------

    def _set_up(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Near the goals, not all in one hex."""
        key = legal[0].unit
        if key not in self.world.pieces:
            yield from self._place_railhead(view.board, legal)
            return
        unit, board, index = self.world.pieces[key], view.board, self.world.ground.index
        field = self.field(board, unit.nation)
        for action in legal:
            h = index[action.space]
            yield _one(action, -field[h] - 2 * len(board.stacks.get(h, ())), "near the goals")

    def _place_railhead(self, board: Board, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Apart from each other: each supplies what is within five hexes of it [10.3]."""
        ground = self.world.ground
        for action in legal:
            h = ground.index[action.space]
            apart = min((self._distance(h, other) for other in board.railheads), default=0)
            yield _one(action, apart, "apart from the others")

    def _distance(self, a: int, b: int) -> int:
        return flood([a], self.world.ground.around, RAILHEADS_APART).get(b, RAILHEADS_APART)

    def _near_goals(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        field, index = (
            self.field(view.board, self.world.pieces[legal[0].unit].nation),
            self.world.ground.index,
        )
        for action in legal:
            if action.verb == PASS:
                yield _one(action, -1e9)
            else:
                yield _one(action, -field[index[action.space]], "near the goals")

    def _replacement(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        for action in legal:
            yield _one(action, self._strength(action.unit) if action.unit else -1.0, "the strongest returns")

    # --- the sequence ---------------------------------------------------------------------------------

    def _order(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        for action in legal:
            yield _one(action, float(action.option == BEST_ORDER), "armies are formed again after the fight")

    def _window(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Move and fight as early as possible."""
        for action in legal:
            yield _one(action, WINDOW_ORDER.get(action.option, 0.0), "as early as possible")

    def _violation(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Only neutrals that cannot defend themselves, and only where somebody is near them."""
        for action in legal:
            near = action.option in VIOLATED_GLADLY and self._is_near(view.board, action.option)
            score = 1.0 if near else (0.0 if action.verb == PASS else -1.0)
            yield _one(action, score, "points without a fight" if near else "no gain")

    def _is_near(self, board: Board, nation: str) -> bool:
        ground = self.world.ground
        around = flood(ground.hexes_of(nation), ground.around, VIOLATION_REACH)
        units = (u for h in around for u in self.world.units_in(board, h))
        return any(unit.nation == GERMANY and unit.mf for unit in units)

    # --- airpower -------------------------------------------------------------------------------------

    def _missions(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """The Germans support their attack until the Czechs have fallen, where that helps; else points come
        from bombs."""
        supports = side == "german" and CZECHS not in view.board.fallen
        stacks = len(self._useful_support(view.board, side)) // 7 if supports else 0  # a zone has seven hexes
        bombing = max(0, len(legal) - 1 - min(MOST_SUPPORT, stacks))
        for action in legal:
            yield _one(action, -abs(int(action.option) - bombing), "bombs are points")

    def _support(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Over the strongest own units beside the enemy."""
        index, board = self.world.ground.index, view.board
        useful = self._useful_support(board, side)
        for action in legal:
            yield _one(action, useful.get(index[action.space], 0.0), "over our attack")

    def _useful_support(self, board: Board, side: str) -> dict[int, float]:
        mark, found = SIDES[side], dict[int, float]()
        covered = {n for h in board.air for n in (h, *self.world.ground.around(h))}
        for h in board.stacks:
            if self.world.holder(board, h) != mark or h in covered:
                continue
            around = self.world.ground.around(h)
            if any(self.world.holder(board, n) == enemy_of(mark) for n in around):
                strength = sum(unit.af for unit in self.world.units_in(board, h))
                for n in (h, *around):
                    found[n] = found.get(n, 0.0) + strength
        return found

    # --- reorganization -------------------------------------------------------------------------------

    def _reorganize(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Armies are worth more than their corps."""
        for action in legal:
            score = {"combine": 1.0, END: 0.0}.get(action.verb, -1.0)
            yield _one(action, score, "an army is stronger than its corps")

    def _strongest(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        for action in legal:
            yield _one(action, self._strength(action.unit), "the strongest")

    def _weakest(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """An army loses one of its parts, not all of itself; German mechanized corps cost points [4.6]."""
        for action in legal:
            unit = self.world.pieces[action.unit]
            loss = (unit.af + unit.df) / max(1, unit.components) + DISORDER * unit.breaks_down
            yield _one(action, -loss - self._strength(unit.id) * unit.is_german_mech, "the least loss")

    def _strength(self, key: str) -> float:
        unit = self.world.pieces[key]
        return (unit.af + unit.df + 4 * unit.is_german_mech) * (1 + unit.breaks_down)

    # --- movement -------------------------------------------------------------------------------------

    def _select(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """The whole way of the next unit that has somewhere to go."""
        board = view.board
        units = [self.world.pieces[action.unit] for action in legal if action.verb == "select"]
        front = self._front_of(view, side, units)
        for unit in front.order(board, units):
            path, gain = front.best_way(board, unit)
            if path:
                labels = self.world.ground.labels
                steps = [Action(side, "move", unit.id, labels[h]) for h in path[1:]]
                plan = (Action(side, "select", unit.id), *steps, Action(side, "stop", unit.id))
                yield Candidate(plan, 1.0 + gain, "nearer to the goals")
                return
        yield _one(Action(side, END), 0.0, "nobody has anywhere to go")

    def _front_of(self, view: Table, side: str, units: Sequence[Piece]) -> Front:
        key = (view.board.turn, side, tuple(view.board.track), view.stack[-2].data["nations"])
        if self._front is None or self._front[0] != key:
            nations = sorted({unit.nation for unit in units})
            field = {nation: self.field(view.board, nation) for nation in nations}
            self._front = (key, Front(self.world, view.board, units, field))
        return self._front[1]

    def _march(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Only when a plan could not be carried out: stop."""
        yield from (_one(action, float(action.verb == "stop"), "the plan has failed") for action in legal)

    def _railheads(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        field, index = self.field(view.board, "soviet_union"), self.world.ground.index
        for action in legal:
            gain = field[index[action.space]] - field[index[action.option]] if action.option else 0.0
            yield _one(action, gain, "behind the front")

    # --- combat ---------------------------------------------------------------------------------------

    def _attack(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        data = view.stack[-2].data
        used = set(data.get("used", ()))
        units = [u for u in acting_units(self.world, view.board, data["nations"]) if u.id not in used]
        yield from self._attacks(view.board, side, units, legal)

    def _momentum(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        units = [self.world.pieces[key] for key in view.top.data["able"]]
        yield from self._attacks(view.board, side, units, legal)

    def _attacks(
        self, board: Board, side: str, units: Sequence[Piece], legal: Sequence[Action]
    ) -> Iterator[Candidate]:
        """Every attack with all who can join; flank attacks that lead nearer; or nothing."""
        index = self.world.ground.index
        for action in legal:
            if action.verb in (END, PASS):
                yield _one(action, LEAST_GAIN, "nothing worth the risk")
            elif action.verb == "attack":
                yield from self._one_attack(board, side, units, index[action.space], action)
            elif action.verb == "drop":
                yield from self._one_drop(board, units, index[action.space], action)
            elif action.verb == "flank":
                unit = self.world.pieces[action.unit]
                field = self.field(board, unit.nation)
                nearer = field[board.where[unit.id]] - field[index[action.space]]
                yield _one(action, 0.1 * nearer, "round the flank")

    def _one_attack(
        self, board: Board, side: str, units: Sequence[Piece], target: int, action: Action
    ) -> Iterator[Candidate]:
        beside = set(self.world.ground.around(target))
        near = [unit for unit in units if board.where[unit.id] in beside]
        if not near:
            return
        found = prospect(self.world, board, near, target, self.field(board, near[0].nation))
        if found is not None:
            joining = (Action(side, "join", unit.id) for unit in found.units)
            yield Candidate((action, *joining, Action(side, "resolve")), found.gain, found.why)

    def _one_drop(
        self, board: Board, units: Sequence[Piece], target: int, action: Action
    ) -> Iterator[Candidate]:
        """The airborne division comes once: only where its column matters. Four faces of six let it land."""
        beside = set(self.world.ground.around(target))
        near = [unit for unit in units if board.where[unit.id] in beside]
        field = self.field(board, GERMANY)
        plain, helped = (
            prospect(self.world, board, near, target, field, air_drop=drop) for drop in (False, True)
        )
        if plain is not None and helped is not None and helped.gain - plain.gain > DROP_GAIN:
            score = plain.gain + DROP_LANDS * (helped.gain - plain.gain)
            yield _one(action, score, f"from the air: {helped.why}")

    def _after_drop(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        yield from (_one(action, float(action.verb == "attack"), "the drop was for this") for action in legal)

    def _join(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Only after a drop, or when a plan could not be carried out: everybody who has any strength."""
        for action in legal:
            score = self._strength(action.unit) if action.unit and self.world.pieces[action.unit].af else 0.0
            yield _one(action, score, "all together")

    def _follow(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        yield from (_one(action, float(action.verb == "flank"), "together") for action in legal)

    def _advance(self, view: Table, side: str, legal: Sequence[Action]) -> Iterator[Candidate]:
        """Nearer to the goals, or into a hex that matters."""
        board, target = view.board, view.stack[-2].data["target"]
        matters = bool(self.world.ground.vp[target] or self.world.foreign_fort(board, target))
        empty = not board.stacks.get(target)
        for action in legal:
            if action.verb == "halt":
                yield _one(action, 0.0, "far enough")
                continue
            unit = self.world.pieces[action.unit]
            field = self.field(board, unit.nation)
            nearer = field[board.where[unit.id]] - field[target]
            score = nearer + (100.0 if matters and empty else 0.0) + self._strength(unit.id) / 100
            yield _one(action, score, "nearer to the goals")


def _one(action: Action, score: float, why: str = "") -> Candidate:
    return Candidate((action,), score, why)
