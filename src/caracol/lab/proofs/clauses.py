"""DIMACS files as their readers see them: numbered clauses below comments."""

from __future__ import annotations

import re
from typing import NamedTuple

from caracol.errors import FormatError

Clause = tuple[int, ...]


class ClauseGroup(NamedTuple):
    """ClauseFile below one comment."""

    comment: str
    stated: list[tuple[int, Clause]]
    """The clauses, each with the number of its line."""


class ClauseFile(NamedTuple):
    """The contents of a CNF file."""

    groups: list[ClauseGroup]
    meanings: dict[int, str]
    """The variables that comments explain: ``c 3 r1c3 = 1 (star)``."""

    def literals(self) -> list[Clause]:
        """Return the clauses alone."""
        return [clause for group in self.groups for _, clause in group.stated]


_MEANING = re.compile(r"c (\d+) (\S.*)")


def read_clauses(text: str) -> ClauseFile:
    """Return the clauses of a CNF file with the comments above them."""
    groups = [ClauseGroup("", [])]
    meanings: dict[int, str] = {}
    promised, variables = None, 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if line.startswith("p"):
            words = line.split()
            if promised is not None or len(words) != 4 or words[:2] != ["p", "cnf"]:
                raise FormatError(
                    f"line {number} of the clauses should be 'p cnf VARIABLES CLAUSES'"
                )
            variables, promised = (_read_number(word, number) for word in words[2:])
        elif line.startswith("c"):
            if meant := _MEANING.fullmatch(line):
                meanings[int(meant[1])] = meant[2]
            else:
                groups.append(ClauseGroup(line[1:].strip(), []))
        else:
            clause = read_literals(line, number, "the clauses")
            if promised is None or any(abs(literal) > variables for literal in clause):
                raise FormatError(f"line {number} of the clauses has an undeclared variable")
            groups[-1].stated.append((number, clause))
    found = ClauseFile([group for group in groups if group.stated], meanings)
    if promised != len(found.literals()):
        number = len(found.literals())
        raise FormatError(f"the file declares {promised or 0} clauses, but has {number}")
    return found


def read_literals(line: str, number: int, what: str) -> Clause:
    """Return the literals of a line that ends with 0."""
    *literals, end = [_read_number(word, number, what) for word in line.split()] or [1]
    if end != 0 or 0 in literals:
        raise FormatError(f"line {number} of {what} must be numbers that end with a single 0")
    return tuple(literals)


def _read_number(word: str, number: int, what: str = "the clauses") -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise FormatError(f"line {number} of {what} has '{word[:40]}' where a number should be")
    return int(word)
