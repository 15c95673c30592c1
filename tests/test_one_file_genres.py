"""Five genres of one file each, written as CONTRIBUTING says, do what genres do.

Kropki has only the required parts, Sandwich a kind of rule of its own that has only ``kept`` and
``cuts``, Camps cells that the board does not show, and Cross Sums black squares, sums, and cells
that are never left blank. Thermometers is built from the kit and has a generator, an editor and
words for its steps.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import caracol
from caracol import kit
from caracol.authoring import editing
from caracol.deduction.verify import verify
from caracol.rules import Rule
from caracol.testing import conformance
from one_file import GENRES, PUZZLES
from plugins import MODULES, install
from plugins import caracol as command

sys.path.insert(0, str(MODULES))
try:
    import camps
    import crosssums
    import kropki
    import sandwich
    import thermometers
finally:
    sys.path.remove(str(MODULES))


def decoded(entries: dict[str, Any]) -> Any:
    modules = {module.__name__: module for module in (kropki, sandwich, camps, crosssums)}
    genre = modules[entries["genre"]].GENRE
    own_entries = {
        name: entry for name, entry in entries.items() if name in genre.schema["properties"]
    }
    return genre.decode(own_entries, caracol.Info())


for _entries in PUZZLES:
    _puzzle = decoded(_entries)
    _case = conformance(_puzzle.genre, [_puzzle], installed=False)
    globals()[_case.__name__] = _case
del _case

THERMOMETERS = thermometers.Thermometers(
    (1, None, None), (2, 0, 2), ((3, 0), (7, 4, 1), (8, 5, 2), (6,))
)
TestThermometers = conformance(thermometers.GENRE, [THERMOMETERS], installed=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    found = tmp_path_factory.mktemp("installed")
    for name in GENRES:
        install(found, name, (MODULES / f"{name}.py").read_text(encoding="utf-8"))
    for entries in PUZZLES:
        (found / f"{entries['genre']}.json").write_text(json.dumps(entries))
    return found


@pytest.fixture(params=GENRES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_is_one_file_with_only_the_required_parts(name: str) -> None:
    genre = decoded(next(one for one in PUZZLES if one["genre"] == name)).genre

    assert not [path for path in MODULES.glob(f"{name}*") if path.name != f"{name}.py"]
    assert all(genre.part(kind) is None for kind in _kinds())


def _kinds() -> list[Any]:
    return [
        kind
        for kind in (kit.DraftPart, kit.EditorPart, kit.FormatsPart, kit.TechniquesPart)
        if isinstance(kind, type)
    ]


def test_the_kind_of_sandwich_has_only_kept_and_cuts() -> None:
    own_names = {name for name in vars(sandwich.Between) if hasattr(Rule, name)}

    assert own_names & {name for name in vars(Rule) if not name.startswith("_")} == {
        "holds",
        "propagate",
    }


def test_the_board_of_camps_hides_whose_tent_it_is() -> None:
    puzzle = decoded(PUZZLES[2])

    assert puzzle.model.hidden
    assert caracol.count(puzzle).count == 1
    assert len(caracol.solve(puzzle).only()) == puzzle.grid.size
    for step in caracol.explain(puzzle).steps:
        assert all(cell < puzzle.grid.size for cell, _ in (*step.settles, *step.eliminations))


def test_a_clue_about_hidden_cells_is_read_aloud_where_it_is_seen() -> None:
    """A rule of a clue may have cells that the board does not show."""
    puzzle = decoded(PUZZLES[2])
    rule = next(rule for rule in puzzle.model.rules if rule.cells[-1] >= puzzle.grid.size)
    clue = dataclasses.replace(rule, clue=True)
    object.__setattr__(puzzle, "model", puzzle.model.with_rules(clue))

    assert len(editing.spoken(puzzle)) == puzzle.grid.size


def test_a_clue_says_in_the_terminal_on_which_side_of_its_diagonal_it_stands() -> None:
    rows = str(caracol.render(decoded(PUZZLES[3]), "text")).splitlines()

    assert rows[1].split("│")[2:] == ["░18\\░", "░17\\░┃"]
    assert rows[3].split("│")[1] == "░3\\9░"
    assert rows[5].split("│")[0] == "┃░\\19░"


def test_no_step_says_that_a_cell_is_not_blank() -> None:
    puzzle = decoded(PUZZLES[3])
    steps = caracol.explain(puzzle).steps

    assert any(fact.mask == 0b1111111110 for step in steps for fact in step.facts)
    for step in steps:
        assert "blank" not in step.sentence
        told = [cell for cell in step.cells.because if puzzle.grid.name(cell) in step.sentence]
        assert told == [*step.cells.because], step


def test_every_step_cites_what_it_needs_and_no_more(name: str) -> None:
    puzzle = decoded(next(one for one in PUZZLES if one["genre"] == name))
    walk = caracol.explain(puzzle)

    assert walk.finished
    for step in walk.steps:
        assert verify(step, puzzle.model) == [], step


def test_what_its_steps_need_can_be_practised(name: str) -> None:
    puzzle = decoded(next(one for one in PUZZLES if one["genre"] == name))
    technique = caracol.explain(puzzle).steps[0].technique
    position = next(caracol.practice([puzzle], technique))

    assert len(position.values) == puzzle.grid.size
    assert technique in {step.technique for step in position.move}


def test_steps_of_a_genre_built_from_the_kit_use_its_words() -> None:
    told = [step.sentence for step in caracol.explain(THERMOMETERS).steps]

    assert "then r1c1 is empty, as thermometers are filled from their bulbs;" in told[0]
    assert "A thermometer is filled from its bulb up, and r2c3 is filled: so r3c3" in told[2]
    assert told[-1] == "The only place left for a filled cell in row 1 is r1c1."


def test_a_genre_built_from_the_kit_is_set_and_generated() -> None:
    blank = editing.blank(thermometers.GENRE, {"rows": 3, "columns": 3})
    drawn = editing.edit(blank, kit.Act("lines", (3, 0)))

    assert drawn.thermometers == ((3, 0),)
    assert caracol.count(caracol.generate(thermometers.GENRE, size=4, seed=1).puzzle).count == 1


def test_a_step_of_a_kind_without_words_tells_its_facts() -> None:
    steps = caracol.explain(decoded(PUZZLES[1])).steps
    told = [step for step in steps if step.technique == "one-rule" and step.facts]

    assert told
    for step in told:
        assert ", where r" in str(step)


def test_it_is_solved_explained_graded_and_drawn_from_the_command_line(
    folder: Path, name: str
) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    puzzle = f"{name}.json"

    assert "This is the only solution." in command(folder, "solve", puzzle).stdout
    assert "Solved in" in command(folder, "explain", puzzle).stdout
    assert any(word in command(folder, "grade", puzzle).stdout for word in ("easy", "medium"))
    for form in ("svg", "png", "pdf"):
        drawn = command(folder, "render", puzzle, "-o", f"{name}.{form}")
        assert drawn.returncode == 0, drawn.stderr
        assert (folder / f"{name}.{form}").stat().st_size > 500
    refused = command(folder, "generate", name)
    assert refused.stderr.endswith("cannot be generated: it has no draft part\n")
