"""The example that books print with the rules."""

from hedges import Hedges

PUZZLE = Hedges(("32", "03"))
SOLUTION = ("lx", "llx", "xl", "xxl", "xl")
WORKED = "There is no line around the 0, so the lines at its corners turn away."
