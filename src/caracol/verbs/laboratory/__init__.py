"""Verbs of the constraint laboratory and the programs of the reports."""
