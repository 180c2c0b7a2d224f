"""Files are replaced whole or not at all, are the same every time, and nonsense is refused in a sentence."""

from __future__ import annotations

import errno
import stat

import pytest

from core.hexgrid.grid import Grid
from core.hexgrid.orientation import Orientation
from core.model.issue import DocumentError
from core.model.map import Cell, MapHead, MapModel
from core.render import RenderOptions, api, render

ENDINGS = ("png", "svg", "pdf")


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_map_gives_the_same_bytes(full_map, system, scenario, tmp_path, ending):
    files = [tmp_path / f"{i}.{ending}" for i in range(2)]
    for file in files:
        render(file, full_map, system, scenario, RenderOptions(hex_px=40))
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), RuntimeError("broken")])
def test_a_failing_write_leaves_the_old_file_alone(make_map, system, tmp_path, monkeypatch, ending, error):
    target = tmp_path / f"map.{ending}"
    target.write_bytes(b"old")

    def fail(drawing, file, *rest):
        file.write(b"half")
        raise error

    monkeypatch.setattr(api, f"write_{ending}", fail)
    wanted = DocumentError if isinstance(error, OSError) else RuntimeError
    with pytest.raises(wanted) as caught:
        render(target, make_map(), system)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]
    if isinstance(caught.value, DocumentError):
        (issue,) = caught.value.issues
        assert "No space left on device" in issue.message
        assert "the old file is unchanged" in issue.message
        assert issue.file == str(target)


def test_a_missing_folder_is_told(make_map, system, tmp_path):
    with pytest.raises(DocumentError) as caught:
        render(tmp_path / "nowhere" / "map.png", make_map(), system)
    assert "nothing was written" in caught.value.issues[0].message


def test_rights_of_a_replaced_file_stay(make_map, system, tmp_path):
    target = tmp_path / "map.svg"
    target.touch()
    target.chmod(0o640)
    render(target, make_map(), system)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_link_stays_a_link(make_map, system, tmp_path):
    real, link = tmp_path / "real.svg", tmp_path / "link.svg"
    real.write_text("old")
    link.symlink_to(real)
    render(link, make_map(), system)
    assert link.is_symlink()
    assert "<svg" in real.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["map.jpg", "map", "map.png.txt"])
def test_other_endings_are_refused(make_map, system, tmp_path, name):
    with pytest.raises(DocumentError, match=r"\.png, \.svg or \.pdf"):
        render(tmp_path / name, make_map(), system)
    assert not list(tmp_path.iterdir())


def test_capital_endings_are_fine(make_map, system, tmp_path):
    render(tmp_path / "MAP.SVG", make_map(), system)
    assert (tmp_path / "MAP.SVG").stat().st_size > 1000


@pytest.mark.parametrize(
    "options",
    [
        RenderOptions(hex_px=6000),
        RenderOptions(hex_mm=16, dpi=10_000),
        RenderOptions(hex_px=0),
        RenderOptions(hex_mm=-1),
        RenderOptions(hex_mm=0),
        RenderOptions(dpi=0),
        RenderOptions(dpi=float("inf")),
        RenderOptions(hex_mm=float("nan")),
        RenderOptions(layers=frozenset({"terrain", "clouds"})),
    ],
)
def test_absurd_wishes_are_refused(make_map, system, tmp_path, options):
    with pytest.raises(DocumentError) as caught:
        render(tmp_path / "map.png", make_map(), system, None, options)
    assert len(caught.value.issues) == 1
    assert not list(tmp_path.iterdir())


def test_a_picture_of_more_than_a_gigapixel_is_refused_before_it_is_drawn(system, tmp_path, monkeypatch):
    monkeypatch.setattr(api, "describe", lambda *given: pytest.fail("should not be drawn"))
    grid = Grid(Orientation.FLAT, 1500, 1500)
    corners = (grid.hex_at(0, 0), grid.hex_at(1499, 1499))
    model = MapModel({"map": MapHead("m", "M", "test", grid)}, {h: Cell("plain") for h in corners})
    with pytest.raises(DocumentError, match="smaller hex size"):
        render(tmp_path / "map.png", model, system, None, RenderOptions(hex_px=32))


def test_a_sheet_of_many_metres_is_refused(make_map, system, tmp_path):
    with pytest.raises(DocumentError, match="smaller hex size"):
        render(tmp_path / "map.pdf", make_map(), system, None, RenderOptions(hex_mm=5000))


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_empty_map_and_a_single_hex_can_be_drawn(make_map, system, tmp_path, ending):
    for columns in (0, 1):
        model = make_map(columns=1, rows=1)
        model.hexes = dict(list(model.hexes.items())[:columns])
        target = tmp_path / f"{columns}.{ending}"
        render(target, model, system)
        assert target.stat().st_size > 500


@pytest.mark.parametrize("ending", ENDINGS)
def test_words_that_the_system_does_not_know_are_drawn_all_the_same(full_map, system, tmp_path, ending):
    from core.hexgrid.hexes import Hex, side
    from core.model.map import Feature, Link, Place, Region

    full_map.hexes[Hex(1, 1)] = Cell(
        "quicksand", features=frozenset({"dragons"}), regions=frozenset({"lost"})
    )
    full_map.regions["lost"] = Region("fog", "Lost")
    full_map.hexsides[Link(side(Hex(2, 1), 2), "hedge")] = Feature()
    full_map.paths[Link(side(Hex(2, 1), 2), "tunnel")] = Feature()
    full_map.places["x"] = Place("volcano", Hex(1, 1), "Etna")
    target = tmp_path / f"map.{ending}"
    render(target, full_map, system, None, RenderOptions(hex_px=40))
    assert target.stat().st_size > 1000
