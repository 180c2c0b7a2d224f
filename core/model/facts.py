"""Small immutable values that every layer uses: attributes, and where a fact comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Generic, NamedTuple, Self, TypeAlias, TypeVar

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...]"
V = TypeVar("V")


class FrozenMap(Mapping[str, V], Generic[V]):
    """An immutable, hashable mapping, kept in order of its names."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, V] | None = None) -> None:
        self._items: dict[str, V] = dict(sorted((items or {}).items()))

    def __getitem__(self, name: str) -> V:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __eq__(self, other: object) -> bool:
        # 1, 1.0 and true are equal to Python, but not the same in a file.
        return (
            type(other) is type(self)
            and self._items == other._items
            and repr(self._items) == repr(other._items)
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._items!r})"

    def with_value(self, name: str, value: V | None) -> Self:
        """A copy with one value set, or removed when it is None."""
        items = {key: old for key, old in self._items.items() if key != name}
        return type(self)(items if value is None else items | {name: value})


class Attributes(FrozenMap[Value]):
    """Named plain values of an entry; which names there are is told by the system."""

    __slots__ = ()


class Origin(StrEnum):
    """Where a fact comes from."""

    RULEBOOK = "rulebook"
    DERIVED = "derived"
    ASSUMED = "assumed"
    VERIFIED = "verified"


class Source(NamedTuple):
    """The origin of a fact and what it rests on, e.g. a rule section."""

    origin: Origin
    reference: str = ""


class Sources(FrozenMap[Source]):
    """The sources of one entry: of the whole entry under "", of single fields under their names."""

    __slots__ = ()

    def of(self, field: str) -> Source | None:
        """The source of a field: its own, else that of the whole entry."""
        return self._items.get(field) or self._items.get("")


NO_ATTRIBUTES = Attributes()
NO_SOURCES = Sources()
