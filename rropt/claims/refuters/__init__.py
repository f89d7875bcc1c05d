"""Refuters: exact points at which a statement is false; a coordinate may be irrational."""
