"""Decks of kept cards with a finite joint ε: what no such deck, of any number of values, can reach."""

from __future__ import annotations

from rropt.claims import Claim, Formula

SOURCE = "rropt.decks.repair"
# n = o + 1 respondents, and M = (1 + t)b + o cards of which b + o are of the scarcer kind
BUDGET = {"t": "t > 1", "o": "[0, inf)"}
PAIR = {"rho": "(t-1)/(t+1)", "kappa": "2*t*o/(t+1)"}

CLAIMS = [
    Claim(
        "rropt.repaired_pair",
        where=SOURCE,
        printed="a pair of m cards with joint epsilon at most log t has |c - d| <= rho*m - kappa",
        formula=Formula("d <= t*(c - o) iff d - c <= rho*(c+d) - kappa", {"c, d": "[0, inf)", **BUDGET}, define=PAIR),
    ),
    Claim(
        "rropt.repaired_superadditive",
        where=SOURCE,
        printed=("h(m) = (rho*m - kappa)^2/m is superadditive where rho*m >= kappa: one pair is better than two"),
        formula=Formula(
            "h(x) + h(y) <= h(x+y)",
            {"x, y": "(0, inf)", "r": "(0, 1)", "k": "[0, inf)"},
            ("r*x >= k", "r*y >= k"),
            {"h(m)": "(r*m - k)^2/m"},
        ),
    ),
    Claim(
        "rropt.repaired_no_gain",
        where=SOURCE,
        printed="no repaired deck has less variance in a census than cards put back at the same joint epsilon",
        formula=Formula(
            "t*b*(b+o)/(t*b-b-o)^2*(M-n)/(M-1) >= t/(t-1)^2",
            {"b": "(0, inf)", **BUDGET},
            ("t*b >= 1", "(t-1)*b > o"),
            {"M": "(1+t)*b + o", "n": "o + 1"},
        ),
    ),
]
