"""Mutation testing: count the small deliberate faults that the tests notice.

A mutant is a module with one fault: a reversed comparison, a forgotten condition, a number off by
one, a missing statement. Each is run in a separate process against the tests of its module. Mutants
that no test notices are printed; either they are not faults, or a test is missing.

    scripts/mutate [--sample 40] [--seed 0] [--only rules/count.py ...]
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/caracol"
SECONDS = 40
"""Seconds of CPU after which a mutant counts as noticed, because it hangs."""

EXAMPLES = 12
"""Number of examples tried for a law, always the same ones."""

KINDS = ("tests/test_kinds.py tests/test_rules.py", "test")
ENGINES = (
    "tests/test_kinds.py tests/test_engines.py tests/test_verbs.py",
    "not small_random_puzzles or akari",
)
NOTATION = ("tests/test_exchange_notation.py tests/test_exchange_counts.py", "test")
WORDS = (
    "tests/test_explain_words.py tests/test_explain_board.py tests/test_explain_moves.py",
    "test",
)
TARGETS: dict[str, tuple[str, str]] = {
    "rules/count.py": KINDS,
    "rules/table.py": KINDS,
    "rules/sum.py": KINDS,
    "rules/regular.py": KINDS,
    "rules/connected.py": KINDS,
    "rules/loop.py": KINDS,
    "rules/kind.py": KINDS,
    "rules/model.py": KINDS,
    "engines/sat.py": ENGINES,
    "engines/search.py": ENGINES,
    "engines/portfolio.py": ENGINES,
    "engines/cores.py": ENGINES,
    "authoring/notation/band_maps.py": NOTATION,
    "authoring/notation/bands.py": NOTATION,
    "authoring/notation/codecs.py": (f"{NOTATION[0]} tests/test_exchange_vectors.py", "test"),
    "authoring/notation/region_maps.py": NOTATION,
    "authoring/notation/regions.py": NOTATION,
    "deduction/techniques/loops/relations.py": ("tests/test_slitherlink.py", "test"),
    "deduction/walk/board.py": WORDS,
    "deduction/words/merging.py": WORDS,
    "deduction/words/moves.py": WORDS,
    "puzzle/violations.py": ("tests/test_violations.py", "test"),
    "verbs/verb.py": ("tests/test_web_schema.py", "test"),
    "deduction/verify.py": ("tests/test_verify.py", "test_verify"),
    "web/security.py": (
        "tests/test_web_trust.py",
        "origin or token or body_that or known_by or port",
    ),
    "formats/frames/penpa.py": (
        "tests/test_exchange_vectors.py tests/test_wild.py tests/test_conformance.py",
        "penpa or (every_format and (hitori or magnets))",
    ),
    "formats/validation.py": (
        "tests/test_exchange_json.py",
        "files_are_taken or keywords or understood or wrong_files",
    ),
}
"""For each module, the tests that should notice faults: files, and an expression of names."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """A module with one fault."""

    line: int
    before: str
    after: str
    tree: ast.Module


class Result(NamedTuple):
    """The result of the tests on a sample of one module's mutants."""

    module: str
    caught: int
    missed: list[Mutant]


def mutants(source: str) -> Iterator[tuple[int, int]]:
    """Return every possible fault: the index of a node, and the number of the fault there."""
    tree = ast.parse(source)
    passed_over = {id(node) for part in _find_skipped(tree) for node in ast.walk(part)}
    for place, node in enumerate(ast.walk(tree)):
        if id(node) not in passed_over:
            for number in range(len(_faults(node))):
                yield place, number


def _find_skipped(tree: ast.Module) -> Iterator[ast.AST]:
    """Return the nodes to skip: annotations, error messages, imports, and plain data."""
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node
    for one in ast.walk(tree):
        if isinstance(one, ast.FunctionDef):
            yield from one.decorator_list
            if one.returns is not None:
                yield one.returns
        elif isinstance(one, ast.arg | ast.AnnAssign) and one.annotation is not None:
            yield one.annotation
        elif isinstance(one, ast.Raise | ast.Assert | ast.JoinedStr):
            yield one


