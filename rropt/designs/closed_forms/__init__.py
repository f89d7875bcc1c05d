"""Closed forms of optima, one a file, as sympy derives them in the letters t = e^epsilon, delta and pi."""
