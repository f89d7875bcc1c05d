"""Section 2: sensitivity and the Laplace mechanism for one number (Theorems 8 and 9).

l is the sensitivity, e the privacy parameter, b = l/e the scale of the noise. exp(-v) is read with v in units of b.
"""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Repair, Statement
from rropt.claims.evidence import Item

POSITIVE = {"l, e": "(0, inf)"}
THREE = {"s, x, y": "real"}
FINITE = (
    "",
    "the sensitivity is above 0 and finite: the theorem is printed for any function, and the noise has no law else",
)
AT_MOST_1 = ("", "delta is at most 1: above it every probability is at most delta, and the threshold may be negative")


def moment_items() -> Iterator[Item]:
    """Antiderivatives of the density and its moments on v >= 0, in units of b, with what they tend to."""
    yield Statement("mass of a half", "diff(-exp(-v)/2, v) = exp(-v)/2 and -exp(0)/2 = -1/2", {"v": "[0, inf)"})
    yield Statement("the mass beyond v vanishes", "exp(-v) <= 1/(1+v)", {"v": "[0, inf)"})
    yield Statement(
        "second moment of a half",
        "diff(-(v^2 + 2*v + 2)*exp(-v)/2, v) = v^2*exp(-v)/2 and -(0 + 0 + 2)*exp(0)/2 = -1",
        {"v": "[0, inf)"},
    )
    yield Statement(
        "the second moment beyond 3 w vanishes", "(9*w^2 + 6*w + 2)*exp(-3*w) <= 9/(1+w)", {"w": "[0, inf)"}
    )
    yield Statement("the two halves together, in units of b", "b^2*(1 + 1) = 2*b^2", {"b": "(0, inf)"})
    yield Statement("the density is even, so the mean is 0", "abs(-z) = abs(z)", {"z": "real"})


def privacy_items() -> Iterator[Item]:
    """The ratio of the densities is the exponential of at most e."""
    yield Statement("the ratio of exponentials", "exp(-u)/exp(-v) = exp(v - u)", {"u, v": "real"})
    yield Statement(
        "the exponent",
        "e/l*(abs(s-y) - abs(s-x)) <= e",
        {**THREE, **POSITIVE},
        ("abs(y-x) <= l",),
    )
    yield Statement("the exponential increases", "exp(e + w) <= exp(e)", {"e": "real", "w": "w <= 0"})


def tail_items() -> Iterator[Item]:
    """The mass of |Z| beyond z, by its antiderivative in v = z/b."""
    yield Statement("antiderivative", "diff(-exp(-v), v) = 2*(exp(-v)/2)", {"v": "[0, inf)"})
    yield Statement("it vanishes at infinity", "0 < exp(-v) and exp(-v) <= 1/(1+v)", {"v": "[0, inf)"})


def accuracy_items() -> Iterator[Item]:
    """The tail at the threshold."""
    yield from tail_items()
    yield Statement(
        "the threshold is v units of the scale",
        "z = v*(l/e) implies z/(l/e) = v and z*(e/l) = v",
        {"z, v": "[0, inf)", **POSITIVE},
    )