def _faults(node: ast.AST) -> list[Any]:
    """Return the faults of a node, as functions that apply them to a copy of it."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in TURNED:
            return [lambda one: setattr(one, "ops", [TURNED[type(one.ops[0])]()])]
        case ast.BoolOp():
            return [_other_word, lambda one: one.values.pop()]
        case ast.BinOp(op=operator) if type(operator) in OTHER:
            return [lambda one: setattr(one, "op", OTHER[type(one.op)]())]
        case ast.Constant(value=bool()):
            return [lambda one: setattr(one, "value", not one.value)]
        case ast.Constant(value=int()):
            return [lambda one: setattr(one, "value", one.value + 1)]
        case ast.If() | ast.While() | ast.IfExp():
            return [lambda one: setattr(one, "test", ast.UnaryOp(ast.Not(), one.test))]
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return [_left_out]
        case ast.Break() | ast.Continue():
            return [_left_out]
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            return [_without_sign]
    return []


def _other_word(one: Any) -> None:
    one.op = ast.Or() if isinstance(one.op, ast.And) else ast.And()


def _left_out(one: Any) -> None:
    one.__class__ = ast.Pass


def _without_sign(one: Any) -> None:
    if isinstance(one.op, ast.Not):
        one.operand = ast.UnaryOp(ast.Not(), one.operand)
    else:
        one.op = ast.UAdd()


def make_mutant(source: str, place: int, number: int) -> Mutant:
    """Return the mutant with this fault."""
    tree = copy.deepcopy(ast.parse(source))
    node: Any = [*ast.walk(tree)][place]
    line = node.lineno
    before = ast.unparse(node).splitlines()[0]
    _faults(node)[number](node)
    ast.fix_missing_locations(tree)
    return Mutant(line, before, ast.unparse(node).splitlines()[0], tree)


class Finder(MetaPathFinder, Loader):
    """An import finder that returns the mutant in place of its module."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, str(self.path), "exec"), vars(module))


def _few_examples() -> None:
    """Limit laws to few examples, whatever the tests request, because there are many mutants."""
    import hypothesis

    settings: Any = hypothesis.settings
    usual = settings.__init__

    def few(self: Any, *arguments: Any, **options: Any) -> None:
        if isinstance(options.get("max_examples"), int):
            options["max_examples"] = min(EXAMPLES, options["max_examples"])
            options |= {"derandomize": True, "database": None}
        usual(self, *arguments, **options)

    type.__setattr__(settings, "__init__", few)


def passes(path: str, tree: ast.Module, tests: tuple[str, str]) -> bool:
    """Return whether all tests pass with the mutant in place of the module."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return status == 0
    code = 1
    try:
        import pytest

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        name = "caracol." + path.removesuffix(".py").replace("/", ".")
        _few_examples()
        sys.meta_path.insert(0, Finder(name, SOURCE / path, tree))
        # Some modules are imported before pytest can rewrite them, which does not matter here.
        warned = "ignore::pytest.PytestAssertRewriteWarning"
        file, words = tests
        quick = ["-x", "-q", "-p", "no:cacheprovider", "-W", warned]
        code = int(pytest.main([*quick, *file.split(), "-k", words]))
    finally:
        os._exit(code)


def try_mutants(path: str, sample: int, seed: int) -> Result:
    """Run a sample of a module's mutants against its tests."""
    source, tests = (SOURCE / path).read_text(encoding="utf-8"), TARGETS[path]
    if not passes(path, ast.parse(source), tests):
        raise SystemExit(f"{path}: its tests fail without any fault: {' '.join(tests)}")
    every = [*mutants(source)]
    chosen = random.Random(f"{seed} {path}").sample(every, min(sample, len(every)))
    result, missed = 0, list[Mutant]()
    for place, number in sorted(chosen):
        mutant = make_mutant(source, place, number)
        if passes(path, mutant.tree, tests):
            missed.append(mutant)
            print(f"  {path}:{mutant.line}: {mutant.before}  →  {mutant.after}", flush=True)
        else:
            result += 1
            print(".", end="", flush=True)
    return Result(path, result, missed)


def main() -> None:
    """Run the mutants, and print a table of those noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=40, help="mutants of each module")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", choices=TARGETS, default=[*TARGETS])
    asked = parser.parse_args()
    os.chdir(ROOT)
    import hypothesis  # noqa: F401
    import pytest  # noqa: F401

    results = []
    for path in asked.only:
        begun = time.time()
        results.append(found := try_mutants(path, asked.sample, asked.seed))
        number = found.caught + len(found.missed)
        print(f"{path}: {found.caught} of {number}, {time.time() - begun:.0f} s", flush=True)
    caught = sum(result.caught for result in results)
    number = caught + sum(len(result.missed) for result in results)
    print("| module | mutants | noticed |\n|---|---:|---:|")
    for result in results:
        print(f"| `{result.module}` | {result.caught + len(result.missed)} | {result.caught} |")
    print(f"| all | {number} | {caught} ({100 * caught / max(1, number):.0f} %) |")


if __name__ == "__main__":
    main()
