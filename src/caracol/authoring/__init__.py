"""For genre authors: parts of genres, clues in squares, drafts, notations."""
