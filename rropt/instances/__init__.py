"""Evaluate the printed formulas of claims at numbers, and compare the result with cvxpy's optimum and the certified optimum.

This package is separate from `rropt.claims`, because it needs `rropt.problem`, which `rropt.claims` does not import.
"""
