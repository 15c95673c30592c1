"""Star Battle's own techniques: what a star does to the cells around it."""

from __future__ import annotations

from caracol.deduction.around import around
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
"""How a link of a trial is told."""
NEVER = ("count-none", "smallest-reason")
"""Techniques for every genre that do not come here: no rule asks for no star at all, and what
nothing else sees is a trial with more inside."""
FOLLOWERS = (AROUND,)
"""A star and its neighbours are one move."""
ONWARDS = ("count-full",)
"""So are a star and the rest of its row, column and region."""
TECHNIQUES = (around(AROUND, STAR),)
"""Lines and regions need stars; blocks are the only counts that do not."""
