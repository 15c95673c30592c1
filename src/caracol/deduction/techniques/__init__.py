"""Techniques for every genre, and their claims."""
