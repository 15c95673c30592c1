"""A small Nonogram for explaining the rules."""

from caracol.genres.nonogram import Nonogram

PUZZLE = Nonogram.from_numbers([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
SOLUTION = ("x#x#x", "#####", "#####", "x###x", "xx#xx")
WORKED = (
    "Rows 2 and 3 are painted from end to end. That is the run of 2 of column 1, so the rest of "
    "column 1 is blank; the same holds for column 5."
)
