"""Section 4.1: Lemma 4.5 and Theorem 4.6, the error of the estimator and the loss, with every step of their proofs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.chance import outcomes
from rropt.claims.evidence import Item
from rropt.mechanism import Mechanism
from rropt.questions.loss import loss, trace_of_covariance

from .definitions import BACK, DEFINE, FLIP, GAP, KEEP, LENGTH, ONE_BIT, iterated, multiply, randomizer
from .section_3 import POINTS, randomized_counts

Q = Fraction
FOUR = {"p0, p1, p2, p3": "[0, 1]"}
S4 = "(p0^2 + p1^2 + p2^2 + p3^2)"
KRONECKER = "every n: (A⊗B)(C⊗D) = (AC)⊗(BD) (vinterbo.kronecker_inverse.repaired)"


def bit_statement(label: str, states: str) -> Statement:
    return Statement(label, states, given={"a": "real"}, assuming=("a != 1/2",), define=DEFINE)


def lemma_items() -> Iterator[Item]:
    """Each column of C⁻¹ has squared length c, so m Tr cov = Σ_r (Cπ)_r c - s = c - s; and by enumeration."""
    for n in range(6):
        back = iterated(BACK, n, one=GAP**0)
        lengths = tuple(sum((row[r] * row[r] for row in back), 0 * GAP) for r in range(1 << n))
        yield Fact(f"n = {n}: squared columns of C⁻¹, times (2a-1)^2n, all a", lengths, "=", (LENGTH**n,) * (1 << n))
    for n, m in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)):
        a, back = Q(3, 4), iterated(((Q(3, 2), Q(-1, 2)), (Q(-1, 2), Q(3, 2))), n, one=Q(1))
        for point in POINTS[n]:
            law = outcomes(partial(randomized_counts, c=randomizer(a, n), point=point, m=m))
            error = Q(0)
            for y, weight in law.items():
                for row, p in zip(back, point, strict=True):
                    error += weight * (sum((w * x for w, x in zip(row, y, strict=True)), Q(0)) / m - p) ** 2
            want = (Q(5, 2) ** n - sum(p * p for p in point)) / m
            yield Fact(f"n = {n}, m = {m}, a = 3/4, π = {', '.join(map(str, point))}: all samples", error, "=", want)
            yield Fact(f"n = {n}: rropt's trace", trace_of_covariance([bit(a)] * n, point) / m, "=", want)
    yield bit_statement("c at n = 1", "(a/(2*a-1))^2 + ((a-1)/(2*a-1))^2 = base(a)")


def bit(a: Fraction) -> Mechanism:
    return Mechanism(randomizer(a, 1))


def trace_items() -> Iterator[Item]:
    """Tr(W diag(q) Wᵀ) = Tr(W W diag(q)) for symmetric W, Tr(ππᵀ) = s."""
    for size in (2, 3, 4):

        def w(i: int, j: int) -> str:
            return f"w{min(i, j)}{max(i, j)}"

        span = range(size)
        left = " + ".join(f"{w(x, r)}*q{r}*{w(x, r)}" for x in span for r in span)
        right = " + ".join(f"({' + '.join(f'{w(r, x)}*{w(x, r)}' for x in span)})*q{r}" for r in span)
        names = ", ".join([*(f"q{r}" for r in span), *dict.fromkeys(w(i, j) for i in span for j in span)])
        yield Statement(f"{size} strings", f"{left} = {right}", given={names: "real"})


def square_items() -> Iterator[Item]:
    """C_a(n)² against C_{a²+(1-a)²}(n), polynomials in a."""
    other = 2 * KEEP * FLIP
    yield Fact("1 - (a² + (1-a)²) = 2a(1-a)", 1 - LENGTH, "=", other)
    for n in range(5):
        c = iterated(ONE_BIT, n, one=GAP**0)
        yield Fact(f"n = {n}", multiply(c, c), "=", iterated(((LENGTH, other), (other, LENGTH)), n, one=GAP**0))


def corner_items() -> Iterator[Item]:
    for n in range(5):
        back = iterated(BACK, n, one=GAP**0)
        square = multiply(back, back)
        yield Fact(f"n = {n}, first entry", square[0][0], "=", LENGTH**n)
        yield Fact(f"n = {n}, all diagonal entries", {str(square[i][i]) for i in range(1 << n)}, "=", {str(LENGTH**n)})
    yield bit_statement("one bit", "(a/(2*a-1))^2 + (1 - a/(2*a-1))^2 = base(a)")


def hadamard_items() -> Iterator[Item]:
    for size in (2, 3):
        span = range(size)
        names = [f"{x}{i}{j}" for x in "uvh" for i in span for j in span] + [f"d{i}" for i in span]
        diagonal = [f"d{i} = {' + '.join(f'u{i}{j}*v{j}{i}' for j in span)}" for i in span]
        entries = [f"h{i}{j} = u{i}{j}*v{j}{i}" for i in span for j in span]
        trace, printed = " + ".join(f"d{i}" for i in span), " + ".join(f"h{i}{j}" for j in span for i in span)
        yield Statement(
            f"{size} rows: d the diagonal of UV, h the entries of U ⊙ Vᵀ",
            f"{trace} = {printed}",
            given={", ".join(names): "real"},
            assuming=(*diagonal, *entries),
        )


def least_items() -> Iterator[Item]:
    """Σ (p_x - 1/K)² = s - 1/K, and s <= Σ p_x, each with its equality."""
    yield Statement("two strings", "(p - 1/2)^2 + (1-p-1/2)^2 = p^2 + (1-p)^2 - 1/2", given={"p": "[0, 1]"})
    squares = " + ".join(f"(p{i} - 1/4)^2" for i in range(4))
    yield Statement("four strings", f"{squares} = {S4} - 1/4", given=FOUR, assuming=("p0 + p1 + p2 + p3 = 1",))
    yield Statement("one term of s", "p^2 <= p and (p^2 = p iff p = 0 or p = 1)", given={"p": "[0, 1]"})
    yield Statement(
        "one term of the square",
        "(p - 1/K)^2 >= 0 and ((p - 1/K)^2 = 0 iff p = 1/K)",
        given={"p": "[0, 1]", "K": "integer K >= 2"},
    )
    yield Statement("the least value", "K*(1/K)^2 = 1/K and K/K^2 = 1/K", given={"K": "integer K >= 2"})


def derivative_items() -> Iterator[Item]:
    for m in (1, 2, 3):
        yield Statement(
            f"m = {m}",
            f"diff(fL(c,s), s, {m}) = factorial({m})/(1-s)^{m}*(fL(c,s) - 1)",
            given={"c": "c >= 1", "s": "[0, 1)"},
            define=DEFINE,
        )
    yield Statement("f_L - 1", "fL(c,s) - 1 = (c-1)/(1-s)", given={"c": "c >= 1", "s": "[0, 1)"}, define=DEFINE)


def figure_loss_items() -> Iterator[Item]:
    """L by enumeration of all samples (m = 1) at one π for two bits, against the formula."""
    for a in (Q(3, 4), Q(2, 5), Q(1), Q(0)):
        for point in POINTS[2]:
            s = sum((p * p for p in point), Q(0))
            c = ((a * a + (1 - a) ** 2) / (2 * a - 1) ** 2) ** 2
            yield Fact(f"n = 2, a = {a}", loss([bit(a)] * 2, point).value, "=", (c - s) / (1 - s))
    yield Statement(
        "from Lemma 4.5 and Proposition 3.1",
        "((c-s)/m)/((1-s)/m) = fL(c,s)",
        given={"c": "c >= 1", "s": "(0, 1)", "m": "integer m >= 1"},
        define=DEFINE,
    )


CLAIMS = [
    Claim(
        "vinterbo.lemma_4_5",
        kernel="Vinterbo.lemma_4_5",
        where="Section 4.1, Lemma 4.5",
        printed="Tr cov = m⁻¹(c - s) with c = ((a² + (1-a)²)/(2a-1)²)^n and s = Σ p_x²",
        decided_by=lemma_items,
        argument="every n, m and π: m Tr cov = Σ_r (Cπ)_r |column r of C⁻¹|² - s, (2a-1)^2n times each squared length is the "
        "binomial expansion of (a² + (1-a)²)^n, and Σ_r (Cπ)_r = 1",
    ),
    Claim(
        "vinterbo.lemma_4_5_trace",
        kernel="VinterboCounts.lemma_4_5_trace",
        where="Appendix A, proof of Lemma 4.5, second to fourth displays",
        printed="m⁻¹Tr(C⁻¹diag(Cπ)C⁻ᵀ - ππᵀ) = m⁻¹(Tr(C⁻¹C⁻¹diag(Cπ)) - s)",
        reading="the factor m⁻¹ stands before both sides; the rest is shown for every symmetric matrix J in the place of C⁻¹ and "
        "every vector q in that of Cπ",
        decided_by=trace_items,
        argument="any size: the trace of a product does not change under cyclic exchange, C⁻¹ is symmetric",
    ),
    Claim(
        "vinterbo.lemma_4_5_square",
        kernel="Vinterbo.lemma_4_5_square",
        where="Appendix A, proof of Lemma 4.5",
        printed="C_a(n) C_a(n) = C_{a² + (1-a)²}(n)",
        decided_by=square_items,
        argument="every n: (A⊗B)(C⊗D) = (AC)⊗(BD)",
    ),
    Claim(
        "vinterbo.lemma_4_5_corner",
        kernel="VinterboCounts.lemma_4_5_corner",
        where="Appendix A, proof of Lemma 4.5, display of f(n, a)",
        printed="the first entry of C⁻¹C⁻¹, and every diagonal one, is f(n, a) = ((a² + (1-a)²)/(2a-1)²)^n",
        reading="C⁻¹ is C_{a/(2a-1)}(n), vinterbo.theorem_4_4_inverse; the entries are those of any one string",
        decided_by=corner_items,
        argument=KRONECKER,
        uses=("vinterbo.kronecker_inverse.repaired",),
    ),
    Claim(
        "vinterbo.lemma_4_5_hadamard",
        kernel="VinterboCounts.lemma_4_5_hadamard",
        where="Appendix A, proof of Lemma 4.5",
        printed="Tr(AB) = Σ_{i,j} (A ⊙ Bᵀ)_{i,j}",
        decided_by=hadamard_items,
        argument="any size: both are Σ A_ij B_ji over all pairs",
    ),
    Claim(
        "vinterbo.lemma_4_5_total",
        "f*(a*p + (1-a)*(1-p)) + f*((1-a)*p + a*(1-p)) = f*((a*p + (1-a)*(1-p)) + ((1-a)*p + a*(1-p)))"
        " and (a*p + (1-a)*(1-p)) + ((1-a)*p + a*(1-p)) = 1",
        kernel="VinterboCounts.lemma_4_5_total",
        where="Appendix A, proof of Lemma 4.5, last display",
        printed="Tr(C⁻¹C⁻¹diag(Cπ)) = Σ f(n,a) C_xπ = f(n,a) Σ C_xπ = f(n,a)",
        given={"a, p": "[0, 1]", "f": "real"},
        argument="written for one bit; for any n the columns of C sum to 1 and so do the entries of π",
    ),
    Claim(
        "vinterbo.lemma_4_5_last_line",
        "w*(1-w)/(2*a-1)^2 = base(a) - (p^2 + (1-p)^2)",
        where="Appendix A, proof of Lemma 4.5, last line",
        printed="and consequently Tr(cov(π̂_x(m))) = m⁻¹(f(n,a) - s)",
        reading="π̂_x is one coordinate, whose covariance is its variance; at n = 1 and m = 1, with w = ap + (1-a)(1-p) "
        "the chance of "
        "the answer, it is half of the right side",
        given={"a, p": "[0, 1]", "w": "w = a*p + (1-a)*(1-p)"},
        assuming=("a != 1/2",),
        define=DEFINE,
        repairs=(
            Repair(
                states="2*(w*(1-w)/(2*a-1)^2) = base(a) - (p^2 + (1-p)^2)",
                why="of the whole estimate π̂, both of whose coordinates have this variance, at n = 1 and m = 1",
                narrowed=("", "n = 1; for every n it is vinterbo.lemma_4_5"),
            ),
        ),
    ),
    Claim(
        "vinterbo.smaller_c",
        "c < h implies (c-s)/m < (h-s)/m and (s < 1 implies fL(c,s) < fL(h,s))",
        where="Section 4.1, end",
        printed="randomizers are compared by c; smaller is better",
        reading="the trace (c - s)/m of the covariance is smaller, at every π and m, and so is the loss f_L(s) where s < 1 and it "
        "has a value",
        uses=("vinterbo.lemma_4_5", "vinterbo.theorem_4_6"),
        given={"c, h": "[1, inf)", "s": "(0, 1]", "m": "integer m >= 1"},
        define=DEFINE,
    ),
    Claim(
        "vinterbo.truthful_trace",
        f"p0*(1-p0) + p1*(1-p1) + p2*(1-p2) + p3*(1-p3) = 1 - {S4}",
        kernel="VinterboCounts.truthful_trace",
        where="Appendix A, proof of Theorem 4.6, first display",
        printed="Tr cov of the truthful estimator is m⁻¹Tr(diag(π) - ππᵀ) = m⁻¹(1 - s)",
        given=FOUR,
        assuming=("p0 + p1 + p2 + p3 = 1",),
        argument="for four strings; for any number the trace is Σ p_x - Σ p_x²",
    ),
    Claim(
        "vinterbo.theorem_4_6",
        kernel="Vinterbo.theorem_4_6",
        where="Section 4.1, Theorem 4.6, first part",
        printed="for s < 1 and a != 1/2, L = f_L(s) = (c - s)/(1 - s)",
        decided_by=figure_loss_items,
        argument="every n: the quotient of the trace of Lemma 4.5 and that of the truthful estimator",
    ),
    Claim(
        "vinterbo.theorem_4_6_bound",
        "fL(c, 1/K) <= fL(c, s)",
        kernel="Vinterbo.theorem_4_6_bound",
        where="Section 4.1, Theorem 4.6, last sentence",
        printed="f_L(2^-n) <= L",
        reading="K is 2^n, and L = f_L(s) by vinterbo.theorem_4_6",
        argument="K = 2^n; s >= 1/K is vinterbo.squares_range, c >= 1 is vinterbo.c_at_least_one",
        given={"K": "integer K >= 2", "s": "[0, 1)", "c": "c >= 1"},
        assuming=("s >= 1/K",),
        define=DEFINE,
        uses=(
            "vinterbo.squares_range",
            "vinterbo.c_at_least_one",
        ),
    ),
    Claim(
        "vinterbo.squares_range",
        kernel="Vinterbo.squares_extremes",
        where="Appendix A, proof of Theorem 4.6",
        printed="s is least, 2^n/(2^n)² = 2^-n, at the uniform π, and greatest, 1, where one p_x is 1",
        decided_by=least_items,
        argument="any K: Σ (p_x - 1/K)² = s - 2/K + K/K² = s - 1/K, and s <= Σ p_x = 1 term by term",
    ),
    Claim(
        "vinterbo.loss_derivatives",
        kernel="VinterboLoss.loss_derivatives",
        where="Appendix A, proofs of Theorem 4.6 and Proposition 4.7",
        printed="the m-th derivative of f_L is m!/(1-s)^m (f_L(s) - 1)",
        decided_by=derivative_items,
        argument="every m: f_L - 1 = (c-1)/(1-s), and one more derivative multiplies (1-s)^-(m+1) by (m+1)/(1-s)",
    ),
    Claim(
        "vinterbo.c_at_least_one",
        "base(a)^n >= 1",
        where="Appendix A, proof of Proposition 4.7",
        printed="c >= 1",
        reading="c is the n-th power of base(a) (vinterbo.lemma_4_5)",
        given={"a": "[0, 1]", "n": "integer [1, inf)"},
        assuming=("a != 1/2",),
        define=DEFINE,
    ),
    Claim(
        "vinterbo.loss_at_least_one",
        "fL(c,s) >= 1 and fL(c,s) >= c",
        where="Sections 1 and 3.2",
        printed="randomized responses lose efficiency against truthful ones, by the factor L",
        kernel="VinterboFamily.loss_at_least_one",
        reading="in Coq L >= 1 for every randomizer with an inverse, and the engine's statement is that of Theorem 4.6, where "
        "L >= c too",
        narrowed=(
            ("", "at every π with s < 1, without which L divides by 0"),
            ("", "a loss of nothing, L = 1, is among them: at c = 1 every bit is kept, or every bit is turned"),
        ),
        given={"c": "c >= 1", "s": "[0, 1)"},
        define=DEFINE,
    ),
    Claim(
        "vinterbo.loss_grows_exponentially",
        kernel="VinterboLoss.grows_exponentially",
        where="Section 6, second paragraph",
        printed="the loss grows exponentially in the number of dimensions n",
        reading="c = b^n with b = base(a) > 1; L >= c at every π with s < 1, and the approximate L(n) is at most 3 c",
        narrowed=("", "0 < a < 1 and a != 1/2: at 0 and 1 every bit is turned or kept, and nothing is lost at any n"),
        decided_by=lambda: (
            Statement("b > 1", "base(a) > 1", given={"a": "(0, 1)"}, assuming=("a != 1/2",), define=DEFINE),
            Statement("L >= c", "fL(c,s) >= c", given={"c": "c >= 1", "s": "[0, 1)"}, define=DEFINE),
            Statement(
                "L(n) <= 3 c", "fL(c, 2/(K+1)) <= 3*c", given={"c": "c >= 1", "K": "integer K >= 2"}, define=DEFINE
            ),
        ),
        argument="b^n <= L, and b^n <= L(n) <= 3 b^n, for every n",
    ),
    Claim(
        "vinterbo.matrix_grows_exponentially",
        "2^(n+1)*2^(n+1) = 4*(2^n*2^n)",
        where="Section 6, second paragraph",
        printed="the size of the matrix C grows exponentially in n, too",
        reading="C has 2^n rows and columns: one more bit makes it four times as large",
        given={"n": "integer n >= 1"},
    ),
]
