"""Demands that state a ratio e^ε and a slack δ of their own for each ordered pair of inputs."""
