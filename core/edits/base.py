"""The unit of undo: an edit changes a model and gives back its inverse and exactly what it changed.

Edits carry keys and plain values, never live objects, and random choices are made before an edit is built:
so an edit can be repeated, stored and sent. An edit that cannot be applied raises EditError and leaves the
model as it was.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from core.edits.guards import EditError, check_entries
from core.model import Model

Key = Hashable


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit changed: by layer the changed keys with their entries before (None: there was none)."""

    before: Mapping[str, Mapping[Any, Any]]

    @property
    def layers(self) -> frozenset[str]:
        """The layers in which something changed."""
        return frozenset(self.before)

    def keys(self, layer: str) -> frozenset[Key]:
        """The changed keys of a layer."""
        return frozenset(self.before.get(layer, ()))


class Edit(Protocol):
    """A change that can be applied, undone and, within one stroke of the mouse, merged."""

    @property
    def text(self) -> str:
        """What the undo menu says."""
        ...

    @property
    def stroke(self) -> int:
        """Edits with the same number other than 0 belong to one stroke and merge."""
        ...

    def apply(self, model: Model) -> tuple[Edit, Change]:
        """Change the model; the inverse edit, and what changed."""
        ...

    def merge(self, later: Edit) -> Edit | None:
        """One edit that does this and then the later one, or None when they do not belong together."""
        ...


def layer_of(model: Model, layer: str) -> dict[Any, Any]:
    """A layer of a model by name."""
    if layer not in model.entry_types:
        raise EditError(f'a {type(model).__name__} has no layer "{layer}"')
    found: dict[Any, Any] = getattr(model, layer)
    return found


@dataclass(frozen=True, slots=True)
class SetEntries:
    """Put whole entries into a layer; None removes."""

    layer: str
    entries: Mapping[Any, Any]
    text: str = "Change"
    stroke: int = 0

    def apply(self, model: Model) -> tuple[Edit, Change]:
        layer = layer_of(model, self.layer)
        changed = {key: entry for key, entry in self.entries.items() if _differ(layer.get(key), entry)}
        check_entries(model, self.layer, changed)
        before = {key: layer.get(key) for key in changed}
        for key, entry in changed.items():
            if entry is None:
                del layer[key]
            else:
                layer[key] = entry
        return replace(self, entries=before), Change({self.layer: before} if before else {})

    def merge(self, later: Edit) -> Edit | None:
        if isinstance(later, SetEntries) and _one_stroke(self, later) and later.layer == self.layer:
            return replace(self, entries={**self.entries, **later.entries})
        return None


@dataclass(frozen=True, slots=True)
class SetFields:
    """Set one field of entries that exist, and leave their other fields alone."""

    layer: str
    field: str
    values: Mapping[Any, Any]
    text: str = "Change"
    stroke: int = 0

    def apply(self, model: Model) -> tuple[Edit, Change]:
        layer = layer_of(model, self.layer)
        if missing := [key for key in self.values if key not in layer]:
            raise EditError(f'there is no {missing[0]!r} in layer "{self.layer}"')
        old = {key: self._field_of(layer[key]) for key in self.values}
        entries = {
            key: replace(layer[key], **{self.field: v}) for key, v in self.values.items() if old[key] != v
        }
        _, change = SetEntries(self.layer, entries).apply(model)
        return replace(self, values={key: old[key] for key in entries}), change

    def merge(self, later: Edit) -> Edit | None:
        if (
            isinstance(later, SetFields)
            and _one_stroke(self, later)
            and (later.layer, later.field) == (self.layer, self.field)
        ):
            return replace(self, values={**self.values, **later.values})
        return None

    def _field_of(self, entry: Any) -> Any:
        if self.field not in {field.name for field in fields(entry)}:
            raise EditError(f'an entry of layer "{self.layer}" has no field "{self.field}"')
        return getattr(entry, self.field)


@dataclass(frozen=True, slots=True)
class Composite:
    """Several edits that are done and undone as one."""

    edits: tuple[Edit, ...]
    text: str = "Change"
    stroke: int = 0

    def apply(self, model: Model) -> tuple[Edit, Change]:
        inverses: list[Edit] = []
        before: dict[str, dict[Key, Any]] = {}
        for edit in self.edits:
            try:
                inverse, change = edit.apply(model)
            except EditError:
                for done in reversed(inverses):
                    done.apply(model)
                raise
            inverses.append(inverse)
            for layer, entries in change.before.items():
                before[layer] = {**entries, **before.get(layer, {})}
        return replace(self, edits=tuple(reversed(inverses))), Change(_net(model, before))

    def merge(self, later: Edit) -> Edit | None:
        if isinstance(later, Composite) and _one_stroke(self, later):
            return replace(self, edits=self.edits + later.edits)
        return None


def _differ(a: Any, b: Any) -> bool:
    """Whether two entries differ; 1 and true are equal to Python, but not the same in a file."""
    return a != b or type(a) is not type(b)


def _one_stroke(edit: Edit, later: Edit) -> bool:
    return edit.stroke != 0 and edit.stroke == later.stroke


def _net(model: Model, before: Mapping[str, Mapping[Key, Any]]) -> dict[str, dict[Key, Any]]:
    """Without what was changed and changed back within the composite."""
    net = {}
    for name, entries in before.items():
        layer = layer_of(model, name)
        if kept := {key: entry for key, entry in entries.items() if _differ(layer.get(key), entry)}:
            net[name] = kept
    return net


def put(layer: str, key: Key, entry: Any, text: str = "Change") -> SetEntries:
    """Add an entry, or replace it."""
    return SetEntries(layer, {key: entry}, text)


def remove(layer: str, keys: Iterable[Key], text: str = "Remove") -> SetEntries:
    """Remove entries."""
    return SetEntries(layer, dict.fromkeys(keys), text)


def set_field(layer: str, key: Key, field: str, value: Any, text: str = "Change") -> SetFields:
    """Set one field of one entry."""
    return SetFields(layer, field, {key: value}, text)
