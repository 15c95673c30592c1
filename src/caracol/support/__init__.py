"""Progress, processes and options, which have nothing to do with puzzles."""
