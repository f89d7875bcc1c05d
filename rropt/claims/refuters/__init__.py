"""Refuters: exact rational points at which a statement is false."""
