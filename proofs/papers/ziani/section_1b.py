"""Section 1, second half: the estimate of a mean from randomized responses (Claim 3, Lemma 4, Theorem 5).

c is the share of ones among the bits; p is the probability of a flip, as in the definition of RR_p.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item

FLIP = {"p": "[0, 1/2]"}
BIT = {"b": "[0, 1]"}
ONE_BIT = ("b = 0 or b = 1",)
SHARE = {"c": "[0, 1]"}
MEAN = "((1-p)*c + p*(1-c))"  # of the reports, by the definition of RR_p
PUT_IN = (
    "",
    "that the mean of n reports is the mean of the bits mixed so is put in; in Coq it is in ZianiResponse.claim_3_repaired",
)
HALF = ("p < 1/2", "at 1/2 the estimate divides by 0")
LARGE = {"n": "integer n >= 1"}
Estimate = Callable[[Fraction, Fraction], Fraction]


def printed(mean: Fraction, p: Fraction) -> Fraction:
    """The estimator of Claim 3 as printed."""
    return (mean - (1 - p)) / (2 * p - 1)


def corrected(mean: Fraction, p: Fraction) -> Fraction:
    """The estimator that is unbiased."""
    return (mean - p) / (1 - 2 * p)


def within(estimate: Estimate, n: int, ones: int, p: Fraction, d: Fraction) -> Fraction:
    """Pr(|estimate - share of ones| <= bound of Theorem 5), exactly; both sides squared."""
    bound = 1 / d / (4 * (1 - 2 * p) ** 2 * n)
    total = Fraction(0)
    for kept in range(ones + 1):
        for lied in range(n - ones + 1):
            chance = comb(ones, kept) * (1 - p) ** kept * p ** (ones - kept)
            chance *= comb(n - ones, lied) * p**lied * (1 - p) ** (n - ones - lied)
            error = estimate(Fraction(kept + lied, n), p) - Fraction(ones, n)
            total += chance if error * error <= bound else 0
    return total


def spread_items() -> Iterator[Item]:
    """Chebyshev's inequality at the variance of the printed estimate, whose reports are each 1 with probability p or 1 - p."""
    yield Statement("a report's variance", "q = p or q = 1-p implies q*(1-q) = p*(1-p)", {**FLIP, "q": "[0, 1]"})
    yield Statement(
        "the estimate's variance",
        "n*p*(1-p)/((2*p-1)^2*n^2) <= 1/(4*(1-2*p)^2*n)",
        {"p": "[0, 1/2)", **LARGE},
    )
    yield from chebyshev_items()


def accuracy_items(estimate: Estimate) -> Iterator[Item]:
    """Theorem 5 for every survey of some sizes."""
    for n in (4, 1, 2, 6):
        for p in (Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)):
            for d in (Fraction(1, 2), Fraction(1, 10)):
                for ones in range(n + 1):
                    label = f"n = {n}, {ones} ones, p = {p}, delta = {d}: probability of being within the bound"
                    yield Fact(label, within(estimate, n, ones, p, d), ">=", 1 - d)


def corrected_items() -> Iterator[Item]:
    """Unbiased, variance at most 1/(4 (1-2p)^2 n), Chebyshev; and the surveys again."""
    yield Statement("unbiased", f"({MEAN} - p)/(1-2*p) = c", {**FLIP, **SHARE}, ("p < 1/2",))
    yield Statement(
        "its variance",
        "n*p*(1-p)/((1-2*p)^2*n^2) <= 1/(4*(1-2*p)^2*n)",
        {"p": "[0, 1/2)", "n": "integer n >= 1"},
    )
    yield from chebyshev_items()
    yield from accuracy_items(corrected)


def constant_items() -> Iterator[Item]:
    """A constant variable deviates from its mean by at least k times 0 with probability 1."""
    law = {Fraction(3): Fraction(1)}
    mean = sum((x * p for x, p in law.items()), Fraction(0))
    variance = sum(((x - mean) ** 2 * p for x, p in law.items()), Fraction(0))
    for k in (1, 2):
        deviates = sum((p for x, p in law.items() if (x - mean) ** 2 >= k**2 * variance), Fraction(0))
        yield Fact(f"a variable that is always 3, k = {k}", deviates, "<=", Fraction(1, k**2))


def chebyshev_items() -> Iterator[Item]:
    """A deviation of at least h has probability at most v/h^2; h is the bound, whose square is v/d for v at least Var."""
    yield Statement(
        "pointwise: the indicator of a deviation of at least h is at most the squared deviation over h^2",
        "(abs(x-m) >= h implies (x-m)^2/h^2 >= 1) and (x-m)^2/h^2 >= 0",
        {"x, m": "real", "h": "h > 0"},
    )
    yield Statement(
        "in the mean", "w <= v and h^2 = v/d implies w/h^2 <= d", {"w": "w >= 0", "v, h": "(0, inf)", "d": "(0, 1]"}
    )
    yield Statement(
        "the bound squared",
        "h = r/(2*(1-2*p)*m) and r^2 = 1/d implies h^2 = (1/(4*(1-2*p)^2*m^2))/d",
        {"h, r, m": "(0, inf)", "p": "[0, 1/2)", "d": "(0, 1]"},
    )


