"""Refuters: they find exact points, perhaps with irrational coordinates, at which a statement is false."""
