"""Linear designs with δ > 0: the pair form, its bases, bounds, and forms in t."""
