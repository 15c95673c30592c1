"""Whoever imports this hears Ctrl-C, wherever the tests are started from."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in the background deaf to Ctrl-C, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
