"""How far a win rate can be trusted."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054  # of the normal distribution, for 95 of 100 cases


def win_rate_95(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval: sensible for few games too, and for all or none won."""
    share, z2 = wins / games, Z_95 * Z_95
    centre = share + z2 / (2 * games)
    reach = Z_95 * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    scale = 1 + z2 / games
    low, high = (centre - reach) / scale, (centre + reach) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding must not shut out the rate
