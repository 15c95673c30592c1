"""Why things follow: steps, the ladder of techniques, smallest reasons, grades.

This package knows rules, candidates and the words of symbols; it knows no puzzles. The verbs
that take a puzzle are in :mod:`caracol.explaining`.
"""
