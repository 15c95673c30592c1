"""Texts and files that hold several puzzles, each in any format."""
