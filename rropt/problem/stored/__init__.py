"""Designs as JSON: writing their fields, judging them with the checker, and reading a design back."""
