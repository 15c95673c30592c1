"""The techniques of Star Battle: a star rules out the cells around it."""

from __future__ import annotations

from caracol.deduction.techniques.neighbours import around
from caracol.genres.star_battle import STAR

AROUND = "around-a-star"
WORDS = {
    AROUND: (
        "Around a star",
        "Stars may not touch, not even at a corner, and {facts}: so {conclusion}.",
        "No other star may touch it: so {conclusion}.",
        "No other star may touch {known}: so {conclusion}.",
    ),
}
PHRASES = {
    "by": {"the 2×2 block {}": "as stars do not touch"},
    "broken": {"the 2×2 block {}": "but then two stars would touch in {about}"},
}
"""How trials cite the 2×2 blocks."""
NEVER = ("count-none", "smallest-reason")
"""General techniques that are not used here: no rule asks for zero stars, and nested trials
replace the smallest reasons."""
TECHNIQUES = (around(AROUND, STAR),)
"""Lines and regions need stars; blocks are the only counts that do not."""
