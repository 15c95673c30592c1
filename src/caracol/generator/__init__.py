"""New puzzles: draft, mend or strip, judge; one at a time or in batches on any executor."""

from caracol.drafting.target import Judge, Judgement, Wanted, wanted
from caracol.generator.batch import Batch, Order, batch, make, series
from caracol.generator.from_picture import picture
from caracol.generator.loop import Generated, generate, options_of

__all__ = [
    "Batch",
    "Generated",
    "Judge",
    "Judgement",
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
