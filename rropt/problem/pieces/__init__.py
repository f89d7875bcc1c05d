"""Finds the parts of an interval of epsilon, delta or the prevalence on which one formula holds, and writes them."""
