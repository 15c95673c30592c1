"""Techniques for one closed loop, along the sides of squares or through their centres."""
