"""Solvers of mathematical programs, which know nothing of privacy."""
