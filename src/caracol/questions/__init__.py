"""Questions that can be asked of any puzzle: solve, check, explain, hint, grade."""
