"""Section 4.1: the Greenwood statistic S = πᵀπ of a uniformly random π, and Proposition 4.7 with its proof.

K = 2^n, mu = E(S) = 2/(K+1), V = Var(S) = 4(K-1)/((K+1)²(K+2)(K+3)).
"""

from rropt.claims import Argued, Claim, Counterexample, Decided, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import DEFINE

SIZE = {"K": "integer K >= 2"}
CONVEX = {"c": "[1, inf)", "s, h": "[0, 1)"}


CLAIMS = with_repairs(
    Claim(
        "vinterbo.greenwood_mean",
        where="Section 4.1, before Proposition 4.7",
        printed="E(πᵀπ) = 2/(2^n + 1) for a uniformly random π",
        evidence=Argued("every K: E p_i² = 2/(K(K+1)), a moment of the flat Dirichlet distribution"),
    ),
    Claim(
        "vinterbo.greenwood_variance",
        where="Section 4.1, before Proposition 4.7",
        printed="Var(πᵀπ) = 4(2^n - 1)/((2^n+1)²(2^n+2)(2^n+3))",
        evidence=Argued("every K: E p_i⁴ = 24/(K)₄ and E p_i² p_j² = 4/(K)₄ with (K)₄ = K(K+1)(K+2)(K+3)"),
    ),
    Claim(
        "vinterbo.prop_4_7",
        where="Section 4.1, Proposition 4.7 and the sentence after it",
        printed="for n > 2 and uniformly random π, with probability at least 0.99, 1 <= E(f_L(πᵀπ))/f_L(2/(2^n+1)) <= 1 + δ(n) "
        "for a δ(n) in O(2^(-3n)) with δ(3) < 0.2386 and δ(4) < 0.0029",
        evidence=Argued(
            "every n > 2: E[(S-mu)²/(1-S)] is cut at y; below it is at most Var(S)/(1-y), above it some share exceeds y, "
            "and its tail is at most (1-mu)² K(K-1)/(K-2) (1-y)^(K-2), which falls faster than any power of 1/K"
        ),
        reading="the statement is that such a δ exists, at every a",
        narrowed=(
            "π is a distribution on 2^n categories, as the sentence before has it, where n is printed; and the quantity "
            "in the event is a number and not random, so what is decided is that the event is certain",
        ),
    ),
    Claim(
        "vinterbo.prop_4_7_categories",
        where="Section 4.1, Proposition 4.7",
        printed="the bound of Proposition 4.7 for π uniformly random on n categories",
        evidence=Counterexample({"a": "3/4"}),
        formula=Formula("fL(base(a)^3, mean(3)) <= 1.2386*fL(base(a)^3, mean(8))", {"a": "(1/2, 1)"}, define=DEFINE),
        reading="as printed, n for 2^n: a slip, since f_L(2/(2^n+1)) is f_L at the mean of S on 2^n categories only; "
        "vinterbo.prop_4_7 is the statement meant. Entered is a consequence at n = 3: E f_L(S) is at least f_L at the mean of "
        "S, as f_L is convex, and on 3 categories the mean is 2/4",
    ),
    Repair(
        "for π uniformly random on 2^n categories",
        evidence=Argued("every n > 2: as for vinterbo.prop_4_7", uses=("vinterbo.prop_4_7",)),
    ),
    Claim(
        "vinterbo.delta_3",
        where="Section 4.1, Proposition 4.7; Appendix A, end of its proof",
        printed="δ(3) < 0.2386, evaluated at E(S) + 10 Var(S)^½",
        evidence=Argued("every a: c >= 1 enters by the factor (c-1)/(c-mu) alone"),
        reading="δ = λ Var(S)/(2 f_L(E(S))) depends on a; the bound is for all a",
    ),
    Claim(
        "vinterbo.delta_4",
        where="Section 4.1, after Proposition 4.7",
        printed="δ(4) < 0.0029",
        evidence=Argued("every a: c >= 1 enters by the factor (c-1)/(c-mu) alone"),
        reading="as vinterbo.delta_3, at n = 4",
    ),
    Claim(
        "vinterbo.delta_order",
        where="Section 4.1, Proposition 4.7; Appendix A, its proof",
        printed="δ(n) is in O(2^(-3n))",
        evidence=Argued(
            "every n >= 3: 1 - E(S) - 10 Var(S)^½ grows with n, from above 1/5 at n = 3, so δ(n) 8^n <= 500"
        ),
        reading="δ as in its proof, with λ at E(S) + 10 Var(S)^½, for n >= 3",
    ),
    Claim(
        "vinterbo.moments_decrease",
        where="Appendix A, proof of Proposition 4.7",
        printed="Var(S) and E(S) are both decreasing in n",
        evidence=Argued(
            "K = 2^n, which one more bit doubles; that the two formulas are E(S) and Var(S) is argued there",
            uses=("vinterbo.greenwood_mean", "vinterbo.greenwood_variance"),
        ),
        formula=Formula("mean(2*K) < mean(K) and spread(2*K) < spread(K)", SIZE, define=DEFINE),
    ),
    Claim(
        "vinterbo.loss_increases",
        where="Appendix A, proof of Proposition 4.7",
        printed="f_L is increasing",
        formula=Formula(
            "s < h implies fL(c,s) <= fL(c,h) and (c > 1 implies fL(c,s) < fL(c,h))", CONVEX, define=DEFINE
        ),
        narrowed=("strictly where something is randomized, c > 1: at c = 1 it is 1 everywhere, and does not fall",),
    ),
    Claim(
        "vinterbo.power_grows",
        where="Appendix A, proof of Proposition 4.7, used for its minimum at n = 3",
        printed="",
        formula=Formula("n*(c^(n+1) - 1) >= (n+1)*(c^n - 1) and 2^n >= n + 1", {"n": "integer n >= 1", "c": "c >= 1"}),
    ),
    Claim(
        "vinterbo.ratio_least_at_3",
        where="Appendix A, proof of Proposition 4.7",
        printed="expanding numerator and denominator at n = 3 (where the minimum occurs …)",
        evidence=Theorem("VinterboLoss.least_at_3"),
        formula=Formula(
            "(z*c*(2*w+1) - 2)/(2*w-1) >= (z*(w+1) - 2)/(w-1)",
            {"n": "integer n >= 1", "c": "c >= 1", "z": "z >= 1", "w": "w >= n + 1"},
            ("n*(z*c - 1) >= (n+1)*(z - 1)",),
        ),
        reading="the reason that is printed for it is vinterbo.ratio_least_at_3_since. z = c^n and w = 2^n: f_L(2/(w+1)) = (z "
        "(w+1) - 2)/(w - 1) does not fall from n to n + 1, for every n",
        narrowed=(
            "shown of the denominator f_L(E(S)) at c = c(a)^n and for n > 2, as in the proposition, and "
            "not of the numerator",
        ),
    ),
    Claim(
        "vinterbo.ratio_least_at_3_since",
        where="Appendix A, proof of Proposition 4.7",
        printed="… where the minimum occurs since f_L is increasing and Var(S) and E(S) are both decreasing in n",
        evidence=Counterexample({"n": "4", "c": "2"}),
        formula=Formula("fL(c,mean(2^3)) <= fL(c,mean(2^n))", {"n": "integer n >= 3", "c": "[1, inf)"}, define=DEFINE),
        reading="of the denominator f_L(E(S)), with the constant c of f_L as it is: what increases in something that decreases, "
        "decreases, so f_L(E(S)) is largest at n = 3",
    ),
    Repair(
        "the minimum is at n = 3 since c = c(a)^n grows with n, and by more than the fall of E(S) takes away",
        evidence=Theorem("VinterboLoss.least_at_3"),
        narrowed=("shown of the denominator f_L(E(S)), for n > 2, and not of the numerator",),
    ),
    Claim(
        "vinterbo.loss_convex",
        where="Appendix A, proof of Proposition 4.7",
        printed="every derivative of f_L is nonnegative; f_L is convex, and so are its derivatives",
        evidence=Theorem("VinterboLoss.loss_convex"),
        formula=Formula(
            "diff(fL(c,s), s) >= 0 and diff(fL(c,s), s, 2) >= 0 and diff(fL(c,s), s, 3) >= 0",
            {"c": "[1, inf)", "s": "[0, 1)"},
            define=DEFINE,
        ),
    ),
    Claim(
        "vinterbo.taylor",
        where="Appendix A, proof of Proposition 4.7, display (*)",
        printed="f_L(E(S)) <= E(f_L(S)) <= f_L(E(S)) + λ/2 Var(S), λ the largest f_L'' on a suitable interval",
        evidence=Theorem("VinterboLoss.taylor"),
        formula=Formula(
            "fL(c,h) + (s-h)*(c-1)/(1-h)^2 <= fL(c,s) and fL(c,s) <= fL(c,h) + (s-h)*(c-1)/(1-h)^2 + "
            "(c-1)/(1-y)^3*(s-h)^2",
            {**CONVEX, "y": "[0, 1)"},
            ("s <= y", "h <= y"),
            DEFINE,
        ),
        narrowed=("an interval that ends before 1 and holds all values of S; values of S reach up to 1",),
    ),
    Claim(
        "vinterbo.taylor_end",
        where="Appendix A, end of the proof of Proposition 4.7",
        printed="evaluating δ at E(S) + 10 Var(S)^½ we arrive at the bound",
        evidence=Counterexample({"c": "2", "s": "2/3", "h": "1/2", "y": "1/2"}),
        formula=Formula(
            "fL(c,s) <= fL(c,h) + (s-h)*(c-1)/(1-h)^2 + (c-1)/(1-y)^3*(s-h)^2",
            {**CONVEX, "y": "[0, 1)"},
            ("h <= y",),
            DEFINE,
        ),
        reading="y is that end, at which λ/2 = (c-1)/(1-y)^3; display (*) takes the expectation over all values s of S, of "
        "which those above y have a positive probability",
    ),
    Repair(
        "for the values of S up to that end; Proposition 4.7 stands by another cut, vinterbo.prop_4_7",
        evidence=Decided(
            steps=(
                "fL(c,s) - fL(c,h) - (s-h)*(c-1)/(1-h)^2 = (c-1)*(s-h)^2/((1-h)^2*(1-s))",
                "(1-y)^3 <= (1-h)^2*(1-y)",
                "(1-h)^2*(1-y) <= (1-h)^2*(1-s)",
            )
        ),
        assuming=("s <= y",),
    ),
    Claim(
        "vinterbo.taylor_curvature",
        where="Appendix A, proof of Proposition 4.7",
        printed="λ is the largest f_L'' on a suitable interval, and at least 0",
        formula=Formula(
            "diff(fL(c,s), s, 2) <= diff(fL(c,y), y, 2) and diff(fL(c,y), y, 2) = 2*(c-1)/(1-y)^3 and 2*(c-1)/(1-y)^3 "
            ">= 0",
            {"c": "[1, inf)", "s, y": "[0, 1)"},
            ("s <= y",),
            DEFINE,
        ),
        reading="it is attained at the upper end y",
    ),
    Claim(
        "vinterbo.ratio_display",
        where="Appendix A, proof of Proposition 4.7, displays after (*)",
        printed="dividing (*) by f_L(E(S)): 1 <= E(f_L(S))/f_L(E(S)) <= 1 + δ with δ = λ Var(S)/(2 f_L(E(S)))",
        formula=Formula(
            "m/e >= e/e and m/e <= 1 + l*V/(2*e) and e/e = 1",
            {"e": "[1, inf)", "m": "real", "l, V": "[0, inf)"},
            ("e <= m", "m <= e + l/2*V"),
        ),
    ),
    Claim(
        "vinterbo.chebyshev",
        where="Appendix A, proof of Proposition 4.7",
        printed="P(S >= E(S) + 10 Var(S)^½) <= 0.01",
        evidence=Theorem("VinterboLoss.ten_deviations"),
        formula=Formula("z >= 10 implies 1 <= z^2/100", {"z": "real"}),
        narrowed=("Var(S) > 0, as the formula before the proposition has it",),
    ),
    Claim(
        "vinterbo.approximate_loss",
        where="Section 4.1, before Proposition 4.7",
        printed="the loss is approximated by L(n) = f_L(2/(2^n+1))",
        formula=Formula("fL(c, 1/K) <= fL(c, mean(K))", {**SIZE, "c": "[1, inf)"}, define=DEFINE),
        reading="it is f_L at the mean of S, and so above the bound of Theorem 4.6",
        narrowed=(
            "no error of the approximation is printed and none is bounded here: shown is on which side of the mean loss "
            "it lies",
        ),
    ),
)
