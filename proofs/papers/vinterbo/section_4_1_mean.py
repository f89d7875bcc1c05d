"""Section 4.1: the Greenwood statistic S = πᵀπ of a uniformly random π, and Proposition 4.7 with its proof.

K = 2^n, mu = E(S) = 2/(K+1), V = Var(S) = 4(K-1)/((K+1)²(K+2)(K+3)).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial, prod

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item

from .definitions import DEFINE

Q = Fraction
SIZE = {"K": "integer K >= 2"}
TOP = "(mean({K}) + 10*sqrt(spread({K})))"
LIMIT = "(1 - mean({K}))*spread({K})/(1 - (mean({K}) + 10*sqrt(spread({K}))))^3"
CONVEX = {"c": "[1, inf)", "s, h": "[0, 1)"}


def moment(k: int, *powers: int) -> Fraction:
    """E Π p_i^{m_i} for the flat Dirichlet distribution on k categories: (k-1)! Π m_i!/(k-1+Σ m_i)!."""
    return Q(factorial(k - 1) * prod(map(factorial, powers)), factorial(k - 1 + sum(powers)))


def mean(k: int) -> Fraction:
    return Q(2, k + 1)


def spread(k: int) -> Fraction:
    return Q(4 * (k - 1), (k + 1) ** 2 * (k + 2) * (k + 3))


def beta_items() -> Iterator[Item]:
    """The moments of one and of two coordinates for K = 3: p^i has density 2(1-p), and q is uniform on [0, 1-p]."""
    for i in (2, 4):
        primitive = f"2*(p^{i + 1}/{i + 1} - p^{i + 2}/{i + 2})"
        yield Statement(f"K = 3, E p^{i}: primitive", f"diff({primitive}, p) = p^{i}*2*(1-p)", given={"p": "real"})
        yield Fact(f"K = 3, E p^{i}", Q(2, i + 1) - Q(2, i + 2), "=", moment(3, i))
    yield Statement(
        "K = 3, E p²q²: primitive",
        "diff(2/3*(p^3/3 - 3*p^4/4 + 3*p^5/5 - p^6/6), p) = p^2*2*((1-p)^3/3)",
        given={"p": "real"},
    )
    yield Fact("K = 3, E p²q²", Q(2, 3) * (Q(1, 3) - Q(3, 4) + Q(3, 5) - Q(1, 6)), "=", moment(3, 2, 2))


def mean_items() -> Iterator[Item]:
    yield from beta_items()
    for n in range(1, 13):
        yield Fact(f"n = {n}", 2**n * moment(2**n, 2), "=", mean(2**n))
    yield Statement("every K", "K*(2/(K*(K+1))) = 2/(K+1)", given=SIZE)


def variance_items() -> Iterator[Item]:
    for n in range(1, 13):
        k = 2**n
        square = k * moment(k, 4) + k * (k - 1) * moment(k, 2, 2)
        yield Fact(f"n = {n}", square - mean(k) ** 2, "=", spread(k))
    yield Statement(
        "every K",
        "(24*K + 4*K*(K-1))/(K*(K+1)*(K+2)*(K+3)) - mean(K)^2 = spread(K)",
        given=SIZE,
        define=DEFINE,
    )


def excess(n: int, y: Fraction) -> Fraction:
    """A bound d(n) with E f_L(S)/f_L(E S) <= 1 + d(n) at every c, from a cut at y: see ratio_items."""
    k = 2**n
    tail: Fraction = Q(k * (k - 1), k - 2) * (1 - y) ** (k - 2)
    return spread(k) / ((1 - mean(k)) * (1 - y)) + (1 - mean(k)) * tail


def ratio_items() -> Iterator[Item]:
    """1 <= E f_L(S)/f_L(E S) <= 1 + d(n), where d(n) 8^n is bounded, d(3) < 0.2386 and d(4) < 0.0029."""
    given = {"s, mu": "[0, 1)", "y": "(0, 1)"}
    middle = "(s-mu)^2/((1-mu)^2*(1-s))"
    yield Statement("1/(1-S) around its mean", f"1/(1-s) = 1/(1-mu) + (s-mu)/(1-mu)^2 + {middle}", given=given)
    yield Statement("where S <= y", "(s-mu)^2/(1-s) <= (s-mu)^2/(1-y)", given=given, assuming=("s <= y",))
    yield Statement(
        "where S > y > mu, and S is at most the largest share p",
        "(s-mu)^2/(1-s) <= (1-mu)^2/(1-p)",
        given={**given, "p": "[0, 1)"},
        assuming=("mu < y", "y < s", "s <= p"),
    )
    yield Statement("S is at most the largest share: a term", "q^2 <= p*q", given={"p": "[0, 1]", "q": "0 <= q <= p"})
    for k in (8, 16):
        inner = f"-({k}-1)/({k}-2)*(1-p)^({k}-2)"
        yield Statement(
            f"K = {k}: a share has density (K-1)(1-p)^(K-2), so E 1/(1-p) over p > y is (K-1)/(K-2)(1-y)^(K-2)",
            f"diff({inner}, p) = ({k}-1)*(1-p)^({k}-2)/(1-p)",
            given={"p": "[0, 1)"},
        )
    yield Statement(
        "f_L = 1 + (c-1)/(1-s), so with g = E 1/(1-S) the ratio lies between 1 and (1-mu) g",
        "(1 + (c-1)*g)/fL(c, mu) >= 1 and (1 + (c-1)*g)/fL(c, mu) <= (1-mu)*g",
        given={"c": "[1, inf)", "mu": "[0, 1)", "g": "real"},
        assuming=("g >= 1/(1-mu)",),
        define=DEFINE,
    )
    yield Fact("d(3), cut at 3/5", excess(3, Q(3, 5)), "<", Q("0.2386"))
    for n in range(4, 13):
        yield Fact(f"d({n}) 8^{n}, cut at 1/2", excess(n, Q(1, 2)) * 8**n, "<", 20)
    yield Fact("d(4), cut at 1/2", excess(4, Q(1, 2)), "<", Q("0.0029"))
    yield Statement("every n: 8^n Var(S) <= 4", "spread(K)*K^3 <= 4", given=SIZE, define=DEFINE)


def categories_items() -> Iterator[Item]:
    """n = 3, a = 3/4, c = 2.5³: on three categories E(S) = 1/2, so by Jensen the ratio is at least f_L(1/2)/f_L(2/9)."""
    c = Q(5, 2) ** 3
    yield Fact("three categories: E(S)", 3 * moment(3, 2), "=", Q(1, 2))
    least = ((c - Q(1, 2)) / Q(1, 2)) / ((c - Q(2, 9)) / Q(7, 9))
    yield Fact("n = 3, a = 3/4, three categories: f_L(E(S))/f_L(2/9) is at most 1 + 0.2386", least, "<=", Q("1.2386"))


def delta_items(n: int, printed: str) -> Iterator[Item]:
    """δ(n) at λ = f_L''(E(S) + 10 Var(S)^½) increases with c to its limit, which is below the printed number."""
    size = str(2**n)
    yield Statement(
        "the factor that depends on c is below 1", "(c-1)/(c-mu) < 1", given={"c": "[1, inf)", "mu": "(0, 1)"}
    )
    yield Statement(
        "δ as a product",
        "2*(c-1)/(1-x)^3*V/(2*fL(c,mu)) = (c-1)/(c-mu)*((1-mu)*V/(1-x)^3)",
        given={"c": "[1, inf)", "mu, x": "(0, 1)", "V": "(0, inf)"},
        define=DEFINE,
    )
    yield Statement(f"n = {n}: the other factor", f"{LIMIT.format(K=size)} < {printed}", define=DEFINE)


def delta_3_items() -> Iterator[Item]:
    yield from delta_items(3, "0.2386")


def delta_4_items() -> Iterator[Item]:
    yield from delta_items(4, "0.0029")


def order_items() -> Iterator[Item]:
    yield Statement("8^n Var(S) <= 4", "spread(K)*K^3 <= 4", given=SIZE, define=DEFINE)
    yield Statement(
        "E(S) and Var(S) decrease", "mean(2*K) < mean(K) and spread(2*K) < spread(K)", given=SIZE, define=DEFINE
    )
    yield Statement("at n = 3 the cut leaves more than 1/5", f"1 - {TOP.format(K='8')} > 1/5", define=DEFINE)
    yield Statement(
        "δ(n) 8^n",
        "f*((1-mu)*V/w^3)*k <= 500",
        given={"f, mu": "[0, 1]", "V": "V >= 0", "w": "w > 1/5", "k": "k > 0"},
        assuming=("V*k <= 4",),
    )


def growing_items() -> Iterator[Item]:
    """f_L(E(S)) at c^n does not fall from n to n + 1."""
    one = {"n": "integer n >= 1", "c": "c >= 1"}
    yield Statement("c^n - 1 grows at least as n does", "n*(c^(n+1) - 1) >= (n+1)*(c^n - 1)", given=one)
    given = {**one, "z": "z >= 1", "w": "w >= n + 1"}
    grown = ("n*(z*c - 1) >= (n+1)*(z - 1)",)
    yield Statement("from n to n + 1", "fL(z*c,mean(2*w)) >= fL(z,mean(w))", given=given, assuming=grown, define=DEFINE)


CLAIMS = [
    Claim(
        "vinterbo.greenwood_mean",
        where="Section 4.1, before Proposition 4.7",
        printed="E(πᵀπ) = 2/(2^n + 1) for a uniformly random π",
        decided_by=mean_items,
        argument="every K: E p_i² = 2/(K(K+1)), a moment of the flat Dirichlet distribution",
    ),
    Claim(
        "vinterbo.greenwood_variance",
        where="Section 4.1, before Proposition 4.7",
        printed="Var(πᵀπ) = 4(2^n - 1)/((2^n+1)²(2^n+2)(2^n+3))",
        decided_by=variance_items,
        argument="every K: E p_i⁴ = 24/(K)₄ and E p_i² p_j² = 4/(K)₄ with (K)₄ = K(K+1)(K+2)(K+3)",
    ),
    Claim(
        "vinterbo.prop_4_7",
        where="Section 4.1, Proposition 4.7 and the sentence after it",
        printed="for n > 2 and uniformly random π, with probability at least 0.99, 1 <= E(f_L(πᵀπ))/f_L(2/(2^n+1)) <= 1 + "
        "δ(n) "
        "for a δ(n) in O(2^(-3n)) with δ(3) < 0.2386 and δ(4) < 0.0029",
        reading="the statement is that such a δ exists, at every a",
        narrowed=(
            "",
            "π is a distribution on 2^n categories, as the sentence before has it, where n is printed; and the quantity in the "
            "event is a number and not random, so what is decided is that the event is certain",
        ),
        decided_by=ratio_items,
        argument="every n > 2: E[(S-mu)²/(1-S)] is cut at y; below it is at most Var(S)/(1-y), above it some share exceeds y, "
        "and its tail is at most (1-mu)² K(K-1)/(K-2) (1-y)^(K-2), which falls faster than any power of 1/K",
    ),
    Claim(
        "vinterbo.prop_4_7_categories",
        kernel="Misprints.not_vinterbo_prop_4_7_categories",
        where="Section 4.1, Proposition 4.7",
        printed="the bound of Proposition 4.7 for π uniformly random on n categories",
        reading="as printed, n for 2^n: a slip, since f_L(2/(2^n+1)) is f_L at the mean of S on 2^n categories only; "
        "vinterbo.prop_4_7 is the statement meant",
        decided_by=categories_items,
        repairs=(
            Repair(
                why="for π uniformly random on 2^n categories",
                decided_by=ratio_items,
                argument="every n > 2: as for vinterbo.prop_4_7",
                uses=("vinterbo.prop_4_7",),
            ),
        ),
    ),
    Claim(
        "vinterbo.delta_3",
        where="Section 4.1, Proposition 4.7; Appendix A, end of its proof",
        printed="δ(3) < 0.2386, evaluated at E(S) + 10 Var(S)^½",
        reading="δ = λ Var(S)/(2 f_L(E(S))) depends on a; the bound is for all a",
        decided_by=delta_3_items,
        argument="every a: c >= 1 enters by the factor (c-1)/(c-mu) alone",
    ),
    Claim(
        "vinterbo.delta_4",
        where="Section 4.1, after Proposition 4.7",
        printed="δ(4) < 0.0029",
        reading="as vinterbo.delta_3, at n = 4",
        decided_by=delta_4_items,
        argument="every a: c >= 1 enters by the factor (c-1)/(c-mu) alone",
    ),
    Claim(
        "vinterbo.delta_order",
        where="Section 4.1, Proposition 4.7; Appendix A, its proof",
        printed="δ(n) is in O(2^(-3n))",
        reading="δ as in its proof, with λ at E(S) + 10 Var(S)^½, for n >= 3",
        decided_by=order_items,
        argument="every n >= 3: 1 - E(S) - 10 Var(S)^½ grows with n, from above 1/5 at n = 3, so δ(n) 8^n <= 500",
    ),
    Claim(
        "vinterbo.moments_decrease",
        "mean(2*K) < mean(K) and spread(2*K) < spread(K)",
        where="Appendix A, proof of Proposition 4.7",
        printed="Var(S) and E(S) are both decreasing in n",
        argument="K = 2^n, which one more bit doubles; that the two formulas are E(S) and Var(S) is argued there",
        given=SIZE,
        define=DEFINE,
        uses=("vinterbo.greenwood_mean", "vinterbo.greenwood_variance"),
    ),
    Claim(
        "vinterbo.loss_increases",
        "s < h implies fL(c,s) <= fL(c,h) and (c > 1 implies fL(c,s) < fL(c,h))",
        where="Appendix A, proof of Proposition 4.7",
        printed="f_L is increasing",
        given=CONVEX,
        define=DEFINE,
        narrowed=("", "strictly where something is randomized, c > 1: at c = 1 it is 1 everywhere, and does not fall"),
    ),
    Claim(
        "vinterbo.power_grows",
        "n*(c^(n+1) - 1) >= (n+1)*(c^n - 1) and 2^n >= n + 1",
        where="Appendix A, proof of Proposition 4.7, used for its minimum at n = 3",
        given={"n": "integer n >= 1", "c": "c >= 1"},
    ),
    Claim(
        "vinterbo.ratio_least_at_3",
        "(z*c*(2*w+1) - 2)/(2*w-1) >= (z*(w+1) - 2)/(w-1)",
        kernel="VinterboLoss.least_at_3",
        where="Appendix A, proof of Proposition 4.7",
        printed="expanding numerator and denominator at n = 3 (where the minimum occurs …)",
        narrowed=(
            "",
            "shown of the denominator f_L(E(S)) at c = c(a)^n and for n > 2, as in the proposition, and not of the numerator",
        ),
        reading="the reason that is printed for it is vinterbo.ratio_least_at_3_since. z = c^n and w = 2^n: f_L(2/(w+1)) = "
        "(z (w+1) - 2)/(w - 1) does not fall from n to n + 1, for every n",
        argument="the hypotheses are those of vinterbo.power_grows at c^n and 2^n",
        given={"n": "integer n >= 1", "c": "c >= 1", "z": "z >= 1", "w": "w >= n + 1"},
        assuming=("n*(z*c - 1) >= (n+1)*(z - 1)",),
        steps=(
            "(n+1)*(2*w+1)*(w-1) >= n*(2*w-1)*(w+1)",
            "(z*c-1)*n*(2*w+1)*(w-1) >= (z-1)*n*(2*w-1)*(w+1)",
            "(z*c-1)*(2*w+1)*(w-1) >= (z-1)*(2*w-1)*(w+1)",
        ),
        uses=("vinterbo.power_grows",),
    ),
    Claim(
        "vinterbo.ratio_least_at_3_since",
        "fL(c,mean(2^3)) <= fL(c,mean(2^n))",
        where="Appendix A, proof of Proposition 4.7",
        printed="… where the minimum occurs since f_L is increasing and Var(S) and E(S) are both decreasing in n",
        reading="of the denominator f_L(E(S)), with the constant c of f_L as it is: what increases in something that decreases, "
        "decreases, so f_L(E(S)) is largest at n = 3",
        given={"n": "integer n >= 3", "c": "[1, inf)"},
        define=DEFINE,
        repairs=(
            Repair(
                kernel="VinterboLoss.least_at_3",
                decided_by=growing_items,
                argument="induction from n = 3 on, with z = c^n and w = 2^n",
                why="the minimum is at n = 3 since c = c(a)^n grows with n, and by more than the fall of E(S) takes away",
                narrowed=("", "shown of the denominator f_L(E(S)), for n > 2, and not of the numerator"),
            ),
        ),
    ),
    Claim(
        "vinterbo.loss_convex",
        "diff(fL(c,s), s) >= 0 and diff(fL(c,s), s, 2) >= 0 and diff(fL(c,s), s, 3) >= 0",
        kernel="VinterboLoss.loss_convex",
        where="Appendix A, proof of Proposition 4.7",
        printed="every derivative of f_L is nonnegative; f_L is convex, and so are its derivatives",
        given={"c": "[1, inf)", "s": "[0, 1)"},
        define=DEFINE,
        argument="the m-th is m! (c-1)/(1-s)^(m+1) for every m (vinterbo.loss_derivatives)",
        uses=("vinterbo.loss_derivatives",),
    ),
    Claim(
        "vinterbo.taylor",
        "fL(c,h) + (s-h)*(c-1)/(1-h)^2 <= fL(c,s) and fL(c,s) <= fL(c,h) + (s-h)*(c-1)/(1-h)^2 + (c-1)/(1-y)^3*(s-h)^2",
        kernel="VinterboLoss.taylor",
        where="Appendix A, proof of Proposition 4.7, display (*)",
        narrowed=("", "an interval that ends before 1 and holds all values of S; values of S reach up to 1"),
        printed="f_L(E(S)) <= E(f_L(S)) <= f_L(E(S)) + λ/2 Var(S), λ the largest f_L'' on a suitable interval",
        argument="an interval that holds E(S) = h and all values s of S, with upper end y; taking expectations gives the "
        "display. Values of S reach up to 1, where no such interval is bounded away; the end E(S) + 10 Var(S)^½ holds S with "
        "probability 0.99 only",
        given={**CONVEX, "y": "[0, 1)"},
        assuming=("s <= y", "h <= y"),
        define=DEFINE,
        steps=(
            "fL(c,s) - fL(c,h) - (s-h)*(c-1)/(1-h)^2 = (c-1)*(s-h)^2/((1-h)^2*(1-s))",
            "(1-y)^3 <= (1-h)^2*(1-y)",
            "(1-h)^2*(1-y) <= (1-h)^2*(1-s)",
        ),
    ),
    Claim(
        "vinterbo.taylor_end",
        "fL(c,s) <= fL(c,h) + (s-h)*(c-1)/(1-h)^2 + (c-1)/(1-y)^3*(s-h)^2",
        where="Appendix A, end of the proof of Proposition 4.7",
        printed="evaluating δ at E(S) + 10 Var(S)^½ we arrive at the bound",
        reading="y is that end, at which λ/2 = (c-1)/(1-y)^3; display (*) takes the expectation over all values s of S, of which "
        "those above y have a positive probability",
        given={**CONVEX, "y": "[0, 1)"},
        assuming=("h <= y",),
        define=DEFINE,
        repairs=(
            Repair(
                adding=("s <= y",),
                why="for the values of S up to that end; Proposition 4.7 stands by another cut, vinterbo.prop_4_7",
                steps=(
                    "fL(c,s) - fL(c,h) - (s-h)*(c-1)/(1-h)^2 = (c-1)*(s-h)^2/((1-h)^2*(1-s))",
                    "(1-y)^3 <= (1-h)^2*(1-y)",
                    "(1-h)^2*(1-y) <= (1-h)^2*(1-s)",
                ),
            ),
        ),
    ),
    Claim(
        "vinterbo.taylor_curvature",
        "diff(fL(c,s), s, 2) <= diff(fL(c,y), y, 2) and diff(fL(c,y), y, 2) = 2*(c-1)/(1-y)^3 and 2*(c-1)/(1-y)^3 >= 0",
        where="Appendix A, proof of Proposition 4.7",
        printed="λ is the largest f_L'' on a suitable interval, and at least 0",
        reading="it is attained at the upper end y",
        given={"c": "[1, inf)", "s, y": "[0, 1)"},
        assuming=("s <= y",),
        define=DEFINE,
    ),
    Claim(
        "vinterbo.ratio_display",
        "m/e >= e/e and m/e <= 1 + l*V/(2*e) and e/e = 1",
        where="Appendix A, proof of Proposition 4.7, displays after (*)",
        printed="dividing (*) by f_L(E(S)): 1 <= E(f_L(S))/f_L(E(S)) <= 1 + δ with δ = λ Var(S)/(2 f_L(E(S)))",
        given={"e": "[1, inf)", "m": "real", "l, V": "[0, inf)"},
        assuming=("e <= m", "m <= e + l/2*V"),
    ),
    Claim(
        "vinterbo.chebyshev",
        "z >= 10 implies 1 <= z^2/100",
        kernel="VinterboLoss.ten_deviations",
        where="Appendix A, proof of Proposition 4.7",
        narrowed=("", "Var(S) > 0, as the formula before the proposition has it"),
        printed="P(S >= E(S) + 10 Var(S)^½) <= 0.01",
        argument="z = (S - E(S))/Var(S)^½ has E(z²) = 1; the expectation of both sides is Chebyshev's inequality",
        given={"z": "real"},
    ),
    Claim(
        "vinterbo.approximate_loss",
        "fL(c, 1/K) <= fL(c, mean(K))",
        narrowed=(
            (
                "",
                "no error of the approximation is printed and none is bounded here: shown is on which side of the mean loss "
                "it lies",
            ),
        ),
        where="Section 4.1, before Proposition 4.7",
        printed="the loss is approximated by L(n) = f_L(2/(2^n+1))",
        reading="it is f_L at the mean of S, and so above the bound of Theorem 4.6",
        given={**SIZE, "c": "[1, inf)"},
        define=DEFINE,
    ),
]
