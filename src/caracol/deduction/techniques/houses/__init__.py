"""Houses, which have each value once: sets of cells and values under the names of players."""
