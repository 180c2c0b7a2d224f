"""Control of spaces: who was there last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.rules.paths import N


def captured(control: Mapping[N, str], entered: Iterable[N], side: str) -> dict[N, str]:
    """The spaces that change hands when a side enters them, with those who held them ("" for nobody)."""
    return {space: control.get(space, "") for space in entered if control.get(space, "") != side}
