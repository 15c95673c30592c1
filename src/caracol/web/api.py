"""The operations over HTTP: where each is found, what it answers, and how long it may take."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from caracol.errors import FormatError
from caracol.formats import own
from caracol.web import answers
from caracol.web.messages import CHANGING, REQUESTS, Schema
from caracol.web.problems import Problem, Refused
from caracol.web.requests import prepared
from caracol.web.service import Lane, Service

PROBLEMS: dict[int | str, dict[str, Any]] = {
    413: {"model": Problem, "description": "The request or the board is too large."},
    422: {"model": Problem, "description": "The request or the puzzle cannot be understood."},
    429: {"model": Problem, "description": "Too much work is under way."},
    504: {"model": Problem, "description": "There was no answer within the time."},
}
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The result; or, where the client accepts text/event-stream, events "
        "'progress' and at last 'done' or 'problem'.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}
FORBIDDEN: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "The library cannot be changed here."}
}
MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such puzzle in the library."}
}


def file_of(*media: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is a file."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"description": "The file.", "content": dict.fromkeys(media, binary)}}


SVG, PDF = "image/svg+xml", "application/pdf"
PICTURE = file_of(SVG, "image/png", PDF, "text/plain")


@dataclass(frozen=True)
class Route:
    """An operation, and how it is asked over HTTP."""

    operation: str
    answer: Any
    """What the answer holds: a class, or the description of a file."""
    lane: Lane | Callable[[dict[str, Any]], Lane]
    tag: str
    address: str = ""
    """Method and path; ``POST`` and the operation's name where nothing is said."""
    streamed: bool = False
    numbered: bool = False
    """Whether it is about a puzzle of the library that may be missing."""

    @property
    def method(self) -> str:
        """How it is asked."""
        return self.address.partition(" ")[0] or "POST"

    @property
    def path(self) -> str:
        """Where it is found."""
        return self.address.partition(" ")[2] or f"/{self.operation}"

    @property
    def schema(self) -> Schema:
        """What it is asked."""
        return REQUESTS[self.operation]

    def lane_of(self, payload: dict[str, Any]) -> Lane:
        """How long it may take."""
        return self.lane if isinstance(self.lane, Lane) else self.lane(payload)

    def described(self) -> dict[str, Any]:
        """What it is asked, for the description of the interface."""
        if self.method == "POST":
            content = {"application/json": {"schema": self.schema}}
            return {"requestBody": {"required": True, "content": content}}
        required = self.schema["required"]
        return {
            "parameters": [
                {
                    "name": name,
                    "in": "path" if f"{{{name}}}" in self.path else "query",
                    "required": name in required,
                    "schema": schema,
                }
                for name, schema in self.schema["properties"].items()
            ]
        }

    def responses(self) -> dict[int | str, dict[str, Any]]:
        """What is answered besides what every operation may answer."""
        return {
            **(FORBIDDEN if self.operation in CHANGING else {}),
            **(MISSING if self.numbered else {}),
            **(STREAMED if self.streamed else {}),
            **(self.answer if isinstance(self.answer, dict) else {}),
        }


QUICK, TRIED, LONG = Lane.QUICK, Lane.TRIED, Lane.LONG


