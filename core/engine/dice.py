"""Dice that live in the state: the same seed gives the same rolls on every machine and after every reload."""

from __future__ import annotations

from typing import NamedTuple

_MASK = (1 << 64) - 1


class Dice(NamedTuple):
    """A seed and how many numbers have been drawn. `script` holds rolls that come first, for tests."""

    seed: int
    drawn: int = 0
    script: tuple[int, ...] = ()

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        """A number from 1 to `faces`, and the dice after the roll."""
        if self.script:
            value = self.script[0]
            if not 1 <= value <= faces:
                raise ValueError(f"the script says {value}, but the die has {faces} faces")
            return value, self._replace(script=self.script[1:])
        return _mixed(self.seed, self.drawn) % faces + 1, self._replace(drawn=self.drawn + 1)


def _mixed(seed: int, drawn: int) -> int:
    """The SplitMix64 generator: number `drawn` of the sequence that belongs to `seed`."""
    z = (seed + (drawn + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
