"""Joining the maps and overlays of a board into one map with the printed numbers of each."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace

from core.hexgrid.grid import Grid
from core.hexgrid.hexes import Hex, hexes_of
from core.hexgrid.numbering import LabelError, TableLabels
from core.hexgrid.orientation import Orientation
from core.model.board import BoardModel, Overlay, Placement
from core.model.map import Feature, Link, MapHead, MapModel
from core.model.moving import Motion, moved_head, moved_map, turn

HALF_TURN = 3


class BoardError(ValueError):
    """The parts of a board do not fit together; the message says which and why."""


def assemble(board: BoardModel, get_map: Callable[[str], MapModel]) -> MapModel:
    """The board as one map. Where maps overlap (half hexes along a joint) the earlier one decides, and the
    hex answers to both numbers; an overlay replaces what it covers."""
    if not board.maps:
        raise BoardError("the board has no map: name at least one")
    placements = [board.maps[key] for key in sorted(board.maps)]
    first = get_map(placements[0].map)
    frame = first.info.grid
    joined = MapModel(head={"map": _head(board, first, _placement_motion(placements[0], frame, frame))})
    names: dict[Hex, str] = {}
    hexes: dict[str, Hex] = {}
    parts: list[MapModel] = []
    for placement in placements:
        part = get_map(placement.map)
        _check_fits(part, first, board)
        motion = _placement_motion(placement, part.info.grid, frame)
        _add_map(joined, moved_map(part, motion))
        _add_numbers(part, motion, names, hexes, parts)
        parts.append(part)
    joined.joined_numbers = TableLabels(names, hexes)
    for key in sorted(board.overlays):
        overlay = board.overlays[key]
        part = get_map(overlay.map)
        _check_fits(part, first, board)
        _lay_over(joined, part, _overlay_motion(overlay, part, joined.joined_numbers))
    return _anchored(joined)


def _head(board: BoardModel, first: MapModel, motion: Motion) -> MapHead:
    info = board.info
    return replace(
        moved_head(first.info, motion),
        id=info.id,
        name=info.name,
        system=info.system,
        north=info.north,
        notes=info.notes,
        source=info.source,
        underlay=None,  # a picture of one map would say nothing of the board
    )


def _check_fits(part: MapModel, first: MapModel, board: BoardModel) -> None:
    if part.info.system != board.info.system:
        raise BoardError(
            f'map "{part.info.id}" is for {part.info.system}, the board for {board.info.system}: '
            "choose another map"
        )
    if part.info.grid.orientation is not first.info.grid.orientation:
        raise BoardError(
            f'the hexes of map "{part.info.id}" do not stand like those of map "{first.info.id}": '
            "choose another map"
        )


def _placement_motion(placement: Placement, grid: Grid, frame: Grid) -> Motion:
    """Columns and rows of the board are counted like those of its first map."""
    corner = frame.hex_at(placement.column, placement.row)
    if placement.rotation == 0:
        return turn(0, Hex(0, 0), corner)
    return turn(HALF_TURN, grid.hex_at(grid.columns - 1, grid.rows - 1), corner)


def _overlay_motion(overlay: Overlay, part: MapModel, numbers: TableLabels) -> Motion:
    try:
        return turn(overlay.turns, part.numbers.parse(overlay.anchor), numbers.parse(overlay.at))
    except LabelError as error:
        raise BoardError(f'overlay "{overlay.map}": {error}: correct "anchor" or "at"') from error


def _add_map(joined: MapModel, moved: MapModel) -> None:
    covered = joined.hexes.keys() & moved.hexes.keys()
    for link, feature in moved.hexsides.items():
        if not _lies_in(link, covered):
            joined.hexsides.setdefault(link, feature)
    for link, feature in moved.paths.items():
        if not _lies_in(link, covered):
            joined.paths.setdefault(link, feature)
    moved.places = {key: place for key, place in moved.places.items() if place.hex not in covered}
    for h, cell in moved.hexes.items():
        joined.hexes.setdefault(h, cell)
    for key, region in moved.regions.items():
        joined.regions.setdefault(key, region)
    _add_named(joined, moved)


def _add_named(joined: MapModel, moved: MapModel) -> None:
    """Places and labels get the map's id before their own: ids need to be unique within a map only."""
    if twice := joined.boxes.keys() & moved.boxes.keys():
        raise BoardError(f'two maps of the board have a box "{min(twice)}": rename one')
    joined.boxes.update(moved.boxes)
    map_id = moved.info.id
    joined.places.update({f"{map_id}/{key}": place for key, place in moved.places.items()})
    joined.labels.update({f"{map_id}/{key}": label for key, label in moved.labels.items()})


def _add_numbers(
    part: MapModel, motion: Motion, names: dict[Hex, str], hexes: dict[str, Hex], earlier: list[MapModel]
) -> None:
    numbers = part.numbers
    for h in part.hexes:
        label, target = numbers.label(h), motion(h)
        if label in hexes:
            raise BoardError(_same_number(label, part, earlier))
        hexes[label] = target
        names.setdefault(target, label)


def _same_number(label: str, part: MapModel, earlier: list[MapModel]) -> str:
    other = next(old for old in earlier if label in map(old.numbers.label, old.hexes))
    if other.info.id == part.info.id:
        reason = f'map "{part.info.id}" lies on the board twice, so two hexes are called "{label}"'
        return f"{reason}: use a copy with its own id and its own letter in the field numbering.prefix"
    reason = f'maps "{other.info.id}" and "{part.info.id}" both have a hex "{label}"'
    return f"{reason}: give each map its own letter in the field numbering.prefix"


def _lay_over(joined: MapModel, part: MapModel, motion: Motion) -> None:
    moved = moved_map(part, motion)
    if outside := [h for h in moved.hexes if h not in joined.hexes]:
        raise BoardError(f'overlay "{part.info.id}" reaches {len(outside)} hexes beyond the board: move it')
    joined.hexes.update(moved.hexes)
    _replace_links(joined.hexsides, moved.hexsides, moved.hexes)
    _replace_links(joined.paths, moved.paths, moved.hexes)
    joined.places = {key: place for key, place in joined.places.items() if place.hex not in moved.hexes}
    joined.regions = {**moved.regions, **joined.regions}
    _add_named(joined, moved)


def _replace_links(old: dict[Link, Feature], new: dict[Link, Feature], covered: Container[Hex]) -> None:
    for link in [link for link in old if _lies_in(link, covered)]:
        del old[link]
    old.update(new)


def _lies_in(link: Link, hexes: Container[Hex]) -> bool:
    return all(h in hexes for h in hexes_of(link.side))


def _anchored(joined: MapModel) -> MapModel:
    """The same board with its upper left hex in column 0, row 0 of a grid that just holds it."""
    frame = joined.info.grid
    spots = [frame.column_row(h) for h in joined.hexes]
    if not spots:
        raise BoardError("the maps of the board have no hexes: add some")
    left, top = min(c for c, _ in spots), min(r for _, r in spots)
    corner = frame.hex_at(left, top)
    grid = Grid(
        frame.orientation,
        max(c for c, _ in spots) - left + 1,
        max(r for _, r in spots) - top + 1,
        frame.is_shifted(left if frame.orientation is Orientation.FLAT else top),
    )
    motion = turn(0, corner, Hex(0, 0))
    board = moved_map(joined, motion)
    board.head = {"map": replace(board.info, grid=grid)}
    assert joined.joined_numbers is not None
    board.joined_numbers = TableLabels(
        {motion(h): label for h, label in joined.joined_numbers.names.items()},
        {label: motion(h) for label, h in joined.joined_numbers.hexes.items()},
    )
    return board
