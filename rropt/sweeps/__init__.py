"""Many designs at once: a grid of problems, processes or a cluster that solve them, and a store of their certificates."""
