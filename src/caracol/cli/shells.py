"""Completion scripts for shells.

Put ``eval "$(caracol --completion bash)"`` in ~/.bashrc; for zsh, the same with ``zsh`` in
~/.zshrc, after ``compinit``; for fish, ``caracol --completion fish | source`` in config.fish.

The scripts contain the verbs. For all other words they run ``caracol --complete``, so genres,
formats, techniques and tags are always up to date.
"""

from __future__ import annotations

from caracol.verbs.registry import COMMANDS


def script(shell: str) -> str:
    """Return the completion script for a shell."""
    text = {"bash": BASH, "zsh": ZSH, "fish": FISH}[shell]
    return text.replace("@VERBS@", " ".join(COMMANDS))


BASH = """\
_caracol() {
    local line=${COMP_LINE:0:COMP_POINT} words=("${COMP_WORDS[@]:1:COMP_CWORD}") found files=''
    local word=${words[${#words[@]} - 1]} whole
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ] && [[ "$word" != -* ]]; then
        COMPREPLY=($(compgen -W '@VERBS@' -- "$word"))
        return
    fi
    # bash splits words at colons and equals signs, which puzzle names and options may contain.
    if [ -n "$line" ]; then
        read -ra words <<< "$line"
        [[ "$line" == *' ' ]] && words+=('')
        words=("${words[@]:1}")
    fi
    whole=${words[${#words[@]} - 1]}
    while IFS= read -r found; do
        if [ "$found" = '*' ]; then
            files=1
        elif [ -n "$found" ]; then
            COMPREPLY+=("${found:${#whole} - ${#word}}")
        fi
    done < <("${COMP_WORDS[0]}" --complete "${words[@]}" 2>/dev/null)
    if [ -n "$files" ] && [ "$word" = "$whole" ]; then
        while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _caracol caracol
"""

ZSH = """\
#compdef caracol
_caracol() {
    local -a found
    if (( CURRENT == 2 )) && [[ "$PREFIX" != -* ]]; then
        compadd -- @VERBS@
        return
    fi
    found=("${(@f)$("${words[1]}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    compadd -- "${(@)found:#(|\\*)}"
    (( ${found[(Ie)*]} )) && _files
    return 0
}
compdef _caracol caracol
"""

FISH = """\
function __caracol_complete
    set -l words (commandline -opc) (commandline -ct)
    for found in ($words[1] --complete $words[2..-1] 2>/dev/null)
        if test "$found" = '*'
            __fish_complete_path (commandline -ct)
        else
            echo $found
        end
    end
end
complete -c caracol -f
complete -c caracol -n __fish_use_subcommand -a '@VERBS@'
complete -c caracol -n 'not __fish_use_subcommand' -a '(__caracol_complete)'
complete -c caracol -n __fish_use_subcommand -l help -l version -l completion -l man
"""
