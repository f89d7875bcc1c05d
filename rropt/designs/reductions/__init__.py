"""Reductions: to solve a problem, another problem is solved, and its answer is rewritten as an answer to the first."""
