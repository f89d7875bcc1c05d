"""Estimation in floats, which nobody has to trust: a program as the solvers take it, the solvers, and the optimum found."""
