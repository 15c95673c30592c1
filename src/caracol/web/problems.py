"""Error responses: a status and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from caracol import errors
from caracol.errors import LONGEST_MESSAGE, count_noun
from caracol.library.entries import NoSuchPuzzle
from caracol.verbs.requested import TooLarge


@dataclass(frozen=True)
class Problem:
    """The body of an error response."""

    type: str
    """A code for programs, such as "clue-error" or "out-of-time"."""
    detail: str
    """A sentence for people."""
    where: str = ""
    """The clue, cell or entry that it is about, if any."""


class Refused(Exception):
    """A request that is answered with a problem."""

    def __init__(self, status: int, type: str, detail: str, where: str = "") -> None:
        super().__init__(detail)
        self.status = status
        self.problem = Problem(type=type, detail=detail[:LONGEST_MESSAGE], where=where[:200])


def too_large(detail: str, where: str = "") -> Refused:
    """Return the refusal of a request that is too large."""
    return Refused(413, "too-large", detail, where)


def too_much(detail: str) -> Refused:
    """Return the refusal of a request while there is too much work."""
    return Refused(429, "too-much-work", detail)


def too_many_requests(most: int) -> Refused:
    """Return the refusal of a client that has reached its limit of requests in progress."""
    requests = count_noun(most, "request")
    return too_much(f"you already have {requests} in progress; wait for one to finish")


def out_of_time(detail: str) -> Refused:
    """Return the refusal of a request that reached its time limit."""
    return Refused(504, "out-of-time", detail)


STATUS: dict[type[errors.CaracolError], tuple[int, str]] = {
    errors.FormatError: (422, "format-error"),
    errors.ClueError: (422, "clue-error"),
    errors.UnknownName: (422, "unknown-name"),
    errors.NoSolution: (422, "no-solution"),
    errors.ManySolutions: (422, "many-solutions"),
    errors.OutOfTime: (504, "out-of-time"),
    errors.MissingExtra: (501, "missing-extra"),
    NoSuchPuzzle: (404, "not-found"),
    TooLarge: (413, "too-large"),
    errors.CaracolError: (422, "error"),
}


def refuse(error: errors.CaracolError) -> Refused:
    """Return the refusal for an error."""
    for kind in type(error).__mro__:
        if kind in STATUS:
            status, name = STATUS[kind]
            where = str(getattr(error, "where", ""))
            detail = str(error)
            # The place has a separate entry, so the sentence need not repeat it.
            detail = detail.removeprefix(f"{where}: ") if where else detail
            return Refused(status, name, detail, where)
    return Refused(422, "error", str(error))
