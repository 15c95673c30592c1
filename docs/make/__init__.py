"""Generates parts of the documentation from the code; ``scripts/docs`` runs it."""
