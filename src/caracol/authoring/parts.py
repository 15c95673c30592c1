"""The parts of genres: the classes that an author derives from, with their defaults.

:mod:`caracol.puzzle.parts` explains how the parts of a genre are found.
"""

from __future__ import annotations

from functools import cached_property
from json import dumps
from typing import TYPE_CHECKING, Any

from caracol.authoring.drafts.symmetry import TURNS
from caracol.authoring.editor import REST, Act, Addition, Aid, Flaw, Tool, Writing
from caracol.board.scene import Shape
from caracol.deduction.efforts import BEYOND
from caracol.deduction.efforts import WORDS as BOUNDS
from caracol.errors import ClueError
from caracol.puzzle import P
from caracol.puzzle.parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from caracol.authoring.drafts.clues import Clues
    from caracol.authoring.drafts.task import Draft, Pixels, Task
    from caracol.authoring.notation.carrying import Carriers
    from caracol.authoring.notation.format import FileFormat
    from caracol.authoring.parametric import Data
    from caracol.deduction.walk.technique import (
        BatchFinder,
        LinkExplainer,
        Reader,
        StepNames,
        Technique,
    )
    from caracol.rules import Rule, Values
    from caracol.support.options import Option, Settings


class TechniquesPart(Part[Any]):
    """The techniques of a genre, with their names and words."""

    NAME = "techniques"
    ITEMS = {
        "READERS": ("function", "__call__"),
        "TECHNIQUES": ("Technique", "find"),
        "WORDS": ("tuple of texts", "__len__"),
    }

    @cached_property
    def LOOKS(self) -> Mapping[str, str]:  # noqa: N802
        """The kind of highlight for each of the genre's own techniques.

        Techniques from :mod:`caracol.kit` define theirs.
        """
        return _looks(self)

    READERS: tuple[Reader, ...] = ()
    """Functions that name what one rule alone rules out; the first that knows a name wins."""
    AHEAD: BatchFinder | None = None
    """A function that finds many steps at once."""
    TECHNIQUES: tuple[Technique, ...] = ()
    """Ways to find steps that need more than one rule."""
    NAMES: Mapping[str, StepNames] = {}
    """Players' names for steps of techniques that every genre has, by the ids of these."""
    WORDS: Mapping[str, Any] = {}
    """Names and sentences of its techniques, merged into the catalogue."""
    PHRASES: Mapping[str, Any] = {}
    """The phrases used by its own claims, as in a language's file."""
    LINK: LinkExplainer | None = None
    """How a link of a trial is described: the facts that a rule needs for these eliminations, and
    claims about them; ``None`` for the default."""
    NEVER: tuple[str, ...] = ()
    """Techniques for every genre that never occur here, or once in thousands of steps:
    ``bench/practice.py`` counts them."""
    PRACTICE: Mapping[str, Mapping[str, Any]] = {}
    """Options of the generator for puzzles with a technique that typical ones do not need."""
    ALIKE: tuple[str, ...] = ()
    """Techniques whose steps can be combined in one sentence."""


def _looks(part: TechniquesPart) -> dict[str, str]:
    known = (*part.READERS, *part.TECHNIQUES, *part.NAMES.values())
    return dict(pair for one in known for pair in getattr(one, "looks", ()))