CLAIMS = [
    Claim(
        "ziani.sensitivity_count",
        "abs((r + a) - (r + c)) <= 1 and abs((r + 1) - (r + 0)) = 1",
        where="Section 2, examples after Definition 6",
        printed="the sensitivity of a count is 1",
        reading="one entry a becomes c, and r is the count of the others",
        given={"r": "integer r >= 0", "a, c": "integer [0, 1]"},
    ),
    Claim(
        "ziani.sensitivity_share",
        "abs(h*(r + a) - h*(r + c)) <= h and h*(r + 1) - h*(r + 0) = h",
        where="Section 2, examples after Definition 6",
        printed="the sensitivity of a fraction of the database is 1/n",
        reading="h = 1/n; one entry a becomes c",
        given={"r": "real", "a, c": "[0, 1]", "h": "(0, 1]"},
    ),
    Claim(
        "ziani.sensitivity_salary",
        "abs((r + a + n*m)/n - (r + a)/n) = m",
        where="Section 2, examples after Definition 6",
        printed="the sensitivity of an average salary is infinite",
        reading="it exceeds every number: for every m one salary a can change so that the average of n changes by m",
        given={"r, a": "[0, inf)", "m": "(0, inf)", "n": "integer n >= 1"},
    ),
    Claim(
        "ziani.laplace_moments",
        kernel="ZianiNoise.laplace_moments",
        where="Section 2, the Laplace distribution",
        printed="the density exp(-|z|/b)/(2b) has mean 0 and variance 2 b^2",
        reading="the mean and the mean square of the deviation from x of x + Z, as integrals of the density over the "
        "half above x and the half below it, both of which converge",
        decided_by=moment_items,
        argument="the integrals from 0 to infinity are the antiderivatives' limits less their values at 0, for both halves",
    ),
    Claim(
        "ziani.laplace_concentration",
        "0 < b and b < c implies exp(w) > 1",
        kernel="ZianiNoise.concentration",
        where="Section 2, Figure 1 and the text on it",
        printed="the smaller b, the more concentrated around 0; the larger b, the likelier a large noise",
        reading="of noise of z or more, for every z > 0: the chance is larger for larger b, below any given one for b "
        "small enough, and above any less than 1 for b large enough",
        argument="the chance of exceeding z is exp(-z/c) at c, which is exp(w) times exp(-z/b), w = z/b - z/c",
        given={"b, c, w": "real", "z": "z > 0"},
        assuming=("b > 0", "c > 0", "w*b*c = z*(c-b)"),
    ),
    Claim(
        "ziani.laplace_peak",
        "b < c implies 1 - exp(-z/b) > 1 - exp(-z/c) and 1/(2*b) > 1/(2*c)",
        where="Section 2, Figure 1 and the text on it",
        printed="the smaller b is, the more concentrated the distribution is around 0",
        reading="every interval around 0, |Z| < z, has a larger chance, 1 - exp(-z/b) by ziani.laplace_tail; and the peak of the "
        "displayed density, its value at 0, is higher",
        given={"b, c": "(0, inf)", "z": "z > 0"},
    ),
    Claim(
        "ziani.scale_sensitivity",
        "l < m implies l/e < m/e and 2*(l/e)^2 < 2*(m/e)^2",
        where="Section 2, after Definition 7",
        printed="the more sensitive the query, the more noise",
        reading="noise is its scale b = l/epsilon and its variance 2 b^2; none at all at the sensitivity 0",
        given={"l": "[0, inf)", "m, e": "(0, inf)"},
        narrowed=("", "of finite sensitivities: with an infinite one the noise has no law"),
    ),
    Claim(
        "ziani.scale_privacy",
        "e < f implies l/e > l/f and 2*(l/e)^2 > 2*(l/f)^2",
        where="Section 2, after Definition 7",
        printed="the stronger the privacy, the more noise",
        given={"l, e, f": "(0, inf)"},
        reading="noise is its scale b = l/epsilon and its variance 2 b^2; the tails follow the scale, by Moments.larger_noise",
        narrowed=FINITE,
    ),
    Claim(
        "ziani.theorem_8_ratio",
        "exp(-u)/exp(-v) = exp(v - u) and v - u = e/l*(abs(s-y) - abs(s-x))",
        where="Section 2, proof of Theorem 8, first display",
        printed="the ratio of the two densities as one exponential",
        reading="x, y stand for f(x), f(y); u and v are the two exponents; the probabilities of single outcomes are densities",
        narrowed=FINITE,
        given={**THREE, **POSITIVE, "u, v": "real"},
        assuming=("u = e/l*abs(s-x)", "v = e/l*abs(s-y)"),
    ),
    Claim(
        "ziani.theorem_8_triangle",
        "abs(s-y) - abs(y-x) <= abs(y-x)",
        where="Section 2, proof of Theorem 8, second display",
        printed="|s - f(y)| - |y - f(x)| <= |f(y) - f(x)|, by the triangle inequality",
        reading="x, y stand for f(x), f(y); a lone y, a database, is printed where a number stands, and is read as its "
        "f(y): a slip for the outcome s, which the repair puts there and the proof goes on to use",
        given=THREE,
        repairs=(Repair(states="abs(s-y) - abs(s-x) <= abs(y-x)", why="with s for the lone y"),),
    ),
    Claim(
        "ziani.theorem_8",
        kernel="Ziani.theorem_8",
        where="Section 2, Theorem 8, and the last display of its proof",
        printed="the Laplace mechanism is epsilon-differentially private",
        reading="a bound on the ratio of densities is one on the probabilities of all events",
        decided_by=privacy_items,
        argument="x, y stand for the query's values on any two neighbours and s for any outcome",
        narrowed=(FINITE, ("", "events are finite unions of bounded intervals")),
    ),
    Claim(
        "ziani.theorem_8_constant",
        "e/l*l = e",
        where="Section 2, proof of Theorem 8, last display",
        printed="the exponent at the largest change is epsilon",
        narrowed=(("l > 0", "where the query never changes the exponent divides by 0"), FINITE),
        given={"e": "(0, inf)", "l": "[0, inf)"},
    ),
    Claim(
        "ziani.laplace_tail",
        kernel="Ziani.laplace_tail",
        where="Section 2, proof of Theorem 9",
        printed="the chance that |Z| is at least z is exp(-z/b)",
        decided_by=tail_items,
        argument="the integral from v to infinity is minus the antiderivative at v, for every v = z/b >= 0",
    ),
    Claim(
        "ziani.laplace_reflected",
        "abs(-z)/b = abs(z)/b",
        kernel="ZianiNoise.reflected",
        argument="f(x) - M(x) is minus the noise. The density of -Z at z is that of Z at -z, which is exp(-|z|/b)/(2b) by the "
        "identity proved.",
        where="Section 2, proof of Theorem 9",
        printed="f(x) - M(x) is Laplace with parameter b",
        reading="it is minus the noise, and the density exp(-|z|/b)/(2b) is the same at -z; every bounded interval has "
        "the same chance under both",
        given={"z": "real", "b": "(0, inf)"},
    ),
    Claim(
        "ziani.theorem_9_solved",
        "exp(-log(1/h)) = h and (exp(-v) = exp(-log(1/h)) implies v = log(1/h)) and log(1/h)*(l/e)*(e/l) = log(1/h)",
        where="Section 2, proof of Theorem 9, last displays",
        printed="solving exp(-z epsilon/l) = delta for z",
        reading="v stands for z epsilon/l: ln(1/delta) solves exp(-v) = delta, nothing else does, and z = ln(1/delta) (l/epsilon) "
        "is the z with that v; delta is a probability, as the display before it has it",
        given={"v": "real", "h": "(0, 1]", **POSITIVE},
        narrowed=FINITE,
    ),
    Claim(
        "ziani.theorem_9",
        kernel="Ziani.theorem_9",
        where="Section 2, Theorem 9",
        printed="the error reaches ln(1/delta) times the scale with probability at most delta",
        reading="v = ln(1/delta), so that delta = exp(-v)",
        decided_by=accuracy_items,
        argument="the tail at v units of the scale is exp(-v) = delta",
        narrowed=(FINITE, AT_MOST_1),
    ),
    Claim(
        "ziani.theorem_9_rate",
        "v*(l/(e/c)) = c*(v*(l/e))",
        where="Section 2, after Theorem 9",
        printed="the accuracy worsens inversely proportionally to epsilon",
        narrowed=FINITE,
        given={"v": "[0, inf)", "c": "(0, inf)", **POSITIVE},
    ),
]
