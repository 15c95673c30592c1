"""Every command and every snippet in the documentation does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pages import LANGUAGES, listings, run_page
from sources import TOP

PAGES = sorted(
    path
    for path in [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")]
    if any(listing.language in ("python", "console") for listing in listings(path))
)
ALL_PAGES = [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")]


def named(path: Path) -> str:
    return str(path.relative_to(TOP))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_listing_of_the_page_runs_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARACOL_LIBRARY", str(tmp_path / "library.sqlite"))
    monkeypatch.setenv("NO_COLOR", "1")

    run_page(page, tmp_path)


@pytest.mark.parametrize("page", ALL_PAGES, ids=named)
def test_every_listing_is_of_a_language_that_is_run_or_made(page: Path) -> None:
    for listing in listings(page):
        assert listing.language in LANGUAGES, (
            f"line {listing.line}: nothing runs {listing.language}"
        )
        if listing.language == "py":
            assert page.name == "python.md", f"line {listing.line}: write python, which is run"


@pytest.mark.parametrize("page", ALL_PAGES, ids=named)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
        if not re.match(r"[a-z]+:", target):
            found = page.parent / target if target else page
            assert found.exists(), target
            assert not anchor or anchor in anchors(found), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The names under which links find the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", text, flags=re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
