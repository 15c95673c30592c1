"""Verbs that make puzzles, pictures and books."""
