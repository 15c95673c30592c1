"""New puzzles: draft, mend or strip, judge; one at a time or in batches on any executor."""

from caracol.drafting.grades import Grade, Judge, Wanted, wanted
from caracol.generate.batch import Batch, Order, batch, make, series
from caracol.generate.loop import generate, options_of
from caracol.generate.made import Made
from caracol.generate.pictures import picture

__all__ = [
    "Batch",
    "Grade",
    "Judge",
    "Made",
    "Order",
    "Wanted",
    "batch",
    "generate",
    "make",
    "options_of",
    "picture",
    "series",
    "wanted",
]
