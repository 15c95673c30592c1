"""Bodies of requests, read as strictly as files are: no entry twice, no half characters."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from caracol.errors import FormatError
from caracol.formats import own
from caracol.web.problems import Refused


class Body(Request):
    """A request whose JSON is parsed before anything is made of it."""

    parsed: Any = None

    async def parse(self) -> None:
        """Parse the body, where it is JSON, or refuse the request."""
        try:
            body = await self.body()
        except ClientDisconnect:
            raise Refused(499, "client-gone", "the client went away") from None
        if not body or "json" not in self.headers.get("content-type", ""):
            return
        try:
            self.parsed = own.parse(body.decode())
        except UnicodeDecodeError:
            raise Refused(400, "request", "the body cannot be read as JSON") from None
        except FormatError as error:
            detail = str(error).removeprefix(f"{error.where}: ")
            detail = detail.replace("this is no JSON", "the body is no JSON")
            raise Refused(422, "request", detail, error.where) from None

    async def json(self) -> Any:
        """What was parsed."""
        return self.parsed


class Strict(APIRoute):
    """An operation that takes such bodies."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The operation, once the body is parsed."""
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            body = Body(request.scope, request.receive)
            await body.parse()
            return await handle(body)

        return strict
