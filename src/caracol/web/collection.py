"""The operations on the library. It is the one thing on the server that changes."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from caracol.library import Order
from caracol.library.filters import OPTIONS
from caracol.options import Kind, Option
from caracol.web import answers, messages
from caracol.web.api import PROBLEMS, STREAMED
from caracol.web.problems import Problem, Refused
from caracol.web.service import Lane, Service
from caracol.web.strict import Strict

Number = Annotated[int, Path(ge=1, lt=2**63)]
Theme = Literal["light", "dark"]
DRAWN: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The picture.",
        "content": {"image/svg+xml": {"schema": {"type": "string"}}},
    }
}
FORBIDDEN: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "The library cannot be changed here."}
}

MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such puzzle in the library."}
}


def filters_of(**filters: Any) -> dict[str, Any]:
    """The filters that stand in an address."""
    return filters


def in_address(option: Option) -> Any:
    """The type that such a target has in an address."""
    if option.kind is Kind.FLAG:
        return Annotated[bool | None, Query(description=option.words)]
    return Annotated[str | None, Query(max_length=200, description=option.words)]


filters_of.__signature__ = Signature(  # type: ignore[attr-defined]
    [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=in_address(option))
        for name, option in OPTIONS.items()
    ]
)


def router(service: Service) -> APIRouter:
    """All operations on the library, and pictures for its cards."""
    api = APIRouter(prefix="/api", route_class=Strict, responses=PROBLEMS, tags=["library"])
    settings = service.settings

    async def ask(request: Request, job: str, **entries: Any) -> Response:
        return await ask_of(Lane.QUICK, request, job, entries)

    async def ask_of(lane: Lane, request: Request, job: str, entries: dict[str, Any]) -> Response:
        path = None if settings.library is None else str(settings.library)
        return await service.ask(request, lane, job, {**entries, "library": path})

    def must_be_open() -> None:
        if settings.read_only:
            raise Refused(403, "read-only", "this server's library can only be looked at")

    @api.get("/library", response_model=answers.Found)
    async def search(
        request: Request,
        filters: Annotated[dict[str, Any], Depends(filters_of)],
        order: Order = "oldest",
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    ) -> Response:
        """Search the library."""
        found = {"filters": filters, "order": order, "limit": limit, "offset": offset}
        return await ask(request, "library_search", **found)

    @api.post("/library", response_model=answers.Added, responses=FORBIDDEN)
    async def add(request: Request, shelved: messages.Shelved) -> Response:
        """Add a puzzle, or all of a text, to the library, unless it is there already."""
        must_be_open()
        return await ask_of(Lane.LONG, request, "library_add", shelved.model_dump())

    @api.post("/library/generate", response_model=answers.Kept, responses=FORBIDDEN | STREAMED)
    async def generate(request: Request, ordered: messages.Ordered) -> Response:
        """Make a new puzzle and add it to the library."""
        must_be_open()
        return await ask_of(Lane.LONG, request, "library_generate", ordered.model_dump())

    @api.post("/library/solved", response_model=dict[str, Any], responses=FORBIDDEN)
    async def solved(request: Request, asked: messages.Asked) -> Response:
        """Remember that a puzzle was solved, if it is in the library."""
        must_be_open()
        return await ask(request, "library_solved", **asked.model_dump())

    @api.delete("/library/{number}", response_model=dict[str, Any], responses=FORBIDDEN | MISSING)
    async def remove(request: Request, number: Number) -> Response:
        """Remove a puzzle from the library."""
        must_be_open()
        return await ask(request, "library_remove", id=number)

    @api.post("/library/restore", response_model=dict[str, Any], responses=FORBIDDEN)
    async def restore(request: Request, restored: messages.Restored) -> Response:
        """Put a puzzle back that was removed, as the answer to its removal gave it."""
        must_be_open()
        return await ask(request, "library_restore", **restored.model_dump())

    @api.post("/library/change", response_model=dict[str, Any], responses=FORBIDDEN | MISSING)
    async def change(request: Request, changed: messages.Changed) -> Response:
        """Give puzzles tags, take tags away, or give a puzzle another title."""
        must_be_open()
        return await ask(request, "library_change", **changed.model_dump())

    @api.post("/library/played", response_model=answers.Statistics, responses=FORBIDDEN)
    async def played(request: Request, played: messages.Played) -> Response:
        """Remember that a puzzle was solved, and how well."""
        must_be_open()
        return await ask(request, "library_played", **played.model_dump())

    @api.get("/library/statistics", response_model=answers.Statistics)
    async def statistics(request: Request, day: messages.Day) -> Response:
        """Tell what was solved, for each genre and grade."""
        return await ask(request, "library_statistics", day=day)

    @api.get("/library/{number}/picture", responses=DRAWN | MISSING, response_class=Response)
    async def picture(request: Request, number: Number, theme: Theme = "light") -> Response:
        """Draw a puzzle of the library."""
        return await ask(request, "library_picture", id=number, theme=theme)

    @api.get("/genres/{genre}/picture", responses=DRAWN, response_class=Response)
    async def example(
        request: Request, genre: Annotated[str, Path(max_length=40)], theme: Theme = "light"
    ) -> Response:
        """Draw an example of a genre."""
        return await ask(request, "genre_picture", id=genre, theme=theme)

    return api
