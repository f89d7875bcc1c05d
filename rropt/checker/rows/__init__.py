"""Rows of mechanisms: what a demand allows of them, the prices of an optimum, and the ways to show an inequality on all of them."""
