"""Values that single rules exclude: the notes that nobody would make."""

from __future__ import annotations

from itertools import product

from caracol.formats import own
from caracol.questions.solving import find_excluded

SQUARE = own.decode(
    {"caracol": 1, "genre": "easy-as-abc", "letters": "AB", "size": 3, "top": "B.."}
)


def test_excluded_values_complete_some_rule_in_no_way() -> None:
    model = SQUARE.model
    for written in ((None,) * 9, (1, *[None] * 8), (None, 2, *[None] * 7)):
        expected = [0] * 9
        for rule in model.rules:
            ways = [
                (range(model.values) if written[cell] is None else [written[cell]])
                for cell in rule.cells
            ]
            possible = [set() for _ in rule.cells]
            for values in product(*ways):
                board = [0] * 9
                for cell, value in zip(rule.cells, values, strict=True):
                    board[cell] = value
                if rule.holds(board):
                    for seen, value in zip(possible, values, strict=True):
                        seen.add(value)
            if not all(possible):
                continue
            for cell, seen in zip(rule.cells, possible, strict=True):
                if written[cell] is None:
                    expected[cell] |= sum(1 << v for v in range(model.values) if v not in seen)

        assert find_excluded(SQUARE, written) == tuple(expected)


def test_a_letter_excludes_itself_from_its_row_and_column() -> None:
    plain = own.decode({"caracol": 1, "genre": "easy-as-abc", "letters": "ABC", "size": 4})
    excluded = find_excluded(plain, (1, *[None] * 15))
    assert [cell for cell, mask in enumerate(excluded) if mask & 2] == [1, 2, 3, 4, 8, 12]


def test_cells_that_may_not_stay_empty_are_never_counted_as_empty() -> None:
    squares = [["\\", "3\\", "16\\"], ["\\8", ".", "."], ["\\11", ".", "."]]
    sums = own.decode({"caracol": 1, "genre": "kakuro", "squares": squares})
    excluded = find_excluded(sums, (None,) * sums.grid.size)
    left = [{value for value in range(1, 10) if not excluded[cell] >> value & 1} for cell in (4, 5)]
    assert left == [{1, 2}, {7}]  # 3 is 1 + 2, and 16 is 7 + 9, of which 8 admits only 7
