"""Display in notebooks, and widgets to play puzzles and step through explanations.

Puzzles, answers and steps are shown as pictures; walkthroughs, hints, grades, games, generated
puzzles and runs of the laboratory as pictures with tables. ``play(puzzle)`` and
``stepped(walkthrough)`` are widgets, which need the extra ``notebook``.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from caracol.board.names import capitalise
from caracol.board.scene import draw_svg
from caracol.deduction.grade import Grade
from caracol.deduction.steps import ProofLine, Step
from caracol.deduction.walkthrough import Move
from caracol.drawing.render import svg
from caracol.errors import MissingExtra, count_noun
from caracol.generator.loop import Generated
from caracol.lab.run import Outcome
from caracol.lab.studies.results import Results
from caracol.play import Game
from caracol.puzzle import Puzzle
from caracol.questions.assists import describe_eliminations
from caracol.questions.explaining import Hint, Walkthrough

__all__ = ["frame", "html_of", "play", "stepped"]

MOST_ROWS = 200
"""Maximum number of rows of a table to show; the rest is only counted."""


@singledispatch
def html_of(_thing: object) -> str | None:
    """Return an object as HTML, or ``None`` if it only has a text."""
    return None


@html_of.register
def _(walkthrough: Walkthrough) -> str | None:
    """Return the final board, and the moves: what each leads to, and its steps to unfold."""
    moves = [_list_steps(move, number) for number, move in enumerate(walkthrough, 1)]
    left = len(moves) - MOST_ROWS
    more = f"<p>… and {count_noun(left, 'move')} more</p>" if left > 0 else ""
    writer = walkthrough.steps[0].writer if walkthrough.steps else None
    puzzle = writer.puzzle if writer is not None else None
    picture = _picture(puzzle, walkthrough.values) if isinstance(puzzle, Puzzle) else ""
    words = " ".join(filter(None, (walkthrough.opening, walkthrough.ending)))
    return f"<p>{html.escape(words)}</p>{picture}{''.join(moves[:MOST_ROWS])}{more}"


def _list_steps(move: Move, number: int) -> str:
    """Return the steps of a move, folded under its conclusion if there are several."""
    steps = "".join(map(_write_step, move.label(number), move))
    if len(move) == 1:
        return steps
    head = html.escape(f"{number}. {capitalise(move.conclusion)}")
    inside = f"<div style='margin-left:2em'>{steps}</div>"
    return f"<details><summary>{head}</summary>{inside}</details>"


def _write_step(label: str, step: Step) -> str:
    """Return a step with its label and its technique, and a proof by computer folded."""
    head = html.escape(f"{label}. {step.name}")
    text = html.escape("\n".join(step.paragraphs))
    style = "margin:0.4em 0;white-space:pre-line"
    return f"<div class='step' style='{style}'><b>{head}:</b> {text}{_fold(step.proof)}</div>"


@html_of.register
def _(hint: Hint) -> str | None:
    """Return the picture of the step, and its rungs from vague to complete.

    A mistake comes first, with what may be said about it.
    """
    stated = [*(hint.mistake.rungs.values() if hint.mistake else ()), hint.message]
    style = "white-space:pre-line"
    message = "".join(f"<p style='{style}'>{html.escape(one)}</p>" for one in stated if one)
    if hint.step is None or hint.move is None:
        return message
    rungs = {**hint.rungs, "sentence": "\n".join(hint.step.paragraphs)}
    lists = ("\n".join(step.paragraphs) for step in hint.move.steps[1:])
    more = "".join(f"<li style='{style}'>{html.escape(one)}</li>" for one in lists)
    head = f"{message}{draw_svg(hint.step) or ''}{_table(('', ''), list(rungs.items()))}"
    return head + (f'<ol start="2">{more}</ol>' if more else "")


@html_of.register
def _(grade: Grade) -> str | None:
    """Return the grade, and the number of steps by technique."""
    head = f"{grade.word} ({grade.number:.1f})" if grade.word else f"no grade: {grade.status}"
    rows = [(name, str(number)) for name, number in grade.techniques.items()]
    return f"<p><b>{html.escape(head)}</b></p>" + _table(("technique", "steps"), rows)


@html_of.register
def _(made: Generated) -> str | None:
    """Return the puzzle, its grade and its seed."""
    grade = f"{made.grade.word} ({made.grade.number:.1f})" if made.grade else "not graded"
    words = f"{made.puzzle.genre.name}, {grade}; seed {made.seed}"
    return f"{_picture(made.puzzle, ())}<p>{html.escape(words)}</p>"


@html_of.register
def _(game: Game) -> str | None:
    """Return the current board."""
    words = "Solved!" if game.finished else count_noun(len(game.moves), "move")
    noted = describe_eliminations(game.puzzle, game.values, game.eliminations)
    board = _picture(game.puzzle, game.values, marks=game.marks)
    return (
        f"{board}<p>{html.escape(noted)}</p><p>{words}</p>" if noted else f"{board}<p>{words}</p>"
    )


@html_of.register
def _(outcome: Outcome) -> str | None:
    """Return the answer and the cost of a run."""
    rows = [(name, str(number)) for name, number in outcome.statistics.entries().items()]
    words = f"{outcome.answer.describe()} ({outcome.options.label()})"
    return f"<p>{html.escape(words)}</p>{_table(('', ''), rows)}"


@html_of.register
def _(results: Results) -> str | None:
    """Return the table of a study."""
    head, *rows = results.table()
    return f"<p><b>{html.escape(results.study.title)}</b></p>{_table(head, rows)}"


def frame(thing: Walkthrough | Results | Sequence[Mapping[str, Any]]) -> Any:
    """Return a walkthrough or the results of a study as a pandas DataFrame."""
    try:
        import pandas
    except ImportError as problem:
        raise MissingExtra("pandas", "notebook") from problem
    if isinstance(thing, Walkthrough):
        return pandas.DataFrame(
            [
                {
                    "step": label,
                    "technique": step.name,
                    "effort": step.effort,
                    "cells": len(step.cells.conclusion),
                    "sentence": step.sentence,
                }
                for label, step in zip(thing.labels, thing.steps, strict=True)
            ]
        )
    return pandas.DataFrame(list(thing.rows if isinstance(thing, Results) else thing))


def play(puzzle: Puzzle, start: Sequence[int | None] = ()) -> Any:
    """Return a board to play in the notebook; ``.game`` is the :class:`Game` behind it."""
    from caracol.notebooks.widgets import GameWidget  # needs the extra "notebook"

    return GameWidget(Game(puzzle, tuple(start)))


def stepped(walkthrough: Walkthrough) -> Any:
    """Return a walkthrough to step through in the notebook."""
    from caracol.notebooks.widgets import WalkthroughWidget  # needs the extra "notebook"

    return WalkthroughWidget(walkthrough)


def _picture(puzzle: Puzzle, values: Sequence[int | None], **more: Any) -> str:
    return svg(puzzle, tuple(values), cell=28.0, unit="px", **more)


def _fold(proof: Sequence[ProofLine]) -> str:
    """Return a proof as a tree that can be unfolded."""
    return f"<details><summary>Proof</summary>{_list_lines(proof)}</details>" if proof else ""


def _list_lines(lines: Sequence[ProofLine]) -> str:
    """Return the lines of a proof as a list, with those inside."""
    items = (f"<li>{html.escape(one.sentence)}{_list_lines(one.inside)}</li>" for one in lines)
    return f"<ul>{''.join(items)}</ul>" if lines else ""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f"<th style='text-align:left'>{html.escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td style='text-align:left;white-space:pre-line'>{html.escape(cell)}</td>"
            for cell in row
        )
        + "</tr>"
        for row in rows[:MOST_ROWS]
    )
    more = f"<p>… and {len(rows) - MOST_ROWS} more</p>" if len(rows) > MOST_ROWS else ""
    return f"<table><tr>{heads}</tr>{body}</table>{more}" if rows else ""
