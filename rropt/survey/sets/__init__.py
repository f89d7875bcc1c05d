"""Estimates from answers that are sets of truths."""
