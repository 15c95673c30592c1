"""The ``caracol serve`` command: the workbench in the browser."""

from __future__ import annotations

import argparse
import contextlib
import re
import secrets
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from caracol.errors import CaracolError
from caracol.library import Library
from caracol.puzzle import plugins
from caracol.verbs.parameters import positive_float, whole_number
from caracol.verbs.verb import Verb, option, switch
from caracol.web.app import create_app
from caracol.web.connections import Prompt
from caracol.web.settings import Settings

if TYPE_CHECKING:
    import uvicorn

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY = ("0.0.0.0", "::", "")
"""Hosts that mean all addresses of this machine, so they cannot be its name."""


def read_port(text: str) -> int:
    """Parse a port number, for argparse."""
    number = whole_number(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("must be from 0 to 65535")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    import uvicorn

    host = arguments.host
    if host not in LOOPBACK and not arguments.public:
        raise CaracolError(
            f"{host} can be reached by others; add --public to allow that (and --read-only, "
            "so that they cannot change your library)"
        )
    settings = Settings(
        hosts=list_host_names(arguments),
        token=arguments.token or "",
        read_only=arguments.read_only,
        library=arguments.library,
        most_seconds=arguments.seconds,
    )
    plugins.list_left_out()  # report failed plug-ins once, here; the workers are silent
    with Library(arguments.library):
        pass  # report a damaged library now, not when a puzzle is added
    listening = listen(host, arguments.port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    if arguments.token:
        address += f"?token={arguments.token}"
    print(f"Caracol is running at {address} (press Ctrl-C to stop)", file=sys.stderr, flush=True)
    server = uvicorn.Server(configure(create_app(settings)))
    if not arguments.no_open:
        threading.Thread(target=open_when_ready, args=(server, address), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listening])
    print("Caracol has stopped.", file=sys.stderr)
    return 0


def list_host_names(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the names that the server answers to.

    If it answered to any name, every web page could use it through DNS rebinding.
    """
    own = Settings.hosts
    host: str = arguments.host
    named = [name.lower() for name in arguments.host_name]
    if not arguments.public:
        return (*own, *named)
    if not named and host not in (*LOOPBACK, *ANY):
        named = [f"[{host}]" if ":" in host else host.lower()]
    if named:
        return (*own, *named)
    if arguments.token:
        return ("*",)
    raise CaracolError(
        "a public server needs a host name (--host-name puzzles.example.org) or a token "
        "(--token new); otherwise pages of other sites could use it"
    )


def configure(app: object) -> uvicorn.Config:
    """Return the configuration of the server, which tests use too."""
    import uvicorn

    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=Prompt,
        ws="none",
        log_level="warning",
        lifespan="on",
        timeout_graceful_shutdown=1,
    )


def read_token(text: str) -> str:
    """Parse a token, for argparse; "new" generates one."""
    if text == "new":
        return secrets.token_urlsafe(12)
    if not re.fullmatch(r"[A-Za-z0-9_-]{8,100}", text):
        raise argparse.ArgumentTypeError("must be 'new', or 8 to 100 letters, digits, - or _")
    return text


def listen(host: str, port: int) -> socket.socket:
    """Return a socket on this port, or on the first free one if the port is 0."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem: OSError | None = None
    for candidate in [port] if port else [*range(8642, 8662), 0]:
        # asyncio sets TCP_NODELAY only if the protocol is named; without it, every response in
        # two parts waits 40 ms for the client's acknowledgement.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen(128)  # early connections wait until the server is ready
            return listening
        except OSError as error:
            listening.close()
            problem = error
    raise CaracolError(f"cannot listen on {host}, port {port}: {problem}")


def open_when_ready(server: object, address: str) -> None:
    """Open the browser once the server is ready."""
    for _ in range(100):
        if getattr(server, "started", False):
            webbrowser.open(address)
            return
        time.sleep(0.05)


VERBS = (
    Verb(
        "serve",
        "open the workbench in the browser",
        (
            option("host", "address to listen on (default: 127.0.0.1)", default="127.0.0.1"),
            option(
                "port",
                "port to listen on (default: the first free one from 8642)",
                read=read_port,
                default=0,
            ),
            switch("no_open", "do not open a browser"),
            switch("public", "allow an address that others can reach"),
            option(
                "host_name",
                "another host name of the server; may be repeated",
                action="append",
                default=(),
            ),
            option(
                "token",
                "secret that every request must include; 'new' generates one",
                read=read_token,
                values=("new",),
            ),
            switch("read_only", "do not allow changes to the library"),
            option("library", "library file (default: your own library)", read=Path, files=True),
            option(
                "seconds",
                "time limit for one request, in seconds (default: 60)",
                read=positive_float,
                default=60.0,
            ),
        ),
        run=run,
    ),
)
