"""Variances of the estimated share of one of two inputs: a polygon for two answers, one best mechanism for any number."""
