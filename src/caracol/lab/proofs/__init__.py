"""Proofs that a solution is the only one: written, read and checked."""
