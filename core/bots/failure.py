"""How it is told that rules failed: in a sentence that lets somebody mend them."""

from __future__ import annotations

import traceback
from pathlib import Path


def failure(error: Exception) -> str:
    """What failed and where. It is a defect of the program: no file and no bot can be the reason."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__}: {error}, {Path(last.filename).name} line {last.lineno}"
    return f"the rules failed ({where}), which is a defect of the program"
