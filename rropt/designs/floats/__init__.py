"""Solve programs over rows in floats, improve solutions by Newton's steps on the rows with positive weight, and find rational
numbers near floats."""
