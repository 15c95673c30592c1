"""The server: operations, page, and what is said when something is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles

from caracol.web import api, laboratory, shelf
from caracol.web.problems import Problem, Refused
from caracol.web.security import App, Guard
from caracol.web.service import Service
from caracol.web.settings import Settings

STATIC = Path(__file__).with_name("static")


def create_app(settings: Settings | None = None) -> App:
    """The application, ready for any ASGI server."""
    settings = settings or Settings()
    return guarded(bare_app(settings), settings)


def guarded(app: FastAPI, settings: Settings) -> App:
    """The application behind its guard."""
    return Guard(app, settings, app.state.service.busy)


def bare_app(settings: Settings) -> FastAPI:
    """The application without its guard."""
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
    app.include_router(api.router(service))
    app.include_router(laboratory.router(service))
    app.include_router(shelf.router(service))
    answer_with_problems(app)

    @app.get("/api", include_in_schema=False)
    async def operations() -> Response:
        return FileResponse(STATIC / "api.html")

    app.mount("/", StaticFiles(directory=STATIC, html=True))
    return app


def answer_with_problems(app: FastAPI) -> None:
    """Whatever goes wrong is told in the same form."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> Response:
        headers = {"retry-after": "2"} if error.status == 429 else None
        return JSONResponse(error.problem.model_dump(), error.status, headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        detail = first["msg"]
        if first["type"] == "json_invalid":
            detail, where = f"the body is no JSON: {first['ctx']['error']}", f"character {where}"
        problem = Problem(type="request", detail=detail, where=where[:200])
        return JSONResponse(problem.model_dump(), 422)

    @app.exception_handler(HTTPException)
    async def missing(_request: Request, error: HTTPException) -> Response:
        problem = Problem(type="http", detail=str(error.detail))
        return JSONResponse(problem.model_dump(), error.status_code, error.headers)
