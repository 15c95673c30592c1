"""What requests hold."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from caracol.editor import Help

Text = Annotated[str, Field(max_length=1_000_000)]
Name = Annotated[str, Field(max_length=100)]
GenreId = Annotated[str, Field(max_length=40)]
Cell = Annotated[int, Field(ge=0, le=1_000_000)]
Value = Annotated[int, Field(ge=0, le=63)]
Write = Annotated[tuple[Cell, Value | None], Field(strict=False)]
Seconds = Annotated[float, Field(gt=0, le=60, description="How long the work may take.")]

EXAMPLE = {"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}


class Message(BaseModel):
    """A request; entries that are not known are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Asked(Message):
    """A puzzle, and how long to work on it."""

    puzzle: Annotated[
        dict[str, Any] | Text,
        Field(description="Our own JSON, or a text in any known format.", examples=[EXAMPLE]),
    ]
    base64: Annotated[
        bool, Field(description="Whether the text is the bytes of a file, in base 64.")
    ] = False
    format: Annotated[str | None, Field(max_length=40)] = None
    genre: GenreId | None = None
    name: Annotated[
        str, Field(max_length=255, description="The name of the file, which may tell its format.")
    ] = ""


class Timed(Asked):
    """A question that may take a while."""

    seconds: Seconds = 10.0


class Written(Timed):
    """A question about what a player has written."""

    values: Annotated[
        list[Value | None] | None,
        Field(
            max_length=1_000_000,
            description="The value of each cell, row by row; null where it is empty.",
        ),
    ] = None


class Judged(Timed):
    """A puzzle that is being set."""

    picture: Annotated[
        list[Value | None] | None,
        Field(
            max_length=1_000_000,
            description="The solution that the setter has in mind, where there is one.",
        ),
    ] = None


class Counted(Timed):
    """How many solutions to count."""

    limit: Annotated[int, Field(ge=1, le=1_000_000)] = 1000
    keep: Annotated[int, Field(ge=0, le=100)] = 10


class Progress(Written):
    """A player's board, with the pencil marks and the moves that led to it."""

    marks: Annotated[
        list[Annotated[int, Field(ge=0, lt=2**63)]] | None,
        Field(max_length=1_000_000, description="The pencil marks of each cell, as a mask."),
    ] = None

    moves: Annotated[
        list[list[Write]] | None,
        Field(
            max_length=100_000,
            description="The moves so far, each as a list of cells with their new values.",
        ),
    ] = None


class Practised(Message):
    """A technique that is to be practised."""

    genre: GenreId
    technique: Annotated[str, Field(max_length=60, description="Its id.")]
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    seconds: Seconds = 20.0


class Checked(Progress):
    """A player's board, and how closely to look at it."""

    deep: Annotated[
        bool, Field(description="Whether to find out if the board can still become a solution.")
    ] = False
    answers: Annotated[
        bool, Field(description="Whether blanks are only notes, and broken by nothing.")
    ] = False
    aids: Annotated[
        list[Annotated[Help, Field(strict=False)]],
        Field(max_length=3, description="What may be written for the player."),
    ] = []
    wrote: Annotated[
        list[Cell], Field(max_length=10_000, description="The cells of the last move.")
    ] = []


class Put(Asked):
    """A symbol to write into a cell of a player's board."""

    content: Annotated[str, Field(max_length=20, description="A symbol of the genre.")]
    place: Annotated[
        tuple[Cell, Cell], Field(strict=False, description="Row and column, counted from 0.")
    ]
    grid: Annotated[
        list[Any] | None,
        Field(
            max_length=1000,
            description="The board before: rows of symbols, as 'grid' in a puzzle file.",
        ),
    ] = None


class Start(Message):
    """A new board."""

    genre: GenreId
    options: dict[str, Any] = {}


class Act(Message):
    """What a setter did."""

    tool: Annotated[str, Field(max_length=40)]
    cells: Annotated[list[Cell], Field(max_length=10_000)] = []
    value: Value | None = None
    row: Annotated[int, Field(ge=-1000, le=1000)] = 0
    column: Annotated[int, Field(ge=-1000, le=1000)] = 0
    text: Annotated[str, Field(max_length=1000)] = ""
    picture: Annotated[list[Value | None], Field(max_length=1_000_000)] = []


