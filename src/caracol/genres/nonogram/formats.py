"""Formats that carry Nonograms: shared frames, and many files of their own."""

from typing import Any

from caracol.genres.nonogram.links import CARRIERS
from caracol.notation.carrying import FileFormat

__all__ = ["CARRIERS", "FILES"]

FILES: tuple[FileFormat[Any], ...]


def __getattr__(name: str) -> Any:
    # Loaded only when a text is none of the frames: links are read more often than files.
    if name != "FILES":
        raise AttributeError(name)
    from caracol.genres.nonogram import counted, listed, markup, pictures, sectioned, texts

    # In this order a text is tried: first what is unmistakable.
    return (
        *markup.FILES,
        *pictures.FILES,
        *listed.FILES,
        *sectioned.FILES,
        *texts.FILES,
        *counted.FILES,
    )
