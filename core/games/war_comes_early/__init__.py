"""War Comes Early: Czechoslovakia 1938, after the rules in World at War no. 88 (February-March 2023)."""
