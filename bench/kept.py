"""The measurements of a run so far, saved in a file so that a stopped run can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.race import ROOT

FILE = ROOT / "bench" / "results" / "kept.json"


class Kept:
    """Measurements by name, each written to the file as soon as it is available."""

    def __init__(self, path: Path, asked: dict[str, Any], resumed: bool) -> None:
        self.path, self.asked = path, asked
        self.found: dict[str, Any] = {}
        if not resumed:
            return
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise SystemExit("there is no run to resume; leave out --resume") from None
        if before["asked"] != asked:
            raise SystemExit(
                f"the stopped run had the options {before['asked']}, this one has {asked}; "
                "use the same options, or leave out --resume"
            )
        self.found = before["found"]

    def get(self, name: str, measure: Callable[[], Any]) -> Any:
        """Return the saved measurement of this name, or measure and save it now."""
        if name not in self.found:
            self.found[name] = measure()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"asked": self.asked, "found": self.found}, indent=1)
            # Replace the file as a whole, because the run may be stopped at any moment.
            new = self.path.with_suffix(".new")
            new.write_text(text + "\n", encoding="utf-8")
            new.replace(self.path)
        return self.found[name]
