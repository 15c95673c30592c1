"""The HTTP operations, generated from the descriptions of verbs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from caracol.errors import FormatError
from caracol.formats import own
from caracol.verbs import answers
from caracol.verbs.registry import find_operations
from caracol.verbs.schemas import Schema
from caracol.verbs.verb import Operation, Verb
from caracol.web.problems import Problem, Refused
from caracol.web.requests import operation_of, prepare
from caracol.web.service import Service

PROBLEMS: dict[int | str, dict[str, Any]] = {
    413: {"model": Problem, "description": "The request or the board is too large."},
    422: {"model": Problem, "description": "The request or the puzzle is not valid."},
    429: {"model": Problem, "description": "Too many requests are in progress."},
    504: {"model": Problem, "description": "The time limit was reached without an answer."},
}
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The result. If the client accepts text/event-stream: 'progress' events, "
        "then 'done' or 'problem'.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}
FORBIDDEN: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "The library cannot be changed here."}
}
MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such puzzle in the library."}
}


def describe_file(*media: str) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of an answer that is a file."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"description": "The file.", "content": dict.fromkeys(media, binary)}}


def describe_request(verb: Verb) -> dict[str, Any]:
    """Return the OpenAPI description of a request."""
    operation = operation_of(verb)
    if operation.method == "POST":
        content = {"application/json": {"schema": verb.request}}
        return {"requestBody": {"required": True, "content": content}}
    required = verb.request["required"]
    return {
        "parameters": [
            {
                "name": name,
                "in": "path" if f"{{{name}}}" in operation.path else "query",
                "required": name in required,
                "schema": schema,
            }
            for name, schema in verb.request["properties"].items()
        ]
    }


def describe_responses(operation: Operation) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI descriptions of the responses specific to an operation."""
    return {
        **(FORBIDDEN if operation.changes else {}),
        **(MISSING if operation.numbered else {}),
        **(STREAMED if operation.streamed else {}),
        **(describe_file(*operation.returns) if is_file(operation) else {}),
    }


def is_file(operation: Operation) -> bool:
    """Return whether an operation answers with a file."""
    return isinstance(operation.returns, tuple)


def find_type(operation: Operation) -> Any:
    """Return the type of an answer, which may be a name in :mod:`caracol.verbs.answers`."""
    if is_file(operation):
        return None
    named = isinstance(operation.returns, str)
    return getattr(answers, operation.returns) if named else operation.returns


def make_router(service: Service) -> APIRouter:
    """Return a router with all operations."""
    api = APIRouter(prefix="/api", responses=PROBLEMS)
    for verb in find_operations().values():
        operation = operation_of(verb)
        api.add_api_route(
            operation.path,
            make_handler(service, verb),
            methods=[operation.method],
            name=operation.name,
            operation_id=operation.name,
            description=operation.title,
            tags=[operation.tag],
            response_model=find_type(operation),
            response_class=Response if is_file(operation) else JSONResponse,
            responses=describe_responses(operation),
            openapi_extra=describe_request(verb),
        )
    return api


def make_handler(service: Service, verb: Verb) -> Callable[[Request], Any]:
    """Return the function that answers requests to an operation."""
    operation = operation_of(verb)

    async def answer(request: Request) -> Response:
        posted = operation.method == "POST"
        entries = await read_body(request) if posted else read_address(request, verb)
        payload = prepare(operation.name, entries, service.settings)
        return await service.ask(request, operation, payload)

    return answer


async def read_body(request: Request) -> dict[str, Any]:
    """Return the JSON body of a request, parsed as strictly as a puzzle file."""
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Refused(499, "client-gone", "the client disconnected") from None
    found: Any = None
    if body and "json" in request.headers.get("content-type", ""):
        try:
            found = own.parse(body.decode())
        except UnicodeDecodeError:
            raise Refused(400, "request", "the body is not valid UTF-8") from None
        except FormatError as error:
            detail = str(error).removeprefix(f"{error.where}: ")
            detail = re.sub("^this is ", "the body is ", detail)
            raise Refused(422, "request", detail, error.where) from None
    if not isinstance(found, dict):
        words = "the body must be a JSON object, sent as application/json"
        raise Refused(422, "request", words)
    return found


def read_address(request: Request, verb: Verb) -> dict[str, Any]:
    """Return the entries in the path and query of a request."""
    given = {**request.query_params, **request.path_params}
    parts = verb.request["properties"]
    return {name: read_word(text, parts.get(name, {})) for name, text in given.items()}


def read_word(text: str, schema: Schema) -> Any:
    """Return a text as the number or boolean that its schema expects, if it is one."""
    if "integer" in schema.get("type", ()) and re.fullmatch(r"-?[0-9]{1,19}", text):
        return int(text)
    if "boolean" in schema.get("type", ()):
        return {"true": True, "false": False}.get(text, text)
    return text
