"""Hypothesis strategies for whole documents: every field, both orientations, all numberings."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, sides
from core.hexgrid.numbering import Numbering
from core.hexgrid.orientation import Orientation
from core.model.board import BoardHead, BoardModel, Overlay, Placement
from core.model.facts import Attributes, Origin, Source, Sources
from core.model.map import (
    Box,
    Cell,
    Feature,
    Georeference,
    Label,
    Link,
    MapHead,
    MapModel,
    Place,
    Region,
    Underlay,
)
from core.model.scenario import (
    Control,
    Faction,
    Formation,
    MapReference,
    Marker,
    Nation,
    Reinforcement,
    ScenarioHead,
    ScenarioModel,
    Turn,
    Unit,
    Victory,
    Zone,
)

CHARACTERS = st.characters(codec="utf-8")
FEW = 3
ids = st.from_regex(r"[a-z0-9][a-z0-9_.\-]{0,5}", fullmatch=True)
texts = st.text(CHARACTERS, max_size=8)
names = st.text(CHARACTERS, min_size=1, max_size=8)
floats = st.floats(allow_nan=False, allow_infinity=False)
sizes = st.floats(0, 20, exclude_min=True)
coordinates = st.floats(-10_000, 10_000)
angles = st.floats(-360, 360)
scalars = texts | st.booleans() | st.integers(-(2**63), 2**64 - 1) | floats
attributes = st.dictionaries(texts, scalars | st.lists(scalars, max_size=FEW).map(tuple), max_size=FEW).map(
    Attributes
)
references = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=8)
source = st.builds(Source, st.sampled_from(Origin), references)
sources = st.dictionaries(texts | st.just(""), source, max_size=FEW).map(Sources)
orders = st.integers(-(10**6), 10**6)
turn_numbers = st.integers(0, 9999)
hashes = st.just("") | st.from_regex(r"[0-9a-f]{64}", fullmatch=True)
spaces = st.text(CHARACTERS, min_size=1, max_size=8)
many_spaces = st.lists(spaces, max_size=FEW).map(tuple)
many_ids = st.lists(ids, max_size=FEW).map(tuple)
facts: dict[str, st.SearchStrategy[Any]] = {"attributes": attributes, "sources": sources}


def layer(entries: st.SearchStrategy[Any], keys: st.SearchStrategy[Any] = ids) -> st.SearchStrategy[Any]:
    """A layer with some entries."""
    return st.dictionaries(keys, entries, max_size=FEW)


@st.composite
def numberings(draw: st.DrawFn, columns: int, rows: int) -> Numbering:
    """Every numbering in which each hex has a number of its own."""
    order = draw(st.sampled_from(["CCRR", "RRCC"]))
    first_column, first_row = draw(st.integers(0, 9999)), draw(st.integers(0, 9999))
    last_digits = {
        "column_digits": len(str(first_column + columns - 1)) if order == "RRCC" else 1,
        "row_digits": len(str(first_row + rows - 1)) if order == "CCRR" else 1,
    }
    return Numbering(
        order=order,
        first_column=first_column,
        first_row=first_row,
        prefix=draw(st.from_regex(r"[A-Za-z]{0,2}", fullmatch=True)),
        separator=draw(st.sampled_from(["", ".", ",", "-", " "])),
        columns_from=draw(st.sampled_from(["left", "right"])),
        rows_from=draw(st.sampled_from(["top", "bottom"])),
        **{name: draw(st.integers(least, 5)) for name, least in last_digits.items()},
    )


georeferences = st.builds(Georeference, names, st.tuples(*[floats] * 6), sources)
underlays = st.builds(Underlay, names, coordinates, coordinates, sizes, angles, st.floats(0, 1))
cells = st.builds(
    Cell,
    ids,
    st.integers(-100, 1000),
    st.frozensets(ids, max_size=2),
    st.frozensets(ids, max_size=2),
    **facts,
)
features = st.builds(Feature, **facts)
regions = st.builds(Region, ids, names, **facts)
boxes = st.builds(Box, ids, names, coordinates, coordinates, sizes, sizes, **facts)


def labels(spots: list[Hex]) -> st.SearchStrategy[Label]:
    """Free texts, also where there is no hex."""
    styles = st.sampled_from(["plain", "bold", "italic", "spaced"])
    return st.builds(Label, names, st.sampled_from(spots), coordinates, coordinates, sizes, angles, styles)


@st.composite
def maps(draw: st.DrawFn) -> MapModel:
    """Maps with missing hexes, sides at the edge and everything else."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    grid = Grid(draw(st.sampled_from(Orientation)), columns, rows, draw(st.booleans()))
    head = MapHead(
        draw(ids),
        draw(names),
        draw(ids),
        grid,
        draw(numberings(columns, rows)),
        draw(st.booleans()),
        draw(texts),
        draw(st.none() | source),
        draw(texts),
        draw(attributes),
        draw(st.none() | georeferences),
        draw(st.none() | underlays),
    )
    spots = list(grid.hexes())
    pool = draw(st.lists(cells, min_size=1, max_size=FEW))
    hexes = draw(st.dictionaries(st.sampled_from(spots), st.sampled_from(pool), max_size=len(spots)))
    model = MapModel({"map": head}, hexes)
    model.regions = draw(layer(regions))
    model.boxes = draw(layer(boxes))
    model.labels = draw(layer(labels(spots)))
    if hexes:
        there = sorted(hexes)
        links = st.builds(Link, st.sampled_from([side for h in there for side in sides(h)]), ids)
        model.hexsides = draw(layer(features, links))
        model.paths = draw(layer(features, links))
        model.places = draw(layer(st.builds(Place, ids, st.sampled_from(there), texts, **facts)))
    return model