CLAIMS = [
    Claim(
        "ziani.claim_3_mean",
        "(1-p)*b + p*(1-b) = 1 - p + (2*p-1)*b",
        where="Section 1, Claim 3, first display",
        printed="the mean report of a bit b is 1 - p + (2p-1) b",
        reading="RR_p flips with probability p, as it is defined; the display is right for a mechanism that keeps the bit with "
        "probability p",
        given={**FLIP, **BIT},
        assuming=ONE_BIT,
        repairs=(Repair(states="(1-p)*b + p*(1-b) = p + (1-2*p)*b", why="it is p + (1-2p) b"),),
    ),
    Claim(
        "ziani.claim_3_step",
        "(1-p)*b + p*(1-b) = p*b + (1-p)*(1-b)",
        where="Section 1, proof of Claim 3, second line",
        printed="Pr(M(b) = b) is p and Pr(M(b) = 1-b) is 1-p",
        reading="the definition of RR_p and Theorem 2 have these the other way round",
        given={**FLIP, **BIT},
        assuming=ONE_BIT,
        repairs=(Repair(states="(1-p)*b + p*(1-b) = p + (1-2*p)*b", why="with the probabilities of the definition"),),
    ),
    Claim(
        "ziani.claim_3_algebra",
        "p*b + (1-p)*(1-b) = 1 - p + (2*p-1)*b",
        where="Section 1, proof of Claim 3, third line",
        printed="the last step of the display",
        given={**FLIP, **BIT},
    ),
    Claim(
        "ziani.claim_3_unbiased",
        f"({MEAN} - (1-p))/(2*p-1) = c",
        where="Section 1, Claim 3, second display",
        printed="(mean report - (1-p))/(2p-1) is an unbiased estimate of the mean of the bits",
        reading="for p < 1/2; with the definition of RR_p its mean is one minus the mean of the bits",
        given={"p": "[0, 1/2)", **SHARE},
        repairs=(
            Repair(
                states=f"({MEAN} - p)/(1-2*p) = c",
                why="(mean report - p)/(1-2p) is",
                narrowed=HALF,
                kernel="ZianiResponse.claim_3_repaired",
            ),
            Repair(
                states=f"({MEAN} - (1-p))/(2*p-1) = 1 - c",
                why="the printed estimate has mean 1 - c",
                narrowed=(HALF, PUT_IN),
            ),
        ),
    ),
    Claim(
        "ziani.lemma_4",
        kernel="Misprints.not_ziani_lemma_4",
        where="Section 1, Lemma 4",
        printed="Chebyshev's inequality: a deviation of at least k standard deviations has probability at most 1/k^2",
        reading="for k > 0; a constant variable has the variance 0, and every k standard deviations are a deviation of 0",
        decided_by=constant_items,
        repairs=(
            Repair(
                states="(abs(x-m) >= k*s implies 1 <= (x-m)^2/(k*s)^2) and 0 <= (x-m)^2/(k*s)^2 and s^2/(k*s)^2 = 1/k^2",
                given={"x, m": "real", "s": "(0, inf)", "k": "(0, inf)"},
                why="for a variable that is not constant",
                argument="the indicator of the deviation is at most the squared deviation over (k s)^2, of mean 1/k^2",
                kernel="ZianiResponse.lemma_4",
                narrowed=(
                    ("", "the variable takes finitely many values and is not constant"),
                    (
                        "k > 0",
                        "1/k^2 has no value at 0, and below 0 every deviation is as large as k standard deviations",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "ziani.theorem_5",
        kernel="Errata.not_ziani_theorem_5",
        where="Section 1, Theorem 5",
        printed="with probability at least 1 - delta Claim 3 is within sqrt(1/delta)/(2 (1-2p) sqrt(n)) of the mean",
        reading="the mean of the bits, which the section sets out to estimate; the printed estimate approaches one minus it",
        decided_by=lambda: accuracy_items(printed),
        repairs=(
            Repair(
                decided_by=corrected_items,
                kernel="ZianiResponse.theorem_5_repaired",
                why="with the estimate (mean report - p)/(1-2p)",
                narrowed=("", "p < 1/2: at 1/2 the estimate and the bound divide by 0"),
                argument="the statements are the proof for every n, p < 1/2 and delta; the surveys check it by enumeration",
            ),
        ),
    ),
    Claim(
        "ziani.theorem_5_spread",
        kernel="ZianiResponse.theorem_5_spread",
        where="Section 1, Theorem 5, other reading, and the last display of its proof",
        printed="with probability at least 1 - delta the estimate is within that bound of its own mean",
        narrowed=(
            ("", "the printed E[b] is read as the mean of the estimate, which it is not where Claim 3 fails"),
            ("", "p < 1/2: at 1/2 the estimate and the bound divide by 0"),
        ),
        decided_by=spread_items,
        argument="Chebyshev's inequality at a variance of at most v = 1/(4 (1-2p)^2 n), n = m^2; reports are independent",
    ),
    Claim(
        "ziani.theorem_5_gamma",
        "1 - 2*(1/2 - g) = 2*g",
        where="Section 1, Theorem 5, last sentence",
        printed="p = 1/2 - gamma gives 1 - 2p = 2 gamma",
        given={"g": "[0, 1/2]"},
    ),
    Claim(
        "ziani.theorem_5_samples",
        "(1/d)/(4*(2*g)^2*n) <= h^2 iff n >= 1/(16*d)*(1/(h^2*g^2))",
        where="Section 1, Theorem 5, last sentence",
        printed="an additive error h at p = 1/2 - gamma needs samples of the order of 1/(h^2 gamma^2)",
        narrowed=(
            "",
            "shown is when the theorem's bound, squared, is at most h^2, at a fixed delta; that no fewer samples give the error h "
            "is not",
        ),
        given={"d": "(0, 1]", "g": "(0, 1/2]", "n": "n >= 1", "h": "(0, inf)"},
    ),
    Claim(
        "ziani.more_people",
        "n < m and g^2*n = u^2*m implies u < g and (1/d)/(4*(2*u)^2*m) = (1/d)/(4*(2*g)^2*n)"
        " and (1/2+u)*(1/2-g) < (1/2+g)*(1/2-u)",
        where="Section 1, accuracy",
        printed="the more people, the smaller gamma can be at the same accuracy",
        reading="privacy is the ratio (1/2+gamma)/(1/2-gamma), multiplied out, as gamma may be 1/2",
        narrowed=(
            "",
            "accuracy is the bound of Theorem 5, squared, at a fixed delta; the estimate's own error is not compared",
        ),
        given={"n, m": "(0, inf)", "g, u": "(0, 1/2]", "d": "(0, 1]"},
    ),
    Claim(
        "ziani.variance_scaled",
        "q*(e*x + f - (e*u + f))^2 + (1-q)*(e*y + f - (e*u + f))^2 = e^2*(q*(x-u)^2 + (1-q)*(y-u)^2)",
        kernel="Draws.spread_affine",
        where="Section 1, proof of Theorem 5",
        printed="Var(cX) = c^2 Var(X) and Var(X + c) = Var(X)",
        argument="entered for two values; the same holds term by term for any number",
        narrowed=(
            "",
            "the variable takes finitely many values, as a report does; in Coq for any linear form that is 1 at 1",
        ),
        given={"q": "[0, 1]", "e, f, x, y, u": "real"},
        assuming=("u = q*x + (1-q)*y",),
    ),
    Claim(
        "ziani.variance_bernoulli",
        "q*(1-q)^2 + (1-q)*(0-q)^2 = q*(1-q) and q*(1-q) <= 1/4",
        where="Section 1, proof of Theorem 5",
        printed="a report is a Bernoulli variable, of variance at most 1/4",
        given={"q": "[0, 1]"},
    ),
    Claim(
        "ziani.variance_bound",
        "1/((2*p-1)^2*n^2)*(n*(p*(1-p))) <= n*(1/(4*(2*p-1)^2*n^2)) and n*(1/(4*(2*p-1)^2*n^2)) = 1/(4*(2*p-1)^2*n)",
        where="Section 1, proof of Theorem 5, first display",
        printed="the variance of the estimate is at most 1/(4 (2p-1)^2 n)",
        narrowed=(
            "",
            "that the estimate's variance is the sum of those of n independent reports, scaled, stands on the left",
        ),
        given={"p": "[0, 1/2)", **LARGE},
    ),
    Claim(
        "ziani.theorem_5_chebyshev",
        "k = 1/q and d = q^2 and s = 1/(2*(1-2*p)*m) implies k*s = (1/q)/(2*(1-2*p)*m) and 1/k^2 = d"
        " and s^2 = 1/(4*(2*p-1)^2*m^2)",
        where="Section 1, proof of Theorem 5, last display",
        printed="Chebyshev's inequality at k = 1/sqrt(delta) gives the bound with probability delta",
        reading="q = sqrt(delta), m = sqrt(n), s the root of the bound on the variance",
        narrowed=("p < 1/2", "at 1/2 the bound divides by 0"),
        given={"k, q, d, s, m": "(0, inf)", "p": "[0, 1/2)"},
    ),
]
