"""Pictures of boards: text for the terminal, SVG, PNG, PDF, and whole books."""
