"""Surveys: what answers randomized by a known mechanism say about a population, how surely, and how many are needed."""
