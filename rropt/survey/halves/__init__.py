"""Surveys of two half-samples that are asked with different chances: they identify shares that one sample alone does not."""
