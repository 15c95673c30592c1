"""Formats that carry Nonograms: shared frames, and many files of their own."""

from caracol.genres.nonogram import markup, pictures, sectioned, texts
from caracol.genres.nonogram.links import CARRIERS

# In this order a text is tried: first what is unmistakable.
FILES = (*markup.FILES, *pictures.FILES, *sectioned.FILES, *texts.FILES)

__all__ = ["CARRIERS", "FILES"]
