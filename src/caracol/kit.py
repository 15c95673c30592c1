"""Everything that a genre is made of, in one place: what an author imports.

The required things are :class:`Puzzle` and :class:`Genre`; what stands in a file beyond them is
a part, derived from one of the classes here. CONTRIBUTING.md shows a whole genre.
"""

from typing import TYPE_CHECKING

from caracol.board.grid import Grid, Line
from caracol.board.names import Demand, Name
from caracol.board.scene import Anchor, Label, Scene, Shape, Stroke, Symbol, Weight, borders
from caracol.errors import ClueError, FormatError
from caracol.late import late
from caracol.notation import UNTOLD
from caracol.parts import when_asked
from caracol.puzzle import (
    ExamplePart,
    Genre,
    Info,
    LabellingPart,
    Puzzle,
    RedundantPart,
    SamplesPart,
    given_entry,
    in_order,
    in_rows,
    read_cells,
    with_given_entry,
    write_cells,
)
from caracol.records import Record, field, record
from caracol.rules import (
    Allowed,
    Contradiction,
    Count,
    Cut,
    Fact,
    Family,
    Model,
    Rule,
    Shared,
    Stated,
    Values,
    each,
)

if TYPE_CHECKING:
    # Type checkers let a property stand for a property, but not what is cached for one.
    from builtins import property as cached

    from caracol.board.places import Corners, Links, Sides
    from caracol.deduction.around import around, told_at_once
    from caracol.deduction.board import Board
    from caracol.deduction.claims import Argument, Claim
    from caracol.deduction.count_names import NumberNames, OnlyPlace
    from caracol.deduction.cutting import CutOff
    from caracol.deduction.efforts import BASE
    from caracol.deduction.looping import CLOSING, closed
    from caracol.deduction.one_of_two import after_one_of_two, one_of_two
    from caracol.deduction.passing import LOOP_AHEAD, LOOP_LOOKS, LOOP_READERS, LOOP_TECHNIQUES
    from caracol.deduction.patterns import Pattern, followed, looked, pattern
    from caracol.deduction.position import Position
    from caracol.deduction.steps import Found
    from caracol.deduction.technique import Reader, Technique
    from caracol.deduction.two_sides import two_sides
    from caracol.deduction.ways import AllWays, Ways
    from caracol.drafting.clues import GIVENS, Clues
    from caracol.drafting.dice import Dice
    from caracol.drafting.facts import DraftSession, Means, line_solve, open_cells, solved
    from caracol.drafting.random_board import random_latin, random_solution
    from caracol.drafting.random_loop import loop_around, random_inside
    from caracol.drafting.random_shading import random_shading
    from caracol.drafting.symmetry import (
        SYMMETRIES,
        Place,
        cells_together,
        in_any_turn,
        orbits,
        symmetry,
    )
    from caracol.drafting.task import Draft, Task
    from caracol.editor import Act, Addition, Aid, Flaw, Gesture, Help, Tool, Writing, moved
    from caracol.exercises import Exercise, ExercisesPart
    from caracol.formulations import Formulation, ModelsPart
    from caracol.genre_parts import (
        DataPart,
        DraftPart,
        EditorPart,
        FormatsPart,
        TechniquesPart,
    )
    from caracol.in_squares import (
        SquaresData,
        SquaresDraft,
        SquaresEditor,
        SquaresFormats,
        SquaresGenre,
        SquaresPuzzle,
        SquaresSamples,
        alike,
        left_out,
        numbered,
    )
    from caracol.notation.carrying import Carrier, Carriers, FileFormat, Known
    from caracol.notation.codecs import DIGITS, Base36, Codec, Fours, OneOf, Spaced
    from caracol.notation.squares import Squares
    from caracol.options import Kind, Option, Settings, size
    from caracol.parametric import Data
    from caracol.reports import Report, ReportPart, Talk
    from caracol.rules import Automaton, Connected, Loop, Reading, Stairs, Sum
else:
    from caracol.records import cached_property as cached

