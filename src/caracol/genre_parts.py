"""The parts of genres: what an author derives from, and what follows where nothing is said.

Nothing is loaded here that only generating, explaining, setting or exchanging needs: a genre of
one file has its parts whatever is asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caracol.board.scene import Shape
from caracol.errors import ClueError
from caracol.parts import Part, when_asked
from caracol.puzzle import P
from caracol.rules import Values

if TYPE_CHECKING:
    from caracol.deduction.technique import Ahead, Reader, Teach, Technique
    from caracol.drafting.clues import Clues
    from caracol.drafting.task import Draft, Pixels, Task
    from caracol.editor import Act, Addition, Aid, Flaw, Tool, Writing
    from caracol.notation.carrying import Carriers, FileFormat
    from caracol.options import Option, Settings
    from caracol.parametric import Data


class TechniquesPart(Part[Any]):
    """What players of a genre call their steps."""

    NAME = "techniques"
    ITEMS = {
        "READERS": ("function", "__call__"),
        "TECHNIQUES": ("Technique", "find"),
        "WORDS": ("tuple of texts", "__len__"),
    }

    LOOKS: Mapping[str, str] = when_asked(lambda part: _looks(part))
    """The genre's own techniques, and for each the kind of look that it asks for. Those that come
    from :mod:`caracol.kit` know it themselves."""
    READERS: tuple[Reader, ...] = ()
    """Who names what one rule alone rules out; the first that knows a name is heard."""
    AHEAD: Ahead | None = None
    """Who finds many steps at once."""
    TECHNIQUES: tuple[Technique, ...] = ()
    """Ways to find steps that need more than one rule."""
    WORDS: Mapping[str, Any] = {}
    """Names and sentences of its techniques, laid over the catalogue."""
    PHRASES: Mapping[str, Any] = {}
    """The phrases of which its own claims are made, as in a language's file."""
    LINK: Teach | None = None
    """How a link of a trial is told: the facts that a rule needs for these cuts, and claims of
    them; ``None`` where it has nothing of its own to say."""
    NEVER: tuple[str, ...] = ()
    """Techniques for every genre that do not come here, or once in thousands of steps:
    ``bench/practice.py`` counts them."""
    FOLLOWERS: tuple[str, ...] = ()
    """Techniques whose steps a person does in one move with the step before."""
    ONWARDS: tuple[str, ...] = ()
    """The same where one goes on from what was just written, as along a line, and the rest of what
    it takes may have been there before."""
    PRACTICE: Mapping[str, Mapping[str, Any]] = {}
    """What to ask of the generator for a puzzle that has a technique, where usual ones have not."""
    ALIKE: tuple[str, ...] = ()
    """Techniques of which several steps can be told in one sentence."""


def _looks(part: TechniquesPart) -> dict[str, str]:
    known = (*part.READERS, *part.TECHNIQUES)
    return dict(pair for one in known for pair in getattr(one, "looks", ()))


class DraftPart(Part[P]):
    """Generating: drafts, and how they become puzzles with one solution.

    Clues that can be left out are stripped by the shared loop (``CLUES``); where they cannot,
    ``mend`` changes the draft until it is unique.
    """

    NAME = "draft"
    NEEDS = ("draft|drafts",)
    ITEMS = {"OPTIONS": ("Option", "kind"), "CLUES": ("Clues", "places")}

    OPTIONS: tuple[Option, ...] = ()
    """What can be asked for, besides what every genre has."""
    CLUES: Clues[P] | None = None
    """Which clues can be left out, if any."""

    def draft(self, task: Task) -> Draft[P] | None:
        """Clues, and the solution they were made from; ``None`` where an attempt has failed."""
        raise NotImplementedError

    def drafts(self, task: Task) -> Iterator[Draft[P] | None]:
        """The same as a series, where another draft is sooner made from the last one than anew."""
        yield self.draft(task)

    def mend(self, draft: Draft[P], task: Task) -> Draft[P] | None:  # noqa: ARG002
        """The draft changed until it is unique, or ``None`` where that fails."""
        return draft

    def usual_grade(self, settings: Settings) -> str | None:  # noqa: ARG002
        """The grade that is made where none is asked for; ``None`` where any will do."""
        return None

    def canonical(self, puzzle: P) -> str:
        """A text that is the same for all puzzles that are the same in disguise."""
        from json import dumps

        return f"{puzzle.genre.id} {dumps(puzzle.genre.encode(puzzle), sort_keys=True)}"


