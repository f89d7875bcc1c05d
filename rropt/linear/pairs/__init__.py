"""Linear designs under bounds of their own for each ordered pair of inputs."""
