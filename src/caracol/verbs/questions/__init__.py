"""Verbs that answer a question about a puzzle or a grid."""
