"""Firefox, driven by the protocol that all browsers share: WebDriver BiDi.

Playwright drives a Firefox of its own only; this one is the Firefox that people have.
"""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from tornado.websocket import WebSocketClientConnection, websocket_connect

T = TypeVar("T")
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
START, ANSWER = 60, 60  # seconds
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
"""Keys without a letter, as the protocol names them."""


class Firefox:
    """One window of a Firefox without a screen."""

    def __init__(self, profile: Path, width: int, height: int) -> None:
        assert FIREFOX is not None
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [
                *(FIREFOX, "--headless", "--no-remote", "--profile", str(profile)),
                *("--remote-debugging-port", str(port), "--remote-allow-system-access"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # Playwright's loop may be running in this thread.
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.number = 0
        self.complaints: list[str] = []
        self.connection = self._run(self._connect(port))
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        tree = self.send("browsingContext.getTree")
        self.window = tree["contexts"][0]["context"]
        viewport = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self.window, viewport=viewport)

    async def _connect(self, port: int) -> WebSocketClientConnection:
        """Return a connection, as soon as Firefox accepts one."""
        until = time.monotonic() + START
        while True:
            try:
                return await websocket_connect(f"ws://127.0.0.1:{port}/session")
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                await asyncio.sleep(0.2)

    def send(self, method: str, **entries: Any) -> Any:
        """Return the answer to a command; keep what the console says meanwhile."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": entries}
        return self._run(asyncio.wait_for(self._ask(command), ANSWER))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of some work in the thread of the loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def _ask(self, command: dict[str, Any]) -> Any:
        await self.connection.write_message(json.dumps(command))
        while True:
            message = await self.connection.read_message()
            assert message is not None, "Firefox has ended"
            told = json.loads(message)
            if told.get("method") == "log.entryAdded":
                if told["params"]["level"] in ("error", "warn"):
                    self.complaints.append(str(told["params"]["text"]))
            elif told.get("id") == command["id"]:
                assert told["type"] == "success", told
                return told["result"]

    def close(self) -> None:
        """End Firefox and close its window."""
        try:
            self.send("browser.close")
            self.process.wait(30)
        finally:
            self.process.kill()
            self.process.wait()
            self.loop.call_soon_threadsafe(self.connection.close)
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join()
            self.loop.close()

    # -- what a user does ----------------------------------------------------------------------

    def open(self, address: str) -> None:
        """Load a page from the beginning."""
        self.send(
            "browsingContext.navigate", context=self.window, url="about:blank", wait="complete"
        )
        self.send("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        """Return what a script gives, by way of JSON."""
        found = self.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({script})) ?? null))()",
            target={"context": self.window},
            awaitPromise=True,
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def until(self, condition: str) -> None:
        """Wait until a condition of the page holds."""
        for _ in range(ANSWER * 20):
            if self.evaluate(f"Boolean({condition})"):
                return
            time.sleep(0.05)
        raise AssertionError(f"this never came true: {condition}")

    def click(self, selector: str, button: int = 0) -> None:
        """Click in the middle of an element, which must not be covered."""
        x, y, seen = self.evaluate(
            f"""(() => {{
              const element = document.querySelector({json.dumps(selector)});
              element.scrollIntoView({{ block: "nearest" }});
              const {{ left, top, width, height }} = element.getBoundingClientRect();
              const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
              return [x, y, element.contains(document.elementFromPoint(x, y))];
            }})()"""
        )
        assert seen, f"{selector} is covered"
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": button},
            {"type": "pointerUp", "button": button},
        ]
        source = {"type": "pointer", "id": "mouse", "actions": actions}
        self.send("input.performActions", context=self.window, actions=[source])

    def type(self, *keys: str) -> None:
        """Press keys one after another."""
        actions = [
            {"type": act, "value": KEYS.get(key, key)}
            for key in keys
            for act in ("keyDown", "keyUp")
        ]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.send("input.performActions", context=self.window, actions=[source])

    def capture(self) -> bytes:
        """Return what is on the screen, as a PNG."""
        found = self.send("browsingContext.captureScreenshot", context=self.window)
        return base64.b64decode(found["data"])
