"""From map, scenario and system to the drawing: which layers there are and what lies above what.

The grid lies under rivers and roads, not over them: a thin line in the middle of a river would split it.
"""

from __future__ import annotations

from collections.abc import Callable

from core.formats.system_file import SystemFile
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.render.counters import Pieces, make_pieces
from core.render.drawing import Drawing, Item, Layer, Texts
from core.render.ground import make_grid, make_ground, map_edge, slopes
from core.render.lattice import Lattice
from core.render.options import USUAL_LAYERS
from core.render.paths import path_items
from core.render.places import NUMBER_SIZE, PlacedPlaces, label_texts, number_texts
from core.render.provenance import provenance_items
from core.render.regions import region_items
from core.render.sheet import PAPER, box_items, make_sheet
from core.render.sides import hexside_items


def describe(
    model: MapModel,
    system: SystemFile,
    scenario: ScenarioModel | None = None,
    shown: frozenset[str] = USUAL_LAYERS,
    smallest_text: float = 0.0,
) -> Drawing:
    """The drawing of a map, or of a scenario on its map. Text below `smallest_text` hexes is left out."""
    lattice = Lattice(model)
    title = scenario.info.name if scenario else model.info.name
    sheet = make_sheet(model, system, lattice, shown, title)
    ground = make_ground(lattice, system, shown) if "terrain" in shown else None
    places = PlacedPlaces(model, system, lattice)
    pieces = make_pieces(scenario, model, system, lattice) if scenario and "units" in shown else Pieces()
    makers: dict[str, Callable[[], list[Item]]] = {
        "terrain": lambda: [ground] if ground else [],
        "grid": lambda: [make_grid(lattice), map_edge(lattice)],
        "elevation": lambda: slopes(lattice) if system.elevation else [],
        "hexsides": lambda: hexside_items(model, system, lattice),
        "paths": lambda: path_items(model, system, lattice),
        "regions": lambda: region_items(model, system, lattice),
        "places": lambda: [places.stamps()],
        "provenance": lambda: provenance_items(model, lattice),
        "numbers": lambda: [number_texts(model, lattice)] if smallest_text <= NUMBER_SIZE else [],
        "labels": lambda: [label_texts(model, system, lattice, places, shown, pieces.covered)],
        "sheet": lambda: sheet.items,
        "boxes": lambda: box_items(model),
        "units": lambda: list(pieces.items),
    }
    layers = [Layer(name, make()) for name, make in makers.items() if name in shown]
    return Drawing(
        title, lattice.layout, sheet.rect, PAPER, [_readable(layer, smallest_text) for layer in layers]
    )


def _readable(layer: Layer, smallest: float) -> Layer:
    """A layer without the texts that would be too small to read."""
    if not smallest:
        return layer
    items = [
        Texts([text for text in item.items if text.size >= smallest]) if isinstance(item, Texts) else item
        for item in layer.items
    ]
    return Layer(layer.name, items)
