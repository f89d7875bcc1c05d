"""Linear objectives under a cone of rows, budgets and conditions: the linear program, its exact bases, and bounds."""
