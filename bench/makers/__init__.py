"""Simple makers of unique puzzles, one module a genre, independent of Caracol's own generator.

Each maker is a function of a random source and the sizes; it gives the entries of a puzzle file.
"""
