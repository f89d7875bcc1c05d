"""Linear designs with δ = 0: a program whose columns are patterns (rows of entries 1 and T), its bases, bounds, and optima as
functions of t."""
