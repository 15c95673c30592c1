"""The interface for genre authors: everything that a genre is made of.

A genre needs a :class:`Puzzle` and a :class:`Genre`. Everything else in its file is a part, derived
from one of the classes here. CONTRIBUTING.md shows a whole genre.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

# Puzzles, genres and their files.
from caracol.puzzle import (
    Genre as Genre,
    Info as Info,
    Puzzle as Puzzle,
    given_entry as given_entry,
    in_order as in_order,
    in_rows as in_rows,
    check_letters as check_letters,
    read_cells as read_cells,
    with_given_entry as with_given_entry,
    write_cells as write_cells,
)
from caracol.errors import (
    ClueError as ClueError,
    FormatError as FormatError,
)

# Boards, names of things on them, and scenes.
from caracol.board.grid import (
    Grid as Grid,
    Line as Line,
)
from caracol.board.names import (
    Demand as Demand,
    Hidden as Hidden,
    Name as Name,
)
from caracol.board.places import (
    Corners as Corners,
    Links as Links,
    Sides as Sides,
)
from caracol.board.scene import (
    Anchor as Anchor,
    Label as Label,
    Scene as Scene,
    Shape as Shape,
    Stroke as Stroke,
    Symbol as Symbol,
    Weight as Weight,
    borders as borders,
    letter_symbols as letter_symbols,
)

# Rules.
from caracol.rules import (
    Table as Table,
    Automaton as Automaton,
    Connected as Connected,
    Contradiction as Contradiction,
    Count as Count,
    Elimination as Elimination,
    Fact as Fact,
    Family as Family,
    Loop as Loop,
    Model as Model,
    Regular as Regular,
    Rule as Rule,
    Shared as Shared,
    Staircase as Staircase,
    Stated as Stated,
    Sum as Sum,
    Values as Values,
    Violation as Violation,
    each as each,
)
from caracol.watching import look as look

# Random boards for the laboratory.
from caracol.engines.sampling import draw as draw

# Optional parts of a genre, beyond its rules, and their options.
from caracol.authoring.parts import (
    DataPart as DataPart,
    DraftPart as DraftPart,
    EditorPart as EditorPart,
    ExamplePart as ExamplePart,
    FormatsPart as FormatsPart,
    DoubtsPart as DoubtsPart,
    LabellingPart as LabellingPart,
    RedundantPart as RedundantPart,
    SamplesPart as SamplesPart,
    TechniquesPart as TechniquesPart,
)
from caracol.authoring.formulations import (
    Formulation as Formulation,
    ModelsPart as ModelsPart,
)
from caracol.authoring.exercises import (
    Exercise as Exercise,
    ExercisesPart as ExercisesPart,
)
from caracol.authoring.reports import (
    Report as Report,
    ReportPart as ReportPart,
    Talk as Talk,
)
from caracol.authoring.parametric import Data as Data
from caracol.support.options import (
    Kind as Kind,
    Option as Option,
    Settings as Settings,
    size as size,
)

# Generating.
from caracol.authoring.drafts.changes import Changes as Changes
from caracol.authoring.drafts.clues import (
    GIVENS as GIVENS,
    Clues as Clues,
)
from caracol.authoring.drafts.dice import Dice as Dice
from caracol.authoring.drafts.facts import (
    DraftSession as DraftSession,
    FewerRules as FewerRules,
    SolverLevel as SolverLevel,
    line_solve as line_solve,
    open_cells as open_cells,
    solved as solved,
)
from caracol.authoring.drafts.random_board import (
    give_open_cells as give_open_cells,
    random_latin as random_latin,
    random_solution as random_solution,
)
from caracol.authoring.drafts.random_loop import (
    Enclosed as Enclosed,
    enclosing as enclosing,
    loop_around as loop_around,
    random_inside as random_inside,
    random_loop as random_loop,
    wind as wind,
)
from caracol.authoring.drafts.random_regions import random_regions as random_regions
from caracol.authoring.drafts.random_shading import random_shading as random_shading
from caracol.authoring.drafts.symmetry import (
    SYMMETRIES as SYMMETRIES,
    Place as Place,
    cells_together as cells_together,
    in_any_turn as in_any_turn,
    orbits as orbits,
    symmetry as symmetry,
)
from caracol.authoring.drafts.task import (
    Draft as Draft,
    Task as Task,
)

# Techniques.
from caracol.deduction.efforts import BASE as BASE, TRIVIAL as TRIVIAL
from caracol.deduction.steps import Deduction as Deduction
from caracol.deduction.techniques.case_analysis import (
    AllWays as AllWays,
    CaseAnalysis as CaseAnalysis,
)
from caracol.deduction.techniques.connected import CutOff as CutOff
from caracol.deduction.techniques.count_readers import (
    NumberNames as NumberNames,
    OnlyPlace as OnlyPlace,
)
from caracol.deduction.techniques.houses.catalogue import (
    HOUSE_NAMES as HOUSE_NAMES,
    HOUSE_NEVER as HOUSE_NEVER,
    HOUSE_READERS as HOUSE_READERS,
    HOUSE_TECHNIQUES as HOUSE_TECHNIQUES,
    HOUSE_WORDS as HOUSE_WORDS,
)
from caracol.deduction.techniques.loops.catalogue import (
    LOOP_AHEAD as LOOP_AHEAD,
    LOOP_LOOKS as LOOP_LOOKS,
    LOOP_READERS as LOOP_READERS,
    LOOP_TECHNIQUES as LOOP_TECHNIQUES,
    LOOP_WORDS as LOOP_WORDS,
    loop_techniques as loop_techniques,
)
from caracol.deduction.techniques.loops.closing import CLOSING as CLOSING
from caracol.deduction.techniques.loops.clues import ClueNames as ClueNames
from caracol.deduction.techniques.loops.patterns import (
    Pattern as Pattern,
    find_agreed as find_agreed,
    look_again as look_again,
    make_pattern as make_pattern,
)
from caracol.deduction.techniques.loops.two_sides import two_sides as two_sides
from caracol.deduction.techniques.neighbours import (
    around as around,
    skip_single_counts as skip_single_counts,
)
from caracol.deduction.techniques.one_of_two import (
    after_one_of_two as after_one_of_two,
    one_of_two as one_of_two,
)
from caracol.deduction.walk.board import Board as Board
from caracol.deduction.walk.position import Position as Position
from caracol.deduction.walk.technique import (
    Reader as Reader,
    StepNames as StepNames,
    Technique as Technique,
)
from caracol.deduction.words.claims import (
    Argument as Argument,
    Claim as Claim,
)

# Setting and playing.
from caracol.authoring.editor import (
    GIVEN_CELLS as GIVEN_CELLS,
    Act as Act,
    Addition as Addition,
    Aid as Aid,
    Flaw as Flaw,
    Gesture as Gesture,
    Help as Help,
    Tool as Tool,
    Writing as Writing,
    moved as moved,
)

# Clues in squares.
from caracol.authoring.square_clues import (
    SquaresData as SquaresData,
    SquaresGenre as SquaresGenre,
    SquaresPuzzle as SquaresPuzzle,
    alike as alike,
    count_rows as count_rows,
    numbered as numbered,
)
from caracol.authoring.square_parts import (
    SquaresDraft as SquaresDraft,
    SquaresEditor as SquaresEditor,
    SquaresFormats as SquaresFormats,
    SquaresSamples as SquaresSamples,
    left_out as left_out,
)
from caracol.authoring.notation.squares import Squares as Squares

# Loops along sides or through centres.
from caracol.authoring.laws.loops import (
    CROSS as CROSS,
    LINE as LINE,
    LINE_SYMBOLS as LINE_SYMBOLS,
    LoopGenre as LoopGenre,
    loop_laws as loop_laws,
)

# Clues beside the board.
from caracol.authoring.notation.band_maps import BandMap as BandMap
from caracol.authoring.notation.bands import (
    Band as Band,
    Bands as Bands,
)
from caracol.authoring.band_parts import (
    COUNT_PLACES as COUNT_PLACES,
    BandsEditor as BandsEditor,
    FieldsEditor as FieldsEditor,
    name_count as name_count,
    strip_bands as strip_bands,
)

# Houses: rows, columns, boxes.
from caracol.authoring.laws.houses import (
    House as House,
    all_filled as all_filled,
    check_side as check_side,
    diagonals as diagonals,
    digit_symbols as digit_symbols,
    each_once as each_once,
    region_houses as region_houses,
)

# Signs between cells.
from caracol.authoring.notation.signs import Signs as Signs

# Regions.
from caracol.authoring.notation.region_maps import (
    RegionMap as RegionMap,
    parse_regions as parse_regions,
    write_regions as write_regions,
)
from caracol.authoring.notation.regions import (
    cells_of_regions as cells_of_regions,
    find_regions as find_regions,
    find_walls as find_walls,
    walls_between as walls_between,
    draw_borders as draw_borders,
    name_region as name_region,
    number_regions as number_regions,
    read_rows as read_rows,
    write_rows as write_rows,
)
from caracol.authoring.region_editor import (
    RegionsEditor as RegionsEditor,
    find_pieces as find_pieces,
)

# Exchange.
from caracol.authoring.notation import UNNUMBERED as UNNUMBERED
from caracol.authoring.notation.carrying import (
    Carrier as Carrier,
    Carriers as Carriers,
    Fit as Fit,
    Known as Known,
)
from caracol.authoring.notation.codecs import (
    DIGITS as DIGITS,
    Base36 as Base36,
    Codec as Codec,
    Cursor as Cursor,
    Fours as Fours,
    OneOf as OneOf,
    Spaced as Spaced,
    side as side,
    whole as whole,
    with_cells as with_cells,
)
from caracol.authoring.notation.contents import (
    GameId as GameId,
    Items as Items,
    LinkContents as LinkContents,
    PenpaContents as PenpaContents,
    Sheet as Sheet,
)
from caracol.authoring.notation.items import place_of as place_of
from caracol.authoring.notation.digit_texts import (
    Circles as Circles,
    GapMarks as GapMarks,
    GapWalls as GapWalls,
    Ones as Ones,
    GivenTexts as GivenTexts,
    Skips as Skips,
    Underscored as Underscored,
    read_size as read_size,
    readable as readable,
)
from caracol.authoring.notation.format import FileFormat as FileFormat

if TYPE_CHECKING:
    # Type checkers allow a property to override a property, but not a cached_property.
    cached = property
else:
    cached = cached_property

# Old names, kept for one release.
Found = Deduction
Means = SolverLevel
Ways = CaseAnalysis
told_at_once = skip_single_counts
record = dataclass(frozen=True)
UNTOLD = UNNUMBERED
Allowed = Table
Cut = Elimination
Reading = Regular
Stairs = Staircase
