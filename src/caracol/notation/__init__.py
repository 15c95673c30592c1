"""How clues are written: parts that read and write with one description, and who carries what.

This is below the genres, so that each genre can say in its own ``formats`` module which
formats carry it; the frames around those bodies (URLs, envelopes, save files) are in
:mod:`caracol.formats`.
"""

UNTOLD = -1
"""A slot that says "something is here, but not what"; written ``.`` in number lists."""
