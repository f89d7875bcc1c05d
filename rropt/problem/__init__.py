"""Questions about designs, and their answers."""
