"""Intervals of an estimated share, by four methods, and how often they cover the truth."""
