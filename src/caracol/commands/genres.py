"""caracol genres"""

from __future__ import annotations

import argparse
import json
import textwrap

from caracol.commands import common
from caracol.plugins import get_genre, list_genres


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``genres``."""
    parser.add_argument("name", nargs="?", help="only this genre, with its techniques")
    parser.add_argument("--json", action="store_true", help="print JSON, one line a genre")


def run(asked: argparse.Namespace) -> int:
    """List the genres."""
    from caracol.explaining import techniques

    for found in [get_genre(asked.name)] if asked.name else list_genres():
        if asked.json:
            entries = {
                "id": found.id,
                "name": found.name,
                "instructions": found.instructions,
                "techniques": techniques(found),
            }
            print(json.dumps(entries, ensure_ascii=False))
        else:
            print(f"{found.id}  ({found.name})")
            print(textwrap.indent(textwrap.fill(found.instructions, 76), "    "))
            if asked.name:
                print("    techniques:")
                for technique, name in techniques(found).items():
                    print(f"      {technique:18} {name}")
    return common.ANSWERED
