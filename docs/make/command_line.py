"""The reference of the command line, from what argparse knows."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

from caracol.cli import COMMANDS, parsers, sentence
from caracol.commands import common

HEAD = """# The command line

`caracol COMMAND [PUZZLE] [OPTIONS]`; from a checkout, `scripts/caracol` sets up what is missing
and does the same.
`caracol COMMAND --help` says what stands here.
Exit statuses are the same for all commands: [errors and statuses](errors-and-statuses.md).
Colour is used on a terminal only, and not where `NO_COLOR` is set.
"""

SHARED: dict[str, tuple[Callable[[argparse.ArgumentParser], None], str]] = {
    "The puzzle": (
        common.add_puzzle,
        "Every known [format](formats.md) is detected.\n"
        "A file may hold many puzzles: each is answered in its turn "
        "([how](../how-to/solve-many.md)).",
    ),
    "Limits": (common.add_limits, "What is not known by then is said to be unknown."),
    "Drawing": (common.add_drawing, "How boards look in the terminal."),
}
"""Arguments that many commands have, and what adds them."""

Actions = list[argparse.Action]


def page() -> str:
    """The whole page."""
    parts = [HEAD, "| command | what it does |\n|---|---|"]
    parts += [f"| [`{name}`](#{name}) | {summary} |" for name, summary in COMMANDS.items()]
    parts.append("\n## What many commands take")
    shared: dict[str, Actions] = {}
    for heading, (add, words) in SHARED.items():
        shared[heading] = _actions(add)
        parts.append(f"\n### {heading}\n\n{words}\n")
        parts += _table(shared[heading])
    for name, summary in COMMANDS.items():
        parts.append(f"\n## {name}\n\n{sentence(summary)}")
        _, command = parsers(name)
        assert command is not None
        parts += _told(command, f"caracol {name}", "###", shared)
    return "\n".join(parts) + "\n"


def _actions(add: Callable[[argparse.ArgumentParser], None]) -> Actions:
    parser = argparse.ArgumentParser(add_help=False)
    add(parser)
    return parser._actions


def _choices(action: argparse.Action) -> dict[str, argparse.ArgumentParser] | None:
    return dict(action.choices) if isinstance(action, argparse._SubParsersAction) else None


def _alike(actions: Actions) -> set[tuple[tuple[str, ...], str | None]]:
    """What makes arguments the same wherever they stand."""
    return {(tuple(action.option_strings), action.help) for action in actions}


def _in_common(commands: Iterable[argparse.ArgumentParser]) -> dict[str, Actions]:
    """The groups of arguments that several commands have, by their titles."""
    found: dict[str, list[Actions]] = {}
    for group in (group for command in commands for group in command._action_groups[2:]):
        found.setdefault(sentence(group.title or "").rstrip("."), []).append(group._group_actions)
    return {
        title: several[0]
        for title, several in found.items()
        if len(several) > 1 and all(_alike(one) == _alike(several[0]) for one in several)
    }


def _told(
    parser: argparse.ArgumentParser, words: str, heading: str, shared: dict[str, Actions]
) -> Iterator[str]:
    """The arguments of one command, and then the commands below it."""
    below: dict[str, argparse.ArgumentParser] = {}
    helps: dict[str, str | None] = {}
    own = []
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        if found := _choices(action):
            below = found
            helps = {choice.dest: choice.help for choice in action._choices_actions}
        else:
            own.append(action)
    if not below:
        names = " ".join(_usage(action) for action in own if not action.option_strings)
        yield f"\n`{f'{words} {names}'.strip()} [OPTIONS]`"
    elsewhere = []
    for name, actions in shared.items():
        if _alike(actions) <= _alike(own):
            elsewhere.append(f"[{name.lower()}](#{name.lower().replace(' ', '-')})")
            own = [action for action in own if not _alike([action]) <= _alike(actions)]
    if own:
        yield ""
        yield from _table(own)
    if elsewhere:
        yield f"\n{'Also' if own else 'It takes'}: {', '.join(elsewhere)}."
    common_to_some = _in_common(below.values())
    for title, actions in common_to_some.items():
        yield f"\n{heading} {title}\n"
        yield from _table(actions)
    for name, command in below.items():
        summary = helps.get(name) or ""
        yield f"\n{heading} {words.removeprefix('caracol ')} {name}"
        if summary:
            yield f"\n{sentence(summary)}"
        yield from _told(command, f"{words} {name}", heading + "#", shared | common_to_some)


def _table(actions: Actions) -> Iterator[str]:
    yield "| argument | meaning |\n|---|---|"
    for action in actions:
        yield f"| {_written(action)} | {_meant(action)} |"


def _usage(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest).upper()
    return {"?": f"[{name}]", "*": f"[{name} …]", "+": f"{name} …"}.get(str(action.nargs), name)


def _written(action: argparse.Action) -> str:
    """An argument as one types it."""
    if not action.option_strings:
        return f"`{_usage(action)}`"
    takes = "" if action.nargs == 0 else f" {_placeholder(action)}"
    names = [f"`{name}{takes if name[:2] == '--' else ''}`" for name in action.option_strings]
    return ", ".join(names)


def _placeholder(action: argparse.Action) -> str:
    if action.choices is not None and action.metavar is None:
        return "WORD"
    if isinstance(action.metavar, tuple):
        # A flag that takes several words has a name for the first and one for the rest.
        return f"{action.metavar[0]} [{action.metavar[1]} …]"
    return str(action.metavar or action.dest.upper())


def _meant(action: argparse.Action) -> str:
    words = (action.help or "").replace("%%", "%").replace("|", "\\|")
    # Where each choice is told, they need no list.
    if action.choices is not None and not all(f"{one}:" in words for one in action.choices):
        words += f" ({', '.join(map(str, action.choices))})"
    if action.required and action.option_strings:
        words += " (needed)"
    return words
