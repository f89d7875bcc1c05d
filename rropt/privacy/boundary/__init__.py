"""The boundaries h of privacy-breach demands (h bounds a posterior probability, given the prior), as exact functions on [0, 1].

The package reads, mirrors and compares them, and finds the largest growth of odds that a boundary h allows at every prior.
"""
