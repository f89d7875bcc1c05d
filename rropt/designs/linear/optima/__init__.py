"""All optima of a linear design: its optimal face and the vertices of it."""
