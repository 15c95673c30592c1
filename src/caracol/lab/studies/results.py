"""A study and its results, for display in a notebook or analysis with pandas."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from caracol.board.scene import as_html
from caracol.errors import UnknownName
from caracol.lab.studies import report
from caracol.lab.studies.study import Study, find_shipped, perform, read_study
from caracol.support.arguments import checked


@dataclass(frozen=True)
class Results:
    """The runs of a study."""

    study: Study
    rows: list[dict[str, Any]]

    def table(self) -> list[tuple[str, ...]]:
        """Return the table of the study, headings first."""
        return report.table(self.study, self.rows)

    def frame(self) -> Any:
        """Return every run as a row of a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def __str__(self) -> str:
        return report.text_table(self.study, self.rows)

    def _repr_html_(self) -> str | None:
        """Return the table as notebooks show it."""
        return as_html(self)


@checked("name", "folder", "count", "largest", "jobs")
def conduct(
    name: str | Path,
    folder: str | Path,
    *,
    count: int | None = None,
    largest: int | None = None,
    jobs: int = 1,
) -> Results:
    """Run a study given by name or file, adding to the results already in a folder.

    ``count`` limits the number of puzzles of each size, ``largest`` their size.
    """
    path = find_shipped().get(str(name), Path(name))
    try:
        study = read_study(path.read_text(encoding="utf-8"), path.parent)
    except OSError as problem:
        raise UnknownName("study", str(name), [*find_shipped()]) from problem
    if count is not None:
        study = replace(study, sources=tuple(source.fewer(count) for source in study.sources))
    if largest is not None:
        study = replace(study, choices=tuple(c.up_to(largest) for c in study.choices))
    return Results(study, perform(study, Path(folder), jobs=jobs))
