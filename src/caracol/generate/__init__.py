"""New puzzles: draft, mend or strip, judge; one at a time or in batches on any executor."""

from caracol.generate.grades import Grade, Judge, Wanted, wanted
from caracol.generate.loop import generate, options_of
from caracol.generate.made import Made

__all__ = ["Grade", "Judge", "Made", "Wanted", "generate", "options_of", "wanted"]
