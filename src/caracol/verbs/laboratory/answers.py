"""The answers of the laboratory's operations, as OpenAPI describes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caracol.verbs.schemas import Result


@dataclass
class Rule(Result):
    """A rule in words, with its cells."""

    about: str
    says: str
    cells: list[int]


@dataclass
class Wake(Result):
    """A rule that was woken, and what it removed."""

    rule: int
    cuts: list[dict[str, Any]]
    entailed: bool
    failed: bool
    effect: str


@dataclass
class Node(Result):
    """A choice and everything that followed from it, up to the next choice."""

    parent: int | None
    depth: int
    choice: str
    cell: int | None
    tried: list[int]
    end: str
    wakes: list[Wake]


@dataclass
class Option(Result):
    """An option of the search, with its current value."""

    name: str
    label: str
    chosen: int | str | None
    choices: list[dict[str, Any]]


@dataclass
class Trace(Result):
    """The search tree, in search order."""

    words: str
    stopped: str
    start: list[list[int]]
    rules: list[Rule]
    nodes: list[Node]
    statistics: dict[str, float]
    options: list[Option]
