"""Linear designs with δ = 0: the staircase form, its bases, bounds, and forms in t."""
