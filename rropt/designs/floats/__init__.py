"""Floats of many digits, and rational numbers near floats."""
