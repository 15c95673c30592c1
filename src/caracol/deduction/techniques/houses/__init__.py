"""Houses, in which several values are counted: sets of cells and values, and what is left."""
