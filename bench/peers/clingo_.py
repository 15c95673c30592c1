"""clingo with an encoding of each genre, written for this benchmark.

It includes constraints that follow from several counts together, as Caracol's own learning solver
does, because they help clingo too.
"""

from typing import Any

import clingo
from worker import (
    Entries,
    Unsupported,
    Way,
    counts,
    givens,
    lines,
    partner,
    serve,
    sides,
    spiral,
    ways,
)

STAR_BATTLE = """
{ v(R,C,1) : region(R,C,_) }.
:- R = 0..n-1, #count { C : v(R,C,1) } != s.
:- C = 0..n-1, #count { R : v(R,C,1) } != s.
:- G = 0..n-1, #count { R,C : v(R,C,1), region(R,C,G) } != s.
:- R = 0..n-2, C = 0..n-2, #count { R+A,C+B : v(R+A,C+B,1), A = 0..1, B = 0..1 } > 1.
% Two lines side by side are cut into blocks with room for one star each, in two ways.
way(0..1,P,O) :- P = 0..n-2, O = 0..1, (n-1+O)/2 + 1 - 2*s <= 2.
full(0,P,O,(C+O)/2) :- way(0,P,O), v(P..P+1,C,1), C = 0..n-1.
full(1,P,O,(R+O)/2) :- way(1,P,O), v(R,P..P+1,1), R = 0..n-1.
:- way(A,P,O), #count { K : full(A,P,O,K) } < 2*s.
:- given(R,C,1), not v(R,C,1).
:- given(R,C,0), v(R,C,1).
#show v/3.
"""

MAGNETS = """
1 { v(R,C,0); v(R,C,1); v(R,C,2) } 1 :- cell(R,C).
:- domino(R,C,S,D), v(R,C,0), not v(S,D,0).
:- domino(R,C,S,D), v(R,C,1), not v(S,D,2).
:- domino(R,C,S,D), v(R,C,2), not v(S,D,1).
:- single(R,C), not v(R,C,0).
:- v(R,C,V), v(R+1,C,V), V > 0.
:- v(R,C,V), v(R,C+1,V), V > 0.
:- row(R,V,N), #count { C : v(R,C,V) } != N.
:- column(C,V,N), #count { R : v(R,C,V) } != N.
% Plus without minus, added up from the edge, stands across the border.
:- border(0,R,D), #sum { 1,C,1 : v(R,C,1), domino(R,C,R+1,C);
                        -1,C,2 : v(R,C,2), domino(R,C,R+1,C) } != D.
:- border(1,C,D), #sum { 1,R,1 : v(R,C,1), domino(R,C,R,C+1);
                        -1,R,2 : v(R,C,2), domino(R,C,R,C+1) } != D.
:- given(R,C,V), not v(R,C,V).
#show v/3.
"""

LETTERS = """
{ v(R,C,L) : L = 1..k } 1 :- R = 0..n-1, C = 0..n-1.
:- R = 0..n-1, L = 1..k, #count { C : v(R,C,L) } != 1.
:- C = 0..n-1, L = 1..k, #count { R : v(R,C,L) } != 1.
full(R,C) :- v(R,C,_).
:- given(R,C,L), L > 0, not v(R,C,L).
:- given(R,C,0), full(R,C).
#show v/3.
"""

EASY_AS_ABC = (
    LETTERS
    + """
% look(clue, place, row, column): the cells that a clue looks along, the nearest first.
open(Q,0) :- clue(Q,_).
open(Q,P+1) :- open(Q,P), look(Q,P,R,C), not full(R,C).
:- clue(Q,L), look(Q,P,R,C), open(Q,P), full(R,C), not v(R,C,L).
"""
)

