"""``caracol serve``: the workbench in the browser."""

from __future__ import annotations

import argparse
import contextlib
import re
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from caracol import plugins
from caracol.commands import common
from caracol.errors import CaracolError
from caracol.library import Library

if TYPE_CHECKING:
    import uvicorn

HELP = "open the workbench in the browser"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY = ("0.0.0.0", "::", "")
"""Hosts that stand for all addresses of this machine, so that they are no name of it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command understands."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=port, default=0, help="port; the first free one from 8642")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--public", action="store_true", help="allow an address that others can reach"
    )
    parser.add_argument(
        "--host-name", action="append", default=[], help="a further name the server is called by"
    )
    parser.add_argument(
        "--token", type=token, help="what everybody must know who asks: 'new', or a word of yours"
    )
    parser.add_argument(
        "--read-only", action="store_true", help="the library can be seen but not changed"
    )
    parser.add_argument("--library", type=Path, default=None, help="the library's file")
    parser.add_argument(
        "--seconds", type=common.positive_float, default=60.0, help="the longest work for anyone"
    )


def port(text: str) -> int:
    """The number of a port, for argparse."""
    number = common.whole_number(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("must be 0 to 65535")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    import uvicorn

    from caracol.web.app import create_app
    from caracol.web.settings import Settings

    host = arguments.host
    if host not in LOOPBACK and not arguments.public:
        raise CaracolError(
            f"{host} can be reached by others; add --public if that is meant (and --read-only, "
            "so that they cannot change your library)"
        )
    settings = Settings(
        hosts=names(arguments),
        token=arguments.token or "",
        read_only=arguments.read_only,
        library=arguments.library,
        most_seconds=arguments.seconds,
    )
    plugins.left_out()  # what fails is said here, once; the workers are silent
    with Library(arguments.library):
        pass  # better now than when the first puzzle is to be kept
    listening = listen(host, arguments.port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    if arguments.token:
        address += f"?token={arguments.token}"
    print(f"Caracol is at {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    server = uvicorn.Server(configured(create_app(settings)))
    if not arguments.no_open:
        threading.Thread(target=open_when_ready, args=(server, address), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listening])
    print("Caracol has ended.", file=sys.stderr)
    return 0


def names(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The names that the server answers to.

    One that answers to any name can be reached by every page of the web: its site only has to
    say that its own name is at this address.
    """
    from caracol.web.settings import Settings

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
        "a public server needs the name that it is called by (--host-name puzzles.example.org) "
        "or a token (--token new), or pages of other sites could use it"
    )


def configured(app: object) -> uvicorn.Config:
    """How the server listens; the tests' server does so too."""
    import uvicorn

    from caracol.web.connections import Prompt

    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=Prompt,
        ws="none",
        log_level="warning",
        lifespan="on",
        timeout_graceful_shutdown=1,
    )


def token(text: str) -> str:
    """A token, for argparse; "new" makes one up."""
    if text == "new":
        import secrets

        return secrets.token_urlsafe(12)
    if not re.fullmatch(r"[A-Za-z0-9_-]{8,100}", text):
        raise argparse.ArgumentTypeError("has 8 to 100 letters, digits, - or _; or is 'new'")
    return text


def listen(host: str, port: int) -> socket.socket:
    """A socket on this port, or on the first free one where none is named."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem: OSError | None = None
    for candidate in [port] if port else [*range(8642, 8662), 0]:
        # asyncio sends at once (TCP_NODELAY) only where the protocol is named; without it every
        # answer in two parts waits 40 ms for the client's acknowledgement.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen(128)  # whoever comes before all is ready waits a moment
            return listening
        except OSError as error:
            listening.close()
            problem = error
    raise CaracolError(f"cannot listen on {host}, port {port}: {problem}")


def open_when_ready(server: object, address: str) -> None:
    """Open the browser once the server answers."""
    for _ in range(100):
        if getattr(server, "started", False):
            webbrowser.open(address)
            return
        time.sleep(0.05)
