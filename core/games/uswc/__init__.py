"""Unconditional Surrender! Western Campaigns, after its core rulebook (1.0 to 14.15 and Fast Start)."""
