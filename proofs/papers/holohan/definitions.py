"""Holohan, Leith and Mason: the words of the paper as terms.

x = p00, y = p11, pi = π, t = e^ε, d = δ; the paper's line parameter t of (19) and (22) is called u, its sample size n
and its count N keep their names. `V` is n·Var, the value of (6) at n = 1.
"""

from functools import partial

from rropt.claims import Formula

DEFINE = {
    "D(x, y)": "x + y - 1",
    "P0(x, y, pi)": "x - pi*(x+y-1)",
    "P1(x, y, pi)": "1 - x + pi*(x+y-1)",
    "V(x, y, pi)": "(1/4 - (x - 1/2 - pi*(x+y-1))^2)/(x+y-1)^2",
    "W(p, pi)": "(1/4 - (p - 1/2 - pi*(2*p-1))^2)/(2*p-1)^2",
    "f(x, y)": "2*x*y - x - y + 1",
    "r(u, t, d)": "(1 + d/t)*(1-u) + (t+d)/(t+1)*u",
    "s(u, t, d)": "(t+d)/(t+1)*u",
    "t0(t, d)": "d*(t+1)/(t+d)",
    "a(t, d)": "(t+d)/(t+1)",
    "g(t, d)": "d*(t+d)/(t+2*d-1)^2",
}
says = partial(Formula, define=DEFINE)
TIMES_N = "V and W are n times the error: the paper's denominators have a factor n more"

UNIT = {"x, y": "[0, 1]"}
SHARE = {"pi": "[0, 1]"}
INNER = {"pi": "(0, 1)"}
STRICT = {"t": "t > 1"}
RELAXED = {"t": "t >= 1", "d": "0 < d <= 1"}
ABOVE = ("x + y > 1",)
PRIVATE = ("x + y > 1", "y <= t*(1-x)", "x <= t*(1-y)")
REGION = ("x + y > 1", "y <= t*(1-x) + d", "x <= t*(1-y) + d")
