"""Chai and Nayak: the words of the paper as terms.

p = P_α(Q) is a prior and q = P_α(Q|d_i) a posterior probability; g = γ, b = β, r1 and r2 = ρ1 and ρ2, a and c are
arguments of h. For a response d_i, an event Q and a prior α let x be the α-average of the i-th row over Q and y that
over its complement: then q = px/(px + (1−p)y), which is `post(p, u)` with u = x/y, and a row of parity g has 1/g ≤ u ≤ g
(claim `averages`). So statements about every k, m, α and Q become statements about p and u.
"""

from functools import partial

from rropt.claims import Formula

DEFINE = {
    "post(p, u)": "p*u/(p*u + 1 - p)",
    "H(g, p)": "g*p/(1 + (g-1)*p)",
    "L(g, p)": "1 - H(g, 1-p)",
    "R(p, h)": "(1-p)/p*h/(1-h)",
    "K(r1, r2)": "r2*(1-r1)/(r1*(1-r2))",
}
says = partial(Formula, define=DEFINE)
PRIOR = {"p": "(0, 1)"}
RHO = {"r1": "0 < r1", "r2": "r1 < r2 < 1"}
