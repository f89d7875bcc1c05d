"""A linear objective on the rows of a mechanism under a cone, budgets and conditions: its program, bases, and bounds."""
