"""Map file <-> map model. Labels become hexes here and nowhere further in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from core.formats.base import (
    attributes_json,
    attributes_of,
    source_of,
    source_text,
    sources_of,
    sources_text,
)
from core.formats.map_file import MAP_FORMAT, MAP_VERSION
from core.formats.rows import Findings, Row, plain, whole_numbers
from core.formats.writing import compact, document_text
from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, Side, direction_between, hexes_of, side
from core.hexgrid.numbering import GridLabels, LabelError, Numbering, SideLabels
from core.hexgrid.orientation import Orientation
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
    numbering_error,
)


def map_from_data(data: dict[str, Any], file: str) -> MapModel:
    """The map model of data that fits the schema; DocumentError lists what contradicts itself."""
    findings = Findings(file)
    head = _head(data)
    if message := numbering_error(head.grid, head.numbering):
        findings.add("DOC004", message, "numbering")
        findings.raise_if_any()
    rows = data.get("hexes", [])
    reader = _LabelReader(GridLabels(head.grid, head.numbering), len(rows))
    hexes = _cells(rows, reader, findings)
    reader.existing = hexes
    keyed = findings.keyed
    model = MapModel(
        head={"map": head},
        hexes=hexes,
        hexsides=keyed("hexsides", data.get("hexsides", []), "side", reader.link, _feature),
        paths=keyed("paths", data.get("paths", []), "side", reader.link, _feature),
        places=keyed("places", data.get("places", []), "id", _id, lambda row: _place(row, reader)),
        regions=keyed("regions", data.get("regions", []), "id", _id, _region),
        boxes=keyed("boxes", data.get("boxes", []), "id", _id, _box),
        labels=keyed("labels", data.get("labels", []), "id", _id, lambda row: _label(row, reader)),
    )
    findings.raise_if_any()
    return model


def map_text(model: MapModel) -> str:
    """The map as the text of its file."""
    labels = GridLabels(model.info.grid, model.info.numbering)
    number = {h: labels.label(h) for h in _in_print_order(model)}
    label_row = partial(_label_row, labels=labels)
    sides = SideLabels(labels, model.info.grid.orientation, model.hexes.__contains__)
    rows = {
        "regions": _named_rows(model.regions.items(), _region_row),
        "boxes": _named_rows(model.boxes.items(), _box_row),
        "hexes": _hex_lines(model, number),
        "hexsides": _link_lines(model.hexsides, number, sides),
        "paths": _link_lines(model.paths, number, sides),
        "places": _named_rows(model.places.items(), lambda key, place: _place_row(key, place, number)),
        "labels": _named_rows(model.labels.items(), label_row),
    }
    return document_text(_head_data(model.info), rows)


# --- reading ---------------------------------------------------------------------------------------------


class _LabelReader:
    """Hex numbers and hexside names to hexes and links, with a table for the great mass of plain ones."""

    def __init__(self, labels: GridLabels, hex_count: int) -> None:
        self.labels = labels
        # A table of all numbers does not pay where few of the hexes exist.
        spots = labels.grid.columns * labels.grid.rows
        self.table = labels.table() if hex_count * 4 >= spots else {}
        self.existing: dict[Hex, Cell] = {}
        self.sides = SideLabels(labels, labels.grid.orientation, lambda h: h in self.existing)

    def any_hex(self, text: str) -> Hex:
        found = self.table.get(text)
        return self.labels.parse(text) if found is None else found

    def hex(self, text: str) -> Hex:
        found = self.any_hex(text)
        if found not in self.existing:
            raise LabelError(f'hex "{text}" does not exist: it has no line under "hexes"')
        return found

    def link(self, row: Row) -> Link:
        return Link(self._side(row["side"]), row["kind"])

    def _side(self, text: str) -> Side:
        first, slash, second = text.partition("/")
        if not slash:
            found = self.sides.parse(text)
            if not any(h in self.existing for h in hexes_of(found)):
                raise LabelError(f'hexside "{text}" belongs to no hex of the map')
            return found
        a, b = self.hex(first.strip()), self.hex(second.strip())
        d = direction_between(a, b)
        if d is None:
            raise LabelError(f'"{text}" is no hexside: the two hexes are not neighbours')
        return side(a, d)


def _head(data: dict[str, Any]) -> MapHead:
    numbering = Numbering(**whole_numbers(data.get("numbering", {})))
    part = whole_numbers(data["grid"])
    grid = Grid(Orientation(part["orientation"]), part["columns"], part["rows"])
    if numbering.shifted_number(grid) != part["shifted"]:
        grid = Grid(grid.orientation, grid.columns, grid.rows, first_shifted=True)
    geo, underlay = data.get("georeference"), data.get("underlay")
    return MapHead(
        schema=data.get("$schema", ""),
        id=data["id"],
        name=data["name"],
        system=data["system"],
        grid=grid,
        numbering=numbering,
        named_addresses=data.get("named_addresses", False),
        north=data.get("north", ""),
        source=source_of(data.get("source")),
        notes=data.get("notes", ""),
        attributes=attributes_of(data.get("attributes", {})),
        georeference=Georeference(geo["crs"], tuple(geo["affine"]), sources_of(geo.get("source")))
        if geo
        else None,
        underlay=Underlay(**underlay) if underlay else None,
    )


def _cells(rows: list[Row], reader: _LabelReader, findings: Findings) -> dict[Hex, Cell]:
    """Cells that say the same share one object: most of a large map says the same."""
    shared: dict[str, Cell] = {}
    plain_cells: dict[str, Cell] = {}

    def cell_of(row: Row) -> Cell:
        if len(row) == 2:  # only hex and terrain
            terrain = row["terrain"]
            found = plain_cells.get(terrain)
            if found is None:
                found = plain_cells[terrain] = Cell(terrain)
            return found
        key = repr([item for item in row.items() if item[0] != "hex"])
        found = shared.get(key)
        if found is None:
            found = shared[key] = _cell(row)
        return found

    return findings.keyed("hexes", rows, "hex", lambda row: reader.any_hex(row["hex"]), cell_of)


def _cell(row: Row) -> Cell:
    return Cell(
        terrain=row["terrain"],
        elevation=int(row.get("elevation", 0)),
        features=frozenset(row.get("features", ())),
        regions=frozenset(row.get("regions", ())),
        attributes=attributes_of(row.get("attributes", {})),
        sources=sources_of(row.get("source")),
    )


_PLAIN_FEATURE = Feature()


def _feature(row: Row) -> Feature:
    if len(row) == 2:  # only side and kind
        return _PLAIN_FEATURE
    return Feature(attributes_of(row.get("attributes", {})), sources_of(row.get("source")))


def _id(row: Row) -> str:
    return str(row["id"])


def _facts(row: Row) -> dict[str, Any]:
    return {"attributes": attributes_of(row.get("attributes", {})), "sources": sources_of(row.get("source"))}


def _place(row: Row, reader: _LabelReader) -> Place:
    return Place(row["kind"], reader.hex(row["hex"]), row.get("name", ""), **_facts(row))


def _region(row: Row) -> Region:
    return Region(row["kind"], row["name"], **_facts(row))


def _box(row: Row) -> Box:
    shape: dict[str, Any] = {name: float(row[name]) for name in ("x", "y", "width", "height") if name in row}
    return Box(row["kind"], row["name"], **shape, **_facts(row))


def _label(row: Row, reader: _LabelReader) -> Label:
    numbers: dict[str, Any] = {
        name: float(row[name]) for name in ("dx", "dy", "size", "angle") if name in row
    }
    return Label(row["text"], reader.any_hex(row["hex"]), **numbers, style=row.get("style", "plain"))


# --- writing ---------------------------------------------------------------------------------------------


def _head_data(info: MapHead) -> dict[str, Any]:
    geo = info.georeference
    georeference = geo and plain(crs=geo.crs, affine=list(geo.affine), source=sources_text(geo.sources))
    grid = info.grid
    return plain(
        **{"$schema": info.schema},
        format=MAP_FORMAT,
        version=MAP_VERSION,
        id=info.id,
        name=info.name,
        system=info.system,
        source=source_text(info.source),
        north=info.north,
        notes=info.notes,
        attributes=attributes_json(info.attributes),
        grid={
            "orientation": str(grid.orientation),
            "columns": grid.columns,
            "rows": grid.rows,
            "shifted": info.numbering.shifted_number(grid),
        },
        numbering=_differences(info.numbering, Numbering()),
        named_addresses=info.named_addresses or None,
        georeference=georeference,
        underlay=info.underlay and asdict(info.underlay),
    )


def _differences(value: Any, default: Any) -> Row:
    """The fields of a dataclass that are not as in the default."""
    usual = asdict(default)
    return {name: part for name, part in asdict(value).items() if part != usual[name]}


def _in_print_order(model: MapModel) -> Iterator[Hex]:
    """The hexes as their numbers are printed: column by column, or row by row."""
    column_row = model.info.grid.column_row
    by_column = model.info.numbering.order == "CCRR"
    spots = sorted((column_row(h) if by_column else column_row(h)[::-1], h) for h in model.hexes)
    return (h for _, h in spots)


def _hex_lines(model: MapModel, number: dict[Hex, str]) -> Iterator[str]:
    """Equal cells share the text after the hex number."""
    endings: dict[Cell, str] = {}
    for h, label in number.items():
        cell = model.hexes[h]
        ending = endings.get(cell)
        if ending is None:
            ending = endings[cell] = compact(_cell_row(cell))[1:]
        yield f'{{"hex": "{label}", {ending}'


def _cell_row(cell: Cell) -> Row:
    return plain(
        terrain=cell.terrain,
        elevation=cell.elevation or None,
        features=sorted(cell.features),
        regions=sorted(cell.regions),
        attributes=attributes_json(cell.attributes),
        source=sources_text(cell.sources),
    )


def _link_lines(layer: dict[Link, Feature], number: dict[Hex, str], sides: SideLabels) -> list[str]:
    endings: dict[tuple[str, Feature], str] = {}
    lines = []
    for link, feature in layer.items():
        a, b = hexes_of(link.side)
        if a in number and b in number:
            name = f"{number[a]}/{number[b]}" if number[a] < number[b] else f"{number[b]}/{number[a]}"
        else:
            name = sides.label(link.side)
        ending = endings.get((link.kind, feature))
        if ending is None:
            ending = endings[link.kind, feature] = compact({"kind": link.kind, **_facts_row(feature)})[1:]
        lines.append(f'{{"side": "{name}", {ending}')
    lines.sort()
    return lines


def _facts_row(entry: Feature | Place | Region | Box) -> Row:
    return plain(attributes=attributes_json(entry.attributes), source=sources_text(entry.sources))


def _named_rows(items: Iterable[tuple[str, Any]], row: Callable[[str, Any], Row]) -> list[str]:
    return [compact(row(key, entry)) for key, entry in sorted(items)]


def _region_row(key: str, region: Region) -> Row:
    return {"id": key, "kind": region.kind, "name": region.name, **_facts_row(region)}


def _box_row(key: str, box: Box) -> Row:
    usual = Box("", "")
    shape = {
        n: getattr(box, n) for n in ("x", "y", "width", "height") if getattr(box, n) != getattr(usual, n)
    }
    return {"id": key, "kind": box.kind, "name": box.name, **shape, **_facts_row(box)}


def _place_row(key: str, place: Place, number: dict[Hex, str]) -> Row:
    return {
        "id": key,
        "kind": place.kind,
        "hex": number[place.hex],
        **plain(name=place.name),
        **_facts_row(place),
    }


def _label_row(key: str, label: Label, labels: GridLabels) -> Row:
    """A label may hang on a spot of the grid that has no hex."""
    usual = Label("", label.hex)
    fields = ("dx", "dy", "size", "angle", "style")
    looks = {n: getattr(label, n) for n in fields if getattr(label, n) != getattr(usual, n)}
    return {"id": key, "text": label.text, "hex": labels.label(label.hex), **looks}
