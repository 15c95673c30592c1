"""A small Magnets for explaining the rules."""

from caracol.genres.magnets import Magnets, partners

PUZZLE = Magnets(
    4,
    partners(["LRTT", "TTBB", "BBLR"])[1],
    row_plus=(2, None, None),
    row_minus=(None, None, None),
    column_plus=(1, 1, 0, None),
    column_minus=(None, None, 1, None),
)
SOLUTION = ("-+x+", "+xx-", "-x-+")
WORKED = (
    "Row 1 has two pluses. The domino at its left holds one of them at most, and column 3 has "
    "none, so the other one is in r1c4; its other half, r2c4, is a minus."
)
