"""Boundaries h of privacy-breach demands, as exact functions on [0, 1]. A boundary bounds a posterior probability, given the prior.

The package reads, mirrors and compares boundaries. For a boundary h it finds the largest factor by which the odds of an event may
grow, whatever the prior, without breaking h.
"""
