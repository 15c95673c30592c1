"""``python -m caracol``: the command line."""

import sys

from caracol.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