__all__ = [
    "BASE",
    "CLOSING",
    "DIGITS",
    "GIVENS",
    "LOOP_AHEAD",
    "LOOP_LOOKS",
    "LOOP_READERS",
    "LOOP_TECHNIQUES",
    "SYMMETRIES",
    "UNTOLD",
    "Act",
    "Addition",
    "Aid",
    "AllWays",
    "Allowed",
    "Anchor",
    "Argument",
    "Automaton",
    "Base36",
    "Board",
    "Carrier",
    "Carriers",
    "Claim",
    "ClueError",
    "Clues",
    "Codec",
    "Connected",
    "Contradiction",
    "Corners",
    "Count",
    "Cut",
    "CutOff",
    "Data",
    "DataPart",
    "Demand",
    "Dice",
    "Draft",
    "DraftPart",
    "DraftSession",
    "EditorPart",
    "ExamplePart",
    "Exercise",
    "ExercisesPart",
    "Fact",
    "Family",
    "FileFormat",
    "Flaw",
    "FormatError",
    "FormatsPart",
    "Formulation",
    "Found",
    "Fours",
    "Genre",
    "Gesture",
    "Grid",
    "Help",
    "Info",
    "Kind",
    "Known",
    "Label",
    "LabellingPart",
    "Line",
    "Links",
    "Loop",
    "Means",
    "Model",
    "ModelsPart",
    "Name",
    "NumberNames",
    "OneOf",
    "OnlyPlace",
    "Option",
    "Pattern",
    "Place",
    "Position",
    "Puzzle",
    "Reader",
    "Reading",
    "Record",
    "RedundantPart",
    "Report",
    "ReportPart",
    "Rule",
    "SamplesPart",
    "Scene",
    "Settings",
    "Shape",
    "Shared",
    "Sides",
    "Spaced",
    "Squares",
    "SquaresData",
    "SquaresDraft",
    "SquaresEditor",
    "SquaresFormats",
    "SquaresGenre",
    "SquaresPuzzle",
    "SquaresSamples",
    "Stairs",
    "Stated",
    "Stroke",
    "Sum",
    "Symbol",
    "Talk",
    "Task",
    "Technique",
    "TechniquesPart",
    "Tool",
    "Values",
    "Ways",
    "Weight",
    "Writing",
    "after_one_of_two",
    "alike",
    "around",
    "borders",
    "cached",
    "cells_together",
    "closed",
    "each",
    "field",
    "followed",
    "given_entry",
    "in_any_turn",
    "in_order",
    "in_rows",
    "left_out",
    "line_solve",
    "looked",
    "loop_around",
    "moved",
    "numbered",
    "one_of_two",
    "open_cells",
    "orbits",
    "pattern",
    "random_inside",
    "random_latin",
    "random_shading",
    "random_solution",
    "read_cells",
    "record",
    "size",
    "solved",
    "symmetry",
    "told_at_once",
    "two_sides",
    "when_asked",
    "with_given_entry",
    "write_cells",
]

if not TYPE_CHECKING:
    # A genre of one file names its parts whatever is asked of it: they are loaded as they are used.
    __getattr__ = late(
        __name__,
        {
            "board.places": "Corners Links Sides",
            "deduction.around": "around told_at_once",
            "deduction.board": "Board",
            "deduction.claims": "Argument Claim",
            "deduction.cutting": "CutOff",
            "deduction.efforts": "BASE",
            "deduction.looping": "CLOSING closed",
            "deduction.count_names": "NumberNames OnlyPlace",
            "deduction.one_of_two": "after_one_of_two one_of_two",
            "deduction.passing": "LOOP_AHEAD LOOP_LOOKS LOOP_READERS LOOP_TECHNIQUES",
            "deduction.patterns": "Pattern followed looked pattern",
            "deduction.position": "Position",
            "deduction.steps": "Found",
            "deduction.technique": "Reader Technique",
            "deduction.two_sides": "two_sides",
            "deduction.ways": "AllWays Ways",
            "drafting.dice": "Dice",
            "drafting.facts": "DraftSession Means line_solve open_cells solved",
            "drafting.clues": "GIVENS Clues",
            "drafting.random_board": "random_latin random_solution",
            "drafting.random_loop": "loop_around random_inside",
            "drafting.random_shading": "random_shading",
            "drafting.symmetry": "SYMMETRIES Place cells_together in_any_turn orbits symmetry",
            "drafting.task": "Draft Task",
            "editor": "Act Addition Aid Flaw Gesture Help Tool Writing moved",
            "exercises": "Exercise ExercisesPart",
            "formulations": "Formulation ModelsPart",
            "genre_parts": "DataPart DraftPart EditorPart FormatsPart TechniquesPart",
            "in_squares": (
                "SquaresData SquaresDraft SquaresEditor SquaresFormats SquaresGenre "
                "SquaresPuzzle SquaresSamples alike left_out numbered"
            ),
            "notation.carrying": "Carrier Carriers FileFormat Known",
            "notation.codecs": "DIGITS Base36 Codec Fours OneOf Spaced",
            "notation.squares": "Squares",
            "options": "Kind Option Settings size",
            "parametric": "Data",
            "reports": "Report ReportPart Talk",
            "rules": "Automaton Connected Loop Reading Stairs Sum",
        },
        "caracol",
    )


def __dir__() -> list[str]:
    return __all__
