"""Published texts, with what is known about them.

Each was decoded, and its solutions counted, by an independent reader first. The sources are the
tests, comments and documents of the programs in their names.
"""

from typing import Any, NamedTuple


class Vector(NamedTuple):
    """A text with its format, genre, number of solutions, and whether it is written back."""

    name: str
    text: str
    format: str
    genre: str
    count: int | None
    """The number of solutions, or ``None`` if it is unknown."""
    roundtrip: bool
    """Whether writing gives exactly the same text again."""
    known: dict[str, Any]
    """Entries that the text does not contain."""
    doubtful: bool = False
    """Whether it also fits another format, so that the format must be named."""


VECTORS = [
    Vector(
        "star battle of pzprjs",
        "starbattle/6/6/1/4ilbhgdnmhou",
        "puzz.link",
        "star-battle",
        1,
        True,
        {},
    ),
    Vector(
        "star battle of cspuz",
        "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk",
        "puzz.link",
        "star-battle",
        1,
        True,
        {},
    ),
    Vector(
        "star battle of penpa",
        "https://puzz.link/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u",
        "puzz.link",
        "star-battle",
        1,
        True,
        {},
    ),
    Vector(
        "star battle 9×9",
        "https://puzz.link/p?starbattle/9/9/2/12a955kh37khi20fe0g13toea1c07g",
        "puzz.link",
        "star-battle",
        1,
        True,
        {},
    ),
    Vector(
        "abc of pzprjs",
        "easyasabc/4/4/3/1m2h3g3h",
        "puzz.link",
        "easy-as-abc",
        1,
        True,
        {},
    ),
    Vector(
        "abc of puzzlekit",
        "https://puzz.link/p?easyasabc/6/6/4/g1313h4131h4343h1434g",
        "puzz.link",
        "easy-as-abc",
        1,
        True,
        {},
    ),
    Vector(
        "abc of penpa",
        "https://puzz.link/p?easyasabc/9/9/7/i61313h75174g65g6272h5g436161g7g",
        "puzz.link",
        "easy-as-abc",
        None,
        True,
        {},
    ),
    Vector(
        "nonogram of pzprjs",
        "nonogram/6/6/12g1111h11112j12g11g21j11g3h",
        "puzz.link",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "nonogram of cspuz",
        "https://puzz.link/p?nonogram/6/7/31h12h31h111g2i5l32g22g11g1211113h",
        "puzz.link",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "nonogram of penpa",
        (
            "https://puzz.link/p?nonogram/20/14/2l12k112j112j711j91k5121i74k414j48k48k4214i94"
            "k73k28k252j81k44k33k4l44n92na12m1912l11611k5421l5126l2812l165m524m4an3ando8o"
        ),
        "puzz.link",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "magnets of pzprjs",
        "magnets/5/5/g222j2h2g22g0g32fubmo3or00000000000400",
        "puzz.link",
        "magnets",
        1,
        True,
        {},
    ),
    Vector(
        "star battle file",
        (
            "pzprv3/starbattle/6/6/1/6/0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 "
            "4 4 4 4 2 /5 2 2 2 2 2 /+ # + + + + /+ + + # + + /+ + + + + # /. + # + + + /. + "
            "+ + # + /# + + + + + /"
        ),
        "pzprv3",
        "star-battle",
        1,
        False,
        {},
    ),
    Vector(
        "magnets 3x3",
        "3x3:201,102,120,111,LRTT*BBLR",
        "tatham",
        "magnets",
        1,
        True,
        {},
    ),
    Vector(
        "magnets 5x5",
        "5x5:.2..1,3..1.,.2..2,2..2.,LRLRTTLRTBBT*BTTBLRBBLRLR",
        "tatham",
        "magnets",
        1,
        True,
        {},
    ),
    Vector(
        "magnets 6x5dtS",
        "6x5dtS:2.2..1,.3.2.,2.21..,2..0.,TLRTLRBLRBTTLRLRBBLRTTTTLRBBBB",
        "tatham",
        "magnets",
        1,
        False,
        {},
    ),
    Vector(
        "magnets 10x9",
        (
            "10x9:..3533.3.4,5...5.31.,.234.34344,4.4.54.2.,LRLRTTTTLRLRLRBBBBTTLRLRLRLRBBTTT"
            "LRLRLRTBBBTTTTLRBTLRBBBBTTTBTTTTLRBBBTBBBBTLRLRBLRLRBLRLR"
        ),
        "tatham",
        "magnets",
        1,
        True,
        {},
    ),
    Vector(
        "magnets 8x8",
        (
            "8x8:34131323,23131334,43122323,21332243,LRTLRLRT,LRBTTTTB,LRTBBBBT,TTBTLRTB,BBTB"
            "TTBT,TTBTBBTB,BBTBLRBT,LRBLRLRB"
        ),
        "tatham",
        "magnets",
        2,
        False,
        {},
    ),
    Vector(
        "letter A",
        (
            "15x15:2/4/2/2/2/3/3/3.1/3.1/3.1/11/14/12/6/1/2/2/3/4/5/1.3/2.3/1.3/2.3/1.4/9/1.1"
            ".3/2.2.3/5.4/3.2"
        ),
        "tatham",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "ambiguous cube",
        (
            "15x15:10/2.1/1.1.1/1.1.1/1.1.1/1.1.1/1.1.1/1.1.1/1.1.1/1.10/1.1.1/1.1.1/1.1.1/2."
            "1/10/10/1.2/1.1.1/1.1.1/1.1.1/10.1/1.1.1/1.1.1/1.1.1/1.1.1/1.1.1/1.1.1/1.1.1/1.2"
            "/10,TNINzzzzGNzw"
        ),
        "tatham",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "pattern 5×5",
        "5x5:1/1/3/4/1.2/2/1/3/3/1.1.1",
        "tatham",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "pattern 10×10",
        "10x10:4.5/2.4/3/1.1.1/5/1/5/7/7/3.1/2/2/1/1.3/1.3/1.6/2.2.3/3.1.3/5.3/3.1.4",
        "tatham",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "icon without solution",
        "10x10:3.4/2.2/4.1/2.3/2.3.2/4/6/6/3.1/1/5/5/1.1/4/5/6/2.3/3.3/1.1.3/1.1.4",
        "tatham",
        "nonogram",
        0,
        True,
        {},
    ),
    Vector(
        "penpa star-battle",
        (
            "m=edit&p=7VVda9swFH3Pryh61oO+rA+/ZV26l67d1pZRTAhu6q1hKenyMYZD/vuO5OuqZWGlhRUGw7E"
            "4kXSPr87RlVbfN/Wy4VLFn/ZccInHBJNe7Yr0CnrOZ+t5Ux7w4WZ9s1gCcH56dMS/1PNVM6hkipXjwbY"
            "NZTvk7buyYorx9Eo25u3Hctu+L9sRb88wxDCXt8dAknEFOMrwcxqP6LDrlAL4hDDgJeB0tpzOm8lx1/O"
            "hrNpzzuJ33qToCNnt4kfDurD0f7q4vZrFjqt6jcWsbmZ3NLLaXC++bVj/iR1vh126l3vS1TldfZ+u3p+"
            "uonRX63r5olS7wN+TDOPdDmJ/QpqTsooZX2ToMzwrt7uYzZYZzTpPZHIEvTKNXcYxgzHF6WsqDh6lQZX"
            "ac3DxVqf2bWpFaovUHqc5I9CogD0jJStBpYXjWukOSwnsCGOOpjlKAwfCmG9ovvLApsMasYZideC6KDp"
            "sEFtQrMF+tYIweCzxFHEP07eKEPdzhy1iHcU68Hvid7EQPGFwBuKMtRCIx4EnEI933Aj6lvfAlHMQwJY"
            "wakoQP/QxpA/igANh1JwShC2wIgx+0hBxwI5w4EZ3OWAcmHigoSENDSraFCZ7IWhdAtoKWrvAWiStUYr"
            "sXfRLKsLQRPY+QjdJnBL6yCL7pXofwamJU4vstQW2PQa/JX6rsl/RC6eyF67vj36Z7EvvYzqjSGdngXs"
            "fsV7X++gfeI3cPOXm7b3v0B7aki9KZv01/NKWMHzRNF9DZ+2zzr3+2J/GkI8GnIY4DTgNcRpFHu3i2RF"
            "L5zC1JrU2lZSLxfus8n5UztY9LGecOszH4he552UF/mTGVUEXwaPH/Xt940HFRtdfm4OTxfK2nuMEPru"
            "p7xqGC243YD9Zeisd78v/d96r3nlRePHi0vhL+/6JdCpoispoTzm720zqyXSBHQXF/tRv3f5+r5/Hs6f"
            "/1dXBwTAe/AI="
        ),
        "penpa",
        "star-battle",
        1,
        False,
        {},
    ),
    Vector(
        "penpa easy-as-abc",
        (
            "m=edit&p=7ZTBTttAEIbvfgq05zl4do299i0FwiUN0AQhZFmRk7oiqiNTJ0ZoI797ZyemhjUS6qHAoXJ"
            "29OfbHfv3znq2v5q8LgDR/pQGH0hBcBzyQJQ8/O6ar3dlkRzBqNndVTUJgIvxGH7k5bbwUuRczLy9iRM"
            "zAnOepAIFCEkDRQbmKtmbr4mZgpnRlICA2OSwSJI86+UNz1t1coDok552muQtydW6XpXFYnIgl0lq5iD"
            "sc75wtpViUz0UovNh/6+qzXJtwTLf0cts79b33cy2+V79bMTTI1owI8eu7O2q3q76Y1e9blf+e7tx1ra"
            "07d/I8CJJrffrXupezpJ9a33thQps6oi8HGojVGjB9TMQuUBbMOtB4FswfwbQBZELtAMid4WOHGOxtOC"
            "8B+i7OYiuV5SDLOXeGINBVjggOhiQ0NkGHFhGrQckdv3EvnvnGF9kUaWQ63XLccxRcpxTOcEojqccfY7"
            "HHCe85ozjDccTjgHHkNdE9kD81ZF5BztpoAGdK/pcJPNSMW02y6I+mlb1Ji8F9bvWE4+CR6ps+/zfAj+"
            "oBdoS+J/tVL9hJ6XdpXPPDU12reC+WeSLVVUKoE3sFpiLl/zdX4O+z8z7DQ=="
        ),
        "penpa",
        "easy-as-abc",
        1,
        False,
        {"letters": "AUGST"},
    ),
    Vector(
        "penpa nonogram",
        (
            "m=edit&p=7VVNT+MwEL3nV6A5zyG2kzbJZVU+updSWNoVQlFUpSGIalMF0gatXOW/M540BAwHOAAX5Pr"
            "19dljP4896ua+Tqsch9RUgC4Kasr1uA9c8+nafLUt8ugAR/X2tqyIIJ6Nx3iTFpvciRXNoJ44Ox1GeoT"
            "6dxSDAARJXUCC+k+006eRnqKe0RCgR9qknSSJnvT0kscNO2pF4RKf7jnRK6LZqsqKfDFplfMo1nMEs88"
            "hRxsK6/Ihh70P8zsr18uVEZbplg6zuV3d7Uc29XX5r4Zuiwb1qLU76+zK3q7q7aonu+ptu/Lz7YZJ01D"
            "aL8jwIoqN9789DXo6i3aN8bUDFZjQX+SlvRtQoSV4ri2ILjmdYIf4dohvh/jSCPKZYPvw7UWH9qKBay0"
            "a2LuEwgoJ5QuBciA4E1eMY0bJOKdEoVaMx4wuo8844TknjJeMR4we44DnDE2q33kZMKCzeHRGMizbm/k"
            "Cb/GgLXKBwdvfiRPDrK5u0iyn1zat18u8OpiW1TotgMq7ceA/cKeaF1TFPxX/PRVvrsD9UN1//8uPKbv"
            "0/vQZwl29SBdZWQD9aSDr4mP68LX+5aelckqcRw=="
        ),
        "penpa",
        "nonogram",
        None,
        False,
        {},
    ),
    Vector(
        "penpa magnets",
        (
            "m=edit&p=7VbbbhMxEH3PVyC/YiTb49vmrZSWl1IuKULVKopCukBFQyBpENoq/86MdzYuS0MJlxYQ2qx"
            "z9mRuPmNvvPiwHM8rqRV9IEr8xsvqmG4TfboVX0en52dV/47cWZ6/mc0RSPl4f1++Gp8tql6pk68e9i7"
            "qol/vyPphvxRaSGHw1mIo66f9i/pRv96T9QB/EjIid9AYGYR7Gb5IvxPabUitEB8yRniMcHI6n5xVo4O"
            "GedIv6yMpKM/95E1QTGcfK8F10PNkNn15SsR0/Ppddb5gerE8mb1dijb+StY7qVa2v6JgyAXDumC4umD"
            "zmwsuhqsVqv4MSx71S6r+eYYxw0H/YkVFXQgw5IqN0U1rBFgi4BLhWzVaInZcrO0QDoiwmQjdLFF3CK1"
            "UJ69WRSexNrHLQOh6uW512quvmG452tsvKkZxdJLoOI37aTRpPEIFZQ1pfJBGlUaXxoNks4fCGquksTh"
            "Ng+veasSmwSZmTLxzDXZOGl802MdLuMCtBw2OIE0RGlz4SzggjoyjBN3EB60vYdzXWmfeNHnxWwIUGRv"
            "P2CMOjIME2/oajAOMYW1DeU3BNReFBGoo2SjKa7M94zSX2GKLmHWILscJOvOEA+sWDL2O2N6vcyUNHfM"
            "O9QnMB5VzEe+4Zoe6hbZHkHmL8S1k3rIvqIwt1uxYcxfXteH8UJPIumEvuNcJm1Zn1AdYH4wJHDNhYJ0"
            "BewRtTJd9CWvukca5a+6RDtlXUd9d1l+1PGR7worzKrOOaSLWqVjniPrEuMZtHLIxkXsUqdeQ+xJaTP1"
            "lPYPL9oSDzzaB9QyoZ+Bee5V5h+vfq6yzK7KN53o8rg3f7imXbYD2Hce0IdsD9TRke8v1WM/8il7ktJV"
            "302jT6NMWD/QK/c6XrKBCYvOq/fl3yrVFlTgX/cUVbvZ52CvFYDl/NZ5U+Pe0d/K6unM4m0/HZ/h0uJy"
            "+rOb5eXc2fT9bnJ5XAg8Kq574JNJdAp07/p8dbufsQB1QW50gbmBZX1NOWR9L3Lj1YyneL0fj0WSGywu"
            "F254fbMn/w3nDlvyVcQ6JL8VdXLx80PraIKDBvW8bbIr8d3dk07zidYLEbziOftTxhzIW1zkWf5jmvyr"
            "vlb3bxG+7m25rXgPpNvTr1/Cb4v/Pi/yN/6fiaXHY+ww="
        ),
        "penpa",
        "magnets",
        1,
        False,
        {},
    ),
    Vector(
        "dancer",
        (
            'catalogue "webpbn.com #1"\ntitle "Demo Puzzle from Front Page"\nby "Jan Wolter"\n'
            'copyright "&copy; 2004 Jan Wolter"\nlicense CC-BY-3.0\nwidth 5\nheight 10\n\n'
            "rows\n2\n2,1\n1,1\n3\n1,1\n1,1\n2\n1,1\n1,2\n2\n\n"
            "columns\n2,1\n2,1,3\n7\n1,3\n2,1\n\n"
            'goal "01100011010010101110101001010000110010100101111000"\n'
        ),
        "non",
        "nonogram",
        1,
        False,
        {},
    ),
    Vector(
        "note",
        "6 6\n3\n1 1\n1 1\n3\n3\n0\n0\n2\n2\n5\n1\n3\n",
        "nin",
        "nonogram",
        None,
        True,
        {},
        True,
    ),
    Vector(
        "digit 5",
        "[clues]\ncolumns=3 1,1 1 1,1 1 1,1 3\nrows=4,1,4,1,4\n",
        "toml",
        "nonogram",
        1,
        False,
        {},
    ),
    Vector(
        "puzzlekit star battle",
        "6 6 1\n1 2 2 2 2 2\n1 1 1 1 2 2\n1 2 2 2 2 6\n1 3 4 3 5 6\n1 3 4 3 5 5\n1 3 3 3 5 5\n",
        "puzzlekit",
        "star-battle",
        None,
        False,
        {},
    ),
    Vector(
        "mk of pbnsolve",
        "10 5\n2\n2 1\n1 1\n3\n1 1\n1 1\n2\n1 1\n1 2\n2\n#\n2 1\n2 1 3\n7\n1 3\n2 1\n",
        "mk",
        "nonogram",
        1,
        True,
        {},
    ),
    Vector(
        "chessboard of the Olšáks",
        (
            "tato lustovka ma samozrejme 2 ruzna reseni (sachovnice)\n:-----------\n1 1\n1 1\n1 1\n"
            "1 1\n:-----------\n1 1\n1 1\n1 1\n1 1\n:-----------"
        ),
        "olsak",
        "nonogram",
        2,
        False,
        {},
    ),
    Vector(
        "two notes of picross-solver",
        (
            'GRID "Two notes" (based on Picross level 0-D)\nROWS\n[ 3 ]\n[ 1 1 ]\n[ 1 1 ]\n[ 3 ]\n'
            "[ 3 ]\n[ 3 ]\n[ 1 1 ]\n[ 1 1 ]\n[ 3 ]\n[ 3 ]\nCOLUMNS\n[ 2 ]\n[ 2 ]\n[ 5 ]\n[ 1 ]\n"
            "[ 3 ]\n[ 2 ]\n[ 2 ]\n[ 5 ]\n[ 1 ]\n[ 3 ]\n"
        ),
        "picross",
        "nonogram",
        None,
        True,
        {},
    ),
    Vector(
        "a note as a picture",
        "...###\n...#.#\n...#.#\n.###..\n.###..\n......",
        "drawn",
        "nonogram",
        None,
        False,
        {},
    ),
    Vector(
        "dancer in YAML",
        (
            "rows: 10\ncolumns: 5\nrow_runs:\n- [2]\n- [2, 1]\n- [1, 1]\n- [3]\n- [1, 1]\n- [1, 1]\n"
            "- [2]\n- [1, 1]\n- [1, 2]\n- [2]\ncolumn_runs:\n- [2, 1]\n- [2, 1, 3]\n- [7]\n"
            "- [1, 3]\n- [2, 1]\n"
        ),
        "yaml",
        "nonogram",
        1,
        False,
        {},
    ),
    Vector(
        "micro of MiniZinc",
        (
            "X = 5;\nY = 5;\nmaxlen = 3;\nrows = \t[|1, 1, 1\n\t |1, 0, 1\n\t |1, 0, 1\n\t |1, 0, 1\n"
            "\t |1, 1, 1\n\t |];\ncols = \t[|1, 1, 1\n\t |1, 0, 1\n\t |1, 0, 1\n\t |1, 0, 1\n"
            "\t |1, 1, 1\n\t |];\n"
        ),
        "dzn",
        "nonogram",
        None,
        False,
        {},
    ),
    Vector(
        "tree of nonny",
        (
            'title "Tree"\nby "Gregory Kikola"\nwidth 10\nheight 10\n\ncolor black 000000 X\n'
            "color brown 804000 @\ncolor green 00B000 #\n\nrows\n0\ngreen 2\ngreen 4\ngreen 5\n"
            "green 6\ngreen 8\ngreen 6\ngreen 8\nbrown 2\nblack 4 brown 2 black 4\n\ncolumns\n1\n"
            "green 1 1 black 1\ngreen 5 black 1\ngreen 6 black 1\ngreen 7 brown 2\n"
            "green 7 brown 2\ngreen 6 black 1\ngreen 4 black 1\ngreen 1 1 black 1\n1\n"
        ),
        "non",
        "nonogram",
        None,
        False,
        {},
    ),
    Vector(
        "ten by ten as a string",
        (
            "10x2.AAAABBBBBCAADABBBBBCADDAEEEECCADDAEFFFFFAAAAEEEFFFAGAGHHHHHHIGGGHHHJHHIGGGHHHJHHIG"
            "HHHHJJHHIIIIIHHJJJ"
        ),
        "sbn",
        "star-battle",
        1,
        True,
        {},
    ),
    Vector(
        "regions as lists of places",
        (
            "# Star Battle Puzzles by KrazyDad, Volume 1, Book 1, Number 1\n"
            "10x10\n"
            "1,2  1,5  | 1,1 1,3 1,4 1,6 1,7 1,8 2,1 2,2 2,3 2,4 2,5 2,6 2,8 3,5\n"
            "2,9  4,10 | 1,9 1,10 2,10 3,9 3,10 4,9 5,9 5,10 6,9 6,10 7,10 8,10\n"
            "3,2  3,4  | 3,3\n"
            "2,7  4,8  | 3,6 3,7 3,8\n"
            "6,1  9,1  | 3,1 4,1 4,2 4,3 4,4 5,1 5,2 5,3 6,2 7,1 7,2 8,1 8,2 8,3 8,4 8,5 8,6\n"
            "5,4  5,6  | 4,5 5,5 6,4 6,5 6,6\n"
            "6,8  8,7  | 4,6 4,7 5,7 5,8 6,7 7,6 7,7 7,8 8,8\n"
            "7,3  7,5  | 6,3 7,4\n"
            "8,9 10,10 | 7,9 9,9 9,10\n"
            "9,3  10,6 | 9,2 9,4 9,5 9,6 9,7 9,8 10,1 10,2 10,3 10,4 10,5 10,7 10,8 10,9\n"
        ),
        "starb",
        "star-battle",
        1,
        False,
        {},
    ),
    Vector(
        "star battle lab 6×6",
        "661W88fkqOvjNW",
        "star-battle-lab",
        "star-battle",
        1,
        True,
        {},
    ),
    Vector(
        "star battle of puzzle-draw",
        (
            "type: starbattle\npuzzle:\n  stars: 2\n  grid: |\n    laaaiasbb\n    lllaiassb\n"
            "    aaaaiaasb\n    jjaaiabbb\n    ajaaaabbt\n    ajannabtt\n    aaabnnbct\n"
            "    aacbbbbcc\n    acccccccc\nsolution: |\n  ....*.*..\n  *.*......\n"
        ),
        "puzzle-draw",
        "star-battle",
        1,
        False,
        {},
    ),
    Vector(
        "abc of puzzle-draw",
        (
            "type: buchstabensalat\npuzzle:\n  letters: A-C\n  top:    ..A.A\n  left:   CCC.B\n"
            "  bottom: ..B..\n  right:  .AA..\nsolution: |\n  CBA..\n"
        ),
        "puzzle-draw",
        "easy-as-abc",
        1,
        False,
        {},
    ),
    Vector(
        "letters of a text file",
        "# Exemple de grille 1★\nABBBB\nABBBB\nCCBBB\nDDDDD\nDEEED\n",
        "regions",
        "star-battle",
        None,
        False,
        {"stars": 1},
    ),
]

