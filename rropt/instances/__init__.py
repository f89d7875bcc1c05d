"""Evaluate the printed formulas of papers' claims at numbers, and compare each result with two optima: cvxpy's and a certified one.

This package is separate from `rropt.claims`, because it needs `rropt.problem`, which `rropt.claims` does not import.
"""
