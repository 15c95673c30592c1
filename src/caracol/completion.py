"""What completes the words of the command line in a shell, made from the commands themselves.

``eval "$(caracol --completion bash)"`` in ~/.bashrc; for zsh the same in ~/.zshrc, after
``compinit``; ``caracol --completion fish | source`` in config.fish.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from caracol.plugins import list_genres
from caracol.records import NamedTuple

OF_A_GENRE = ("generate", "genres")
"""Commands whose first word is a genre."""


class After(NamedTuple):
    """What can stand after a command: flags, and words that are no file."""

    flags: list[str]
    words: list[str]


Parsers = Mapping[str, Sequence[argparse.ArgumentParser]]
"""For each command its parser, and those of its own commands."""


def script(shell: str, parsers: Parsers) -> str:
    """The text for this shell."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](known(parsers))


def known(parsers: Parsers) -> dict[str, After]:
    """For each command its flags and words."""
    genres = [genre.id for genre in list_genres()]
    found = {}
    for name, every in parsers.items():
        flags = {flag for one in every for flag in one._option_string_actions}
        own = [one.prog.split()[-1] for one in every[1:]]
        words = own or (genres if name in OF_A_GENRE else [])
        found[name] = After(sorted(flag for flag in flags if flag.startswith("--")), words)
    return found


def _cases(commands: Mapping[str, After]) -> str:
    lines = []
    for name, (flags, words) in commands.items():
        lines.append(f"        {name}) flags='{' '.join(flags)}' words='{' '.join(words)}' ;;")
    return "\n".join(lines)


def _bash(commands: Mapping[str, After]) -> str:
    return f"""\
_caracol() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} flags='--help --version --completion' words=''
    case "${{COMP_WORDS[1]}}" in
{_cases(commands)}
        *) words='{" ".join(commands)}' ;;
    esac
    if [ "$COMP_CWORD" = 1 ]; then words='{" ".join(commands)}'; fi
    case "$word" in
        -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
        *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    esac
}}
complete -o default -F _caracol caracol
"""


def _zsh(commands: Mapping[str, After]) -> str:
    return f"""\
#compdef caracol
_caracol() {{
    local flags='--help --version --completion' words_=''
    case "${{words[2]}}" in
{_cases(commands).replace(" words=", " words_=")}
    esac
    if (( CURRENT == 2 )); then words_='{" ".join(commands)}'; fi
    if [[ "$PREFIX" == -* ]]; then
        compadd -- ${{=flags}}
    elif [[ -n "$words_" ]]; then
        compadd -- ${{=words_}}; (( CURRENT > 2 )) && _files
    else
        _files
    fi
}}
compdef _caracol caracol
"""


def _fish(commands: Mapping[str, After]) -> str:
    lines = ["complete -c caracol -n __fish_use_subcommand -l help -l version"]
    for name, (flags, words) in commands.items():
        lines.append(f"complete -c caracol -n __fish_use_subcommand -f -a {name}")
        after = f"complete -c caracol -n '__fish_seen_subcommand_from {name}'"
        lines += [f"{after} -l {flag[2:]}" for flag in flags]
        if words:
            lines.append(f"{after} -a '{' '.join(words)}'")
    return "\n".join(lines) + "\n"
