"""Turning rows of a file into keyed layers: what is said twice or names nothing becomes an issue."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from core.hexgrid.numbering import LabelError
from core.model.issue import DocumentError, Issue

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Row = dict[str, Any]
MOST_ISSUES = 500  # nobody reads more
REMEDY = ": correct the number or add the hex"


class Findings:
    """Collects what is wrong with one document, so that a person sees all of it at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.issues: list[Issue] = []

    def add(self, code: str, message: str, path: str, hex_number: str = "") -> None:
        """Note an error."""
        self.issues.append(Issue(code, "error", message, self.file, path, hex_number))

    def raise_if_any(self) -> None:
        """DocumentError with the findings, if there are any."""
        if more := len(self.issues[MOST_ISSUES:]):
            del self.issues[MOST_ISSUES:]
            self.add("DOC005", f"has {more} more such errors: correct the first ones", "")
        if self.issues:
            raise DocumentError(self.issues)

    def keyed(
        self, layer: str, rows: Iterable[Row], what: str, key: Callable[[Row], K], entry: Callable[[Row], V]
    ) -> dict[K, V]:
        """A layer from its rows. `what` names the field that must be unique; a LabelError skips the row."""
        found: dict[K, V] = {}
        for i, row in enumerate(rows):
            try:
                name, value = key(row), entry(row)
            except LabelError as error:
                place = "side" if "side" in row else "hex"
                self.add("DOC002", f"{error}{REMEDY}", f"{layer}[{i}].{place}", row.get("hex", ""))
                continue
            if name in found:
                self.add(
                    "DOC001",
                    f'"{row[what]}" is there twice: remove one',
                    f"{layer}[{i}].{what}",
                    row.get("hex", ""),
                )
            found[name] = value
        return found


def whole_numbers(row: Row) -> Row:
    """A row all of whose numbers are whole: JSON may write 5 as 5.0."""
    return {name: int(value) if isinstance(value, float) else value for name, value in row.items()}


def plain(**fields: Any) -> Row:
    """A row without the fields that say nothing: None, "", empty lists and objects."""
    return {name: value for name, value in fields.items() if value is not None and value not in ("", [], {})}
