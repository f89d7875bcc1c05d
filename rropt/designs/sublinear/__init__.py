"""Designs whose answers tell most, measured by information about the truth or by divergences between truths."""
