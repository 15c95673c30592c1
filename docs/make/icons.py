"""The icons of an installed site, drawn from the icon of the page."""

from __future__ import annotations

import sys
from pathlib import Path

import typst

WEB = Path(__file__).parents[2] / "src" / "caracol" / "web"
FILES = WEB / "site" / "files"
ICONS = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-maskable.png": (512, 0.6)}
"""Pixels of each icon, and the share of its width that is drawn on.

Systems cut a maskable icon into a shape of their own, and may remove everything except a circle
in the middle, whose diameter is four fifths of the width.
"""


def draw_icon(pixels: int, share: float) -> bytes:
    """Return an icon as PNG."""
    drawing = (WEB / "static" / "favicon.svg").read_text(encoding="utf-8").replace('"', '\\"')
    ground = "none" if share == 1 else "white"
    page = (
        f"#set page(width: {pixels}pt, height: {pixels}pt, margin: 0pt, fill: {ground})\n"
        f'#align(center + horizon, image(bytes("{drawing}"), format: "svg", width: {share:.0%}))'
    )
    found = typst.compile(page.encode(), format="png", ppi=72)
    assert isinstance(found, bytes)
    return found


def main() -> int:
    """Write all icons."""
    for name, how in ICONS.items():
        (FILES / name).write_bytes(draw_icon(*how))
    return 0


if __name__ == "__main__":
    sys.exit(main())
