"""Exact arithmetic with quotients of integer polynomials, and their signs on a domain."""
