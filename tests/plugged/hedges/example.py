"""The example that books print with the rules."""

from hedges import Hedges

PUZZLE = Hedges(("32", "03"))
SOLUTION = ("lx", "llx", "xl", "xxl", "xl")
