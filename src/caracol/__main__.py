"""``caracol`` and ``python -m caracol``: the command line as a program."""

import gc
import sys

from caracol.cli import main as command_line

GARBAGE_AFTER = 50_000
"""Number of new objects after which Python looks for garbage."""


def main() -> int:
    """Run one command and return its exit status.

    Nearly all that a command loads stays until it ends. Searching it for garbage, while it loads
    and once more at the end, would be a quarter of a first answer.
    """
    gc.set_threshold(GARBAGE_AFTER)
    try:
        return command_line.main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(main())