placements = st.builds(
    Placement, ids, hashes, st.integers(-10000, 10000), st.integers(-10000, 10000), st.sampled_from([0, 180])
)
overlays = st.builds(Overlay, ids, names, names, hashes, st.integers(0, 5))


@st.composite
def boards(draw: st.DrawFn) -> BoardModel:
    """Boards, whether or not their maps would fit."""
    head = st.builds(BoardHead, ids, names, ids, texts, texts, st.none() | source)
    parts = draw(st.lists(placements, min_size=1, max_size=FEW))
    covers = draw(st.lists(overlays, max_size=FEW))
    return BoardModel({"board": draw(head)}, dict(enumerate(parts, 1)), dict(enumerate(covers, 1)))


scenario_heads = st.builds(
    ScenarioHead,
    ids,
    names,
    ids,
    st.builds(MapReference, ids, hashes),
    texts,
    texts,
    turn_numbers,
    st.none() | source,
    attributes,
)
scenarios = st.builds(
    ScenarioModel,
    scenario_heads.map(lambda head: {"scenario": head}),
    options=layer(scalars),
    turns=layer(st.builds(Turn, names, texts, texts, **facts), turn_numbers),
    sides=layer(st.builds(Faction, names, **facts)),
    nations=layer(st.builds(Nation, texts, **facts)),
    control=layer(st.builds(Control, texts, sources), spaces),
    markers=layer(st.builds(Marker, ids, spaces, texts, **facts)),
    formations=layer(st.builds(Formation, names, texts, texts, orders, **facts)),
    units=layer(st.builds(Unit, names, ids, ids, texts, texts, orders, texts, texts, **facts)),
    reinforcements=layer(
        st.builds(
            Reinforcement,
            turn_numbers,
            st.lists(ids, min_size=1, max_size=FEW).map(tuple),
            many_spaces,
            texts,
            texts,
            **facts,
        )
    ),
    zones=layer(st.builds(Zone, names, texts, many_spaces, many_ids, **facts)),
    victory=layer(st.builds(Victory, texts, names, floats, many_spaces, many_ids, **facts)),
)
