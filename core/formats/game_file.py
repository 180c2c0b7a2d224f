"""The file of a saved game: what it was started from, the position, the log and every action."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from core.formats.base import AsWhole, FileModel, Id, SchemaReference, Whole

FULL_HASH_PATTERN = r"^[0-9a-f]{64}$"
FINGERPRINT_PATTERN = r"^[0-9a-f]{16}$"
FILE_NAME_PATTERN = r"^[^/\\]+$"
LARGEST = 2**53 - 1  # the largest number that every program that reads JSON keeps exact
Seed = Annotated[int, Field(ge=0, le=LARGEST, description="The number from which all rolls follow"), AsWhole]
Roll = Annotated[int, Field(ge=1, le=1000), AsWhole]


class OriginRow(FileModel):
    """What the game was started from."""

    system: Id = Field(description="The game system")
    system_version: Whole = Field(ge=1, le=LARGEST, description="Version of its rules in the program")
    scenario: Id = Field(description="Id of the scenario")
    scenario_file: str = Field(
        pattern=FILE_NAME_PATTERN, max_length=255, description="Name of its file, without the folder"
    )
    scenario_hash: str = Field(
        pattern=FULL_HASH_PATTERN, description="Content hash of the scenario and its map together"
    )
    seed: Seed
    script: list[Roll] = Field([], description="Rolls that were fixed to come first")


class DiceRow(FileModel):
    """The dice of a position."""

    seed: Seed
    drawn: Whole = Field(0, ge=0, le=LARGEST, description="How many rolls have been made")
    script: list[Roll] = Field([], description="Fixed rolls that are still to come")


class FrameRow(FileModel):
    """A step of the sequence of play that is under way."""

    node: str = Field(description="Its name")
    data: dict[str, Any] = Field({}, description="What it has to remember")


class ResultRow(FileModel):
    """How the game ended."""

    winner: str = Field("", description="The side that won; empty: nobody")
    reason: str = Field(description="Why, in a sentence")
    rule: str = Field("", description="Section of the rules")


class PositionRow(FileModel):
    """Everything that the next choice depends on."""

    board: dict[str, Any] = Field(description="The table, in the form of the game system")
    dice: DiceRow = Field(description="The dice")
    stack: list[FrameRow] = Field([], description="The steps that are under way, the innermost last")
    result: Annotated[ResultRow | None, Field(None, description="How the game ended, once it has")]


class ModifierRow(FileModel):
    """One reason for a number to be other than it would be."""

    value: int | float = Field(description="By how much")
    reason: str = Field(description="Why")
    rule: str = Field("", description="Section of the rules")


class LogRow(FileModel):
    """One line of the log."""

    text: str = Field(description="What happened")
    rule: str = Field("", description="Section of the rules")
    dice: list[Whole] = Field([], description="What was rolled")
    modifiers: list[ModifierRow] = Field([], description="What changed a number, and why")
    sides: list[str] = Field([], description="The sides that may read it; none: everybody")


class ActionRow(FileModel):
    """One choice of one side."""

    side: str = Field(description="Who")
    verb: str = Field(description="What")
    unit: str = Field("", description="With which unit")
    space: str = Field("", description="Where")
    option: str = Field("", description="How")


class GameFile(FileModel):
    """A saved game, in progress or over."""

    schema_: SchemaReference
    format: Literal["sandtable.game"] = Field(description="Which kind of Sandtable file this is")
    version: Annotated[Literal[1], AsWhole] = Field(description="Version of the format")
    origin: OriginRow = Field(description="What the game was started from")
    bots: dict[str, str] = Field({}, description="The bot that played each side, where one did")
    count: Whole = Field(ge=0, le=LARGEST, description="Number of actions, to notice that some are missing")
    fingerprint: str = Field(
        pattern=FINGERPRINT_PATTERN, description="Follows from the position, to notice that it was changed"
    )
    position: PositionRow = Field(description="The position after the last action")
    log: list[LogRow] = Field([], description="What happened, line by line")
    actions: list[ActionRow] = Field([], description="The choices, from which all else can be played again")
