"""Every listing of the laboratory's pages does what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import run_page

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ["tutorial/constraint-programming.md", "how-to/lab.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_listing_of_the_page_runs_as_shown(page: str, tmp_path: Path) -> None:
    assert run_page(DOCS / page, tmp_path) >= 5
