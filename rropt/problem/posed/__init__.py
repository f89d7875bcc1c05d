"""What the two poses of every problem are made of: the record of symbols, and Parameters, demands and rows in cvxpy."""
