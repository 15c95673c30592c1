"""The commands of the command line, one module each, and the statuses that they end with."""

ANSWERED, NEGATIVE, WRONG, UNKNOWN, STOPPED = 0, 1, 2, 3, 130
"""Exit statuses: answered; answered with no; wrong input; a limit was reached; Ctrl-C."""
