"""The `sandtable` command as a fixture."""

import sys
from pathlib import Path

import pytest

from core import cli
from tests.command import Result, Run


@pytest.fixture
def sandtable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SANDTABLE_PROGRAM", raising=False)

    def run(*arguments: object) -> Result:
        monkeypatch.setattr(sys, "argv", ["sandtable", *map(str, arguments)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as caught:
            cli.main()
        code = caught.value.code
        assert isinstance(code, int)
        return Result(code, *capfd.readouterr())

    return run
