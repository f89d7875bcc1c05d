"""The exact covariance of estimated shares, and what objectives ask of it."""
