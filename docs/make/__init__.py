"""Makes the parts of the documentation that follow from the code; ``scripts/docs`` runs it."""
