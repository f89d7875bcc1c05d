"""Solvers of mathematical programs, which know nothing of privacy; the tolerances for comparing answers are in `agreement`."""
