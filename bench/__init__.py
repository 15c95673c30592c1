"""The benchmark: Caracol and its peers in one run, on the same puzzles."""
