"""The linear program of a linear objective if pairs of inputs have their own bounds, or if the mechanism must meet conditions.

The modules state this program, find its exact bases, and compute rational bounds on its optimum.
"""