class Said(Message):
    """What is said about a puzzle and does not change it."""

    title: Annotated[str, Field(max_length=500)] = ""
    author: Annotated[str, Field(max_length=500)] = ""
    source: Annotated[str, Field(max_length=2000)] = ""
    notes: Annotated[str, Field(max_length=10_000)] = ""


class Edited(Asked):
    """A puzzle, and what to change."""

    act: Act | None = None
    options: dict[str, Any] | None = None
    info: Said | None = None


class Converted(Asked):
    """A puzzle, and the format that it is wanted in."""

    to: Annotated[str, Field(max_length=40)]


class GenerateRequest(Message):
    """A puzzle that is to be made."""

    genre: GenreId
    grade: Annotated[str | None, Field(max_length=40)] = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] | Annotated[str, Field(max_length=100)] | None = (
        None
    )
    options: dict[str, int | str | bool | None] = {}
    certify: Annotated[
        bool, Field(description="Whether the hardest puzzles are graded too, which takes longer.")
    ] = False
    graded: Annotated[bool, Field(description="Whether the puzzle is graded at all.")] = True
    seconds: Seconds = 30.0


PageAddress = Annotated[
    str,
    Field(max_length=200, description="Where codes lead: a page of Caracol that others reach."),
]


class Drawn(Written):
    """A picture that is to be drawn."""

    to: Literal["svg", "png", "pdf", "text"] = "svg"
    theme: Literal["light", "dark", "colour-blind", "print"] = "light"
    solved: bool = False
    code: Annotated[bool, Field(description="Whether a PDF has the puzzle's QR code below.")] = (
        False
    )
    page_address: PageAddress = ""


class Bound(Message):
    """A book that is to be made."""

    puzzles: Annotated[list[dict[str, Any] | Text], Field(min_length=1, max_length=200)]
    title: Annotated[str, Field(max_length=200)] = ""
    author: Annotated[str, Field(max_length=200)] = ""
    page: Annotated[str, Field(max_length=20)] = "a4"
    per_page: Annotated[int | None, Field(ge=1, le=12)] = None
    large_print: bool = False
    codes: Annotated[bool, Field(description="Whether each puzzle has a QR code.")] = False
    page_address: PageAddress = ""
    seconds: Seconds = 60.0


Tags = Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=20)]


class Shelved(Timed):
    """A puzzle for the library, or all puzzles of a text."""

    tags: Tags = []


def _of_the_calendar(day: str) -> str:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise ValueError(f"the calendar has no day {day}; write it as 2026-11-16") from None
    return day


Day = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d\d-\d\d$", description="As 2026-11-16."),
    AfterValidator(_of_the_calendar),
]


class Played(Asked):
    """A puzzle that was solved, and how well."""

    played: Annotated[float, Field(ge=0, le=1e9, description="Seconds of play.")]
    hints: Annotated[int, Field(ge=0, le=100_000)] = 0
    checks: Annotated[int, Field(ge=0, le=100_000)] = 0
    grade: Annotated[str | None, Field(max_length=40)] = None
    day: Day


class Daily(Message):
    """The puzzle of a day."""

    genre: GenreId
    day: Day
    seconds: Seconds = 30.0


class Similar(Timed):
    """A puzzle, and how hard one like it should be."""

    grade: Annotated[str | None, Field(max_length=40)] = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None


class Varied(Timed):
    """A puzzle that is to be made easier or harder."""

    harder: bool = False


class Pictured(Message):
    """A picture from which a puzzle is to be made."""

    image: Annotated[Text, Field(description="The bytes of a PNG, JPEG, GIF or BMP, in base 64.")]
    genre: GenreId
    size: Annotated[int, Field(ge=5, le=60, description="The longer side, in cells.")] = 20
    threshold: Annotated[
        int | None, Field(ge=1, le=254, description="What is darker becomes black.")
    ] = None
    colours: Annotated[int, Field(ge=1, le=5)] = 1
    seconds: Seconds = 20.0


class Restored(Message):
    """A puzzle that was removed, as it was given back."""

    entry: dict[str, Any]
    tags: Tags = []
    games: Annotated[list[dict[str, Any]], Field(max_length=1000)] = []


class Changed(Message):
    """What is to be changed about puzzles of the library."""

    ids: Annotated[list[Annotated[int, Field(ge=1, lt=2**63)]], Field(min_length=1, max_length=500)]
    tag: Tags = []
    untag: Tags = []
    title: Annotated[str | None, Field(max_length=200)] = None


class Ordered(GenerateRequest):
    """A puzzle that is to be made for the library."""

    tags: Tags = []