def routes() -> list[Route]:
    """All operations."""

    def looked_at(payload: dict[str, Any]) -> Lane:
        return TRIED if payload["deep"] else QUICK

    def drawn(payload: dict[str, Any]) -> Lane:
        return TRIED if payload["to"] in ("svg", "text") else LONG

    changed = dict[str, Any]
    return [
        Route("read", answers.View, QUICK, "puzzles"),
        Route("preview", answers.Previewed, QUICK, "puzzles"),
        Route("blank", answers.View, QUICK, "puzzles"),
        Route("edit", answers.View, QUICK, "puzzles"),
        Route("check", answers.Checked, looked_at, "questions"),
        Route("put", answers.Put, QUICK, "questions"),
        Route("solve", answers.Solved, TRIED, "questions"),
        Route("count", answers.Solved, TRIED, "questions", streamed=True),
        Route("candidates", answers.Possible, TRIED, "questions"),
        Route("conflict", answers.Clash, TRIED, "questions"),
        Route("hint", answers.Hinted, TRIED, "advice"),
        Route("steps", answers.Open, TRIED, "advice"),
        Route("practice", answers.Position, LONG, "advice", streamed=True),
        Route("techniques", answers.Techniques, QUICK, "advice", "GET /genres/{genre}/techniques"),
        Route("explain", answers.Walked, TRIED, "advice", streamed=True),
        Route("grade", answers.Graded, TRIED, "advice", streamed=True),
        Route("judge", answers.Judged, TRIED, "making", streamed=True),
        Route("generate", answers.Made, TRIED, "making", streamed=True),
        Route("daily", answers.Made, LONG, "making", streamed=True),
        Route("similar", answers.Made, LONG, "making", streamed=True),
        Route("finish", changed, LONG, "making", streamed=True),
        Route("vary", changed, LONG, "making", streamed=True),
        Route("picture", changed, LONG, "making", streamed=True),
        Route("render", PICTURE, drawn, "making"),
        Route("book", file_of(PDF), LONG, "making"),
        Route("convert", answers.Converted, QUICK, "puzzles"),
        Route("formats", answers.Formats, QUICK, "puzzles", "GET /formats"),
        Route("genres", answers.Genres, QUICK, "puzzles", "GET /genres"),
        Route("trace", answers.Trace, TRIED, "laboratory"),
        Route("library_search", answers.Found, QUICK, "library", "GET /library"),
        Route("library_add", answers.Added, LONG, "library", "POST /library"),
        Route(
            "library_generate",
            answers.Kept,
            LONG,
            "library",
            "POST /library/generate",
            streamed=True,
        ),
        Route("library_solved", changed, QUICK, "library", "POST /library/solved"),
        Route("library_remove", changed, QUICK, "library", "DELETE /library/{id}", numbered=True),
        Route("library_restore", changed, QUICK, "library", "POST /library/restore"),
        Route("library_change", changed, QUICK, "library", "POST /library/change", numbered=True),
        Route("library_played", answers.Statistics, QUICK, "library", "POST /library/played"),
        Route(
            "library_statistics", answers.Statistics, QUICK, "library", "GET /library/statistics"
        ),
        Route(
            "library_picture",
            file_of(SVG),
            QUICK,
            "library",
            "GET /library/{id}/picture",
            numbered=True,
        ),
        Route("genre_picture", file_of(SVG), QUICK, "library", "GET /genres/{id}/picture"),
    ]


def router(service: Service) -> APIRouter:
    """The operations, for a server."""
    api = APIRouter(prefix="/api", responses=PROBLEMS)
    for route in routes():
        plain = isinstance(route.answer, dict)
        api.add_api_route(
            route.path,
            asked_of(service, route),
            methods=[route.method],
            name=route.operation,
            operation_id=route.operation,
            description=route.schema["title"],
            tags=[route.tag],
            response_model=None if plain else route.answer,
            response_class=Response if plain else JSONResponse,
            responses=route.responses(),
            openapi_extra=route.described(),
        )
    return api


def asked_of(service: Service, route: Route) -> Callable[[Request], Any]:
    """What answers requests to an operation."""

    async def asked(request: Request) -> Response:
        entries = await body_of(request) if route.method == "POST" else in_address(request, route)
        payload = prepared(route.operation, entries, service.settings)
        return await service.ask(request, route.lane_of(payload), route.operation, payload)

    return asked


async def body_of(request: Request) -> dict[str, Any]:
    """The body of a request, read as strictly as files are: no entry twice, no half characters."""
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Refused(499, "client-gone", "the client went away") from None
    found: Any = None
    if body and "json" in request.headers.get("content-type", ""):
        try:
            found = own.parse(body.decode())
        except UnicodeDecodeError:
            raise Refused(400, "request", "the body cannot be read as JSON") from None
        except FormatError as error:
            detail = str(error).removeprefix(f"{error.where}: ")
            detail = detail.replace("this is no JSON", "the body is no JSON")
            raise Refused(422, "request", detail, error.where) from None
    if not isinstance(found, dict):
        words = "the body must be a JSON object, sent as application/json"
        raise Refused(422, "request", words)
    return found


def in_address(request: Request, route: Route) -> dict[str, Any]:
    """The entries that stand in an address, which are all texts there."""
    given = {**request.query_params, **request.path_params}
    parts = route.schema["properties"]
    return {name: read(text, parts.get(name, {})) for name, text in given.items()}


def read(text: str, schema: Schema) -> Any:
    """The number or the truth value that is wanted, where the text is one."""
    if "integer" in schema.get("type", ()) and re.fullmatch(r"-?[0-9]{1,19}", text):
        return int(text)
    if "boolean" in schema.get("type", ()):
        return {"true": True, "false": False}.get(text, text)
    return text
