"""Families whose answer is several bits, each randomized by itself."""
