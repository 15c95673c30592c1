"""The laws that every genre obeys, as tests for genre authors.

Two lines are enough:

>>> from caracol.testing import conformance
>>> from caracol.starter.latin import GENRE, Latin
>>> TestLatin = conformance(GENRE, [Latin(2, givens=(1, None, None, None))], installed=False)

The class is a :class:`unittest.TestCase` with a test for each law; pytest and unittest find it.
"""

from __future__ import annotations

import random
import unittest
from collections.abc import Sequence
from typing import Any

import caracol
from caracol.authoring import editing
from caracol.authoring.parts import DraftPart, ExamplePart, SamplesPart
from caracol.board.scene import Shape, Symbol
from caracol.deduction.verify import verify
from caracol.drawing.render import text
from caracol.engines.answer import Solution
from caracol.engines.hidden import complete_board
from caracol.formats import converting, own
from caracol.generator.loop import generate, list_options
from caracol.play import Game
from caracol.puzzle import Genre, Puzzle, read_cells
from caracol.puzzle.plugins import get_genre, list_genres
from caracol.questions import explaining
from caracol.rules import Contradiction
from caracol.rules.checks import check_agreement, some_boards
from caracol.support.options import settings

LARGEST_EXPLAINED = 100
"""Maximum number of cells of a board to explain; larger boards take too long."""


def conformance(
    genre: Genre[Any], puzzles: Sequence[Puzzle], *, installed: bool = True
) -> type[unittest.TestCase]:
    """Return a test case that checks the laws of all genres on these puzzles of a genre.

    Each puzzle must have exactly one solution. A genre that is not ``installed`` cannot be found by
    its name, so laws about files and formats are not tested.
    """
    if not puzzles:
        raise caracol.ClueError("conformance needs at least one puzzle with one solution")
    given = {"genre": genre, "puzzles": tuple(puzzles), "__module__": type(genre).__module__}
    left = dict.fromkeys(() if installed else BY_NAME)
    return type(f"Test{type(genre).__name__}", (Laws,), {**given, **left})


