"""Printed formulas evaluated at numbers, beside cvxpy's optimum and the certified one.

This is a room of its own because `rropt.claims` imports no problem.
"""
