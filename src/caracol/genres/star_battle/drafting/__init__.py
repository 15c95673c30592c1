"""Making Star Battles: random stars and regions, and borders that move."""
