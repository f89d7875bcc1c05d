"""Decks of kept cards with a finite joint ε: what no such deck, of any number of values, can reach.

Notation is that of `rropt.decks`: c_k cards k, the mirror k' = L + 1 − k, μ and σ² the mean and the variance of one card, D the
distance of the groups' mean answers, t = e^ε.

**Cards put back.** Let W₀ and W₁ be the rows of Warner's mechanism at ε, and a_k, b_k the proportions of card k and of its mirror.
If a_k ≤ t·b_k for all k, the deck's mechanism has the rows (a_k, b_k) = C[k, 0]·W₀ + C[k, 1]·W₁ with

    C[k, 0] = (t·a_k − b_k)/(t − 1) ≥ 0,      C[k, 1] = (t·b_k − a_k)/(t − 1) ≥ 0,      Σ_k C[k, ·] = 1,

so its answer can be drawn from Warner's without knowing the truth. The conditional mean of an unbiased number, given Warner's
answer, is unbiased too, and so it is Warner's estimator, the only unbiased one. By Rao and Blackwell σ²/D² ≥ t/(t − 1)², with
equality for the cards 1 and L alone in proportion 1 : t.

**Cards kept.** The joint e^ε of n named answers is the largest c_k/(c_k' − n + 1). It is at most t if and only if a card and its
mirror, which are m_k cards together, have |c_k − c_k'| ≤ ρm_k − κ with ρ = (t − 1)/(t + 1) and κ = 2t(n − 1)/(t + 1)
(`rropt.repaired_pair`). By Cauchy's inequality a deck of M cards has

    σ²/D² ≥ (M/Σ h(m_k) − 1)/4 ≥ (M/h(M) − 1)/4,      h(m) = max(0, ρm − κ)²/m,

since h is convex with h(0) = 0, hence superadditive (`rropt.repaired_superadditive`). So if counts need not be whole, cards 1 and L
alone are best, c₁ = (M + t(n − 1))/(1 + t). Let b = c₁ − n + 1 and o = n − 1, so that M = (1 + t)b + o. In a census the variance is
least at prevalence 0 or 1. There it is at least 1/n times

    tb(b + o)/(tb − b − o)²·(M − n)/(M − 1)  =  t/(t − 1)²·[(t − 1)b/((t − 1)b − o)]²·(b + o)((1 + t)b − 1)/(b((1 + t)b + o − 1)).

The square is at least 1, and so is the last fraction, as (b + o)((1 + t)b − 1) − b((1 + t)b + o − 1) = o(tb − 1) ≥ 0. So no such
deck has a smaller variance than putting the cards back at the same joint ε (`rropt.repaired_no_gain`).
"""

from rropt.claims import Claim, Formula

from ..listing import listed

# n = o + 1 respondents, and M = (1 + t)b + o cards of which b + o are of the scarcer kind
BUDGET = {"t": "t > 1", "o": "[0, inf)"}
PAIR = {"rho": "(t-1)/(t+1)", "kappa": "2*t*o/(t+1)"}

CLAIMS = listed(
    "proofs/own/repaired_decks.py",
    Claim(
        "rropt.repaired_pair",
        printed="a pair of m cards with joint epsilon at most log t has |c - d| <= rho*m - kappa",
        formula=Formula("d <= t*(c - o) iff d - c <= rho*(c+d) - kappa", {"c, d": "[0, inf)", **BUDGET}, define=PAIR),
    ),
    Claim(
        "rropt.repaired_superadditive",
        printed="h(m) = (rho*m - kappa)^2/m is superadditive where rho*m >= kappa: one pair is better than two",
        formula=Formula(
            "h(x) + h(y) <= h(x+y)",
            {"x, y": "(0, inf)", "r": "(0, 1)", "k": "[0, inf)"},
            ("r*x >= k", "r*y >= k"),
            {"h(m)": "(r*m - k)^2/m"},
        ),
    ),
    Claim(
        "rropt.repaired_no_gain",
        printed="no repaired deck has less variance in a census than cards put back at the same joint epsilon",
        formula=Formula(
            "t*b*(b+o)/(t*b-b-o)^2*(M-n)/(M-1) >= t/(t-1)^2",
            {"b": "(0, inf)", **BUDGET},
            ("t*b >= 1", "(t-1)*b > o"),
            {"M": "(1+t)*b + o", "n": "o + 1"},
        ),
    ),
)
