"""From map, scenario and system to the drawing: which layers there are and what lies above what.

The grid lies under rivers and roads, not over them: a thin line in the middle of a river would split it.
Labels lie above counters: they step aside where they can, and are read over them where they cannot.
"""

from __future__ import annotations

from collections.abc import Callable

from core.formats.system_file import SystemFile
from core.model.map import MapModel
from core.model.scenario import ScenarioModel
from core.render.drawing import Drawing, Item, Layer, Texts
from core.render.ground import make_grid, make_ground, map_edge, slopes
from core.render.keys import KeyMaker
from core.render.labels import make_labels
from core.render.lattice import Lattice
from core.render.numbers import NUMBER_SIZE, number_texts
from core.render.options import LAYERS, USUAL_LAYERS
from core.render.panels import scenario_sections
from core.render.paths import path_items
from core.render.pieces import Pieces, Spaces, control_items, make_pieces
from core.render.places import PlacedPlaces
from core.render.provenance import NAMES, Survey, has_assumed, mark_items, survey
from core.render.regions import region_items
from core.render.sheet import PAPER, Contents, make_sheet
from core.render.sheet import box_items as boxes_off_the_map
from core.render.sides import hexside_items
from core.render.zones import Zones, make_zones

_ASSUMED = "Contains assumed data, not confirmed by the published game"


def describe(
    model: MapModel,
    system: SystemFile,
    scenario: ScenarioModel | None = None,
    shown: frozenset[str] = USUAL_LAYERS,
    smallest_text: float = 0.0,
) -> Drawing:
    """The drawing of a map, or of a scenario on its map. Text below `smallest_text` hexes is left out."""
    lattice = Lattice(model)
    spaces = Spaces(model, lattice)
    places = PlacedPlaces(model, system, lattice)
    pieces = make_pieces(scenario, system, spaces) if scenario else Pieces()
    on_map = pieces if "units" in shown else Pieces()
    zones = make_zones(scenario, system, spaces, shown) if scenario and "zones" in shown else Zones()
    with_numbers = shown if smallest_text <= NUMBER_SIZE else shown - {"numbers"}
    regions = region_items(model, system, lattice) if "regions" in shown else []
    labels = make_labels(model, system, lattice, places, with_numbers, on_map.covered, zones)
    origins = survey(model, scenario) if "provenance" in shown else Survey()
    sections = scenario_sections(scenario, system, spaces, pieces) if scenario else []
    title = scenario.info.name if scenario else model.info.name
    keys = KeyMaker(model, system, lattice, shown, scenario, origins).keys() if "sheet" in shown else []
    contents = Contents(title, keys, _notes(model, scenario, origins), sections)
    sheet = make_sheet(model, system, lattice, shown, contents, smallest_text)
    counters = [*on_map.corners, *(sheet.listed.units if sheet.listed else ())]
    makers: dict[str, Callable[[], list[Item]]] = {
        "terrain": lambda: [make_ground(lattice, system, shown)],
        "grid": lambda: [make_grid(lattice), map_edge(lattice)],
        "elevation": lambda: slopes(lattice) if system.elevation else [],
        "hexsides": lambda: hexside_items(model, system, lattice),
        "paths": lambda: path_items(model, system, lattice),
        "regions": lambda: regions,
        "zones": lambda: zones.items,
        "places": lambda: [places.stamps()],
        "numbers": lambda: (
            [number_texts(model, lattice, places, labels.words, [*regions, *zones.items])]
            if "numbers" in with_numbers
            else []
        ),
        "sheet": lambda: sheet.items,
        "boxes": lambda: boxes_off_the_map(model),
        "panels": lambda: sheet.panels,
        "units": lambda: (
            [*on_map.items, *control_items(scenario, system, spaces, labels.taken)] if scenario else []
        ),
        "labels": lambda: [labels.texts],
        "provenance": lambda: mark_items(model, lattice, origins, labels.words, scenario, counters),
    }
    layers = [Layer(name, makers[name]()) for name in LAYERS if name in shown and name in makers]
    return Drawing(
        title,
        lattice.layout,
        sheet.rect,
        PAPER,
        [_readable(layer, smallest_text) for layer in layers],
        f"{'Scenario' if scenario else 'Map'} for {system.name}",
        _author(model, scenario),
    )


def _notes(model: MapModel, scenario: ScenarioModel | None, origins: Survey) -> list[str]:
    if origins.unmarked is not None:
        return [f"Without a mark: {NAMES[origins.unmarked].lower()}"]
    return [_ASSUMED] if has_assumed(model, scenario) else []


def _author(model: MapModel, scenario: ScenarioModel | None) -> str:
    """Who made the document, when it says so."""
    heads = (scenario.info, model.info) if scenario else (model.info,)
    found = (head.attributes.get("author") for head in heads)
    return next((name for name in found if isinstance(name, str)), "")


def _readable(layer: Layer, smallest: float) -> Layer:
    """A layer without the texts that would be too small to read."""
    if not smallest:
        return layer
    items = [
        Texts([text for text in item.items if text.size >= smallest]) if isinstance(item, Texts) else item
        for item in layer.items
    ]
    return Layer(layer.name, items)
