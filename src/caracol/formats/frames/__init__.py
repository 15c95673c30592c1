"""Formats shared by several genres: links, envelopes, save files and texts around their clues."""
