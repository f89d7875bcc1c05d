"""Estimators and intervals: what answers randomized by a known mechanism say about a population, and how surely."""
