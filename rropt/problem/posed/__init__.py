"""The parts of which a problem is built in sympy (symbols and relations) and in cvxpy (Parameters, the demand, the rows of
mechanisms)."""
