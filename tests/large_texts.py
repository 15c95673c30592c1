"""Texts of up to ten megabytes that are made to cost time and memory, and what reading them costs.

    python tests/large_texts.py           a process for each; ends with 1 where one costs too much

Those of "2MB" stay just below what one puzzle may have, so that the parsers get to see them.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable

from fuzzing import LONGEST_MESSAGE, envelope, peak

N = 10_000_000
MOST_MEGABYTES, MOST_SECONDS = 200, 5.0


def fill(piece: str, head: str = "", tail: str = "") -> str:
    """The piece as often as it fits."""
    return head + piece * ((N - len(head) - len(tail)) // len(piece)) + tail


TEXTS: dict[str, Callable[[], str | bytes]] = {
    "blanks x": lambda: " " * N + "x",
    "newlines x": lambda: "\n" * N + "x",
    "json lists": lambda: fill("[],", "[", "[]]"),
    "json objects": lambda: fill("{},", "[", "{}]"),
    "json deep": lambda: "[" * N,
    "json ints": lambda: fill("1,", "[", "1]"),
    "json bigints": lambda: fill("9" * 4000 + ",", "[", "1]"),
    "json strings": lambda: fill('"ab",', "[", "1]"),
    "json keys": lambda: "{" + ",".join(f'"{n}":1' for n in range(900000)) + "}",
    "json keys own": lambda: (
        '{"caracol":1,"genre":"nonogram",' + ",".join(f'"{n}":1' for n in range(900000)) + "}"
    ),
    "json rows": lambda: fill(
        "[1],", '{"caracol":1,"genre":"nonogram","columns":[[1]],"rows":[', "[1]]}"
    ),
    "json rows 2MB": lambda: (
        fill("[1],", '{"caracol":1,"genre":"nonogram","columns":[[1]],"rows":[', "[1]]}")[
            :1990000
        ].rstrip(",[1]")
        + "]]}"
    ),
    "json rows bad 2MB": lambda: (
        '{"caracol":1,"genre":"nonogram","columns":[[1]],"rows":[' + "{}," * 600000 + "1]}"
    ),
    "json grid 2MB": lambda: (
        '{"caracol":1,"genre":"star-battle","stars":1,"regions":[' + '"A",' * 450000 + "1]}"
    ),
    "json grid bad 2MB": lambda: (
        '{"caracol":1,"genre":"star-battle","stars":1,"regions":[' + '["A",{}],' * 210000 + "1]}"
    ),
    "json one text": lambda: (
        '{"caracol":1,"genre":"nonogram","columns":["' + "1 " * 4_900_000 + '"],"rows":[]}'
    ),
    "json one text 2MB": lambda: (
        '{"caracol":1,"genre":"nonogram","columns":["' + "1 " * 990_000 + '"],"rows":["1"]}'
    ),
    "json escapes": lambda: fill("\\ud83d\\ude00", '["', '"]'),
    "json emoji": lambda: '["' + "a" * (N - 10) + "😀" + '"]',
    "json list of puzzles wide": lambda: (
        "[" + '{"caracol":1,"genre":"magic-snail","key":"ABC","size":5},' * 170000 + '{"x":"😀"}]'
    ),
    "jsonl garbage": lambda: fill('{"a":1}\n'),
    "jsonl long line": lambda: '{"a":1}\n{"a":[' + "[]," * 3_300_000,
    "toml dotted": lambda: fill("a.", "[clues]\n", "a=1"),
    "toml dotted 40k": lambda: "[clues]\n" + ".".join(["a"] * 40000) + " = 1",
    "toml spaced 40k": lambda: "[clues]\n" + " . ".join(['"a"'] * 40000) + " = 1",
    "toml headers 400k": lambda: (
        "[clues]\n" + "".join(f"[a.b.c.d.e.f.g.h.i.j.k{n}]\n" for n in range(14000))
    ),
    "toml keys 490k": lambda: (
        "[clues]\n" + "".join(f"a{n}.b.c.d.e.f.g.h.i.j.k=1\n" for n in range(18000))
    ),
    "toml list 490k": lambda: "[clues]\nrows=" + "[" + "[]," * 160000 + "]",
    "toml 2MB": lambda: '[clues]\nrows="""' + "1 " * 900000 + '"""\ncolumns="1"',
    "ini 2MB": lambda: "[clues]\nrows=" + "1\n" * 900000 + "\ncolumns=1",
    "ini keys 2MB": lambda: "[clues]\n" + "".join(f"k{n}=1\n" for n in range(190000)),
    "xml elements": lambda: fill("<a/>", "<puzzleset>", "</puzzleset>"),
    "xml elements 2MB": lambda: "<puzzleset>" + "<a/>" * 490000 + "</puzzleset>",
    "xml attributes 2MB": lambda: (
        "<puzzleset><puzzle " + " ".join(f'a{n}=""' for n in range(170000)) + "/></puzzleset>"
    ),
    "xml lines 2MB": lambda: (
        '<puzzleset><puzzle><clues type="rows">'
        + "<line/>" * 270000
        + "</clues></puzzle></puzzleset>"
    ),
    "xml counts 2MB": lambda: (
        '<puzzleset><puzzle><clues type="rows"><line>'
        + "<count>1</count>" * 120000
        + '</line></clues><clues type="columns"><line/></clues></puzzle></puzzleset>'
    ),
    "xml many puzzles 2MB": lambda: "<puzzleset>" + "<puzzle/>" * 210000 + "</puzzleset>",
    "freenono 2MB": lambda: (
        "<Nonograms><Nonogram><line>" + "x " * 900000 + "</line></Nonogram></Nonograms>"
    ),
    "xml token": lambda: "<puzzleset " + "a" * (N - 20),
    "ones": lambda: "1 " * (N // 2),
    "one lines": lambda: "1\n" * (N // 2),
    "ones 2MB": lambda: "1 " * 990000,
    "one lines 2MB": lambda: "1\n" * 990000,
    "twelve 2MB": lambda: "12 " * 660000,
    "twelve lines 2MB": lambda: "12\n" * 660000,
    "blocks 2MB": lambda: "1\n\n" * 660000,
    "one word 2MB": lambda: "a" * 1990000,
    "one word": lambda: "a" * N,
    "digits 2MB": lambda: "1" * 1990000,
    "dashes 2MB": lambda: "- " * 990000,
    "nodots 2MB": lambda: "....\n" * 390000,
    "prolog 2MB": lambda: "start(" + "'a'," * 490000,
    "prolog list 2MB": lambda: "[[" + "1," * 990000,
    "prolog facts 2MB": lambda: "a(1).\n" * 330000,
    "prolog comment 2MB": lambda: "a(1) " + "/*" * 990000,
    "tatham list": lambda: fill("3x3:1\n"),
    "tatham list 201,102": lambda: fill("3x3:201,102,.\n"),
    "link": lambda: "https://puzz.link/p?nonogram/5/5/" + "1" * N,
    "link 2MB": lambda: "https://puzz.link/p?nonogram/5/5/" + "1" * 1990000,
    "link slashes 2MB": lambda: "https://puzz.link/p?nonogram/5/5" + "/1" * 990000,
    "link before 2MB": lambda: "a=1&" * 490000 + "nonogram/5/5/1",
    "pzprv3 2MB": lambda: "pzprv3/nonogram/5/5/" + "1 /" * 660000,
    "pzprv3 info 2MB": lambda: 'pzprv3/nonogram/5/5/info:{"metadata":[' + "[]," * 660000,
    "save 2MB": lambda: "SAVEFILE:0:\n" * 160000,
    "penpa 2MB": lambda: "m=edit&p=" + "A" * 1990000,
    "janko 2MB": lambda: "[solution]\n" + "x " * 990000,
    "janko lines 2MB": lambda: "[solution]\n" + "x\n" * 990000,
    "var d 2MB": lambda: "var d=[[" + "1," * 990000 + "1]];",
    "var d lists 2MB": lambda: "var d=[[" + "],[" * 660000 + "]];",
    "caracol link 2MB": lambda: "caracol:nonogram/" + "1." * 990000,
    "caracol link json": lambda: "caracol:magnets/" + "%5B" * 660000,
    "non 2MB": lambda: "rows\n" + "1\n" * 490000 + "columns\n" + "1\n" * 490000,
    "nonpack 2MB": lambda: "rows\n1\ncolumns\n1\n====\n" * 80000,
    "olsak 2MB": lambda: ": rows\n" + "1a\n" * 300000 + ": columns\n" + "1a\n" * 300000,
    "pbm 2MB": lambda: "P1\n5 5\n" + "0 " * 990000,
    "pbm 10MB": lambda: "P1\n5 5\n" + "0 " * 4990000,
    "xbm 2MB": lambda: (
        "#define a_width 8\n#define a_height 8\nstatic char a[]={" + "0x00," * 390000 + "};"
    ),
    "puzzlekit 2MB": lambda: "5 5\n" + "1 1 1 1 1\n" * 190000,
    "html entities 2MB": lambda: "&amp;" * 390000 + "\nrows\n1\ncolumns\n1",
    "yaml blanks 2MB": lambda: "rows: [1]\ncolumns: [1]\nrows:" + " " * 1_900_000 + "x",
    "yaml items 2MB": lambda: "columns: [1]\nrows:\n" + "- []\n" * 390000,
    "pzl blanks 2MB": lambda: "type: a\npuzzle: x" + " " * 1_900_000 + "x",
    "other json 2MB": lambda: '{"cols": [[1]], "rows": [' + "[]," * 650000 + "[]]}",
    "olsak ones 2MB": lambda: ": rows\n" + "1 " * 900000 + "x\n: columns\n1\n",
    "picross 2MB": lambda: "GRID\nROWS\n[1]\n" * 120000,
    "dzn 1MB": lambda: "rows = [|" + "1," * 480000 + "|];\ncols = [|1|];",
    "several": lambda: fill("1 1\n\n"),
    "several rulers": lambda: fill("start('ABC', 5).\n====\n"),
    "drawn 2MB": lambda: "#" * 900_000 + "\n#." * 300_000 + " \n",
    "gzip bomb": lambda: gzip.compress(b"1 " * 40_000_000),
    "gzip fits": lambda: gzip.compress(b"1 " * 15_000_000),
    "crlf": lambda: "\r\n" * (N // 2) + "x",
    "utf16": lambda: ("ab" * (N // 4)).encode("utf-16"),
    "random bytes": lambda: random.Random(1).randbytes(N),
    "random bytes 2MB": lambda: random.Random(1).randbytes(1990000),
    "nul": lambda: b"\0" * N,
    "penpa bomb": lambda: envelope(b"square," + b"0" * 60_000_000),
    "penpa json bomb": lambda: envelope(
        b"square,9,9\n[0,0,0,0]\nx\n[" + b"[]," * 6_000_000 + b"1]\nx\nx"
    ),
    "penpa json fits": lambda: envelope(
        b"square,9,9\n[0,0,0,0]\nx\n[" + b"[]," * 600_000 + b"1]\nx\nx"
    ),
    "penpa lines fits": lambda: envelope(b"square,9,9\n[0,0,0,0]\nx\n{}\n" + b"\n" * 1_900_000),
    "penpa commas fits": lambda: envelope(
        b"square,9,9" + b"," * 1_900_000 + b"\n[0,0,0,0]\nx\n{}\nx\nx"
    ),
}


def read(name: str) -> tuple[float, int, str]:
    """Seconds of CPU, megabytes at most, and what was said."""
    from caracol import formats
    from caracol.errors import ClueError, FormatError

    text, said = TEXTS[name](), "read"
    began = time.process_time()
    try:
        for number, _ in enumerate(formats.read_all(text)):
            if number == 20:
                break
    except (FormatError, ClueError) as refusal:
        said = str(refusal)
    return time.process_time() - began, peak(), said


def apart(name: str) -> tuple[float, int, str]:
    """The same in a process of its own, whose memory is nobody else's."""
    done = subprocess.run(
        [sys.executable, __file__, name], capture_output=True, text=True, check=True
    )
    seconds, megabytes, said = json.loads(done.stdout)
    return seconds, megabytes, said


def main() -> int:
    if sys.argv[1:]:
        print(json.dumps(read(sys.argv[1])))
        return 0
    bad = 0
    for name in TEXTS:
        seconds, megabytes, said = apart(name)
        fits = seconds <= MOST_SECONDS and megabytes <= MOST_MEGABYTES
        fits = fits and len(said) <= LONGEST_MESSAGE
        bad += not fits
        print(
            f"{name:28} {seconds:5.2f} s {megabytes:4} MB  {'' if fits else 'TOO MUCH: '}{said[:80]}"
        )
    print(f"{len(TEXTS)} texts, {bad} of them cost too much")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
