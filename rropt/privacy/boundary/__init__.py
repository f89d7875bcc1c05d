"""The boundaries h of privacy-breach demands: exact functions on [0, 1], read, mirrored, compared, and their infimum."""
