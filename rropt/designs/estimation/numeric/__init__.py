"""Convert estimation programs to floats, solve them, and represent the optimum. No proof relies on these floats."""