class PicturePart(Part[P]):
    """Puzzles whose solution is a picture that someone brings."""

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
        """The puzzle of a picture, changed until it is unique (or line by line is enough).

        So many ``rounds`` fewer changes are looked for. ``None`` where more than ``most`` are
        needed.
        """
        raise NotImplementedError


def _usual_aids(_: object) -> tuple[Aid, ...]:
    from caracol.editor import REST

    return (REST,)


class EditorPart(Part[P]):
    """How people write into puzzles of a genre: in play, and as setters."""

    NAME = "editor"
    ITEMS = {"OPTIONS": ("Option", "kind"), "TOOLS": ("Tool", "gesture"), "AIDS": ("Aid", "words")}

    OPTIONS: tuple[Option, ...] = ()
    """What a new board is made from."""
    TOOLS: tuple[Tool, ...] = ()
    """What a setter can do to the board, besides writing given cells."""
    AIDS: tuple[Aid, ...] = when_asked(_usual_aids)
    """What may be written for the player."""
    EXAMPLE: Mapping[str, Any] | None = None
    """A first puzzle, as in a file; an easy one."""

    def writing(self, puzzle: P) -> Writing:
        """What presses and keys write while playing."""
        from caracol.editor import Writing

        letters = any(symbol.shape is Shape.LETTER for symbol in puzzle.symbols)
        # The blank comes last: a press is for something.
        return Writing(() if letters else (*range(1, len(puzzle.symbols)), 0))

    def spoken(self, puzzle: P) -> list[str]:
        """What a screen reader says of each cell, beside its contents: clues that look at it."""
        words: list[list[str]] = [[] for _ in range(puzzle.grid.size)]
        for rule in puzzle.model.rules:
            if rule.clue and len(rule.cells) > 1:
                for cell in rule.cells:
                    words[cell].append(str(rule))
        return ["; ".join(said) for said in words]

    def done(self, puzzle: P, values: Values) -> Iterable[tuple[float, float]]:  # noqa: ARG002
        """Single clues that are finished, as the row and column of their labels."""
        return ()

    def lit(self, puzzle: P, values: Values) -> Iterable[int]:  # noqa: ARG002
        """Cells that are shown in another light while one plays: those that bulbs shine on."""
        return ()

    def flaws(self, puzzle: P) -> Iterable[Flaw]:  # noqa: ARG002
        """What cannot be right about a board, whatever its clues."""
        return ()

    def blank(self, options: Mapping[str, Any]) -> P:  # noqa: ARG002
        """A new board with nothing on it yet."""
        raise ClueError(f"{self.genre.name} has no empty boards; open a puzzle of it instead")

    def settings(self, puzzle: P) -> dict[str, Any]:  # noqa: ARG002
        """The options of this puzzle as they are now."""
        return {}

    def reformed(self, puzzle: P, options: Mapping[str, Any]) -> P:  # noqa: ARG002
        """The puzzle with other options, as much of it as fits."""
        return self.blank(options)

    def edit(self, puzzle: P, act: Act) -> P:  # noqa: ARG002
        """The puzzle after a setter used one of the tools."""
        raise ClueError(f"{self.genre.name} has no tool '{act.tool}'")

    def additions(
        self,
        puzzle: P,  # noqa: ARG002
        solutions: Sequence[Sequence[int]],  # noqa: ARG002
    ) -> Iterator[Addition]:
        """Single changes of the clues that may make a puzzle with these solutions unique."""
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
    """For frames that carry many genres (our link, puzz.link, Penpa+ and others), by their name."""
    FILES: tuple[FileFormat[P], ...] = ()
    """Formats that are this genre's alone."""
    OPTIONS: tuple[Option, ...] = ()
    """What some texts leave out and a reader may be given; each is an attribute of the puzzle."""

    def files(self) -> tuple[FileFormat[P], ...]:
        """``FILES``; a genre that has many makes them here, so that they are loaded late."""
        return self.FILES


class DataPart(Part[P]):
    """What the parametric models of a genre are told of a puzzle."""

    NAME = "data"
    NEEDS = ("data",)

    def data(self, puzzle: P) -> Data:
        """The puzzle as numbers and arrays."""
        raise NotImplementedError
