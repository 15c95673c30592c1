"""What notebooks show, and what their widgets do."""

from __future__ import annotations

import html
import re
from html import unescape
from pathlib import Path

import pytest

import caracol
from caracol.deduction.hints import Mistake
from caracol.deduction.walkthrough import Move
from caracol.lab import Options, run
from caracol.lab.studies.results import conduct
from caracol.notebooks import frame, html_of, play, stepped
from caracol.questions.explaining import Hint
from caracol.rules import Fact
from drawings import GENRES, example
from sources import TOP

ABC = TOP / "examples" / "easy-as-abc" / "6x6-abcd.json"
SNAIL = TOP / "examples" / "magic-snail" / "6x6-123.json"


@pytest.mark.parametrize("name", GENRES)
def test_walkthroughs_hints_grades_games_and_runs_show_themselves(name: str) -> None:
    puzzle, solution = example(name)
    walkthrough = caracol.explain(puzzle)
    game = caracol.Game(puzzle)

    text = walkthrough._repr_html_() or ""
    assert text.count("class='step'") == len(walkthrough.steps)
    assert "<svg" in text
    heads = re.findall("<summary>([^<]*)</summary>", text)
    several = [move for move in walkthrough if len(move) > 1]
    assert [unescape(head).split(". ", 1)[1].lower() for head in heads if head != "Proof"] == [
        move.conclusion.lower() for move in several
    ]
    # A proof by computer is folded, too.
    proofs = [step for step in walkthrough.steps if step.proof]
    assert text.count("<details>") == len(several) + len(proofs)
    assert "<svg" in (caracol.hint(puzzle)._repr_html_() or "")
    grade = caracol.grade(puzzle)
    assert f"{grade.word} ({grade.number:.1f})" in (grade._repr_html_() or "")
    assert "0 moves" in (game._repr_html_() or "")
    game.act([(c, v) for c, v in enumerate(solution) if puzzle.givens[c] is None])
    assert "Solved!" in (game._repr_html_() or "")
    outcome = run(puzzle, Options(backtracks=1000))
    assert f">{outcome.statistics.nodes}</td>" in (outcome._repr_html_() or "")


def test_generated_puzzles_and_studies_show_themselves(tmp_path: Path) -> None:
    made = caracol.generate("magnets", size=4, seed=1, grade="any")
    assert "seed 1" in (made._repr_html_() or "")
    results = conduct("reports/magnets-sizes", tmp_path, count=1, largest=2)
    assert "Time by size on Magnets" in (results._repr_html_() or "")
    assert "magnets" in str(results)
    with pytest.raises(caracol.CaracolError, match="reports/star-battle"):
        conduct("reports/nothing", tmp_path)


def test_words_in_a_notebook_are_no_markup() -> None:
    puzzle, _ = example(GENRES[0] if isinstance(GENRES, list) else next(iter(GENRES)))
    hint = caracol.hint(puzzle)
    hint.rungs["where"] = "<script>alert(1)</script>"
    assert "<script>" not in (html_of(hint) or "")
    assert html_of(object()) is None


def test_results_and_walkthroughs_are_frames(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    puzzle, _ = example(next(iter(GENRES)))
    walkthrough = caracol.explain(puzzle)
    steps = frame(walkthrough)
    assert list(steps["sentence"]) == [step.sentence for step in walkthrough.steps]
    results = conduct("reports/magnets-sizes", tmp_path, count=2, largest=2)
    assert len(results.frame()) == len(results.rows) == len(frame(results))


def test_a_board_is_played_by_presses_keys_and_buttons() -> None:
    pytest.importorskip("anywidget")
    puzzle = caracol.read(
        '{"caracol": 1, "genre": "nonogram", "rows": ["1", "1"], "columns": ["2", "0"]}'
    )
    widget = play(puzzle)
    widget.act({"kind": "press", "cell": 0})
    assert widget.game.values[0] == 1
    widget.act({"kind": "undo"})
    assert widget.game.values[0] is None
    widget.act({"kind": "redo"})
    widget.act({"kind": "key", "cell": 1, "key": "X"})
    assert widget.game.values[1] == 0
    widget.act({"kind": "key", "cell": 1, "key": "Delete"})
    assert widget.game.values[1] is None
    widget.act({"kind": "hint"})
    message = widget.message
    assert message
    widget.act({"kind": "take"})
    assert widget.finished
    widget.act({"kind": "undo"})
    assert not widget.finished
    widget.act({"kind": "check"})
    assert widget.message == "No rule is broken so far."
    widget.act({"kind": "press", "cell": 99})
    assert "cells are numbered" in widget.message
    before = widget.picture
    widget.act({"kind": "press", "cell": 2})
    assert widget.finished
    assert widget.message == "Solved!"
    assert widget.picture != before


def test_notes_are_shown_and_used_in_notebooks() -> None:
    pytest.importorskip("anywidget")
    widget = play(caracol.read(ABC))
    widget.act({"kind": "take"})
    first, notes = widget.message, widget.notes
    assert notes.startswith("Noted: ")
    assert notes in (html_of(widget.game) or "")
    widget.act({"kind": "hint"})
    assert widget.message != first


def test_a_hint_in_a_notebook_gives_no_answer_away() -> None:
    mistake = Mistake((Fact(3, 0b10),), True, "r1c4 is wrong.", where="There is a mistake.")
    assert html_of(Hint(None, mistake)) == (
        "<p style='white-space:pre-line'>There is a mistake.</p>"
    )


def test_a_trial_is_a_list_of_links_in_a_notebook() -> None:
    puzzle = caracol.read(SNAIL)
    trial = next(step for step in caracol.explain(puzzle).steps if step.is_trial)
    shown = html_of(Hint(Move((trial, trial)))) or ""
    assert shown.count(html.escape("\n".join(trial.paragraphs))) == 2


def test_a_walkthrough_is_stepped_through() -> None:
    pytest.importorskip("anywidget")
    puzzle, _ = example(next(iter(GENRES)))
    walkthrough = caracol.explain(puzzle)
    widget = stepped(walkthrough)
    assert widget.words == walkthrough.steps[0].sentence
    widget.place = len(walkthrough.steps) - 1
    assert widget.words == walkthrough.steps[-1].sentence
    assert widget.label == walkthrough.labels[-1]
    for place, label in enumerate(walkthrough.labels):
        widget.place = place
        move = walkthrough.moves[int(re.sub(r"[a-z]+", "", label)) - 1]
        assert widget.conclusion.lower() == (move.conclusion.lower() if len(move) > 1 else "")
    widget.place = len(walkthrough.steps) - 1
    assert widget.picture.startswith("<svg")
