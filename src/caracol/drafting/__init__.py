"""What the draft parts of the genres are made of: dice, symmetries, facts, and the shared strip."""
