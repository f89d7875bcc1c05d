"""Optimise the trace and every other linear objective over the mechanisms that keep a demand."""
