"""Parameters as text, for the manual page and the reference."""

from __future__ import annotations

from caracol.verbs.verb import Parameter


def show_usage(parameter: Parameter) -> str:
    """Return a positional argument as it appears in a usage line."""
    name = str(parameter.metavar or parameter.name).upper()
    return {"?": f"[{name}]", "*": f"[{name} …]", "+": f"{name} …"}.get(str(parameter.nargs), name)


def show_flags(parameter: Parameter) -> list[str]:
    """Return the flags of an option, the long ones with a placeholder."""
    takes = f" {show_placeholder(parameter)}" if parameter.takes_value else ""
    flags = list(parameter.flags or ())
    if parameter.action == "yes-no":
        flags.append(f"--no-{parameter.name}")
    return [f"{flag}{takes if flag.startswith('--') else ''}" for flag in flags]


def show_placeholder(parameter: Parameter) -> str:
    """Return the placeholder for the value of an option."""
    if parameter.choices and parameter.metavar is None:
        return "WORD"
    if isinstance(parameter.metavar, tuple):
        # A flag with several values has one name for the first and one for the rest.
        return f"{parameter.metavar[0]} [{parameter.metavar[1]} …]"
    return str(parameter.metavar or parameter.name.upper())


def show_meaning(parameter: Parameter) -> str:
    """Return the description of a parameter, with its choices."""
    words = parameter.help.replace("%%", "%")
    # No list is needed if each choice is explained.
    if not all(f"{one}:" in words for one in parameter.choices):
        words += f" ({', '.join(parameter.choices)})"
    if parameter.required:
        words += " (required)"
    return words
