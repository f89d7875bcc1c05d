"""Questions posed for other programs, in numbers for cvxpy and in symbols for sympy, as a check and to alter."""
