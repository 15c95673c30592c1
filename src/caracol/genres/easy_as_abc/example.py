"""A small Easy as ABC for explaining the rules."""

from caracol.genres.easy_as_abc import EasyAsABC

PUZZLE = EasyAsABC(
    "ABC",
    top=(2, None, None, None),
    left=(None, None, None, None),
    right=(1, None, None, None),
    bottom=(None, 3, None, 3),
)
SOLUTION = ("B-CA", "CA-B", "-BAC", "ACB-")
WORKED = (
    "Each line has one blank cell, so a letter that is seen first is in the first or the second "
    "cell from there: the B of column 1 in r1c1 or r2c1, the A of row 1 in r1c4 or r1c3."
)
