"""Reading and writing puzzles in the formats in common use."""
