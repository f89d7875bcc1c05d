"""Printed formulas evaluated at numbers, beside cvxpy's optimum and the certified one.

This package stands apart because `rropt.claims` does not import `rropt.problem`.
"""