SOURCES = {
    "star battle of pzprjs": "robx/pzprjs, test/script/starbattle.js",
    "star battle of cspuz": "semiexp/cspuz_core, tests",
    "star battle of penpa": "swaroopg92/penpa-edit, TESTING.md",
    "star battle 9×9": "semiexp/cspuz, tests",
    "abc of pzprjs": "robx/pzprjs, test/script/easyasabc.js",
    "abc of puzzlekit": "SmilingWayne/PuzzleSolver, docs",
    "abc of penpa": "swaroopg92/penpa-edit, TESTING.md",
    "nonogram of pzprjs": "robx/pzprjs, test/script/nonogram.js",
    "nonogram of cspuz": "semiexp/cspuz_core, tests",
    "nonogram of penpa": "swaroopg92/penpa-edit, TESTING.md",
    "magnets of pzprjs": "robx/pzprjs, test/script/magnets.js",
    "star battle file": "robx/pzprjs, test/script/starbattle.js",
    "magnets 3x3": "Simon Tatham's collection",
    "magnets 5x5": "Simon Tatham's collection",
    "magnets 6x5dtS": "Simon Tatham's collection, icons/magnets.sav",
    "magnets 10x9": "Ar-Kareem/puzzle_solver, tests",
    "magnets 8x8": "Simon Tatham's collection",
    "letter A": "Simon Tatham's collection, a comment in pattern.c",
    "ambiguous cube": "Simon Tatham's collection, a comment in pattern.c",
    "pattern 5×5": "the tests of another solver of Pattern",
    "pattern 10×10": "the tests of another solver of Pattern",
    "icon without solution": "Simon Tatham's collection, icons/pattern.sav",
    "penpa star-battle": "T0nyX1ang/noqx, solver/starbattle.py",
    "penpa easy-as-abc": "T0nyX1ang/noqx, solver/easyasabc.py",
    "penpa nonogram": "T0nyX1ang/noqx, solver/nonogram.py",
    "penpa magnets": "T0nyX1ang/noqx, solver/magnets.py",
    "dancer": "mikix/nonogram-db, db/webpbn/1.non",
    "note": "pierre-dejoue/picross-solver, inputs/note.nin",
    "digit 5": "tsionyx/pynogram, examples",
    "puzzlekit star battle": "SmilingWayne/PuzzleSolver, docs",
    "mk of pbnsolve": "pbnsolve, doc/input.md",
    "chessboard of the Olšáks": "pbnsolve, examples/sachovnice.g",
    "two notes of picross-solver": "pierre-dejoue/picross-solver, inputs/example_input.txt",
    "a note as a picture": "pierre-dejoue/picross-solver, inputs/raw/note.txt",
    "dancer in YAML": "mckoss/paint-by-numbers, sample.yaml",
    "micro of MiniZinc": "MiniZinc/minizinc-benchmarks, nonogram/non_micro.dzn",
    "tree of nonny": "gkikola/nonny, data/puzzles/color/tree.non",
    "ten by ten as a string": "masonomara/star-battle, the tests of its puzzle strings",
    "regions as lists of places": "MIT's course 6.102, puzzles/kd-1-1-1.starb of its project",
    "star battle lab 6×6": "Star Battle Lab, the first of its 6×6 boards",
    "star battle of puzzle-draw": "robx/puzzle-draw, tests/examples/starbattle-example.pzl",
    "abc of puzzle-draw": "robx/puzzle-draw, tests/examples/buchstabensalat-example.pzl",
    "letters of a text file": "ddurler/star_battle, README",
}
"""The source of each text."""

