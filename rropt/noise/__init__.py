"""Numeric answers: sensitivities, Laplace and discrete Laplace noise, the optimal staircase, and exact draws."""
