"""Shared rules on made-up boards: words, numbers and hexes serve alike, so they know no game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hexgrid.hexes import Hex, distance, neighbours, within
from core.rules.control import captured
from core.rules.modifiers import Modifiers
from core.rules.paths import Arrival, Step, flood, reachable
from core.rules.schedule import due, turns_later
from core.rules.stacking import Limit, broken_limits, least_excess
from core.rules.supply import Cut, trace
from core.rules.tables import ResultTable, column_for
from core.rules.zoc import projected

ROADS: dict[str, list[Step[str]]] = {
    "a": [Step("b", 2), Step("c", 1, stops=True)],
    "b": [Step("c", 3), Step("a", 2)],
    "c": [Step("d", 1)],
    "d": [],
}


class TestPaths:
    def test_a_dearer_way_goes_on_where_the_cheap_one_stops(self) -> None:
        reach = reachable("a", 6, ROADS.__getitem__)
        assert reach.stopping == {"c": Arrival(1, "a")}
        assert reach.passing["c"] == Arrival(5, "b")
        assert reach.arrival("c").cost == 1
        assert reach.path("c") == ["a", "c"]
        assert reach.path("d") == ["a", "b", "c", "d"]
        assert reach.spaces() == {"a", "b", "c", "d"}

    def test_the_budget_is_the_limit(self) -> None:
        reach = reachable("a", 5, ROADS.__getitem__)
        assert "c" in reach and "d" not in reach
        assert reachable("a", 0, ROADS.__getitem__).spaces() == {"a"}

    @given(st.integers(0, 5))
    def test_plain_ground_is_a_range_of_hexes(self, budget: int) -> None:
        start = Hex(0, 0)
        reach = reachable(start, budget, lambda h: [Step(n, 1) for n in neighbours(h)])
        assert reach.spaces() == set(within(start, budget))
        assert all(reach.arrival(h).cost == distance(start, h) for h in reach.spaces())
        assert all(len(reach.path(h)) == distance(start, h) + 1 for h in reach.spaces())

    @given(st.dictionaries(st.integers(0, 30), st.integers(1, 5)), st.integers(0, 12))
    def test_costs_are_the_least_there_are(self, prices: dict[int, int], budget: int) -> None:
        """On a line of numbers there is one way only: its cost is the sum of what is entered."""
        steps = lambda n: [Step(m, prices.get(m, 1)) for m in (n - 1, n + 1)]  # noqa: E731
        reach = reachable(10, budget, steps)
        for n in range(10, 40):
            cost = sum(prices.get(m, 1) for m in range(11, n + 1))
            assert (n in reach) == (cost <= budget)
            if n in reach:
                assert reach.arrival(n).cost == cost

    def test_flood(self) -> None:
        near: dict[int, Iterable[int]] = {1: [2], 2: [1, 3], 3: [2], 9: [8], 8: [9]}
        assert flood([1], near.__getitem__) == {1: 0, 2: 1, 3: 2}
        assert flood([1], near.__getitem__, most=1) == {1: 0, 2: 1}
        assert flood([1, 9], near.__getitem__) == {1: 0, 9: 0, 2: 1, 8: 1, 3: 2}


def test_zones_reach_where_the_rule_says() -> None:
    pieces = {"strong": 5, "weak": 7}
    zones = projected(pieces, lambda n: [n - 1, n + 1], lambda piece, _, into: piece == "strong" or into > 7)
    assert zones == {4: ["strong"], 6: ["strong"], 8: ["weak"]}


class TestSupply:
    """A ladder of two rows: 0 to 4 above, 10 to 14 below; the source is at 4."""

    def neighbours(self, n: int) -> list[int]:
        beside = [m for m in (n - 1, n + 1) if m // 10 == n // 10 and 0 <= m % 10 <= 4]
        return [*beside, n + 10 if n < 10 else n - 10]

    def test_the_shortest_open_line(self) -> None:
        found = trace(0, lambda n: n == 4, self.neighbours, lambda a, b: "")
        assert found.is_open and found.path == (0, 1, 2, 3, 4)

    def test_a_line_goes_round_what_is_closed(self) -> None:
        found = trace(0, lambda n: n == 4, self.neighbours, lambda a, b: "enemy" if b == 2 else "")
        assert found.is_open and len(found.path) == 7 and 2 not in found.path

    def test_a_cut_line_says_where_and_by_whom(self) -> None:
        closed = {2: "enemy in 2", 12: "river at 12", 13: "enemy in 13"}
        found = trace(0, lambda n: n == 4, self.neighbours, lambda a, b: closed.get(b, ""))
        assert not found.is_open
        assert found.cuts == (Cut(1, 2, "enemy in 2"),)
        assert found.path == (0, 1, 2, 3, 4)

    def test_no_source_at_all(self) -> None:
        found = trace(0, lambda n: n == 99, self.neighbours, lambda a, b: "")
        assert found.path == () and not found.is_open

    def test_at_the_source(self) -> None:
        assert trace(4, lambda n: n == 4, self.neighbours, lambda a, b: "closed").is_open

    @given(st.sets(st.sampled_from(range(1, 14)).filter(lambda n: n % 10 <= 4)))
    def test_open_exactly_when_flooding_gets_there(self, closed: set[int]) -> None:
        found = trace(0, lambda n: n == 4, self.neighbours, lambda a, b: "x" if b in closed else "")
        flooded = flood([0], lambda n: [m for m in self.neighbours(n) if m not in closed])
        assert found.is_open == (4 in flooded)
        if found.is_open:
            assert len(found.path) == flooded[4] + 1


class TestTables:
    table = ResultTable({1: ("A", "B", "C"), 2: ("D", "E", "F")})

    @pytest.mark.parametrize(("value", "column"), [(-9, 0), (0, 0), (1, 1), (4, 1), (5, 2), (99, 2)])
    def test_column_is_the_highest_bound_not_above(self, value: int, column: int) -> None:
        assert column_for(value, (0, 1, 5)) == column

    @pytest.mark.parametrize(("shift", "column"), [(-3, 0), (-1, 0), (0, 1), (1, 2), (5, 2)])
    def test_shifts_stop_at_the_outer_columns(self, shift: int, column: int) -> None:
        assert self.table.shifted(1, shift) == column

    def test_results(self) -> None:
        assert self.table.result(2, 1) == "C"
        assert self.table.result(0, 9) == "D"
        assert self.table.result(0, -9) == "A"


def test_modifiers_remember_their_reasons() -> None:
    modifiers = Modifiers()
    modifiers.add(2, "surprise", "7.1")
    modifiers.add(0, "nothing", "7.2")
    modifiers.add(-0.5, "rain")
    assert modifiers.total == 1.5
    assert [str(part) for part in modifiers.parts] == ["+2 surprise [7.1]", "-0.5 rain"]


class TestStacking:
    by_letters = Limit(lambda piece: len(str(piece)), 5, "8.0")
    by_count = Limit(lambda piece: 1, 2, "8.1")

    def test_broken_limits(self) -> None:
        assert broken_limits(["aa", "bb"], [self.by_letters, self.by_count]) == []
        assert broken_limits(["aaa", "bbb"], [self.by_letters, self.by_count]) == [self.by_letters]
        assert broken_limits(["a", "b", "c"], [self.by_letters, self.by_count]) == [self.by_count]

    def test_least_excess_lets_the_heaviest_leave(self) -> None:
        assert least_excess(["aaaa", "b", "c"], [self.by_letters]) == 1
        assert least_excess(["aaa", "bbb", "ccc"], [self.by_letters]) == 2
        assert least_excess(["a", "b", "c", "d"], [self.by_letters, self.by_count]) == 2
        assert least_excess(["a"], [self.by_letters]) == 0


def test_schedule() -> None:
    assert due({"late": 5, "soon": 2, "now": 3}, 3) == ["soon", "now"]
    assert turns_later(6, 4, 10) == 10
    assert turns_later(6, 5, 10) is None


def test_control_changes_hands_on_entry() -> None:
    held = {"x": "red", "y": "blue"}
    assert captured(held, ["x", "y", "z"], "blue") == {"x": "red", "z": ""}
    assert held == {"x": "red", "y": "blue"}


def test_rules_do_not_import_a_game() -> None:
    folder = Path(__file__).resolve().parents[3] / "core" / "rules"
    assert all("core.games" not in path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
