"""Icons and the animation of the README are those of today."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest

import caracol
from sources import TOP

sys.path.insert(0, str(TOP / "docs"))
LACKING = "an extra is not installed"
animation = pytest.importorskip("make.animation", reason=LACKING)
icons = pytest.importorskip("make.icons", reason=LACKING)
screens = pytest.importorskip("make.screens", reason=LACKING)
Image = pytest.importorskip("PIL.Image", reason=LACKING)
ImageChops = pytest.importorskip("PIL.ImageChops", reason=LACKING)
ImageStat = pytest.importorskip("PIL.ImageStat", reason=LACKING)


@pytest.mark.parametrize("name", icons.ICONS)
def test_icons_show_what_the_icon_of_the_page_shows(name: str) -> None:
    """Another version of typst may smooth edges differently."""
    drawn = BytesIO(icons.draw_icon(*icons.ICONS[name]))
    with Image.open(drawn) as now, Image.open(icons.FILES / name) as kept:
        assert now.size == kept.size
        difference = ImageChops.difference(now.convert("RGBA"), kept.convert("RGBA"))
    assert max(ImageStat.Stat(difference).mean) < 1, "run scripts/docs"


def test_the_animation_ends_with_the_hint_of_today() -> None:
    puzzle = screens.read_example(animation.GENRE, screens.GENRES[animation.GENRE])
    solution = caracol.solve(puzzle).only()
    values = list(puzzle.givens)
    for cell in screens.choose_cells(puzzle, solution, animation.PLAYED):
        values[cell] = solution[cell]
    with Image.open(animation.FILE) as kept:
        assert kept.n_frames > animation.RUNGS
        said = " ".join(kept.text[animation.SENTENCE].split())
    step, *_ = caracol.hint(puzzle, values).steps
    assert said == step.sentence, "run scripts/docs screens"
    assert animation.FILE.stat().st_size < 300_000
