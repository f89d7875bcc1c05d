"""Finds the bound B(h) of a privacy demand whose boundary h is given by formulas or by a Python function. Loads sympy."""
