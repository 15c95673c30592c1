"""The operations: every verb of the library, stateless, one request each."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from caracol.web import answers, messages
from caracol.web.problems import Problem
from caracol.web.service import Lane, Service
from caracol.web.strict import Strict

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


PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The picture.",
        "content": {
            media: {"schema": {"type": "string", "format": "binary"}}
            for media in ("image/svg+xml", "image/png", "application/pdf", "text/plain")
        },
    }
}
BOOK: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The book.",
        "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def router(service: Service) -> APIRouter:
    """All operations on puzzles."""
    api = APIRouter(prefix="/api", route_class=Strict, responses=PROBLEMS)

    async def quick(request: Request, job: str, message: Any) -> Response:
        return await service.ask(request, Lane.QUICK, job, message)

    async def tried(request: Request, job: str, message: Any) -> Response:
        return await service.ask(request, Lane.TRIED, job, message)

    async def long(request: Request, job: str, message: Any) -> Response:
        return await service.ask(request, Lane.LONG, job, message)

    @api.post("/read", tags=["puzzles"], response_model=answers.View)
    async def read(request: Request, asked: messages.Asked) -> Response:
        """Read a puzzle in any format, ready to draw."""
        return await quick(request, "read", asked)

    @api.post("/preview", tags=["puzzles"], response_model=answers.Previewed)
    async def preview(request: Request, asked: messages.Asked) -> Response:
        """Show what puzzles a text holds, and what of it cannot be read."""
        return await quick(request, "preview", asked)

    @api.post("/blank", tags=["puzzles"], response_model=answers.View)
    async def blank(request: Request, start: messages.Start) -> Response:
        """Make a new board with nothing on it yet."""
        return await quick(request, "blank", start)

    @api.post("/edit", tags=["puzzles"], response_model=answers.View)
    async def edit(request: Request, edited: messages.Edited) -> Response:
        """Change a puzzle as its setter says."""
        return await quick(request, "edit", edited)

    @api.post("/check", tags=["questions"], response_model=answers.Checked)
    async def check(request: Request, checked: messages.Checked) -> Response:
        """Say which rules a board breaks, which clues it satisfies, and whether it is solved."""
        return await (tried if checked.deep else quick)(request, "check", checked)

    @api.post("/put", tags=["questions"], response_model=answers.Put)
    async def put(request: Request, put: messages.Put) -> Response:
        """Write a symbol into a cell, or erase it, and say whether its row and column hold."""
        return await quick(request, "put", put)

    @api.post("/solve", tags=["questions"], response_model=answers.Solved)
    async def solve(request: Request, asked: messages.Timed) -> Response:
        """Solve a puzzle, and say whether the solution is the only one."""
        return await tried(request, "solve", asked)

    @api.post("/count", tags=["questions"], response_model=answers.Solved, responses=STREAMED)
    async def count(request: Request, asked: messages.Counted) -> Response:
        """Count the solutions up to a limit."""
        return await tried(request, "count", asked)

    @api.post("/candidates", tags=["questions"], response_model=answers.Possible)
    async def candidates(request: Request, written: messages.Written) -> Response:
        """Find every value that each cell has in some solution."""
        return await tried(request, "candidates", written)

    @api.post("/conflict", tags=["questions"], response_model=answers.Clash)
    async def conflict(request: Request, asked: messages.Timed) -> Response:
        """Find a smallest set of clues that cannot all hold."""
        return await tried(request, "conflict", asked)

    @api.post("/hint", tags=["advice"], response_model=answers.Hinted)
    async def hint(request: Request, progress: messages.Progress) -> Response:
        """Find the easiest next step from a player's board, and the player's mistakes."""
        return await tried(request, "hint", progress)

    @api.post("/steps", tags=["advice"], response_model=answers.Open)
    async def steps(request: Request, progress: messages.Progress) -> Response:
        """List every step that is open on a player's board, the easiest first."""
        return await tried(request, "steps", progress)

    @api.post("/practice", tags=["advice"], response_model=answers.Position, responses=STREAMED)
    async def practice(request: Request, asked: messages.Practised) -> Response:
        """Make a position at which the next thing to find is a certain technique."""
        return await long(request, "practice", asked)

    @api.get("/genres/{genre}/techniques", tags=["advice"], response_model=answers.Techniques)
    async def techniques(request: Request, genre: messages.GenreId) -> Response:
        """List the techniques of a genre."""
        return await quick(request, "techniques", {"genre": genre})

    @api.post("/explain", tags=["advice"], response_model=answers.Walked, responses=STREAMED)
    async def explain(request: Request, written: messages.Written) -> Response:
        """Explain every step to the solution."""
        return await tried(request, "explain", written)

    @api.post("/grade", tags=["advice"], response_model=answers.Graded, responses=STREAMED)
    async def grade(request: Request, asked: messages.Timed) -> Response:
        """Say how hard a puzzle is, and why."""
        return await tried(request, "grade", asked)

    @api.post("/judge", tags=["making"], response_model=answers.Judged, responses=STREAMED)
    async def judge(request: Request, asked: messages.Judged) -> Response:
        """Tell a setter all there is to know about a puzzle, the quick answers first."""
        return await tried(request, "judge", asked)

    @api.post("/generate", tags=["making"], response_model=answers.Made, responses=STREAMED)
    async def generate(request: Request, asked: messages.GenerateRequest) -> Response:
        """Make a new puzzle with exactly one solution."""
        return await tried(request, "generate", asked)

    @api.post("/daily", tags=["making"], response_model=answers.Made, responses=STREAMED)
    async def daily(request: Request, asked: messages.Daily) -> Response:
        """Make the puzzle of a day: the same for everyone."""
        return await long(request, "daily", asked)

    @api.post("/similar", tags=["making"], response_model=answers.Made, responses=STREAMED)
    async def similar(request: Request, asked: messages.Similar) -> Response:
        """Make a new puzzle like another one: genre, size, options and grade are the same."""
        return await long(request, "similar", asked)

    @api.post("/finish", tags=["making"], response_model=dict[str, Any], responses=STREAMED)
    async def finish(request: Request, asked: messages.Judged) -> Response:
        """Add as few clues as needed, or move borders, until a puzzle has one solution."""
        return await long(request, "finish", asked)

    @api.post("/vary", tags=["making"], response_model=dict[str, Any], responses=STREAMED)
    async def vary(request: Request, asked: messages.Varied) -> Response:
        """Make a puzzle easier or harder by a single change of its clues."""
        return await long(request, "vary", asked)

    @api.post("/picture", tags=["making"], response_model=dict[str, Any], responses=STREAMED)
    async def picture(request: Request, asked: messages.Pictured) -> Response:
        """Make a puzzle from a picture, and show what had to be changed."""
        return await long(request, "picture", asked)

    @api.post("/render", tags=["making"], responses=PICTURE, response_class=Response)
    async def render(request: Request, drawn: messages.Drawn) -> Response:
        """Draw a puzzle."""
        return await (tried if drawn.to in ("svg", "text") else long)(request, "render", drawn)

    @api.post("/book", tags=["making"], responses=BOOK, response_class=Response)
    async def book(request: Request, bound: messages.Bound) -> Response:
        """Print several puzzles as a PDF, with their solutions at the back."""
        return await long(request, "book", bound)

    @api.post("/convert", tags=["puzzles"], response_model=answers.Converted)
    async def convert(request: Request, converted: messages.Converted) -> Response:
        """Write a puzzle in another format, and say what is lost."""
        return await quick(request, "convert", converted)

    @api.get("/formats", tags=["puzzles"], response_model=answers.Formats)
    async def formats(request: Request) -> Response:
        """List the formats that are read and written."""
        return await quick(request, "formats", {})

    @api.get("/genres", tags=["puzzles"], response_model=answers.Genres)
    async def genres(request: Request) -> Response:
        """List the genres, with what there is to choose for each."""
        return await quick(request, "genres", {})

    return api
