"""Solvers of mathematical programs, which know nothing of privacy; tolerances stand here and in the `numeric` files only."""
