"""What people use for k categories at one privacy, ranked: every named family with its exact variances."""
