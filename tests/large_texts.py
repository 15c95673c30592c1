"""Texts of up to ten megabytes designed to be expensive to read, and their costs.

    python tests/large_texts.py    one process each; exits with status 1 if one costs too much

Those called "full" stay just below the size limit of a puzzle, so that they reach the parsers.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from fuzzing import LONGEST_MESSAGE, envelope, peak

N = 10_000_000
MOST_MEGABYTES, MOST_SECONDS = 200, 5.0


def fill(piece: str, head: str = "", tail: str = "") -> str:
    """Repeat a piece as often as it fits."""
    return head + piece * ((N - len(head) - len(tail)) // len(piece)) + tail


def pack(*files: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive of these files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        for number, content in enumerate(files):
            archive.writestr(str(number), content)
    return whole.getvalue()


def lie(archive: bytes) -> bytes:
    """Return the archive of one file with a declared size of a thousand bytes."""
    found = bytearray(archive)
    for start, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = found.index(start) + place
        found[at : at + 4] = (1000).to_bytes(4, "little")
    return bytes(found)


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
    "json rows full": lambda: (
        '{"caracol":1,"genre":"nonogram","columns":[[1]],"rows":[' + "[1]," * 1_200_000 + "[1]]}"
    ),
    "json rows bad full": lambda: (
        '{"caracol":1,"genre":"nonogram","columns":[[1]],"rows":[' + "{}," * 1_500_000 + "1]}"
    ),
    "json grid full": lambda: (
        '{"caracol":1,"genre":"star-battle","stars":1,"regions":[' + '"A",' * 1_125_000 + "1]}"
    ),
    "json grid bad full": lambda: (
        '{"caracol":1,"genre":"star-battle","stars":1,"regions":[' + '["A",{}],' * 525_000 + "1]}"
    ),
    "json one text": lambda: (
        '{"caracol":1,"genre":"nonogram","columns":["' + "1 " * 4_900_000 + '"],"rows":[]}'
    ),
    "json one text full": lambda: (
        '{"caracol":1,"genre":"nonogram","columns":["' + "1 " * 2_475_000 + '"],"rows":["1"]}'
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
    "toml full": lambda: '[clues]\nrows="""' + "1 " * 1_125_000 + '"""\ncolumns="1"',
    "ini full": lambda: "[clues]\nrows=" + "1\n" * 1_125_000 + "\ncolumns=1",
    "ini keys full": lambda: "[clues]\n" + "".join(f"k{n}=1\n" for n in range(237_500)),
    "xml elements": lambda: fill("<a/>", "<puzzleset>", "</puzzleset>"),
    "xml elements full": lambda: "<puzzleset>" + "<a/>" * 612_500 + "</puzzleset>",
    "xml attributes full": lambda: (
        "<puzzleset><puzzle " + " ".join(f'a{n}=""' for n in range(212_500)) + "/></puzzleset>"
    ),
    "xml lines full": lambda: (
        '<puzzleset><puzzle><clues type="rows">'
        + "<line/>" * 337_500
        + "</clues></puzzle></puzzleset>"
    ),
    "xml counts full": lambda: (
        '<puzzleset><puzzle><clues type="rows"><line>'
        + "<count>1</count>" * 150_000
        + '</line></clues><clues type="columns"><line/></clues></puzzle></puzzleset>'
    ),
    "xml counts": lambda: fill(
        "<count>1</count>",
        '<puzzleset><puzzle><clues type="rows"><line>',
        '</line></clues><clues type="columns"><line/></clues></puzzle></puzzleset>',
    ),
    "xml coloured counts": lambda: fill(
        '<count color="">1</count>',
        '<puzzleset><puzzle><clues type="rows"><line>',
        '</line></clues><clues type="columns"><line/></clues></puzzle></puzzleset>',
    ),
    "xml many attributes": lambda: (
        "<puzzleset><puzzle " + " ".join(f'a{n}=""' for n in range(850_000)) + "/></puzzleset>"
    ),
    "xml many puzzles full": lambda: "<puzzleset>" + "<puzzle/>" * 262_500 + "</puzzleset>",
    "freenono full": lambda: (
        "<Nonograms><Nonogram><line>" + "x " * 1_125_000 + "</line></Nonogram></Nonograms>"
    ),
    "xml token": lambda: "<puzzleset " + "a" * (N - 20),
    "ones": lambda: "1 " * (N // 2),
    "one lines": lambda: "1\n" * (N // 2),
    "ones full": lambda: "1 " * 1_237_500,
    "one lines full": lambda: "1\n" * 1_237_500,
    "twelve full": lambda: "12 " * 825_000,
    "twelve lines full": lambda: "12\n" * 825_000,
    "blocks full": lambda: "1\n\n" * 825_000,
    "one word full": lambda: "a" * 2_487_500,
    "one word": lambda: "a" * N,
    "digits full": lambda: "1" * 2_487_500,
    "dashes full": lambda: "- " * 1_237_500,
    "nodots full": lambda: "....\n" * 487_500,
    "prolog full": lambda: "start(" + "'a'," * 612_500,
    "prolog list full": lambda: "[[" + "1," * 1_237_500,
    "prolog board full": lambda: "[" + ("[" + "1," * 999 + "1],") * 1000 + "[1]]",
    "prolog facts full": lambda: "a(1).\n" * 412_500,
    "prolog comment full": lambda: "a(1) " + "/*" * 1_237_500,
    "tatham list": lambda: fill("3x3:1\n"),
    "tatham list 201,102": lambda: fill("3x3:201,102,.\n"),
    "link": lambda: "https://puzz.link/p?nonogram/5/5/" + "1" * N,
    "link full": lambda: "https://puzz.link/p?nonogram/5/5/" + "1" * 2_487_500,
    "link slashes full": lambda: "https://puzz.link/p?nonogram/5/5" + "/1" * 1_237_500,
    "link before full": lambda: "a=1&" * 612_500 + "nonogram/5/5/1",
    "pzprv3 full": lambda: "pzprv3/nonogram/5/5/" + "1 /" * 825_000,
    "pzprv3 info full": lambda: 'pzprv3/nonogram/5/5/info:{"metadata":[' + "[]," * 825_000,
    "save full": lambda: "SAVEFILE:0:\n" * 200_000,
    "penpa full": lambda: "m=edit&p=" + "A" * 2_487_500,
    "janko full": lambda: "[solution]\n" + "x " * 1_237_500,
    "janko lines full": lambda: "[solution]\n" + "x\n" * 1_237_500,
    "var d full": lambda: "var d=[[" + "1," * 1_237_500 + "1]];",
    "var d lists full": lambda: "var d=[[" + "],[" * 825_000 + "]];",
    "caracol link full": lambda: "caracol:nonogram/" + "1." * 1_237_500,
    "caracol link json full": lambda: "caracol:magnets/" + "%5B" * 825_000,
    "non full": lambda: "rows\n" + "1\n" * 612_500 + "columns\n" + "1\n" * 612_500,
    "nonpack full": lambda: "rows\n1\ncolumns\n1\n====\n" * 100_000,
    "olsak full": lambda: ": rows\n" + "1a\n" * 375_000 + ": columns\n" + "1a\n" * 375_000,
    "pbm full": lambda: "P1\n5 5\n" + "0 " * 1_237_500,
    "pbm 10MB": lambda: "P1\n5 5\n" + "0 " * 4990000,
    "xbm full": lambda: (
        "#define a_width 8\n#define a_height 8\nstatic char a[]={" + "0x00," * 487_500 + "};"
    ),
    "puzzlekit full": lambda: "5 5\n" + "1 1 1 1 1\n" * 237_500,
    "html entities full": lambda: "&amp;" * 487_500 + "\nrows\n1\ncolumns\n1",
    "yaml blanks full": lambda: "rows: [1]\ncolumns: [1]\nrows:" + " " * 2_375_000 + "x",
    "yaml items full": lambda: "columns: [1]\nrows:\n" + "- []\n" * 487_500,
    "pzl blanks full": lambda: "type: a\npuzzle: x" + " " * 2_375_000 + "x",
    "other json full": lambda: '{"cols": [[1]], "rows": [' + "[]," * 812_500 + "[]]}",
    "olsak ones full": lambda: ": rows\n" + "1 " * 1_125_000 + "x\n: columns\n1\n",
    "picross full": lambda: "GRID\nROWS\n[1]\n" * 150_000,
    "dzn 1MB": lambda: "rows = [|" + "1," * 480000 + "|];\ncols = [|1|];",
    "several": lambda: fill("1 1\n\n"),
    "several rulers": lambda: fill("start('ABC', 5).\n====\n"),
    "drawn full": lambda: "#" * 1_125_000 + "\n#." * 375_000 + " \n",
    "gzip bomb": lambda: gzip.compress(b"1 " * 40_000_000),
    "gzip fits": lambda: gzip.compress(b"1 " * 15_000_000),
    "zip bomb": lambda: pack(b"1 " * 40_000_000),
    "zip fits": lambda: pack(b"1 " * 15_000_000),
    "zip links": lambda: pack(b"caracol:magic-snail/5/ABC\n" * 1_200_000),
    "zip bomb that lies": lambda: lie(pack(bytes(300_000_000))),
    "zip bomb of bzip2": lambda: lie(pack(bytes(300_000_000), method=zipfile.ZIP_BZIP2)),
    "zip files": lambda: pack(*[b"x"] * 90_000),
    "crlf": lambda: "\r\n" * (N // 2) + "x",
    "utf16": lambda: ("ab" * (N // 4)).encode("utf-16"),
    "random bytes": lambda: random.Random(1).randbytes(N),
    "random bytes full": lambda: random.Random(1).randbytes(2_487_500),
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


def forget_peak() -> None:
    """Forget the memory that making a text took, where the system can."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def read(name: str) -> tuple[float, int, str]:
    """Read a text; return the seconds of CPU, the peak megabytes, and the outcome."""
    from caracol.errors import ClueError, FormatError
    from caracol.formats import converting

    text, said = TEXTS[name](), "read"
    forget_peak()
    began = time.process_time()
    try:
        for number, _ in enumerate(converting.read_all(text)):
            if number == 20:
                break
    except (FormatError, ClueError) as refusal:
        said = str(refusal)
    return time.process_time() - began, peak(), said


def read_apart(name: str) -> tuple[float, int, str]:
    """Do the same in a separate process, to measure its memory alone."""
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
        seconds, megabytes, said = read_apart(name)
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
