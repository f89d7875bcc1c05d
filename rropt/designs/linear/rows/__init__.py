"""Linear objectives under bounds of pairs of inputs and conditions: the linear program, its exact bases, and rational bounds."""
