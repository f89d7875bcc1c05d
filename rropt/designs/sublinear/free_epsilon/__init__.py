"""Where ε is free and the optimum is a function of it: exact pieces."""
