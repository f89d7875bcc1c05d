"""The region as a polyhedron: X = p00/D and Y = p11/D turn R' into four half-planes and n Var into a product.

With D = p00 + p11 - 1 the point (p00, p11) = (X, Y)/(X + Y - 1) is recovered, and R' is X, Y >= 1 with the two lines of
(11). Its vertices are A = (al, al), the point where both are tight, B = (1/delta, 1) for (1, delta), and C = (1, 1/delta)
for (delta, 1). Along an edge the product is a concave quadratic, so no point is as good as the best vertex.
"""

WORDS = {"F(X, Y)": "(X - pi)*(Y - 1 + pi)", "al": "(t+d)/(t-1+2*d)", "gg": "d*(t+d)/(t-1+2*d)^2"}
DEMAND = {"t": "t >= 1", "d": "0 < d <= 1"}
LINES = ("d*X + (t-1+d)*Y >= t + d", "(t-1+d)*X + d*Y >= t + d")
