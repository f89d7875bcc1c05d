"""Linear objectives if pairs of inputs have bounds of their own, or under conditions: the linear program, its exact bases, and
rational bounds."""
