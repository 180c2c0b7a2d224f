"""The synthetic map is a valid map, and the report says what was measured. Nothing is timed here."""

from __future__ import annotations

import pytest
from rich.console import Console

from benchmarks.__main__ import arguments
from benchmarks.measuring import Measured, measure, median
from benchmarks.report import Row, as_markdown, as_table, targets
from benchmarks.synthetic import synthetic_map, synthetic_system
from benchmarks.tiled import write_tmx
from core.formats.documents import load_map, save, text_of
from core.hexgrid.hexes import corners_of, hexes_of
from core.hexgrid.orientation import Orientation


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_synthetic_map_is_valid_and_has_everything(tmp_path, orientation):
    model = synthetic_map(40, 30, orientation)
    file = tmp_path / "synthetic.map.json"
    save(model, file)
    assert text_of(load_map(file)) == text_of(model)
    assert len(model.hexes) == 1200
    words = synthetic_system().by_id
    assert {cell.terrain for cell in model.hexes.values()} <= set(words["terrains"])
    assert len({cell.terrain for cell in model.hexes.values()}) >= 5
    assert {place.kind for place in model.places.values()} <= set(words["places"])
    assert model.hexsides and model.paths and model.places
    for link in (*model.hexsides, *model.paths):
        assert all(model.hexes[h].terrain != "sea" for h in hexes_of(link.side))


def test_rivers_run_on():
    model = synthetic_map(40, 30)
    ends = [c for link in model.hexsides for c in corners_of(link.side)]
    single = [c for c in set(ends) if ends.count(c) == 1]
    assert len(single) < len(model.hexsides)  # chains of sides, not single ones


def test_the_same_size_gives_the_same_map():
    assert text_of(synthetic_map(15, 12)) == text_of(synthetic_map(15, 12))


def test_measuring_and_reporting_work_on_a_tiny_map(tmp_path):
    file = tmp_path / "synthetic_12.map.json"
    measure("make", file)
    rows = [Row(12, job, measure(job, file)) for job in ("open", "save", "render")]
    assert all(0 < row.measured.seconds < row.measured.process_seconds for row in rows)
    assert all(row.measured.megabytes > 10 for row in rows)
    console = Console(width=120, record=True, file=(tmp_path / "out.txt").open("w", encoding="utf-8"))
    console.print(as_table(rows, Measured(0.5, 0.6, 50)))
    shown = console.export_text()
    assert "12 x 12" in shown
    assert "render to PNG" in shown
    console.file.close()


def test_the_comparison_map_has_every_hex(tmp_path):
    target = tmp_path / "tiled.tmx"
    write_tmx(target, synthetic_map(12, 12))
    text = target.read_text(encoding="utf-8")
    cells = text.partition('<data encoding="csv">')[2].partition("</data>")[0].replace("\n", "").split(",")
    assert len(cells) == 144
    assert (tmp_path / "tiles.png").is_file()


def rows(open_seconds=1.0, save_seconds=1.0, render=(4.0, 300.0), tiled=(6.0, 1600.0)) -> list[Row]:
    return [
        Row(500, "open", Measured(open_seconds, 2, 300)),
        Row(500, "save", Measured(save_seconds, 2, 300)),
        Row(500, "render", Measured(3, *render)),
        Row(500, "tmxrasterizer", Measured(tiled[0], *tiled)),
    ]


@pytest.mark.parametrize(
    ("figures", "met"),
    [
        (rows(), [True, True, True]),
        (rows(open_seconds=2.6), [False, True, True]),
        (rows(save_seconds=1.6), [True, False, True]),
        (rows(render=(6.1, 300)), [True, True, False]),
        (rows(render=(4, 1700)), [True, True, False]),
        (rows()[:3], [True, True]),
    ],
)
def test_targets_are_judged(figures, met):
    assert [target.met for target in targets(figures)] == met


def test_the_page_has_machine_table_and_targets():
    page = as_markdown(rows(), Measured(0.5, 0.6, 50), 3, "/usr/bin/tmxrasterizer")
    assert "| 500 x 500 | save | 1.00 s |" in page
    assert "Processor:" in page
    assert page.count(": met") == 3
    assert "apt-get install tiled" not in page
    assert "apt-get install tiled" in as_markdown(rows(), Measured(0.5, 0.6, 50), 3, None)


def test_the_median_is_taken_figure_by_figure():
    assert median([Measured(1, 5, 10), Measured(3, 4, 30), Measured(2, 6, 20)]) == Measured(2, 5, 20)


def test_quick_is_understood():
    assert arguments(["--quick"]).quick
    assert not arguments([]).write
