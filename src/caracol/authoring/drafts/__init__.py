"""Building blocks of draft parts: dice, symmetries, facts, and the shared strip."""
