"""The boundaries h of privacy-breach demands (h bounds a posterior probability, given the prior), as exact functions on [0, 1].

They are read, mirrored and compared here, and the infimum of the odds ratio that they allow is found.
"""
