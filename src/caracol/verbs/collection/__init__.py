"""Verbs about the library."""
