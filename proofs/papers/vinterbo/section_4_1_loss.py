"""Section 4.1: Lemma 4.5 and Theorem 4.6, the error of the estimator and the loss, with every step of their proofs."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import DEFINE

FOUR = {"p0, p1, p2, p3": "[0, 1]"}
S4 = "(p0^2 + p1^2 + p2^2 + p3^2)"


CLAIMS = with_repairs(
    Claim(
        "vinterbo.lemma_4_5",
        where="Section 4.1, Lemma 4.5",
        printed="Tr cov = m⁻¹(c - s) with c = ((a² + (1-a)²)/(2a-1)²)^n and s = Σ p_x²",
        evidence=Theorem("Vinterbo.lemma_4_5"),
    ),
    Claim(
        "vinterbo.lemma_4_5_trace",
        where="Appendix A, proof of Lemma 4.5, second to fourth displays",
        printed="m⁻¹Tr(C⁻¹diag(Cπ)C⁻ᵀ - ππᵀ) = m⁻¹(Tr(C⁻¹C⁻¹diag(Cπ)) - s)",
        evidence=Theorem("VinterboCounts.lemma_4_5_trace"),
        reading="the factor m⁻¹ stands before both sides; the rest is shown for every symmetric matrix J in the place of C⁻¹ "
        "and every vector q in that of Cπ",
    ),
    Claim(
        "vinterbo.lemma_4_5_square",
        where="Appendix A, proof of Lemma 4.5",
        printed="C_a(n) C_a(n) = C_{a² + (1-a)²}(n)",
        evidence=Theorem("Vinterbo.lemma_4_5_square"),
    ),
    Claim(
        "vinterbo.lemma_4_5_corner",
        where="Appendix A, proof of Lemma 4.5, display of f(n, a)",
        printed="the first entry of C⁻¹C⁻¹, and every diagonal one, is f(n, a) = ((a² + (1-a)²)/(2a-1)²)^n",
        evidence=Theorem("VinterboCounts.lemma_4_5_corner"),
        reading="C⁻¹ is C_{a/(2a-1)}(n), vinterbo.theorem_4_4_inverse; the entries are those of any one string",
    ),
    Claim(
        "vinterbo.lemma_4_5_hadamard",
        where="Appendix A, proof of Lemma 4.5",
        printed="Tr(AB) = Σ_{i,j} (A ⊙ Bᵀ)_{i,j}",
        evidence=Theorem("VinterboCounts.lemma_4_5_hadamard"),
    ),
    Claim(
        "vinterbo.lemma_4_5_total",
        where="Appendix A, proof of Lemma 4.5, last display",
        printed="Tr(C⁻¹C⁻¹diag(Cπ)) = Σ f(n,a) C_xπ = f(n,a) Σ C_xπ = f(n,a)",
        evidence=Theorem("VinterboCounts.lemma_4_5_total"),
        formula=Formula(
            "f*(a*p + (1-a)*(1-p)) + f*((1-a)*p + a*(1-p)) = f*((a*p + (1-a)*(1-p)) + ((1-a)*p + a*(1-p))) and (a*p + "
            "(1-a)*(1-p)) + ((1-a)*p + a*(1-p)) = 1",
            {"a, p": "[0, 1]", "f": "real"},
        ),
    ),
    Claim(
        "vinterbo.lemma_4_5_last_line",
        where="Appendix A, proof of Lemma 4.5, last line",
        printed="and consequently Tr(cov(π̂_x(m))) = m⁻¹(f(n,a) - s)",
        evidence=Counterexample({"a": "1/3", "p": "1/2", "w": "1/2"}),
        formula=Formula(
            "w*(1-w)/(2*a-1)^2 = base(a) - (p^2 + (1-p)^2)",
            {"a, p": "[0, 1]", "w": "w = a*p + (1-a)*(1-p)"},
            ("a != 1/2",),
            DEFINE,
        ),
        reading="π̂_x is one coordinate, whose covariance is its variance; at n = 1 and m = 1, with w = ap + (1-a)(1-p) the "
        "chance of the answer, it is half of the right side",
    ),
    Repair(
        "of the whole estimate π̂, both of whose coordinates have this variance, at n = 1 and m = 1",
        states="2*(w*(1-w)/(2*a-1)^2) = base(a) - (p^2 + (1-p)^2)",
        narrowed=("n = 1; for every n it is vinterbo.lemma_4_5",),
    ),
    Claim(
        "vinterbo.smaller_c",
        where="Section 4.1, end",
        printed="randomizers are compared by c; smaller is better",
        formula=Formula(
            "c < h implies (c-s)/m < (h-s)/m and (s < 1 implies fL(c,s) < fL(h,s))",
            {"c, h": "[1, inf)", "s": "(0, 1]", "m": "integer m >= 1"},
            define=DEFINE,
        ),
        reading="the trace (c - s)/m of the covariance is smaller, at every π and m, and so is the loss f_L(s) where s < 1 and "
        "it has a value",
    ),
    Claim(
        "vinterbo.truthful_trace",
        where="Appendix A, proof of Theorem 4.6, first display",
        printed="Tr cov of the truthful estimator is m⁻¹Tr(diag(π) - ππᵀ) = m⁻¹(1 - s)",
        evidence=Theorem("VinterboCounts.truthful_trace"),
        formula=Formula(f"p0*(1-p0) + p1*(1-p1) + p2*(1-p2) + p3*(1-p3) = 1 - {S4}", FOUR, ("p0 + p1 + p2 + p3 = 1",)),
    ),
    Claim(
        "vinterbo.theorem_4_6",
        where="Section 4.1, Theorem 4.6, first part",
        printed="for s < 1 and a != 1/2, L = f_L(s) = (c - s)/(1 - s)",
        evidence=Theorem("Vinterbo.theorem_4_6"),
    ),
    Claim(
        "vinterbo.theorem_4_6_bound",
        where="Section 4.1, Theorem 4.6, last sentence",
        printed="f_L(2^-n) <= L",
        evidence=Theorem("Vinterbo.theorem_4_6_bound"),
        formula=Formula(
            "fL(c, 1/K) <= fL(c, s)", {"K": "integer K >= 2", "s": "[0, 1)", "c": "c >= 1"}, ("s >= 1/K",), DEFINE
        ),
        reading="K is 2^n, and L = f_L(s) by vinterbo.theorem_4_6",
    ),
    Claim(
        "vinterbo.squares_range",
        where="Appendix A, proof of Theorem 4.6",
        printed="s is least, 2^n/(2^n)² = 2^-n, at the uniform π, and greatest, 1, where one p_x is 1",
        evidence=Theorem("Vinterbo.squares_extremes"),
    ),
    Claim(
        "vinterbo.loss_derivatives",
        where="Appendix A, proofs of Theorem 4.6 and Proposition 4.7",
        printed="the m-th derivative of f_L is m!/(1-s)^m (f_L(s) - 1)",
        evidence=Theorem("VinterboLoss.loss_derivatives"),
    ),
    Claim(
        "vinterbo.c_at_least_one",
        where="Appendix A, proof of Proposition 4.7",
        printed="c >= 1",
        formula=Formula("base(a)^n >= 1", {"a": "[0, 1]", "n": "integer [1, inf)"}, ("a != 1/2",), DEFINE),
        reading="c is the n-th power of base(a) (vinterbo.lemma_4_5)",
    ),
    Claim(
        "vinterbo.loss_at_least_one",
        where="Sections 1 and 3.2",
        printed="randomized responses lose efficiency against truthful ones, by the factor L",
        evidence=Theorem("VinterboFamily.loss_at_least_one"),
        formula=Formula("fL(c,s) >= 1 and fL(c,s) >= c", {"c": "c >= 1", "s": "[0, 1)"}, define=DEFINE),
        reading="in Coq L >= 1 for every randomizer with an inverse, and the engine's statement is that of Theorem 4.6, where L "
        ">= c too",
        narrowed=(
            "at every π with s < 1, without which L divides by 0",
            "a loss of nothing, L = 1, is among them: at c = 1 every bit is kept, or every bit is turned",
        ),
    ),
    Claim(
        "vinterbo.loss_grows_exponentially",
        where="Section 6, second paragraph",
        printed="the loss grows exponentially in the number of dimensions n",
        evidence=Theorem("VinterboLoss.grows_exponentially"),
        reading="c = b^n with b = base(a) > 1; L >= c at every π with s < 1, and the approximate L(n) is at most 3 c",
        narrowed=("0 < a < 1 and a != 1/2: at 0 and 1 every bit is turned or kept, and nothing is lost at any n",),
    ),
    Claim(
        "vinterbo.matrix_grows_exponentially",
        where="Section 6, second paragraph",
        printed="the size of the matrix C grows exponentially in n, too",
        formula=Formula("2^(n+1)*2^(n+1) = 4*(2^n*2^n)", {"n": "integer n >= 1"}),
        reading="C has 2^n rows and columns: one more bit makes it four times as large",
    ),
)
