"""Linear designs with δ = 0, as a linear program whose columns are patterns (rows with the entries 1 and e^ε).

The modules find bases of this program, bounds on its optimum, and optima as functions of t = e^ε.
"""
