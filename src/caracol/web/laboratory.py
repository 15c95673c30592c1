"""The operation of the laboratory: a search, step by step, under chosen options."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from caracol.lab.options import BRANCHING, STRENGTHS, VALUES, VARIABLES
from caracol.web.answers import Result, Rule
from caracol.web.api import PROBLEMS
from caracol.web.messages import Seconds, Timed
from caracol.web.service import Lane, Service
from caracol.web.strict import Strict


def chosen_from(choices: dict[str, str]) -> Any:
    """A name out of these; the laboratory itself refuses others, in a sentence."""
    words = "; ".join(f"{name}: {about}" for name, about in choices.items())
    return Field(max_length=40, description=words, json_schema_extra={"enum": list(choices)})


class Traced(Timed):
    """A puzzle, and how to search for its solution."""

    seconds: Seconds = 5.0
    variables: Annotated[str, chosen_from(VARIABLES)] = "leftmost"
    values: Annotated[str, chosen_from(VALUES)] = "up"
    branching: Annotated[str, chosen_from(BRANCHING)] = "step"
    propagation: Annotated[str, chosen_from(STRENGTHS)] = "full"
    redundant: Annotated[
        str,
        Field(
            max_length=200,
            description="Rules to add that follow from the others: none, all, "
            "or families of the genre with commas between.",
        ),
    ] = "none"
    solutions: Annotated[
        int | None,
        Field(ge=1, le=1000, description="How many solutions to look for; null: all of them."),
    ] = 1
    seed: Annotated[int, Field(ge=0, lt=2**63, description="Where random orders begin.")] = 0
    nodes: Annotated[int, Field(ge=1, le=2000, description="How many tries at most.")] = 500


class Wake(Result):
    """A rule that was asked, and what it took away."""

    rule: int
    cuts: list[dict[str, Any]]
    entailed: bool
    failed: bool
    effect: str


class Node(Result):
    """A try and all that followed from it, up to the next try."""

    parent: int | None
    depth: int
    choice: str
    cell: int | None
    tried: list[int]
    end: str
    wakes: list[Wake]


class Option(Result):
    """Something to choose for the search, with what is chosen now."""

    name: str
    label: str
    chosen: int | str | None
    choices: list[dict[str, Any]]


class Trace(Result):
    """The search tree in the order in which it was searched."""

    words: str
    stopped: str
    start: list[list[int]]
    rules: list[Rule]
    nodes: list[Node]
    statistics: dict[str, float]
    options: list[Option]


def router(service: Service) -> APIRouter:
    """The operation of the laboratory."""
    api = APIRouter(prefix="/api", route_class=Strict, responses=PROBLEMS, tags=["laboratory"])

    @api.post("/trace", response_model=Trace)
    async def trace(request: Request, traced: Traced) -> Response:
        """Search with the plain engine, and tell every try, every rule that woke and what it did.

        A search that is longer than its limits is told as far as they reach.
        """
        return await service.ask(request, Lane.TRIED, "trace", traced)

    return api