CHECKED = {
    "zip": "archives of Python's zipfile",
    "json": "the published schema, with jsonschema",
    "jsonl": "the published schema, with jsonschema",
    "pzprv3": "pzpr itself, in the tests (Magnets and Nonogram: strings of its tests)",
    "puzz.link": "pzpr itself, in the tests (Magnets and Nonogram: strings of its tests)",
    "penpa": "drawings of noqx",
    "tatham-save": "the programs themselves, in the tests (but for Salad)",
    "tatham": "the programs themselves, in the tests (but for Salad)",
    "puzzlekit": "examples of its documentation",
    "prolog": "SWI-Prolog, in the tests",
    "puzzle-draw": "examples of puzzle-draw",
    "webpbn": "files of webpbn.com",
    "picross": "files of picross-solver",
    "yaml": "files of paint-by-numbers",
    "dzn": "files of MiniZinc's benchmarks",
    "drawn": "a picture of picross-solver",
    "olsak": "files of the Olšáks and of pbnsolve",
    "toml": "examples of pynogram",
    "non": "files of nonogram-db and of nonny",
    "nin": "a file of picross-solver",
    "mk": "the example of pbnsolve",
    "sbn": "strings of star-battle",
    "starb": "files of the course 6.102",
    "star-battle-lab": "strings of Star Battle Lab",
    "regions": "a board of star_battle",
}
"""The programs against which a format was checked, in addition to its description."""
