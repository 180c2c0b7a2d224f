"""Numbers that explain themselves: a sum whose every part has a reason and a rule."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.engine.log import Modifier


@dataclass(slots=True)
class Modifiers:
    """Collects modifiers; nothing is added for a value of 0."""

    parts: list[Modifier] = field(default_factory=list)

    def add(self, value: float, reason: str, rule: str = "") -> None:
        """Add a part."""
        if value:
            self.parts.append(Modifier(value, reason, rule))

    @property
    def total(self) -> float:
        """The sum."""
        return sum(part.value for part in self.parts)
