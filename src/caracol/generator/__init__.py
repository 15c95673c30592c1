"""New puzzles: draft, mend or strip, judge; one at a time or in batches on any executor.

What batches need, which are processes, is loaded when somebody wants one.
"""

from typing import TYPE_CHECKING

from caracol.drafting.target import Judge, Judgement, Wanted, wanted
from caracol.generator.from_picture import picture
from caracol.generator.loop import Generated, generate, options_of
from caracol.late import late

if TYPE_CHECKING:
    from caracol.generator.batches import Batch, Order, batch, make, series

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

if not TYPE_CHECKING:
    __getattr__ = late(__name__, {"batches": "Batch Order batch make series"})
