"""Blackwell's order, exact algebra only: garblings, minimal forms, decision problems, two-valued rows."""
