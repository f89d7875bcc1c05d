"""The exact covariance of estimated shares, and criteria such as its trace or determinant.

The criteria are computed in exact numbers or in intervals (balls), and written as symbols or as expressions of cvxpy.
"""
