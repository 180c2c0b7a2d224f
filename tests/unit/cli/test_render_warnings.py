"""What render cannot draw is told, and the picture is made all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.bundle import sample_map
from core.cli import app


@pytest.mark.parametrize(("name", "warned"), [("Gela", False), ("北京", True)])
def test_letters_that_the_font_lacks_are_told(tmp_path: Path, name: str, warned: bool) -> None:
    data = json.loads(sample_map().read_text(encoding="utf-8"))
    path, target = tmp_path / f"{data['id']}.map.json", tmp_path / "map.svg"
    path.write_text(json.dumps({**data, "name": name}), encoding="utf-8")
    result = CliRunner().invoke(app, ["render", str(path), "-o", str(target)])
    assert result.exit_code == 0 and target.is_file()
    assert ("RND002" in result.output) == warned
