"""Verbs that read, write, show and list puzzles, formats and genres."""
