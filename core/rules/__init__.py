"""Rules that many games share, as functions of data and callables. They know no game."""
