"""How clues are written: parts that read and write with one description, and carriers.

This is below the genres, so that each genre can say in its ``formats`` module which formats carry
it; the frames around those bodies (URLs, envelopes, save files) are in :mod:`caracol.formats`.
"""

UNNUMBERED = -1
"""A clue without a number: something is here, but not what; written ``.`` in number lists."""
