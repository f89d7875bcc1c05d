"""Surveys in which two half-samples are asked with different probabilities. Together they identify shares that one does not."""
