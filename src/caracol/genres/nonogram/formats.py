"""Formats that carry Nonograms: shared frames, and many files of their own."""

from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.links import CARRIERS
from caracol.notation.carrying import FileFormat

__all__ = ["CARRIERS", "files"]


def files() -> tuple[FileFormat[Nonogram], ...]:
    """The files, in the order in which a text is tried: first what is unmistakable.

    Loaded only when a text is none of the frames: links are read more often than files.
    """
    from caracol.genres.nonogram import bitmaps, listed, markup, number_lines, sectioned, texts

    return (
        *markup.FILES,
        *bitmaps.FILES,
        *listed.FILES,
        *sectioned.FILES,
        *texts.FILES,
        *number_lines.FILES,
    )
