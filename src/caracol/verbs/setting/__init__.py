"""Verbs for setters, available only over HTTP."""
