"""Reductions: a problem is solved as another problem, whose answer is rewritten as an answer to the first."""
