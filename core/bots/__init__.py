"""Bots that play any game, the referee of one game, and batches of games. Knows no game."""
