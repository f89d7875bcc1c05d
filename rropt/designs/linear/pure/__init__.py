"""Linear designs with δ = 0: a program over patterns (the staircase form), its bases, bounds, and optima as functions of t."""
