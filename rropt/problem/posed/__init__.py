"""The parts of a problem's two poses: symbols and relations in sympy; Parameters, demands and rows in cvxpy."""
