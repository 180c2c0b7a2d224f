"""Which fields an object at some place of a file may have, from the pydantic model of the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel


def fields_at(model: type[BaseModel], steps: Sequence[int | str]) -> list[str]:
    """The field names of the object that the steps lead to; none where names are free."""
    shape: Any = model
    for step in steps:
        shape = _inner(shape, step)
    found = _models(shape)
    return list(_fields(found[0])) if found else []


def _inner(shape: Any, step: int | str) -> Any:
    """The annotation of a field, or of the entries of a list or mapping."""
    for found in _models(shape):
        if step in (fields := _fields(found)):
            return fields[str(step)]
    arguments = [arg for option in _options(shape) for arg in get_args(option)[-1:]]
    return arguments[0] if arguments else None


def _fields(model: type[BaseModel]) -> dict[str, Any]:
    """The annotations of the fields under the names that they have in the file."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _models(shape: Any) -> list[type[BaseModel]]:
    return [part for part in _options(shape) if isinstance(part, type) and issubclass(part, BaseModel)]


def _options(shape: Any) -> list[Any]:
    """The branches of a union, and the type under an annotation."""
    if hasattr(shape, "__metadata__"):
        return _options(shape.__origin__)
    if type(shape).__name__ in ("UnionType", "_UnionGenericAlias"):
        return [option for part in get_args(shape) for option in _options(part)]
    return [shape]