class DraftPart(Part[P]):
    """Generating: drafts, and how they become puzzles with one solution.

    Clues that can be left out are removed by the shared loop (``CLUES``); otherwise, ``mend``
    changes the draft until it is unique.
    """

    NAME = "draft"
    NEEDS = ("draft|drafts",)
    ITEMS = {"OPTIONS": ("Option", "kind"), "CLUES": ("Clues", "places")}

    OPTIONS: tuple[Option, ...] = ()
    """The options of the genre, besides those of every genre."""
    CLUES: Clues[P] | None = None
    """The clues that can be left out, if any."""
    GRADES: tuple[str, ...] = (*(word for _, word in BOUNDS), BEYOND)
    """The grades that puzzles of the genre have; a request for others is refused at once."""

    def draft(self, task: Task) -> Draft[P] | None:
        """Return clues and the solution they were made from; ``None`` if the attempt failed."""
        raise NotImplementedError

    def drafts(self, task: Task) -> Iterator[Draft[P] | None]:
        """Yield a series of drafts, if making one from the last is faster than from scratch."""
        yield self.draft(task)

    def mend(self, draft: Draft[P], task: Task) -> Draft[P] | None:  # noqa: ARG002
        """Return the draft changed until it is unique, or ``None`` if that fails."""
        return draft

    USUAL_GRADE: str | None = None
    """The default grade, unless the number of clues is asked for; ``None`` if any will do."""

    def usual_grade(self, settings: Settings) -> str | None:
        """Return the default grade with these settings."""
        asked = settings.get("minimal", False) or settings.get("density", 0)
        return None if asked else self.USUAL_GRADE

    def canonical(self, puzzle: P, _turns: Iterable[str] = TURNS) -> str:
        """Return a text that is the same for all puzzles that are the same in disguise.

        The board is turned in these ways only.
        """
        return f"{puzzle.genre.id} {dumps(puzzle.genre.encode(puzzle), sort_keys=True)}"


class PicturePart(Part[P]):
    """Puzzles whose solution is a picture supplied by the user."""

    NAME = "picture"
    NEEDS = ("mended",)

    def mended(
        self,
        pixels: Pixels,
        task: Task,
        *,
        lines: bool,
        most: int | None = None,
        rounds: int = 0,
        memory: int | None = None,
    ) -> Draft[P] | None:
        """Return the puzzle of a picture, changed until it is unique (or solvable line by line).

        Up to ``rounds`` times, fewer changes are sought. Returns ``None`` if more than ``most`` are
        needed.
        """
        raise NotImplementedError


class EditorPart(Part[P]):
    """How people write into puzzles of a genre: in play, and as setters."""

    NAME = "editor"
    ITEMS = {"OPTIONS": ("Option", "kind"), "TOOLS": ("Tool", "gesture"), "AIDS": ("Aid", "words")}

    OPTIONS: tuple[Option, ...] = ()
    """The options of a new board."""
    TOOLS: tuple[Tool, ...] = ()
    """The tools of a setter, besides writing given cells."""
    AIDS: tuple[Aid, ...] = (REST,)
    """Assists: what may be written for the player."""
    EXAMPLE: Mapping[str, Any] | None = None
    """A first puzzle, as in a file; an easy one."""

    def writing(self, puzzle: P) -> Writing:
        """Return what presses and keys write while playing."""
        letters = any(symbol.shape is Shape.LETTER for symbol in puzzle.symbols)
        # The blank comes last, because a press should write something.
        return Writing(() if letters else (*range(1, len(puzzle.symbols)), 0))

    def spoken(self, puzzle: P) -> list[str]:
        """Return what a screen reader adds to each cell's contents: the clues that apply to it."""
        words: list[list[str]] = [[] for _ in range(puzzle.grid.size)]
        for rule in puzzle.model.rules:
            if rule.clue and len(rule.cells) > 1:
                for cell in rule.cells:
                    if cell < puzzle.grid.size:  # hidden cells are not read aloud
                        words[cell].append(str(rule))
        return ["; ".join(said) for said in words]

    def done(self, puzzle: P, values: Values) -> Iterable[tuple[float, float]]:  # noqa: ARG002
        """Yield single clues that are finished, as the row and column of their labels."""
        return ()

    def lit(self, puzzle: P, values: Values) -> Iterable[int]:  # noqa: ARG002
        """Return the cells highlighted during play, such as those lit by bulbs."""
        return ()

    def ties(self, puzzle: P, values: Values) -> Iterable[tuple[int, int]]:  # noqa: ARG002
        """Return pairs of cells joined by a line, because they belong together."""
        return ()

    def flaws(self, puzzle: P) -> Iterable[Flaw]:  # noqa: ARG002
        """Return what cannot be right about a board, whatever its clues."""
        return ()

    def blank(self, options: Mapping[str, Any]) -> P:  # noqa: ARG002
        """Return a new board with nothing on it yet."""
        raise ClueError(f"{self.genre.name} has no empty boards; open a puzzle of it instead")

    def settings(self, puzzle: P) -> dict[str, Any]:  # noqa: ARG002
        """Return the current options of this puzzle."""
        return {}

    def reformed(self, puzzle: P, options: Mapping[str, Any]) -> P:  # noqa: ARG002
        """Return the puzzle with different options, keeping as much as fits."""
        return self.blank(options)

    def edit(self, puzzle: P, act: Act) -> P:  # noqa: ARG002
        """Return the puzzle after a setter used one of the tools."""
        raise ClueError(f"{self.genre.name} has no tool '{act.tool}'")

    def additions(
        self,
        puzzle: P,  # noqa: ARG002
        solutions: Sequence[Sequence[int]],  # noqa: ARG002
    ) -> Iterator[Addition]:
        """Yield single changes of the clues that may make a puzzle with these solutions unique."""
        yield from ()


