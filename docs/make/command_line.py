"""The command-line reference, generated from the descriptions of verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from caracol.cli.usage import show_flags, show_meaning, show_usage
from caracol.verbs.parameters import LIMIT, PUZZLE, drawing
from caracol.verbs.registry import list_commands
from caracol.verbs.verb import Parameter, Verb

HEAD = """# The command line

The general form is `caracol COMMAND [PUZZLE] [OPTIONS]`.
In a checkout, use `scripts/caracol`, which first installs whatever is missing.
`caracol COMMAND --help` shows the same information as this page.
All commands use the same [exit statuses](errors-and-statuses.md).
Colours are used only on a terminal, and not if `NO_COLOR` is set.

With `eval "$(caracol --completion bash)"` in `~/.bashrc`, the shell completes commands and
values: genres, formats, grades, techniques, examples and files.
For zsh, put the same line with `zsh` in `~/.zshrc`, after `compinit`; for fish, put
`caracol --completion fish | source` in `config.fish`.
`caracol --man | man -l -` shows the manual page.
"""

Parameters = Sequence[Parameter]

SHARED: dict[str, tuple[Parameters, str]] = {
    "The puzzle": (
        tuple(one for one in PUZZLE if one.flags is not None),
        "Every known [format](formats.md) is detected.\n"
        "A file may contain many puzzles, which are answered in order "
        "([more](../how-to/solve-many.md)).",
    ),
    "Limits": ((LIMIT,), "If the limit is reached first, the answer is “unknown”."),
    "Drawing": (drawing(), "Options for boards in the terminal."),
}
"""Parameters that many commands share."""


def page() -> str:
    """Return the whole page."""
    verbs = list_commands()
    parts = [HEAD, "| command | purpose |\n|---|---|"]
    parts += [f"| [`{verb.name}`](#{verb.name}) | {verb.about} |" for verb in verbs]
    parts.append("\n## Shared arguments")
    shared: dict[str, Parameters] = {}
    for heading, (parameters, words) in SHARED.items():
        shared[heading] = parameters
        parts.append(f"\n### {heading}\n\n{words}\n")
        parts += _table(parameters)
    for verb in verbs:
        parts.append(f"\n## {verb.name}\n\n{verb.sentence}")
        parts += _section(verb, verb.name, "###", shared)
    return "\n".join(parts) + "\n"


def _alike(parameters: Parameters) -> set[tuple[tuple[str, ...] | None, str]]:
    """Return keys by which equal parameters are recognised."""
    return {(one.flags, one.help) for one in parameters}


def _in_common(verbs: Iterable[Verb]) -> dict[str, Parameters]:
    """Return the groups of parameters that several verbs share, by title."""
    found: dict[str, list[Parameters]] = {}
    for verb in verbs:
        groups: dict[str, list[Parameter]] = {}
        for one in verb.own_parameters():
            if one.group:
                groups.setdefault(one.group, []).append(one)
        for title, parameters in groups.items():
            found.setdefault(f"{title[0].upper()}{title[1:]}", []).append(parameters)
    return {
        title: several[0]
        for title, several in found.items()
        if len(several) > 1 and all(_alike(one) == _alike(several[0]) for one in several)
    }


def _section(verb: Verb, words: str, heading: str, shared: dict[str, Parameters]) -> Iterator[str]:
    """Yield the parameters of a verb, then its subcommands."""
    own: list[Parameter] = list(verb.own_parameters())
    below = verb.own_verbs()
    if not below:
        names = " ".join(show_usage(one) for one in own if not one.flags)
        yield f"\n`{f'caracol {words} {names}'.strip()} [OPTIONS]`"
    elsewhere = []
    for name, parameters in shared.items():
        if _alike(parameters) <= _alike(own):
            elsewhere.append(f"[{name.lower()}](#{name.lower().replace(' ', '-')})")
            own = [one for one in own if not _alike([one]) <= _alike(parameters)]
    if own:
        yield ""
        yield from _table(own)
    if elsewhere:
        yield f"\n{'Also' if own else 'Arguments'}: {', '.join(elsewhere)}."
    common_to_some = _in_common(below)
    for title, parameters in common_to_some.items():
        yield f"\n{heading} {title}\n"
        yield from _table(parameters)
    for one in below:
        yield f"\n{heading} {words} {one.name}"
        yield f"\n{one.sentence}"
        yield from _section(one, f"{words} {one.name}", heading + "#", shared | common_to_some)


def _table(parameters: Parameters) -> Iterator[str]:
    yield "| argument | meaning |\n|---|---|"
    for one in parameters:
        names = ", ".join(f"`{name}`" for name in show_flags(one)) or f"`{show_usage(one)}`"
        meaning = show_meaning(one).replace("|", "\\|")
        yield f"| {names} | {meaning} |"
