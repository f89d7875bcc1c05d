"""Designs whose answers tell the most about the truth, as measured by information or by divergences between truths."""