MAGIC_SNAIL = (
    LETTERS
    + """
% way(place, row, column); next(place, letter): the letter that is due there.
due(0,1).
due(P+1,L) :- due(P,L), way(P,R,C), not full(R,C).
due(P+1,L \\ k + 1) :- due(P,L), way(P,R,C), v(R,C,L).
:- way(P,R,C), v(R,C,L), not due(P,L).
:- not due(n*n,1).
% side(number, first place, place behind it): along a line, the letters from the one that is due
% before it to the one that is due behind it.
inside(S,L) :- side(S,A,B), way(P,R,C), A <= P, P < B, v(R,C,L).
:- side(S,A,B), L = 1..k, inside(S,L), not inside(S,L \\ k + 1), not due(B,L \\ k + 1).
:- side(S,A,B), L = 1..k, not inside(S,L), inside(S,L \\ k + 1), not due(A,L \\ k + 1).
:- side(S,A,B), due(A,L), not due(B,L), not inside(S,L).
:- side(S,A,B), due(B,L), not due(A,L), inside(S,L).
:- side(S,A,B), L = 1..k, due(A,L \\ k + 1), not due(B,L \\ k + 1), inside(S,L).
:- side(S,A,B), L = 1..k, due(B,L \\ k + 1), not due(A,L \\ k + 1), not inside(S,L).
"""
)

NONOGRAM = """
% run(line, number, length, first place, last place); lines are (0,row) and (1,column).
1 { start(L,I,P) : P = A..B } 1 :- run(L,I,_,A,B).
% before(L,I,P): run I starts at P or earlier.
before(L,I,P) :- start(L,I,P).
before(L,I,P+1) :- before(L,I,P), run(L,I,_,_,B), P < B.
:- start(L,I+1,P), run(L,I,N,_,B), P-N-1 < B, not before(L,I,P-N-1).
dark(L,P+X) :- start(L,I,P), run(L,I,N,_,_), X = 0..N-1.
:- dark((0,R),C), not dark((1,C),R).
:- dark((1,C),R), not dark((0,R),C).
v(R,C,1) :- dark((0,R),C).
:- given(R,C,1), not v(R,C,1).
:- given(R,C,0), v(R,C,1).
#show v/3.
"""


AKARI = """
% cell(row, column, stretch across, stretch down)
{ v(R,C,1) : cell(R,C,_,_) }.
across(S) :- v(R,C,1), cell(R,C,S,_).
down(S) :- v(R,C,1), cell(R,C,_,S).
:- cell(_,_,S,_), #count { R,C : v(R,C,1), cell(R,C,S,_) } > 1.
:- cell(_,_,_,S), #count { R,C : v(R,C,1), cell(R,C,_,S) } > 1.
:- cell(_,_,S,T), not across(S), not down(T).
:- number(Q,N), #count { R,C : v(R,C,1), beside(Q,R,C) } != N.
#show v/3.
"""

HITORI = """
{ v(R,C,1) : number(R,C,_) }.
white(R,C) :- number(R,C,_), not v(R,C,1).
:- number(R,C,X), number(R,D,X), C < D, white(R,C), white(R,D).
:- number(R,C,X), number(S,C,X), R < S, white(R,C), white(S,C).
:- v(R,C,1), v(R+1,C,1).
:- v(R,C,1), v(R,C+1,1).
% One of the first two squares is white, and every white square is reached from there.
reached(0,0) :- white(0,0).
reached(0,1) :- white(0,1), v(0,0,1).
reached(R,C) :- reached(R+A,C+B), step(A,B), white(R,C).
:- white(R,C), not reached(R,C).
step(0,1;;0,-1;;1,0;;-1,0).
#show v/3.
"""

SLITHERLINK = """
% joins(side, dot, dot); around(square, side); number(square, sides)
{ v(0,E,1) : joins(E,_,_) }.
:- number(Q,N), #count { E : v(0,E,1), around(Q,E) } != N.
dot(D) :- joins(_,D,_).
dot(D) :- joins(_,_,D).
ends(D,E) :- joins(E,D,_).
ends(D,E) :- joins(E,_,D).
:- dot(D), #count { E : v(0,E,1), ends(D,E) } > 2.
:- dot(D), #count { E : v(0,E,1), ends(D,E) } = 1.
first(F) :- F = #min { E : v(0,E,1) }.
reached(F) :- first(F), v(0,F,1).
reached(E) :- reached(F), ends(D,F), ends(D,E), v(0,E,1).
:- v(0,E,1), not reached(E).
:- not v(0,E,1) : joins(E,_,_).
#show v/3.
"""


