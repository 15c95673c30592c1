"""The walk through a puzzle: boards, positions, and the ladder of techniques."""
