"""Everything that Caracol can do, one module per verb, and the exit statuses of commands."""

ANSWERED, NEGATIVE, WRONG, UNKNOWN, STOPPED = 0, 1, 2, 3, 130
"""Exit statuses: answered; negative answer; wrong input; limit reached; Ctrl-C."""
