"""Explanations: steps, the ladder of techniques, smallest reasons, grades.

This package knows rules, candidates and the words of symbols, but not puzzles or genres. The
questions about a puzzle are in :mod:`caracol.questions`. Its parts:

- ``walk``: boards, positions, and the ladder that takes the cheapest open step;
- ``techniques``: arguments for every genre, and their claims;
- ``last_resort``: steps for positions in which no technique finds anything;
- ``words``: claims, moves, sentences and the catalogue of phrases.
"""
