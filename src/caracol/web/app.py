"""The server application: operations, page and error responses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Match, Route

from caracol.web import api
from caracol.web.page import Page
from caracol.web.problems import Problem, Refused
from caracol.web.security import App, Guard, Receive, Scope, Send
from caracol.web.service import Service
from caracol.web.settings import Settings

STATIC = Path(__file__).with_name("static")


def create_app(settings: Settings | None = None) -> App:
    """Return the application for any ASGI server."""
    settings = settings or Settings()
    return add_guard(make_app(settings), settings)


def add_guard(app: FastAPI, settings: Settings) -> App:
    """Return the application behind a guard."""
    return Guard(app, settings, app.state.service.busy)


def make_app(settings: Settings) -> FastAPI:
    """Return the application without a guard."""
    service = Service(settings)

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        yield
        await service.close()

    app = FastAPI(
        title="Caracol",
        summary="Solve, count, check, generate, grade, explain, render and convert logic puzzles.",
        version="1",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.service = service
    router = api.make_router(service)
    app.include_router(router)
    answer_with_problems(app)

    @app.get("/api", include_in_schema=False)
    async def operations() -> Response:
        return FileResponse(STATIC / "api.html")

    app.router.routes.append(Route("/api/{rest:path}", WrongWay(router)))
    app.mount("/", Page(STATIC))
    return app


class WrongWay:
    """Responses for wrong paths and methods below ``/api``, which the page would call missing."""

    def __init__(self, router: APIRouter) -> None:
        self.operations = [route for route in router.routes if isinstance(route, Route)]

    async def __call__(self, scope: Scope, _receive: Receive, _send: Send) -> None:
        """Raise 405 with the allowed methods, or 404 if there is no such operation."""
        there = [one for one in self.operations if one.matches(scope)[0] is not Match.NONE]
        allowed = sorted({method for one in there for method in one.methods or ()})
        if not allowed:
            raise HTTPException(404)
        raise HTTPException(405, headers={"Allow": ", ".join(allowed)})


def answer_with_problems(app: FastAPI) -> None:
    """Answer all errors with a :class:`Problem`."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> Response:
        headers = {"retry-after": "2"} if error.status == 429 else None
        return JSONResponse(asdict(error.problem), error.status, headers)

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        path, detail = request.url.path[:200], str(error.detail)
        if error.status_code == 404:
            detail = f"there is nothing at {path}; see /api for a list of operations"
        elif error.status_code == 405:
            allowed = (error.headers or {}).get("Allow", "GET")
            detail = f"{request.method[:20]} is not allowed for {path}; use {allowed}"
        problem = Problem(type="http", detail=detail)
        return JSONResponse(asdict(problem), error.status_code, error.headers)
