"""Regression on randomized answers: covariates explain a truth that nobody sees, or this truth explains an outcome."""
