"""Linear designs with δ > 0 where ε is free: forms in t."""
