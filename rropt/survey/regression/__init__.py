"""Regression on randomized answers: a truth that nobody sees, as what is explained or as what explains."""
