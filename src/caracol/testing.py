"""What every genre promises, as tests that a genre's author runs in two lines:

>>> from caracol.testing import conformance
>>> from caracol.starter.latin import GENRE, Latin
>>> TestLatin = conformance(GENRE, [Latin(2, givens=(1, None, None, None))], installed=False)

The class is a :class:`unittest.TestCase` with a test for each law; pytest and unittest find it.
"""

from __future__ import annotations

import random
import sys
import unittest
from collections.abc import Sequence
from typing import Any

import caracol
from caracol import editing, explaining, formats
from caracol.board.scene import Shape, Symbol
from caracol.deduction.verify import verify
from caracol.drawing import text
from caracol.engines.answer import Solution
from caracol.engines.hidden import completed
from caracol.formats import own
from caracol.generator import generate, options_of
from caracol.genre_parts import DraftPart
from caracol.options import settings
from caracol.play import Game
from caracol.plugins import get_genre, list_genres
from caracol.puzzle import ExamplePart, Genre, Info, Puzzle, SamplesPart, read_cells
from caracol.rules import Contradiction
from caracol.rules.kind import check_agreement, some_boards

LARGEST_EXPLAINED = 100
"""Larger boards take too long to be explained in a test."""


def conformance(
    genre: Genre[Any], puzzles: Sequence[Puzzle], *, installed: bool = True
) -> type[unittest.TestCase]:
    """A test case that holds a genre to what every genre promises, on these puzzles of its.

    Each of them must have exactly one solution. A genre that is not ``installed`` is not looked
    for by its name; what works only by name (files, generated puzzles) is then left aside.
    """
    if not puzzles:
        raise caracol.ClueError("conformance needs at least one puzzle with one solution")
    given = {"genre": genre, "puzzles": tuple(puzzles), "__module__": type(genre).__module__}
    left = dict.fromkeys(() if installed else BY_NAME)
    return type(f"Test{type(genre).__name__}", (Laws,), {**given, **left})


