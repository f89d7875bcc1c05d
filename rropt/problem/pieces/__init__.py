"""Answers in pieces, if epsilon, delta or the prevalence is free: finding where each piece ends, and writing the pieces."""
