"""Proofs checked again in plain Python arithmetic, with no library behind it."""
