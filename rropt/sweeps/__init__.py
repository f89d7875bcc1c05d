"""Many designs at once: a grid of problems, the processes or the cluster that solve them, and a store of the designs."""
