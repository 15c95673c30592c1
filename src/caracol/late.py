"""Names of a package that are loaded when they are first used, so that starting costs little."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Homes = Mapping[str, Iterable[str]]
"""For each module of a package the names that are at home there."""


def late(package: str, homes: Homes) -> Callable[[str], Any]:
    """What a package calls ``__getattr__``, so that it has these names."""

    def found(name: str) -> Any:
        from importlib import import_module

        for module, names in homes.items():
            if name in names:
                value = getattr(import_module(f"{package}.{module}"), name)
                setattr(import_module(package), name, value)
                return value
        raise AttributeError(f"module '{package}' has no attribute '{name}'")

    return found
