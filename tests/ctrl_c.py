"""Restore the handling of Ctrl-C, on import and before a test sends it to its own process."""

from __future__ import annotations

import signal


def hear_ctrl_c() -> None:
    """Let Ctrl-C raise ``KeyboardInterrupt`` here, whatever happened before.

    Libraries that a test has called may have left it at the system's default, which ends the
    process.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell makes background jobs ignore Ctrl-C, and their children inherit that.
    hear_ctrl_c()
