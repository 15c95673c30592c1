"""A study and what came of it, to look at in a notebook or to go on with in pandas."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from caracol.board.scene import as_html
from caracol.errors import FormatError
from caracol.lab import report
from caracol.lab.study import Study, perform, read_study, shipped


@dataclass(frozen=True)
class Results:
    """The runs of a study."""

    study: Study
    rows: list[dict[str, Any]]

    def table(self) -> list[tuple[str, ...]]:
        """Its table, the heads first."""
        return report.table(self.study, self.rows)

    def frame(self) -> Any:
        """Every run as a row of a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def __str__(self) -> str:
        return report.text_table(self.study, self.rows)

    def _repr_html_(self) -> str | None:
        """The table as notebooks show it."""
        return as_html(self)


def conduct(
    name: str | Path,
    folder: str | Path,
    *,
    count: int | None = None,
    largest: int | None = None,
    jobs: int = 1,
) -> Results:
    """Run a study by its name or file, with results in a folder; what is there already stays.

    ``count`` puzzles of each size and none larger than ``largest``, where these are given.
    """
    path = shipped().get(str(name), Path(name))
    try:
        study = read_study(path.read_text(encoding="utf-8"), path.parent)
    except OSError as problem:
        known = ", ".join(shipped())
        raise FormatError(f"'{name}' is no file and no study; there are {known}") from problem
    if count is not None:
        study = replace(study, sources=tuple(source.fewer(count) for source in study.sources))
    if largest is not None:
        study = replace(study, choices=tuple(c.up_to(largest) for c in study.choices))
    return Results(study, perform(study, Path(folder), jobs=jobs))
