"""Finds B(h), exactly or between bounds, for a boundary h given by formulas or by a Python function. Loads sympy."""
