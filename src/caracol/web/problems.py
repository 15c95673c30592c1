"""What a client is told when something is wrong: a status, and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from caracol import errors
from caracol.errors import LONGEST_MESSAGE


@dataclass(frozen=True)
class Problem:
    """What is wrong, in a sentence."""

    type: str
    """A word for programs: "clue-error", "out-of-time"."""
    detail: str
    """A sentence for people."""
    where: str = ""
    """The clue, the cell or the entry that it is about, when there is one."""


class Refused(Exception):
    """An answer that is no result."""

    def __init__(self, status: int, type: str, detail: str, where: str = "") -> None:
        super().__init__(detail)
        self.status = status
        self.problem = Problem(type=type, detail=detail[:LONGEST_MESSAGE], where=where[:200])


def too_large(detail: str, where: str = "") -> Refused:
    """The request is larger than this server takes."""
    return Refused(413, "too-large", detail, where)


def too_much(detail: str) -> Refused:
    """There is too much work under way."""
    return Refused(429, "too-much-work", detail)


def out_of_time(detail: str) -> Refused:
    """The limit was reached without an answer."""
    return Refused(504, "out-of-time", detail)


STATUS: dict[type[errors.CaracolError], tuple[int, str]] = {
    errors.FormatError: (422, "format-error"),
    errors.ClueError: (422, "clue-error"),
    errors.UnknownName: (422, "unknown-name"),
    errors.NoSolution: (422, "no-solution"),
    errors.ManySolutions: (422, "many-solutions"),
    errors.OutOfTime: (504, "out-of-time"),
    errors.MissingExtra: (501, "missing-extra"),
    errors.CaracolError: (422, "error"),
}


def refused(error: errors.CaracolError) -> Refused:
    """The answer to an error of ours."""
    for kind in type(error).__mro__:
        if kind in STATUS:
            status, name = STATUS[kind]
            where = str(getattr(error, "where", ""))
            detail = str(error)
            # The place has an entry of its own, so the sentence need not repeat it.
            detail = detail.removeprefix(f"{where}: ") if where else detail
            return Refused(status, name, detail, where)
    return Refused(422, "error", str(error))
