"""Explanations of why cells of a line follow from its clue: arguments about runs, and claims."""
