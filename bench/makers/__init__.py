"""Simple makers of unique puzzles, one module per genre, independent of Caracol's generator.

Each maker is a function of a random source and the sizes that returns the entries of a puzzle
file.
"""
