"""B(h) of an h given by formulas: exact where it is algebraic, else enclosed in ball arithmetic. Loads sympy."""
