"""Items of a text that know their places, so that a refusal can name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class PlacedItem(str):
    """An item of a text that knows its place, such as "line 3, item 4"."""

    __slots__ = ("where",)
    where: str

    @classmethod
    def at(cls, text: str, where: str) -> PlacedItem:
        """Return an item with its place."""
        placed = cls(text)
        placed.where = where
        return placed

    def removeprefix(self, prefix: str, /) -> PlacedItem:
        return PlacedItem.at(super().removeprefix(prefix), self.where)


def place_of(text: str) -> str:
    """Return the place of an item in its text, or "" if that is not known.

    It is known when contents are read again after a refusal (:mod:`caracol.formats.framed`).
    """
    return text.where if isinstance(text, PlacedItem) else ""


def place_lines(
    lines: Iterable[Sequence[str]], numbers: Iterable[int]
) -> tuple[tuple[PlacedItem, ...], ...]:
    """Return lines of items that know their places, given the numbers of the lines."""
    return tuple(
        tuple(PlacedItem.at(item, f"line {number}, item {n}") for n, item in enumerate(line, 1))
        for number, line in zip(numbers, lines, strict=False)
    )
