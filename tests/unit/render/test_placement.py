"""Names keep clear of each other, of signs and of counters."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.render.drawing import Rect
from core.render.fonts import CAPITALS, DESCENT
from core.render.placement import Taken, Wanted, place_names

BOUNDS = Rect(-5, -5, 30, 30)


def rect_of(text) -> Rect:
    return Rect(
        text.left, text.y - CAPITALS * text.size, text.left + text.width, text.y + DESCENT * text.size
    )


def shrunk(rect: Rect) -> Rect:
    return rect.grown(-1e-6)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 12)), unique=True, max_size=40))
def test_names_never_overlap_where_there_is_room(spots):
    # Columns are three hexes apart and rows one: every name fits beside its sign.
    wanted = [Wanted(f"Name {i}", 3.0 * x, 1.0 * y, 0.15, 0.2, i % 5) for i, (x, y) in enumerate(spots)]
    taken = Taken()
    for want in wanted:
        taken.add(Rect(want.x - 0.15, want.y - 0.15, want.x + 0.15, want.y + 0.15), 2.0)
    placed = place_names(wanted, taken, BOUNDS)
    assert sorted(text.text for text in placed) == sorted(want.text for want in wanted)
    for a, b in combinations(placed, 2):
        assert not shrunk(rect_of(a)).overlaps(shrunk(rect_of(b)))


def test_crowded_names_move_around_their_signs():
    wanted = [
        Wanted("Alpha", 0, 0, 0.1, 0.2, 3),
        Wanted("Beta", 0.9, 0, 0.1, 0.2, 2),
        Wanted("Gamma", 0.45, 0.6, 0.1, 0.2, 1),
    ]
    taken = Taken()
    for want in wanted:
        taken.add(Rect(want.x - 0.1, want.y - 0.1, want.x + 0.1, want.y + 0.1), 2.0)
    placed = place_names(wanted, taken, BOUNDS)
    for a, b in combinations(placed, 2):
        assert not shrunk(rect_of(a)).overlaps(shrunk(rect_of(b)))


def test_the_more_important_name_has_the_first_choice():
    wanted = [Wanted("Small", 0, 0, 0.1, 0.2, 1), Wanted("Great", 0, 0, 0.1, 0.2, 9)]
    placed = place_names(wanted, Taken(), BOUNDS)
    assert not shrunk(rect_of(placed[0])).overlaps(shrunk(rect_of(placed[1])))
    assert placed[0].text == "Great"
    assert placed[0].left == pytest.approx(0.13)  # to the right of its sign


def test_names_stay_on_the_map():
    (text,) = place_names([Wanted("Land's End", 29.9, 10, 0.1, 0.2, 1)], Taken(), BOUNDS)
    assert rect_of(text).right <= BOUNDS.right
