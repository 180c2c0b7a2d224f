"""What all file models share: strictness, ids, attributes, and the short form of sources."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticKnownError

from core.model.facts import NO_ATTRIBUTES, NO_SOURCES, Attributes, Origin, Source, Sources, Value


class FileModel(BaseModel):
    """Base of all file models: unknown fields are refused, values are never changed after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _whole(value: Any) -> Any:
    """As JSON Schema sees it: 5.0 is a whole number, true is none."""
    if isinstance(value, bool):
        raise PydanticKnownError("int_type")
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
AsWhole = BeforeValidator(_whole)  # for numbers that are listed one by one
ID_PATTERN = r"^[a-z0-9][a-z0-9_.\-]*$"
COLOUR_PATTERN = r"^#[0-9a-f]{6}$"
SOURCE_PATTERN = r"^(rulebook|derived|assumed|verified)( .+)?$"
Id = Annotated[
    str,
    Field(
        pattern=ID_PATTERN,
        max_length=100,
        description="Stable name for references: small letters, digits, _ . -",
        examples=["coastal_road"],
    ),
]
Name = Annotated[str, Field(min_length=1, description="The name that is shown")]
Colour = Annotated[str, Field(pattern=COLOUR_PATTERN, description="Colour as #rrggbb", examples=["#7fa05a"])]
HexNumber = Annotated[str, Field(min_length=1, description="Printed hex number", examples=["2413"])]
SideName = Annotated[
    str,
    Field(
        min_length=3,
        description='Two neighbouring hexes "2911/2912", or at the edge hex and direction "3815 SW"',
        examples=["2911/2912"],
    ),
]
SchemaReference = Annotated[
    str,
    Field(
        alias="$schema",
        default="",
        max_length=1000,
        description="Where a text editor finds the JSON Schema of this file; Sandtable keeps it as it is",
    ),
]
Scalar: TypeAlias = str | bool | int | float
AttributeValues = Annotated[
    dict[str, Scalar | list[Scalar]],
    Field(default_factory=dict, description="Further values; which ones there are is told by the system"),
]
SourceText = Annotated[
    str,
    Field(
        pattern=SOURCE_PATTERN,
        description="Where this comes from: rulebook, derived, assumed or verified, then a reference",
        examples=["rulebook 11.4", "assumed"],
    ),
]
SourceField = Annotated[
    SourceText | dict[str, SourceText] | None,
    Field(default=None, description="One source for the whole entry, or one for each field"),
]


def source_of(text: str | None) -> Source | None:
    """ "rulebook 11.4" as a Source."""
    if text is None:
        return None
    origin, _, reference = text.partition(" ")
    return Source(Origin(origin), reference)


def source_text(source: Source | None) -> str | None:
    """A Source as "rulebook 11.4"."""
    if source is None:
        return None
    reference = source.reference.replace("\n", " ")  # one line, whatever was pasted into it
    return f"{source.origin} {reference}" if reference else str(source.origin)


def sources_of(written: str | dict[str, str] | None) -> Sources:
    """The sources of an entry from their short form."""
    if not written:
        return NO_SOURCES
    texts = {"": written} if isinstance(written, str) else written
    return Sources({name: source for name, text in texts.items() if (source := source_of(text))})


def sources_text(sources: Sources) -> str | dict[str, str] | None:
    """The short form of the sources of an entry: None, one text, or a text for each field."""
    if not sources:
        return None
    texts = {name: source_text(source) or "" for name, source in sources.items()}
    return texts[""] if set(texts) == {""} else texts


def attributes_of(written: dict[str, Scalar | list[Scalar]]) -> Attributes:
    """Attributes from their JSON form."""
    if not written:
        return NO_ATTRIBUTES
    return Attributes({name: tuple(v) if isinstance(v, list) else v for name, v in written.items()})


def attributes_json(attributes: Attributes) -> dict[str, Value | list[Value]]:
    """Attributes as JSON."""
    return {name: list(v) if isinstance(v, tuple) else v for name, v in attributes.items()}
