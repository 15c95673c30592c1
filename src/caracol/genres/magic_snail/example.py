"""A small Magic Snail for explaining the rules."""

from caracol.genres.magic_snail import MagicSnail

GIVEN_A = 1
PUZZLE = MagicSnail("AB", 4).with_givens(
    tuple(GIVEN_A if cell in (2, 4) else None for cell in range(16))
)
SOLUTION = ("--AB", "AB--", "B--A", "-AB-")
WORKED = (
    "The first letter of all is an A, and the A of row 1 is in r1c3. So r1c1 and r1c2 are blank, "
    "and the B of row 1 is in r1c4."
)