def facts(name: str, rows: Any) -> str:
    return " ".join(f"{name}({','.join(map(str, row))})." for row in rows)


def given(puzzle: Entries, symbols: str) -> str:
    return facts("given", [(*place, value) for place, value in givens(puzzle, symbols).items()])


def star_battle(puzzle: Entries) -> Any:
    rows = puzzle["regions"]
    labels = sorted({label for row in rows for label in row})
    cells = [
        (r, c, labels.index(label)) for r, row in enumerate(rows) for c, label in enumerate(row)
    ]
    size = len(rows)
    text = f"#const n={size}. #const s={puzzle['stars']}. {facts('region', cells)}"
    return STAR_BATTLE, text + given(puzzle, "x*"), size, size


def magnets(puzzle: Entries) -> Any:
    rows = puzzle["dominoes"]
    height, width = len(rows), len(rows[0])
    cells = [(r, c) for r in range(height) for c in range(width)]
    pairs = [(*cell, *partner(rows, *cell)) for cell in cells]
    told = []
    for line, number in (("row", height), ("column", width)):
        for value, pole in ((1, "plus"), (2, "minus")):
            clues = enumerate(counts(puzzle, line + "s", pole, number))
            told.append(facts(line, [(n, value, count) for n, count in clues if count is not None]))
    for axis, line, number in ((0, "rows", height), (1, "columns", width)):
        more = 0
        poles = [counts(puzzle, line, pole, number) for pole in ("plus", "minus")]
        for n, (plus, minus) in enumerate(zip(*poles, strict=True)):
            if plus is None or minus is None:
                break
            more += plus - minus
            if n < number - 1:
                told.append(facts("border", [(axis, n, more)]))
    text = [
        facts("cell", cells),
        facts("domino", [pair for pair in pairs if pair[:2] != pair[2:]]),
        facts("single", [pair[:2] for pair in pairs if pair[:2] == pair[2:]]),
        *told,
        given(puzzle, "x+-"),
    ]
    return MAGNETS, " ".join(text), height, width


def easy_as_abc(puzzle: Entries) -> Any:
    size, clues = sides(puzzle)
    text = [f"#const n={size}. #const k={len(puzzle['letters'])}."]
    number = 0
    for side, told in clues.items():
        for line, letter in enumerate(told):
            if not letter:
                continue
            order = range(size) if side in ("top", "left") else range(size - 1, -1, -1)
            across = side in ("left", "right")
            look = [
                (number, place, *((line, at) if across else (at, line)))
                for place, at in enumerate(order)
            ]
            text += [facts("clue", [(number, letter)]), facts("look", look)]
            number += 1
    text.append(given(puzzle, "-" + puzzle["letters"]))
    return EASY_AS_ABC, " ".join(text), size, size


def magic_snail(puzzle: Entries) -> Any:
    size, key = puzzle["size"], puzzle["key"]
    way = [(place, *cell) for place, cell in enumerate(spiral(size))]
    sides = []
    for axis in (1, 2):
        for line in range(size):
            places = [step[0] for step in way if step[axis] == line]
            first = 0
            for at in range(1, size + 1):
                if at == size or places[at] != places[at - 1] + 1:
                    if at - first > 1:
                        sides.append((len(sides), places[first], places[at - 1] + 1))
                    first = at
    text = f"#const n={size}. #const k={len(key)}. {facts('way', way)} {facts('side', sides)} "
    text += given(puzzle, "-" + key)
    return MAGIC_SNAIL, text, size, size


