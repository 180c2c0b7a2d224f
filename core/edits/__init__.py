"""Every change a designer can make. Two kinds of edit do all the work; the other files build them."""

from core.edits.base import Change, Composite, Edit, SetEntries, SetFields, put, remove, set_field
from core.edits.guards import EditError

__all__ = [
    "Change",
    "Composite",
    "Edit",
    "EditError",
    "SetEntries",
    "SetFields",
    "put",
    "remove",
    "set_field",
]
