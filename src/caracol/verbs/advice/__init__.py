"""Verbs for players: hints, explanations, grades, practice and play."""
