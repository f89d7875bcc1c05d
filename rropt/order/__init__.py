"""Blackwell's order: which mechanism is more informative, by how much, and which are admissible, each with a witness."""
