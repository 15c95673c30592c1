"""Caracol, a workbench for grid logic puzzles.

It solves, counts, checks, generates, grades, explains, draws, plays and converts them.
The public names are listed once, in ``__init__.pyi``, and loaded on first use.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

__version__ = "1.0.0"


def _read_stub() -> dict[str, str]:
    """Return the module of each public name, as listed in the stub beside this file."""
    lines = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line.startswith("from ")]
    return {name: module for _from, module, _import, name, *_ in words}


_MODULES = _read_stub()
__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
