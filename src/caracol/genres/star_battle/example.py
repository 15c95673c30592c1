"""A small Star Battle for explaining the rules."""

from caracol.genres.star_battle import StarBattle

PUZZLE = StarBattle.from_rows(1, ["AABBC", "AABBC", "DAEBB", "DAEBE", "DDEEE"])
SOLUTION = ("xxxx*", "x*xxx", "xxx*x", "*xxxx", "xx*xx")
WORKED = (
    "The region in the top right corner has only two cells. Its star is in one of them, so r1c4 "
    "and r2c4, which touch both, stay empty, and so does the rest of column 5."
)
