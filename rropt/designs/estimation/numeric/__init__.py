"""Convert estimation programs to floats, solve them, and represent the optimum. Nobody has to trust these floats."""
