"""Surveys in which two half-samples are asked with different probabilities. Together the half-samples identify two shares, which
one half-sample alone could not identify."""
