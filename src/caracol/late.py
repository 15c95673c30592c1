"""Names of a package that are loaded when they are first used, so that starting costs little."""

from collections.abc import Callable, Mapping
from typing import Any

Homes = Mapping[str, str]
"""For each module of a package the names that are at home there."""


def late(module: str, homes: Homes, package: str = "") -> Callable[[str], Any]:
    """What a module calls ``__getattr__``, so that it has these names of a package: its own, where
    none is named."""

    def found(name: str) -> Any:
        from importlib import import_module

        for home, names in homes.items():
            if name in names.split():
                value = getattr(import_module(f"{package or module}.{home}"), name)
                setattr(import_module(module), name, value)
                return value
        raise AttributeError(f"module '{module}' has no attribute '{name}'")

    return found
