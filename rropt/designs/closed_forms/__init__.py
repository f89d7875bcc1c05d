"""Derives closed forms of optima by sympy, in terms of t = e^epsilon, delta and the prevalence pi. Each file derives one or two."""
