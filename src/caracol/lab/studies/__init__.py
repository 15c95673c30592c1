"""Studies: many runs of engines on many puzzles, with tables, plots and a report."""
