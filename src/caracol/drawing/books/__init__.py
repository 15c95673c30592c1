"""Books of puzzles: pages, sheets and the whole as PDF."""
