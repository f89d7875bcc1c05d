"""Rows of mechanisms, and the prices (multipliers) by which an optimum is bounded.

The prices bound the optimum if an inequality holds at every row that the demand allows. The files here read the prices. They prove
the inequality, or list finitely many rows at which it is enough to test it.
"""
