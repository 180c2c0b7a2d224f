"""The tables file: the printed tables of a system as data, with their sources and assumed marks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from core.formats.base import AsWhole, FileModel, Id, Name


class Table(FileModel):
    """One table.

    Inside rows and values an object may say `"assumed": true`, and beside a field `x` may stand
    `"x_assumed": true`: that part is reconstructed, not printed.
    """

    id: Id
    title: Name
    rule: str = Field(description="Rule sections that the table comes from")
    assumed: bool = Field(False, description="The whole table is reconstructed")
    note: str = Field("", description="How to read it, and what was reconstructed")
    rows: list[dict[str, Any]] = Field([], description="The lines of the table")
    values: dict[str, Any] = Field({}, description="Single values and small lists")


class TablesFile(FileModel):
    """The tables of one game system."""

    format: Literal["sandtable.tables"] = Field(description="Which kind of Sandtable file this is")
    version: Annotated[Literal[1], AsWhole] = Field(description="Version of the format")
    system: Id
    tables: list[Table] = Field(description="The tables")

    def table(self, table_id: str) -> Table:
        """The table with that id."""
        return next(table for table in self.tables if table.id == table_id)
