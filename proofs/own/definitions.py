"""rropt's own words as terms: t = e^ε, d = δ, pi = π; p, q the probabilities of a true 'no' and a true 'yes'.

X = p/(p+q−1) and Y = q/(p+q−1) are the coordinates of `rropt.binary.polygon`; A = (a, a), B = (1/d, 1) and
C = (1, 1/d) the vertices of its polyhedron; g the threshold; W, y0, y1, m0, m1 the information and the prices of the four-output
mechanism, `rropt.binary.many`; phi the function of `rropt.engine.prices`.
"""

from functools import partial

from rropt.claims import Formula

DEFINE = {
    "V(p, q)": "(1/4 - (p - 1/2 - pi*(p+q-1))^2)/(p+q-1)^2",
    "F(X, Y)": "(X - pi)*(Y - 1 + pi)",
    "a": "(t+d)/(t-1+2*d)",
    "g": "d*(t+d)/(t-1+2*d)^2",
    "first(X, Y)": "(t-1+d)*X + d*Y - t - d",
    "second(X, Y)": "d*X + (t-1+d)*Y - t - d",
}
says = partial(Formula, define=DEFINE)

ROW = {
    "f(u, v)": "(v-u)^2/((1-pi)*u + pi*v)",
    "y0": "(t*f(t,1) - f(1,t))/(t^2-1)",
    "y1": "(t*f(1,t) - f(t,1))/(t^2-1)",
    "m0": "1/(1-pi) - y0",
    "m1": "1/pi - y1",
    "I(pi)": "d/(1-pi) + d/pi + (1-d)*(t-1)^2/(t+1)*(1/((1-pi)*t+pi) + 1/((1-pi)+pi*t))",
}
of_rows = partial(Formula, define=ROW)

INNER = {"pi": "(0, 1)"}
STRICT = {"t": "t > 1"}
RELAXED = {"t": "t >= 1", "d": "[0, 1]"}
JOINT = {"t": "t > 1", "d": "(0, 1)"}
LINES = ("first(X,Y) >= 0", "second(X,Y) >= 0")
