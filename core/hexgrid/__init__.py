"""Hex geometry: hexes, sides, corners, lines, printed numbers and the plane. Knows no map content."""
