"""Vinterbo: the words of the paper as terms.

a is the probability of keeping a bit, K = 2^n the number of bit strings, s = Σ p_x², c the constant of Lemma 4.5,
u = exp(α/k).
"""

from functools import partial

from rropt.claims import Formula

DEFINE = {
    "base(a)": "(a^2 + (1-a)^2)/(2*a-1)^2",
    "fL(c, s)": "(c - s)/(1 - s)",
    "mean(K)": "2/(K+1)",
    "spread(K)": "4*(K-1)/((K+1)^2*(K+2)*(K+3))",
    "ca(u)": "(u^2 + 1)/(u - 1)^2",
    "cM(p)": "(p^2 - 2*p + 2)/(2*(p-1)^2)",
    "cW(p)": "(2*p^2 - 2*p + 1)/(2*p-1)^2",
    "r(a)": "max((1-a)/a, a/(1-a))",
}
says = partial(Formula, define=DEFINE)
