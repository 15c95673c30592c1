"""What a careless author wrote."""

raise RuntimeError("the editor has no time today")