def nonogram(puzzle: Entries) -> Any:
    if "colours" in puzzle:
        raise Unsupported("colours")
    rows, columns = lines(puzzle["rows"]), lines(puzzle["columns"])
    runs = []
    for axis, clues, length in ((0, rows, len(columns)), (1, columns, len(rows))):
        for line, clue in enumerate(clues):
            slack = length - sum(clue) - len(clue) + 1
            first = 0
            for number, run in enumerate(clue):
                runs.append((f"({axis},{line})", number, run, first, first + slack))
                first += run + 1
    return NONOGRAM, facts("run", runs) + given(puzzle, "x#"), len(rows), len(columns)


def akari(puzzle: Entries) -> Any:
    rows = [list(row) for row in puzzle["clues"]]
    height, width = len(rows), len(rows[0])
    white = [(r, c) for r in range(height) for c in range(width) if rows[r][c] == "."]
    across: dict[Any, int] = {}
    down: dict[Any, int] = {}
    for number, (r, c) in enumerate(white):
        across[r, c] = across.get((r, c - 1), number)
        down[r, c] = down.get((r - 1, c), number)
    numbers = [(r, c) for r in range(height) for c in range(width) if rows[r][c].isdigit()]
    beside = [
        (number, r + a, c + b)
        for number, (r, c) in enumerate(numbers)
        for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))
        if (r + a, c + b) in across
    ]
    text = [
        facts("cell", [(*place, across[place], down[place]) for place in white]),
        facts("number", [(n, int(rows[r][c])) for n, (r, c) in enumerate(numbers)]),
        facts("beside", beside),
        given(puzzle, "xo"),
    ]
    return AKARI, " ".join(text), height, width


def hitori(puzzle: Entries) -> Any:
    rows = puzzle["numbers"]
    cells = [(r, c, f'"{x}"') for r, row in enumerate(rows) for c, x in enumerate(row)]
    return HITORI, facts("number", cells), len(rows), len(rows[0])


def slitherlink(puzzle: Entries) -> Any:
    rows = [list(row) for row in puzzle["numbers"]]
    height, width = len(rows), len(rows[0])
    line = 2 * width + 1

    def dot(row: int, column: int) -> int:
        return row * (width + 1) + column

    joins = [
        (r * line + c, dot(r, c), dot(r, c + 1)) for r in range(height + 1) for c in range(width)
    ]
    joins += [
        (r * line + width + c, dot(r, c), dot(r + 1, c))
        for r in range(height)
        for c in range(width + 1)
    ]
    around, numbers = [], []
    for r in range(height):
        for c in range(width):
            if rows[r][c].isdigit():
                numbers.append((r * width + c, int(rows[r][c])))
                left = r * line + width + c
                for side in (r * line + c, (r + 1) * line + c, left, left + 1):
                    around.append((r * width + c, side))
    text = [facts("joins", joins), facts("around", around), facts("number", numbers)]
    return SLITHERLINK, " ".join(text), 1, len(joins)


def solve(problem: Any, _seconds: float) -> tuple[str, Any]:
    rules, text, *_ = problem
    control = clingo.Control(["2", "--warn=none"])
    control.add("base", [], rules + text)
    control.ground([("base", [])])
    first, number = None, 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            number += 1
            if first is None:
                first = model.symbols(shown=True)
    return ("none", "unique", "many")[number], first


def values(problem: Any, symbols: Any) -> list[int]:
    *_, height, width = problem
    found = [0] * (height * width)
    for symbol in symbols:
        row, column, value = (argument.number for argument in symbol.arguments)
        found[row * width + column] = value
    return found


GENRES = star_battle, magnets, easy_as_abc, magic_snail, nonogram, akari, hitori, slitherlink
WAYS = ways(lambda prepare: Way(prepare, solve, values), *GENRES)

if __name__ == "__main__":
    serve(
        "clingo",
        clingo.__version__,
        "an encoding of each genre (`bench/peers/clingo_.py`) with what follows from several "
        "counts together: ground, then up to two models, one thread",
        WAYS,
    )
