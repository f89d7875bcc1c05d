"""Rows of mechanisms: the prices of an optimum, and the ways to show an inequality at all rows that a demand allows."""
