"""Rules that several genres state: houses, and one closed loop."""
