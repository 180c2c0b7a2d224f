"""WestFront: The War in Europe 1943-45, after the second edition rules, version 1.02 (2008)."""
