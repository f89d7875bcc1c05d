"""Solvers of programs in general; they know no privacy, and with the `numeric` files are the home of tolerances."""
