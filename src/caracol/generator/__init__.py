"""New puzzles: draft, mend or strip, judge; one at a time or in batches on any executor."""
