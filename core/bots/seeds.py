"""Seeds for games and bots that follow from one seed and the names of what they are for."""

from __future__ import annotations

import hashlib

LARGEST_SEED = 2**53 - 1  # the largest number that every program that reads JSON keeps exact


def seed_of(seed: int, *names: int | str) -> int:
    """The seed of something that has its own chance; the same on every machine."""
    text = "/".join(map(str, (seed, *names)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) & LARGEST_SEED
