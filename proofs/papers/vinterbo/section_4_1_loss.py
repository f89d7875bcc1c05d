"""Section 4.1: errors and loss.

S = πᵀπ is the Greenwood statistic, K = 2^n, mu = E(S) = 2/(K+1), V = Var(S) = 4(K-1)/((K+1)²(K+2)(K+3)).
"""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import DEFINE, says

FOUR = {"p0, p1, p2, p3": "[0, 1]"}
S4 = "(p0^2 + p1^2 + p2^2 + p3^2)"
SIZE = {"K": "integer K >= 2"}
CONVEX = {"c": "[1, inf)", "s, h": "[0, 1)"}
# δ of Proposition 4.7 is λ Var(S)/(2 f_L(E S)), with λ/2 = (c−1)/(1−y)³ at the end y = E S + 10 Var(S)^½
WORDS = {**DEFINE, "delta(c, n)": "(c-1)/(1 - mean(2^n) - 10*sqrt(spread(2^n)))^3*spread(2^n)/fL(c, mean(2^n))"}

CLAIMS = listed(
    "Section 4.1, Lemma 4.5",
    Claim(
        "vinterbo.lemma_4_5",
        printed="Tr cov = m⁻¹(c - s) with c = ((a² + (1-a)²)/(2a-1)²)^n and s = Σ p_x²",
        evidence=Theorem("Vinterbo.lemma_4_5"),
    ),
    "Appendix A, proof of Lemma 4.5, second to fourth displays",
    Claim(
        "vinterbo.lemma_4_5_trace",
        printed="m⁻¹Tr(C⁻¹diag(Cπ)C⁻ᵀ - ππᵀ) = m⁻¹(Tr(C⁻¹C⁻¹diag(Cπ)) - s)",
        evidence=Theorem("VinterboCounts.lemma_4_5_trace"),
        reading="shown, but for the common factor m⁻¹, for every symmetric matrix in the place of C⁻¹ and vector in that of Cπ",
    ),
    "Appendix A, proof of Lemma 4.5",
    Claim(
        "vinterbo.lemma_4_5_square",
        printed="C_a(n) C_a(n) = C_{a² + (1-a)²}(n)",
        evidence=Theorem("Vinterbo.lemma_4_5_square"),
    ),
    "Appendix A, proof of Lemma 4.5, display of f(n, a)",
    Claim(
        "vinterbo.lemma_4_5_corner",
        printed="the first entry of C⁻¹C⁻¹, and every diagonal one, is f(n, a) = ((a² + (1-a)²)/(2a-1)²)^n",
        evidence=Theorem("VinterboCounts.lemma_4_5_corner"),
        reading="C⁻¹ is C_{a/(2a-1)}(n), vinterbo.theorem_4_4_inverse; the entries are those of any one string",
    ),
    "Appendix A, proof of Lemma 4.5",
    Claim(
        "vinterbo.lemma_4_5_hadamard",
        printed="Tr(AB) = Σ_{i,j} (A ⊙ Bᵀ)_{i,j}",
        evidence=Theorem("VinterboCounts.lemma_4_5_hadamard"),
    ),
    "Appendix A, proof of Lemma 4.5, last display",
    Claim(
        "vinterbo.lemma_4_5_total",
        printed="Tr(C⁻¹C⁻¹diag(Cπ)) = Σ f(n,a) C_xπ = f(n,a) Σ C_xπ = f(n,a)",
        evidence=Theorem("VinterboCounts.lemma_4_5_total"),
        formula=Formula(
            "f*(a*p + (1-a)*(1-p)) + f*((1-a)*p + a*(1-p)) = f*((a*p + (1-a)*(1-p)) + ((1-a)*p + a*(1-p))) and (a*p + "
            "(1-a)*(1-p)) + ((1-a)*p + a*(1-p)) = 1",
            {"a, p": "[0, 1]", "f": "real"},
        ),
    ),
    "Appendix A, proof of Lemma 4.5, last line",
    Claim(
        "vinterbo.lemma_4_5_last_line",
        printed="and consequently Tr(cov(π̂_x(m))) = m⁻¹(f(n,a) - s)",
        evidence=Counterexample({"a": "1/3", "p": "1/2", "w": "1/2"}),
        formula=says(
            "w*(1-w)/(2*a-1)^2 = base(a) - (p^2 + (1-p)^2)",
            {"a, p": "[0, 1]", "w": "w = a*p + (1-a)*(1-p)"},
            ("a != 1/2",),
        ),
        reading="π̂_x is one coordinate, whose covariance is its variance; at n = 1 and m = 1, with w = ap + (1-a)(1-p) the "
        "chance of the answer, it is half of the right side",
    ),
    Repair(
        "of the whole estimate π̂, both of whose coordinates have this variance, at n = 1 and m = 1",
        states="2*(w*(1-w)/(2*a-1)^2) = base(a) - (p^2 + (1-p)^2)",
        narrowed=("n = 1; for every n it is vinterbo.lemma_4_5",),
    ),
    "Section 4.1, end",
    Claim(
        "vinterbo.smaller_c",
        printed="randomizers are compared by c; smaller is better",
        formula=says(
            "c < h implies (c-s)/m < (h-s)/m and (s < 1 implies fL(c,s) < fL(h,s))",
            {"c, h": "[1, inf)", "s": "(0, 1]", "m": "integer m >= 1"},
        ),
        reading="the trace (c - s)/m of the covariance is smaller at every π and m, and so is the loss f_L(s), s < 1",
    ),
    "Appendix A, proof of Theorem 4.6, first display",
    Claim(
        "vinterbo.truthful_trace",
        printed="Tr cov of the truthful estimator is m⁻¹Tr(diag(π) - ππᵀ) = m⁻¹(1 - s)",
        evidence=Theorem("VinterboCounts.truthful_trace"),
        formula=Formula(f"p0*(1-p0) + p1*(1-p1) + p2*(1-p2) + p3*(1-p3) = 1 - {S4}", FOUR, ("p0 + p1 + p2 + p3 = 1",)),
    ),
    "Section 4.1, Theorem 4.6, first part",
    Claim(
        "vinterbo.theorem_4_6",
        printed="for s < 1 and a != 1/2, L = f_L(s) = (c - s)/(1 - s)",
        evidence=Theorem("Vinterbo.theorem_4_6"),
    ),
    "Section 4.1, Theorem 4.6, last sentence",
    Claim(
        "vinterbo.theorem_4_6_bound",
        printed="f_L(2^-n) <= L",
        evidence=Theorem("Vinterbo.theorem_4_6_bound"),
        formula=says("fL(c, 1/K) <= fL(c, s)", {"K": "integer K >= 2", "s": "[0, 1)", "c": "c >= 1"}, ("s >= 1/K",)),
        reading="K is 2^n, and L = f_L(s) by vinterbo.theorem_4_6",
    ),
    "Appendix A, proof of Theorem 4.6",
    Claim(
        "vinterbo.squares_range",
        printed="s is least, 2^n/(2^n)² = 2^-n, at the uniform π, and greatest, 1, where one p_x is 1",
        evidence=Theorem("Vinterbo.squares_extremes"),
    ),
    "Appendix A, proofs of Theorem 4.6 and Proposition 4.7",
    Claim(
        "vinterbo.loss_derivatives",
        printed="the m-th derivative of f_L is m!/(1-s)^m (f_L(s) - 1)",
        evidence=Theorem("VinterboLoss.loss_derivatives"),
    ),
    "Appendix A, proof of Proposition 4.7",
    Claim(
        "vinterbo.c_at_least_one",
        printed="c >= 1",
        formula=says("base(a)^n >= 1", {"a": "[0, 1]", "n": "integer [1, inf)"}, ("a != 1/2",)),
        reading="c is the n-th power of base(a) (vinterbo.lemma_4_5)",
    ),
    "Sections 1 and 3.2",
    Claim(
        "vinterbo.loss_at_least_one",
        printed="randomized responses lose efficiency against truthful ones, by the factor L",
        evidence=Theorem("VinterboFamily.loss_at_least_one"),
        formula=says("fL(c,s) >= 1 and fL(c,s) >= c", {"c": "c >= 1", "s": "[0, 1)"}),
        reading="in Coq L >= 1 for every randomizer with an inverse; the formula is of Theorem 4.6, where L >= c too",
        narrowed=(
            "at every π with s < 1, without which L divides by 0",
            "a loss of nothing, L = 1, is among them: at c = 1 every bit is kept, or every bit is turned",
        ),
    ),
    "Section 6, second paragraph",
    Claim(
        "vinterbo.loss_grows_exponentially",
        printed="the loss grows exponentially in the number of dimensions n",
        evidence=Theorem("VinterboLoss.grows_exponentially"),
        reading="c = b^n with b = base(a) > 1; L >= c at every π with s < 1, and the approximate L(n) is at most 3 c",
        narrowed=("0 < a < 1 and a != 1/2: at 0 and 1 every bit is turned or kept, and nothing is lost at any n",),
    ),
    Claim(
        "vinterbo.matrix_grows_exponentially",
        printed="the size of the matrix C grows exponentially in n, too",
        formula=Formula("2^(n+1)*2^(n+1) = 4*(2^n*2^n)", {"n": "integer n >= 1"}),
        reading="C has 2^n rows and columns: one more bit makes it four times as large",
    ),
    # Section 4.1: the Greenwood statistic S = πᵀπ of a uniformly random π, and Proposition 4.7 with its proof
    "Section 4.1, before Proposition 4.7",
    Claim(
        "vinterbo.greenwood_mean",
        printed="E(πᵀπ) = 2/(2^n + 1) for a uniformly random π",
        evidence=Argued("every K: E p_i² = 2/(K(K+1)), a moment of the flat Dirichlet distribution"),
    ),
    Claim(
        "vinterbo.greenwood_variance",
        printed="Var(πᵀπ) = 4(2^n - 1)/((2^n+1)²(2^n+2)(2^n+3))",
        evidence=Argued("every K: E p_i⁴ = 24/(K)₄ and E p_i² p_j² = 4/(K)₄ with (K)₄ = K(K+1)(K+2)(K+3)"),
    ),
    "Section 4.1, Proposition 4.7 and the sentence after it",
    Claim(
        "vinterbo.prop_4_7",
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
    "Section 4.1, Proposition 4.7",
    Claim(
        "vinterbo.prop_4_7_categories",
        printed="the bound of Proposition 4.7 for π uniformly random on n categories",
        evidence=Counterexample({"a": "3/4"}),
        formula=says("fL(base(a)^3, mean(3)) <= 1.2386*fL(base(a)^3, mean(8))", {"a": "(1/2, 1)"}),
        reading="as printed, n for 2^n: a slip, since f_L(2/(2^n+1)) is f_L at the mean of S on 2^n categories only; "
        "vinterbo.prop_4_7 is the statement meant. Entered is a consequence at n = 3: E f_L(S) is at least f_L at the mean of "
        "S, as f_L is convex, and on 3 categories the mean is 2/4",
    ),
    Repair(
        "for π uniformly random on 2^n categories",
        evidence=Argued("every n > 2: as for vinterbo.prop_4_7", uses=("vinterbo.prop_4_7",)),
    ),
    "Section 4.1, Proposition 4.7; Appendix A, end of its proof",
    Claim(
        "vinterbo.delta_3",
        printed="δ(3) < 0.2386, evaluated at E(S) + 10 Var(S)^½",
        evidence=Argued("every a: c >= 1 enters by the factor (c-1)/(c-mu) alone"),
        formula=Formula("delta(c,3) < 0.2386", {"c": "c >= 1"}, define=WORDS),
        reading="δ = λ Var(S)/(2 f_L(E(S))) depends on a; the bound is for all a",
    ),
    "Section 4.1, after Proposition 4.7",
    Claim(
        "vinterbo.delta_4",
        printed="δ(4) < 0.0029",
        evidence=Argued("every a: c >= 1 enters by the factor (c-1)/(c-mu) alone"),
        formula=Formula("delta(c,4) < 0.0029", {"c": "c >= 1"}, define=WORDS),
        reading="as vinterbo.delta_3, at n = 4",
    ),
    "Section 4.1, Proposition 4.7; Appendix A, its proof",
    Claim(
        "vinterbo.delta_order",
        printed="δ(n) is in O(2^(-3n))",
        evidence=Argued(
            "every n >= 3: 1 - E(S) - 10 Var(S)^½ grows with n, from above 1/5 at n = 3, so δ(n) 8^n <= 500"
        ),
        reading="δ as in its proof, with λ at E(S) + 10 Var(S)^½, for n >= 3",
    ),
    "Appendix A, proof of Proposition 4.7",
    Claim(
        "vinterbo.moments_decrease",
        printed="Var(S) and E(S) are both decreasing in n",
        evidence=Argued(
            "K = 2^n, which one more bit doubles; that the two formulas are E(S) and Var(S) is argued there",
            uses=("vinterbo.greenwood_mean", "vinterbo.greenwood_variance"),
        ),
        formula=says("mean(2*K) < mean(K) and spread(2*K) < spread(K)", SIZE),
    ),
    Claim(
        "vinterbo.loss_increases",
        printed="f_L is increasing",
        formula=says("s < h implies fL(c,s) <= fL(c,h) and (c > 1 implies fL(c,s) < fL(c,h))", CONVEX),
        narrowed=("strictly where something is randomized, c > 1: at c = 1 it is 1 everywhere, and does not fall",),
    ),
    "Appendix A, proof of Proposition 4.7, used for its minimum at n = 3",
    Claim(
        "vinterbo.power_grows",
        formula=Formula("n*(c^(n+1) - 1) >= (n+1)*(c^n - 1) and 2^n >= n + 1", {"n": "integer n >= 1", "c": "c >= 1"}),
    ),
    "Appendix A, proof of Proposition 4.7",
    Claim(
        "vinterbo.ratio_least_at_3",
        printed="expanding numerator and denominator at n = 3 (where the minimum occurs …)",
        evidence=Theorem("VinterboLoss.least_at_3"),
        formula=Formula(
            "(z*c*(2*w+1) - 2)/(2*w-1) >= (z*(w+1) - 2)/(w-1)",
            {"n": "integer n >= 1", "c": "c >= 1", "z": "z >= 1", "w": "w >= n + 1"},
            ("n*(z*c - 1) >= (n+1)*(z - 1)",),
        ),
        reading="the reason that is printed for it is vinterbo.ratio_least_at_3_since. z = c^n and w = 2^n: f_L(2/(w+1)) = (z "
        "(w+1) - 2)/(w - 1) does not fall from n to n + 1, for every n",
        narrowed=("shown of the denominator f_L(E(S)) at c = c(a)^n, for n > 2, and not of the numerator",),
    ),
    Claim(
        "vinterbo.ratio_least_at_3_since",
        printed="… where the minimum occurs since f_L is increasing and Var(S) and E(S) are both decreasing in n",
        evidence=Counterexample({"n": "4", "c": "2"}),
        formula=says("fL(c,mean(2^3)) <= fL(c,mean(2^n))", {"n": "integer n >= 3", "c": "[1, inf)"}),
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
        printed="every derivative of f_L is nonnegative; f_L is convex, and so are its derivatives",
        evidence=Theorem("VinterboLoss.loss_convex"),
        formula=says(
            "diff(fL(c,s), s) >= 0 and diff(fL(c,s), s, 2) >= 0 and diff(fL(c,s), s, 3) >= 0",
            {"c": "[1, inf)", "s": "[0, 1)"},
        ),
    ),
    "Appendix A, proof of Proposition 4.7, display (*)",
    Claim(
        "vinterbo.taylor",
        printed="f_L(E(S)) <= E(f_L(S)) <= f_L(E(S)) + λ/2 Var(S), λ the largest f_L'' on a suitable interval",
        evidence=Theorem("VinterboLoss.taylor"),
        formula=says(
            "fL(c,h) + (s-h)*(c-1)/(1-h)^2 <= fL(c,s) and fL(c,s) <= fL(c,h) + (s-h)*(c-1)/(1-h)^2 + (c-1)/(1-y)^3*(s-h)^2",
            {**CONVEX, "y": "[0, 1)"},
            ("s <= y", "h <= y"),
        ),
        narrowed=("an interval that ends before 1 and holds all values of S; values of S reach up to 1",),
    ),
    "Appendix A, end of the proof of Proposition 4.7",
    Claim(
        "vinterbo.taylor_end",
        printed="evaluating δ at E(S) + 10 Var(S)^½ we arrive at the bound",
        evidence=Counterexample({"c": "2", "s": "2/3", "h": "1/2", "y": "1/2"}),
        formula=says(
            "fL(c,s) <= fL(c,h) + (s-h)*(c-1)/(1-h)^2 + (c-1)/(1-y)^3*(s-h)^2", {**CONVEX, "y": "[0, 1)"}, ("h <= y",)
        ),
        reading="y is that end, at which λ/2 = (c-1)/(1-y)^3; display (*) takes the expectation over all values s of S, of "
        "which those above y have a positive probability",
    ),
    Repair(
        "for the values of S up to that end; Proposition 4.7 stands by another cut, vinterbo.prop_4_7",
        assuming=("s <= y",),
    ),
    "Appendix A, proof of Proposition 4.7",
    Claim(
        "vinterbo.taylor_curvature",
        printed="λ is the largest f_L'' on a suitable interval, and at least 0",
        formula=says(
            "diff(fL(c,s), s, 2) <= diff(fL(c,y), y, 2) and diff(fL(c,y), y, 2) = 2*(c-1)/(1-y)^3 and 2*(c-1)/(1-y)^3 >= 0",
            {"c": "[1, inf)", "s, y": "[0, 1)"},
            ("s <= y",),
        ),
        reading="it is attained at the upper end y",
    ),
    "Appendix A, proof of Proposition 4.7, displays after (*)",
    Claim(
        "vinterbo.ratio_display",
        printed="dividing (*) by f_L(E(S)): 1 <= E(f_L(S))/f_L(E(S)) <= 1 + δ with δ = λ Var(S)/(2 f_L(E(S)))",
        formula=Formula(
            "m/e >= e/e and m/e <= 1 + l*V/(2*e) and e/e = 1",
            {"e": "[1, inf)", "m": "real", "l, V": "[0, inf)"},
            ("e <= m", "m <= e + l/2*V"),
        ),
    ),
    "Appendix A, proof of Proposition 4.7",
    Claim(
        "vinterbo.chebyshev",
        printed="P(S >= E(S) + 10 Var(S)^½) <= 0.01",
        evidence=Theorem("VinterboLoss.ten_deviations"),
        formula=Formula("z >= 10 implies 1 <= z^2/100", {"z": "real"}),
        narrowed=("Var(S) > 0, as the formula before the proposition has it",),
    ),
    "Section 4.1, before Proposition 4.7",
    Claim(
        "vinterbo.approximate_loss",
        printed="the loss is approximated by L(n) = f_L(2/(2^n+1))",
        formula=says("fL(c, 1/K) <= fL(c, mean(K))", {**SIZE, "c": "[1, inf)"}),
        reading="it is f_L at the mean of S, and so above the bound of Theorem 4.6",
        narrowed=(
            "no error of the approximation is printed and none is bounded here: shown is on which side of the mean loss "
            "it lies",
        ),
    ),
)
