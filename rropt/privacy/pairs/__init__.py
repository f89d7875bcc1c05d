"""Demands that state a ratio and a slack for each ordered pair of inputs."""
