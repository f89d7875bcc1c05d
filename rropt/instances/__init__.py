"""Printed formulas at numbers, beside cvxpy's optimum and the certified one: above the claims, which know no problem."""
