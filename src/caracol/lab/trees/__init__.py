"""Search trees: recorded during a search, and written as text, pictures and pages."""