class Laws(unittest.TestCase):
    """One test a law; :func:`conformance` puts a genre and its puzzles in."""

    genre: Genre[Any]
    puzzles: tuple[Puzzle, ...]

    def solved(self) -> list[tuple[Puzzle, Solution]]:
        """The puzzles with their solutions."""
        return [(puzzle, caracol.solve(puzzle).only()) for puzzle in self.puzzles]

    def test_the_genre_is_found_by_its_name(self) -> None:
        """An entry point leads to it, and it is listed."""
        self.assertIs(get_genre(self.genre.id), self.genre)
        self.assertIn(self.genre, list_genres())

    def test_the_genre_says_what_it_is(self) -> None:
        """It has a name and rules that a person can read."""
        self.assertTrue(self.genre.name)
        self.assertGreater(len(self.genre.instructions), 40)
        self.assertTrue(self.genre.instructions.endswith("."))

    def test_every_puzzle_is_of_the_genre_and_has_one_solution(self) -> None:
        """Otherwise the laws below would say little."""
        for puzzle in self.puzzles:
            self.assertIs(puzzle.genre, self.genre)
            self.assertEqual(caracol.solve(puzzle).status, "unique", puzzle)

    def test_the_solution_keeps_every_rule(self) -> None:
        """What engines find is what the rules say."""
        for puzzle, solution in self.solved():
            whole = completed(puzzle.model, solution)
            self.assertIsNotNone(whole, "no value fits where the board does not show any")
            for rule in puzzle.model.rules:
                self.assertTrue(rule.kept(whole or solution), rule)
            verdict = caracol.check(puzzle, solution)
            told = "; ".join(fault.sentence for fault in verdict.faults)
            self.assertTrue(verdict.solved, f"the solution is said to break rules: {told}")

    def test_kept_and_cuts_of_every_rule_agree(self) -> None:
        """What the one allows on a finished board the other does not rule out."""
        for puzzle, solution in self.solved():
            model, rng = puzzle.model, random.Random(3)
            boards = [*_wrong(puzzle, solution, rng), solution]
            for rule in model.rules:
                if max(rule.cells, default=0) < model.shown:
                    check_agreement(rule, boards)
                else:
                    check_agreement(rule, some_boards(model.size, model.values))

    def test_a_rule_never_cuts_the_solution(self) -> None:
        """Cells are hidden at random; what a rule rules out is never what stands there."""
        rng = random.Random(1)
        for puzzle, solution in self.solved():
            everything = (1 << puzzle.model.values) - 1
            for _ in range(30):
                shown = [1 << value if rng.random() < 0.5 else everything for value in solution]
                shown += [everything] * len(puzzle.model.hidden)
                for rule in puzzle.model.rules:
                    for cell, removed in rule.cuts(shown):
                        if cell < len(solution):
                            self.assertFalse(removed >> solution[cell] & 1, rule)

    def test_a_broken_rule_is_noticed_and_told(self) -> None:
        """Boards near the solution and far from it break rules: each says so in a sentence."""
        rng = random.Random(2)
        for puzzle, solution in self.solved():
            # Whether a rule about cells that are not shown is broken, no board alone can say.
            unbroken = {
                number
                for number, rule in enumerate(puzzle.model.rules)
                if max(rule.cells, default=0) < puzzle.model.shown
            }
            rules = max(1, len(unbroken))
            for board in _wrong(puzzle, solution, rng):
                broken = [n for n in unbroken if not puzzle.model.rules[n].kept(board)]
                told = {fault.rule: fault for fault in caracol.check(puzzle, board).faults}
                for number in broken:
                    rule = puzzle.model.rules[number]
                    self.assertIn(rule, told, f"{rule} is broken and not told")
                    self.assertTrue(told[rule].sentence.startswith(rule.about))
                    with self.assertRaises(Contradiction):
                        rule.cuts(puzzle.model.narrowed(board))
                unbroken.difference_update(broken)
            share = len(unbroken) / rules
            self.assertLess(share, 0.5, "half of the rules are broken by no board")

    def test_playing_the_solution_finishes_the_game(self) -> None:
        """No sooner and no later."""
        for puzzle, solution in self.solved():
            game = Game(puzzle)
            for cell, value in enumerate(solution):
                if puzzle.givens[cell] is None and value != 0:
                    self.assertFalse(game.finished)
                    game.put(cell, value)
            self.assertTrue(game.finished)

    def test_every_step_of_the_explanation_follows(self) -> None:
        """Each is checked against the rules that it cites and drawn; the last ends the puzzle."""
        for puzzle in self.puzzles:
            if puzzle.grid.size <= LARGEST_EXPLAINED:
                walk = explaining.explain(puzzle)
                for step in walk.steps:
                    # A fact too many is a blemish; only what does not follow is wrong.
                    wrong = [w for w in verify(step, puzzle.model) if not w.endswith("needed")]
                    self.assertEqual(wrong, [], step)
                    self.assertIn(step.sentence.split()[0], text(step))
                self.assertTrue(walk.finished, f"{puzzle}: {walk.opening} {walk.ending}")

    def test_the_picture_shows_clues_and_values(self) -> None:
        """Every label and the caption are drawn, and as many symbols as the solution has."""
        for puzzle, solution in self.solved():
            empty = text(puzzle.scene, puzzle.givens)
            full = text(puzzle.scene, solution, ascii=True)
            for label in puzzle.scene.labels:
                self.assertIn(label.text, empty)
            self.assertIn(puzzle.scene.caption, empty)
            self.assertIn("<svg", str(caracol.render(puzzle, "svg", solution)))
            for value in set(solution) - {0}:
                drawn = times_drawn(puzzle.symbols[value], full)
                self.assertGreaterEqual(drawn, solution.count(value))

    def test_the_repr_of_a_puzzle_is_its_constructor(self) -> None:
        """What a program shows of a puzzle makes the puzzle again."""
        for puzzle in self.puzzles:
            names = {**vars(sys.modules[type(puzzle).__module__]), "Info": Info}
            self.assertEqual(eval(repr(puzzle), names), puzzle)

    def test_a_setter_can_write_into_the_board(self) -> None:
        """What the page needs is there and fits the board."""
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
        """The example of the rules in a book, where there is one."""
        example = self.genre.part(ExamplePart)
        if example is not None:
            puzzle = example.PUZZLE
            rows = read_cells(example.SOLUTION, puzzle.grid, puzzle.symbols, "example")
            self.assertEqual(caracol.solve(puzzle).only(), rows)

    def test_samples_follow_their_dice(self) -> None:
        """Random puzzles of the laboratory, where there are any, are the same for one seed."""
        samples = self.genre.part(SamplesPart)
        if samples is not None:
            one, same = (samples.sample(random.Random("one"), 4) for _ in range(2))
            self.assertEqual(one, same)
            self.assertNotEqual(caracol.solve(one).status, "none")

    def test_our_own_file_reads_back(self) -> None:
        """As JSON and as a line; a note changes no puzzle."""
        for puzzle in self.puzzles:
            self.assertEqual(caracol.read(caracol.write(puzzle)), puzzle)
            self.assertEqual(caracol.read(caracol.write(puzzle, "jsonl")), puzzle)
            noted = own.decode({**own.encode(puzzle), "notes": "other"})
            self.assertEqual((noted, hash(noted)), (puzzle, hash(puzzle)))
            self.assertEqual(noted.info.notes, "other")

    def test_every_format_reads_back_what_it_writes(self) -> None:
        """Unless it says that something is lost."""
        for form in formats.list_formats():
            if self.genre.id not in form.writes() or self.genre.id not in form.reads():
                continue
            for puzzle in self.puzzles:
                try:
                    written = form.convert(puzzle)
                except caracol.FormatError:
                    continue  # a format may refuse a puzzle in a sentence
                if not written.lost:
                    raw = written.text.encode("latin-1") if form.binary else written.text
                    again = formats.read(raw, form.name, self.genre.id)
                    self.assertEqual(again, puzzle, form.name)

    def test_a_seed_makes_the_same_puzzle_with_one_solution(self) -> None:
        """Or it is said in a sentence why there is no generating."""
        if self.genre.part(DraftPart) is None:
            with self.assertRaisesRegex(caracol.CaracolError, "cannot be generated"):
                generate(self.genre, seed=1)
            self.assertEqual(options_of(self.genre), ())
            return
        made = generate(self.genre, seed=1, graded=False)
        self.assertEqual(made.puzzle, generate(self.genre, seed=1, graded=False).puzzle)
        self.assertEqual(caracol.solve(made.puzzle).only(), made.solution)


BY_NAME = (
    "test_the_genre_is_found_by_its_name",
    "test_our_own_file_reads_back",
    "test_every_format_reads_back_what_it_writes",
)
"""The laws about genres that are found by their name."""


def times_drawn(symbol: Symbol, full: str) -> int:
    """How often a symbol stands in a picture of ASCII; lines are drawn as lines."""
    if symbol.shape is Shape.LINE:
        return full.count("---") + full.count("|")
    return full.count(symbol.letter)


def _wrong(puzzle: Puzzle, solution: Solution, rng: random.Random) -> list[Solution]:
    """Boards that break rules: random ones, even ones, and the solution with a few changes."""
    values, cells = len(puzzle.symbols), puzzle.grid.size
    boards = [tuple(rng.randrange(values) for _ in range(cells)) for _ in range(60)]
    boards += [(value,) * cells for value in range(values)]
    for _ in range(40):
        changed = list(solution)
        for cell in rng.sample(range(cells), min(cells, 3)):
            changed[cell] = rng.randrange(values)
        boards.append(tuple(changed))
    return boards
