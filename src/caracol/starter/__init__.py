"""A small genre, whole: what CONTRIBUTING.md shows and ``caracol genres --new`` writes."""
