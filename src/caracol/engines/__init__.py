"""Engines that know rules and nothing of genres."""
