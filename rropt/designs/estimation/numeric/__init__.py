"""Floats, which nobody has to trust: the interior point, what it is asked, its optimum, and rational numbers near it."""
