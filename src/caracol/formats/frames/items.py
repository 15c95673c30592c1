"""Texts of blank-separated items: puzzlekit and janko.at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from caracol.authoring.notation.carrying import Fit
from caracol.authoring.notation.contents import Items, Sections
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import CaracolError, FormatError
from caracol.formats.framed import Framed
from caracol.puzzle import Info


class Puzzlekit(Framed[Items]):
    """``rows cols [more]`` and lines of items. The text does not name its genre."""

    name = "puzzlekit"
    about = "puzzlekit's texts"
    info = frozenset()
    sure = False
    signs = "a line with rows and columns, and lines of items separated by blanks"
    example = "3 3\n- - -\nx 3 -\nx - -\n"

    def recognises(self, text: str) -> bool:
        head = tuple(text[:100].strip().partition("\n")[0].split())
        if text.count("\n") > 5 * LARGEST_SIDE:
            return False
        lines = [tuple(line.split()) for line in text.splitlines() if line.strip()]
        if not 2 <= len(head) <= 4 or not all(re.fullmatch(r"[0-9]{1,4}", n) for n in head[:2]):
            return False
        rows, columns = map(int, head[:2])
        if len(head) > 2:
            plain = len(lines) == 1 + rows and all(len(line) == columns for line in lines[1:])
            around = len(lines) == 5 + rows and all(len(line) == columns for line in lines[5:])
            return plain or around or (head[2].isalpha() and len(lines) > 4)
        lengths = [len(line) for line in lines[1:]]
        if rows and lengths == [columns] * rows and "\n\n" not in text.strip():
            return True  # A single board with an item for each square.
        if lengths == [columns, rows, *[columns] * rows]:
            return True  # A line of numbers for the columns, one for the rows, and the board.
        counts = [columns, columns, rows, rows]
        # Four lines of counts, perhaps a board of given cells, and a board of dominoes; or a line
        # of numbers for every column and row, as in other nonogram files.
        boards = [[*counts, *[columns] * (times * rows)] for times in (1, 2)]
        numbers = all(item.isdigit() for line in lines for item in line)
        return rows * columns > 0 and (
            lengths in boards or (numbers and len(lengths) == rows + columns)
        )

    def fit(self, text: str, called: bool = False) -> Fit:  # noqa: ARG002
        return Fit.MAYBE

    def unpack(self, text: str) -> Iterator[tuple[Items, str, Info]]:
        numbered = [(n, line.split()) for n, line in enumerate(text.splitlines(), 1)]
        numbers = tuple(number for number, line in numbered if line)
        lines = [tuple(line) for _, line in numbered if line]
        usable = bool(lines) and 2 <= len(lines[0]) <= 4
        if not usable or not all(re.fullmatch(r"[0-9]{1,9}", n) for n in lines[0][:2]):
            raise FormatError("a puzzlekit text begins with its rows and columns")
        yield Items(lines[0], tuple(lines[1:]), numbers[1:]), "", Info()

    def resembles(self, _contents: Items, refusal: CaracolError, /) -> bool:
        """Return whether the lines are right and an item of the board is wrong."""
        return isinstance(refusal, FormatError) and bool(refusal.where)

    def pack(self, contents: Items, _name: str, _info: Info, /) -> str:
        return "\n".join(" ".join(line) for line in (contents.head, *contents.lines)) + "\n"


SECTIONS = ("clabels", "rlabels", "labels", "areas", "problem", "solution", "moves", "end")
HEADING = re.compile(rf"^\[({'|'.join(SECTIONS)})\]\s*$", re.MULTILINE)
SAID = re.compile(r"^(title|author|source|puzzle)\s+(.+)$")


class Janko(Framed[Sections]):
    """Sections such as ``[areas]`` in the source of a janko.at page."""

    name = "janko"
    about = "the text in janko.at pages"
    signs = "lines such as [areas] and [problem]"
    hint = r"^\[\w+\]"
    example = "begin\npuzzle sternenschlacht\n[areas]\n1\n[solution]\nx\n[end]\n"
    info = frozenset({"title", "author", "source"})
    names_vary = True

    def recognises(self, text: str) -> bool:
        return HEADING.search(text) is not None

    def unpack(self, text: str) -> Iterator[tuple[Sections, str, Info]]:
        found: dict[str, list[tuple[str, ...]]] = {}
        said: dict[str, str] = {}
        current: list[tuple[str, ...]] | None = None
        for line in text.splitlines():
            plain = line.strip()
            if (word := plain.strip("[]")) in SECTIONS:
                current = None if word in ("moves", "end") else found.setdefault(word, [])
            elif current is not None and plain and not plain.startswith("["):
                Grid.checked(len(current) + 1, 1, LARGEST_SIDE)
                current.append(tuple(plain.split()))
            elif match := SAID.match(plain):
                said.setdefault(match[1], match[2].strip())
        if len(labels := found.pop("labels", [])) == 4:
            found.update(clabels=labels[:2], rlabels=labels[2:])
        name = said.pop("puzzle", "").lower()
        sections = Sections({word: tuple(lines) for word, lines in found.items()})
        yield sections, name, Info.of(said)

    def pack(self, contents: Sections, _name: str, _info: Info, /) -> str:
        raise AssertionError(f"these pages can only be read, not written: {contents}")


FORMATS = (Janko(), Puzzlekit())
