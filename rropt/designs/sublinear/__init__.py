"""Designs that keep most: information about the truth, and divergences between truths."""
