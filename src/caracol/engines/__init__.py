"""Engines, which work on rules and know nothing about genres."""
