"""The exact covariance of estimated shares, and the criteria on it: in exact numbers, balls, symbols and expressions of cvxpy."""
