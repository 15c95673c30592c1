"""The benchmark: every peer beside Caracol, in one run, on the same puzzles."""
