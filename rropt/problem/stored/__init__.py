"""A design as JSON: how its fields are written, what the checker says of them, and the design read back."""