class FormatsPart(Part[P]):
    """How puzzles of a genre are written elsewhere."""

    NAME = "formats"
    ITEMS = {
        "CARRIERS": ("Carrier", "read"),
        "FILES": ("FileFormat", "looks"),
        "OPTIONS": ("Option", "kind"),
    }

    CARRIERS: Carriers[P] = {}
    """Carriers for frames that carry many genres (our link, puzz.link, Penpa+ and others), by
    name."""
    FILES: tuple[FileFormat[P], ...] = ()
    """Formats of this genre only."""
    OPTIONS: tuple[Option, ...] = ()
    """Attributes of the puzzle that some texts leave out, as options for readers."""

    def files(self) -> tuple[FileFormat[P], ...]:
        """Return ``FILES``; a genre with many overrides this to load them late."""
        return self.FILES


class DoubtsPart(Part[P]):
    """A quick look at whether a text that was read may be damaged."""

    NAME = "doubts"
    NEEDS = ("find_doubt",)

    def find_doubt(self, puzzle: P) -> str:
        """Return how the clues that a text states contradict each other at first sight; or ""."""
        raise NotImplementedError


class DataPart(Part[P]):
    """The data of a puzzle for the parametric models of a genre."""

    NAME = "data"
    NEEDS = ("data",)

    def data(self, puzzle: P) -> Data:
        """Return the puzzle as numbers and arrays."""
        raise NotImplementedError


class SamplesPart(Part[P]):
    """Random puzzles for the laboratory, with any number of solutions."""

    NAME = "samples"
    NEEDS = ("sample",)

    def sample(self, rng: Random, size: int, **more: Any) -> P:
        """Return a random puzzle of this size, the same for the same state of ``rng``."""
        raise NotImplementedError


class RedundantPart(Part[P]):
    """Rules that follow from the others, for the laboratory."""

    NAME = "redundant"
    NEEDS = ("redundant",)

    def redundant(self, puzzle: P) -> Mapping[str, Sequence[Rule]]:
        """Return families of such rules, by name."""
        raise NotImplementedError


class LabellingPart(Part[P]):
    """How a search labels the values, for the laboratory."""

    NAME = "labelling"
    NEEDS = ("scale",)

    def scale(self, puzzle: P) -> Sequence[int]:
        """Return the values from the lowest to the highest."""
        raise NotImplementedError


class ExamplePart(Part[P]):
    """A small worked puzzle for the page of rules in a book."""

    NAME = "example"
    NEEDS = ("PUZZLE", "SOLUTION", "WORKED")

    PUZZLE: P
    SOLUTION: Sequence[Any]
    """Its rows, as in a file."""
    WORKED: str
    """How to begin."""
