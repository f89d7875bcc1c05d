"""Answers where epsilon, delta or the prevalence is free: the pieces, where one ends, and how each is said."""