class Laws(unittest.TestCase):
    """One test per law; :func:`conformance` adds a genre and its puzzles."""

    genre: Genre[Any]
    puzzles: tuple[Puzzle, ...]

    def solved(self) -> list[tuple[Puzzle, Solution]]:
        """Return the puzzles with their solutions."""
        return [(puzzle, caracol.solve(puzzle).only()) for puzzle in self.puzzles]

    def test_the_genre_is_found_by_its_name(self) -> None:
        """Check that an entry point leads to it, and that it is listed."""
        self.assertIs(get_genre(self.genre.id), self.genre)
        self.assertIn(self.genre, list_genres())

    def test_the_genre_says_what_it_is(self) -> None:
        """Check that it has a name and rules that people can read."""
        self.assertTrue(self.genre.name)
        self.assertGreater(len(self.genre.instructions), 40)
        self.assertTrue(self.genre.instructions.endswith("."))

    def test_every_puzzle_is_of_the_genre_and_has_one_solution(self) -> None:
        """Check the puzzles; otherwise the other laws would say little."""
        for puzzle in self.puzzles:
            self.assertIs(puzzle.genre, self.genre)
            self.assertEqual(caracol.solve(puzzle).status, "unique", puzzle)

    def test_the_solution_satisfies_every_rule(self) -> None:
        """Check the solutions of engines against the rules."""
        for puzzle, solution in self.solved():
            whole = complete_board(puzzle.model, solution)
            self.assertIsNotNone(whole, "no values fit the hidden cells")
            for rule in puzzle.model.rules:
                self.assertTrue(rule.holds(whole or solution), rule)
            verdict = caracol.check(puzzle, solution)
            faults = "; ".join(fault.sentence for fault in verdict.faults)
            self.assertTrue(verdict.solved, f"the solution is said to break rules: {faults}")

    def test_holds_and_propagate_of_every_rule_agree(self) -> None:
        """Check that ``propagate`` rules out nothing that ``holds`` allows on a finished board."""
        for puzzle, solution in self.solved():
            model, rng = puzzle.model, random.Random(3)
            boards = [*_wrong_boards(puzzle, solution, rng), solution]
            for rule in model.rules:
                if max(rule.cells, default=0) < model.shown:
                    check_agreement(rule, boards)
                else:
                    check_agreement(rule, some_boards(model.size, model.values))

    def test_a_rule_never_cuts_the_solution(self) -> None:
        """Hide random cells, and check that no rule rules out a value of the solution."""
        rng = random.Random(1)
        for puzzle, solution in self.solved():
            everything = (1 << puzzle.model.values) - 1
            for _ in range(30):
                shown = [1 << value if rng.random() < 0.5 else everything for value in solution]
                shown += [everything] * len(puzzle.model.hidden)
                for rule in puzzle.model.rules:
                    for cell, removed in rule.propagate(shown):
                        if cell < len(solution):
                            self.assertFalse(removed >> solution[cell] & 1, rule)

    def test_a_broken_rule_is_reported(self) -> None:
        """Check that every rule broken by boards near and far from the solution says so."""
        rng = random.Random(2)
        for puzzle, solution in self.solved():
            # A board alone cannot break a rule about hidden cells.
            unbroken = {
                number
                for number, rule in enumerate(puzzle.model.rules)
                if max(rule.cells, default=0) < puzzle.model.shown
            }
            rules = max(1, len(unbroken))
            for board in _wrong_boards(puzzle, solution, rng):
                broken = [n for n in unbroken if not puzzle.model.rules[n].holds(board)]
                faults = {fault.rule: fault for fault in caracol.check(puzzle, board).faults}
                for number in broken:
                    rule = puzzle.model.rules[number]
                    self.assertIn(rule, faults, f"{rule} is broken but not reported")
                    self.assertRegex(faults[rule].sentence, r"^\S.*\.$", rule)
                    with self.assertRaises(Contradiction):
                        rule.propagate(puzzle.model.narrowed(board))
                unbroken.difference_update(broken)
            share = len(unbroken) / rules
            self.assertLess(share, 0.5, "no board breaks half of the rules or more")

    def test_playing_the_solution_finishes_the_game(self) -> None:
        """Check that the game is finished with the last cell, not before."""
        for puzzle, solution in self.solved():
            game = Game(puzzle)
            for cell, value in enumerate(solution):
                if puzzle.givens[cell] is None and value != 0:
                    self.assertFalse(game.finished)
                    game.put(cell, value)
            self.assertTrue(game.finished)

    def test_every_step_of_the_explanation_follows(self) -> None:
        """Check each step against the rules that it cites, and that the last ends the puzzle."""
        for puzzle in self.puzzles:
            if puzzle.grid.size <= LARGEST_EXPLAINED:
                walk = explaining.explain(puzzle)
                for step in walk.steps:
                    # A superfluous fact is only a blemish.
                    wrong = [w for w in verify(step, puzzle.model) if not w.endswith("needed")]
                    self.assertEqual(wrong, [], step)
                    self.assertIn(step.sentence.split()[0], text(step))
                self.assertTrue(walk.finished, f"{puzzle}: {walk.opening} {walk.ending}")

    def test_the_picture_shows_clues_and_values(self) -> None:
        """Check that all labels, the caption and the symbols of the solution are drawn."""
        for puzzle, solution in self.solved():
            empty = text(puzzle.scene, puzzle.givens)
            full = text(puzzle.scene, solution, ascii=True)
            for label in puzzle.scene.labels:
                self.assertIn(label.text, empty)
            self.assertIn(puzzle.scene.caption, empty)
            self.assertIn("<svg", str(caracol.render(puzzle, "svg", solution)))
            for value in set(solution) - {0}:
                drawn = count_drawn(puzzle.symbols[value], full)
                self.assertGreaterEqual(drawn, solution.count(value))

    def test_printing_a_puzzle_draws_its_board(self) -> None:
        """Check that ``print`` shows the board, and that the repr fits into a line."""
        for puzzle in self.puzzles:
            self.assertEqual(str(puzzle), text(puzzle).rstrip("\n"))
            self.assertLess(len(repr(puzzle)), 100)

    def test_a_setter_can_write_into_the_board(self) -> None:
        """Check that everything the page needs is there and fits the board."""
        known = editing.options(self.genre)
        if known:
            self.assertIs(editing.blank(self.genre, settings(known, {})).genre, self.genre)
        for puzzle in self.puzzles:
            self.assertEqual(len(editing.spoken(puzzle)), puzzle.grid.size)
            writing = editing.writing(puzzle)
            for value in (*writing.press, *writing.keys.values()):
                self.assertIn(value, range(len(puzzle.symbols)))
            self.assertEqual(editing.reformed(puzzle, {}), puzzle)

    def test_the_worked_example_is_solved_as_it_says(self) -> None:
        """Check the solution of the example in the rules, if there is one."""
        example = self.genre.part(ExamplePart)
        if example is not None:
            puzzle = example.PUZZLE
            rows = read_cells(example.SOLUTION, puzzle.grid, puzzle.symbols, "example")
            self.assertEqual(caracol.solve(puzzle).only(), rows)

    def test_samples_follow_their_dice(self) -> None:
        """Check that random puzzles for the laboratory, if any, depend only on the seed."""
        samples = self.genre.part(SamplesPart)
        if samples is not None:
            one, same = (samples.sample(random.Random("one"), 4) for _ in range(2))
            self.assertEqual(one, same)
            self.assertNotEqual(caracol.solve(one).status, "none")

    def test_our_own_file_reads_back(self) -> None:
        """Check JSON and JSON Lines, and that notes do not matter for equality."""
        for puzzle in self.puzzles:
            self.assertEqual(caracol.read(caracol.write(puzzle)), puzzle)
            self.assertEqual(caracol.read(caracol.write(puzzle, "jsonl")), puzzle)
            noted = own.decode({**own.encode(puzzle), "notes": "other"})
            self.assertEqual((noted, hash(noted)), (puzzle, hash(puzzle)))
            self.assertEqual(noted.info.notes, "other")

    def test_every_format_reads_back_what_it_writes(self) -> None:
        """Check every format, unless it reports that something is lost."""
        for form in converting.list_formats():
            if self.genre.id not in form.writes() or self.genre.id not in form.reads():
                continue
            for puzzle in self.puzzles:
                try:
                    written = form.convert(puzzle)
                except caracol.FormatError:
                    continue  # a format may refuse a puzzle
                if not written.lost:
                    raw = written.text.encode("latin-1") if form.binary else written.text
                    again = converting.read(raw, form.name, self.genre.id)
                    self.assertEqual(again, puzzle, form.name)

    def test_a_seed_makes_the_same_puzzle_with_one_solution(self) -> None:
        """Check generation or, without it, the message that says why."""
        if self.genre.part(DraftPart) is None:
            with self.assertRaisesRegex(caracol.CaracolError, "cannot be generated"):
                generate(self.genre, seed=1)
            self.assertEqual(list_options(self.genre), ())
            return
        made = generate(self.genre, seed=1, graded=False)
        self.assertEqual(made.puzzle, generate(self.genre, seed=1, graded=False).puzzle)
        self.assertEqual(caracol.solve(made.puzzle).only(), made.solution)


BY_NAME = (
    "test_the_genre_is_found_by_its_name",
    "test_our_own_file_reads_back",
    "test_every_format_reads_back_what_it_writes",
)
"""The laws for genres that are found by their name."""


def count_drawn(symbol: Symbol, full: str) -> int:
    """Return how often a symbol occurs in an ASCII picture; lines are drawn as lines."""
    if symbol.shape is Shape.LINE:
        return full.count("---") + full.count("|")
    return full.count(symbol.letter)


def _wrong_boards(puzzle: Puzzle, solution: Solution, rng: random.Random) -> list[Solution]:
    """Return boards that break rules: random, uniform, and the solution with a few changes."""
    values, cells = len(puzzle.symbols), puzzle.grid.size
    boards = [tuple(rng.randrange(values) for _ in range(cells)) for _ in range(60)]
    boards += [(value,) * cells for value in range(values)]
    for _ in range(40):
        changed = list(solution)
        for cell in rng.sample(range(cells), min(cells, 3)):
            changed[cell] = rng.randrange(values)
        boards.append(tuple(changed))
    return boards
