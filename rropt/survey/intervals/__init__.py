"""Intervals of an estimated share, by five methods, and how often they cover the truth."""
