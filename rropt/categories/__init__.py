"""Designs for k categories: patterns of {1, t}^k with weights, and the objectives that they are chosen by."""
