"""Rows of mechanisms, and the prices (multipliers) by which an optimum is bounded.

The prices bound the optimum if an inequality holds at every row that the demand allows. The files here read the prices, and show
the inequality or list the rows at which it is tried.
"""
