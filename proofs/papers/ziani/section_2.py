"""Section 2: sensitivity and the Laplace mechanism for one number (Theorems 8 and 9).

l is the sensitivity, e the privacy parameter, b = l/e the scale of the noise. exp(-v) is read with v in units of b.
"""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed

POSITIVE = {"l, e": "(0, inf)"}
THREE = {"s, x, y": "real"}
FINITE = "the sensitivity is above 0 and finite: the theorem is printed for any function, and the noise has no law else"

CLAIMS = listed(
    "Section 2, examples after Definition 6",
    Claim(
        "ziani.sensitivity_count",
        printed="the sensitivity of a count is 1",
        formula=Formula(
            "abs((r + a) - (r + c)) <= 1 and abs((r + 1) - (r + 0)) = 1",
            {"r": "integer r >= 0", "a, c": "integer [0, 1]"},
        ),
        reading="one entry a becomes c, and r is the count of the others",
    ),
    Claim(
        "ziani.sensitivity_share",
        printed="the sensitivity of a fraction of the database is 1/n",
        formula=Formula(
            "abs(h*(r + a) - h*(r + c)) <= h and h*(r + 1) - h*(r + 0) = h",
            {"r": "real", "a, c": "[0, 1]", "h": "(0, 1]"},
        ),
        reading="h = 1/n; one entry a becomes c",
    ),
    Claim(
        "ziani.sensitivity_salary",
        printed="the sensitivity of an average salary is infinite",
        formula=Formula(
            "abs((r + a + n*m)/n - (r + a)/n) = m", {"r, a": "[0, inf)", "m": "(0, inf)", "n": "integer n >= 1"}
        ),
        reading="it exceeds every number: for every m one salary a can change so that the average of n changes by m",
    ),
    "Section 2, the Laplace distribution",
    Claim(
        "ziani.laplace_moments",
        printed="the density exp(-|z|/b)/(2b) has mean 0 and variance 2 b^2",
        evidence=Theorem("ZianiNoise.laplace_moments"),
        reading="the mean and the mean square of the deviation from x of x + Z, as integrals of the density over the half above "
        "x and the half below it, both of which converge",
    ),
    "Section 2, Figure 1 and the text on it",
    Claim(
        "ziani.laplace_concentration",
        printed="the smaller b, the more concentrated around 0; the larger b, the likelier a large noise",
        evidence=Theorem("ZianiNoise.concentration"),
        formula=Formula(
            "0 < b and b < c implies exp(w) > 1",
            {"b, c, w": "real", "z": "z > 0"},
            ("b > 0", "c > 0", "w*b*c = z*(c-b)"),
        ),
        reading="of noise of z or more, for every z > 0: the chance is larger for larger b, below any given one for b small "
        "enough, and above any less than 1 for b large enough",
    ),
    Claim(
        "ziani.laplace_peak",
        printed="the smaller b is, the more concentrated the distribution is around 0",
        formula=Formula(
            "b < c implies 1 - exp(-z/b) > 1 - exp(-z/c) and 1/(2*b) > 1/(2*c)", {"b, c": "(0, inf)", "z": "z > 0"}
        ),
        reading="every interval around 0, |Z| < z, has a larger chance, 1 - exp(-z/b) by ziani.laplace_tail; "
        "and the peak of the displayed density, its value at 0, is higher",
    ),
    "Section 2, after Definition 7",
    Claim(
        "ziani.scale_sensitivity",
        printed="the more sensitive the query, the more noise",
        formula=Formula("l < m implies l/e < m/e and 2*(l/e)^2 < 2*(m/e)^2", {"l": "[0, inf)", "m, e": "(0, inf)"}),
        reading="noise is its scale b = l/epsilon and its variance 2 b^2; none at all at the sensitivity 0",
        narrowed=("of finite sensitivities: with an infinite one the noise has no law",),
    ),
    Claim(
        "ziani.scale_privacy",
        printed="the stronger the privacy, the more noise",
        formula=Formula("e < f implies l/e > l/f and 2*(l/e)^2 > 2*(l/f)^2", {"l, e, f": "(0, inf)"}),
        reading="noise is its scale b = l/epsilon and its variance 2 b^2; the tails follow the scale, by Moments.larger_noise",
        narrowed=(FINITE,),
    ),
    "Section 2, proof of Theorem 8, first display",
    Claim(
        "ziani.theorem_8_ratio",
        printed="the ratio of the two densities as one exponential",
        formula=Formula(
            "exp(-u)/exp(-v) = exp(v - u) and v - u = e/l*(abs(s-y) - abs(s-x))",
            {**THREE, **POSITIVE, "u, v": "real"},
            ("u = e/l*abs(s-x)", "v = e/l*abs(s-y)"),
        ),
        reading="x, y stand for f(x), f(y); u and v are the two exponents; the probabilities of single outcomes are densities",
        narrowed=(FINITE,),
    ),
    "Section 2, proof of Theorem 8, second display",
    Claim(
        "ziani.theorem_8_triangle",
        printed="|s - f(y)| - |y - f(x)| <= |f(y) - f(x)|, by the triangle inequality",
        evidence=Counterexample({"s": "0", "x": "1", "y": "1"}),
        formula=Formula("abs(s-y) - abs(y-x) <= abs(y-x)", THREE),
        reading="x, y stand for f(x), f(y); a lone y, a database, is printed where a number stands, and is read as its f(y): a "
        "slip for the outcome s, which the repair puts there and the proof goes on to use",
    ),
    Repair("with s for the lone y", states="abs(s-y) - abs(s-x) <= abs(y-x)"),
    "Section 2, Theorem 8, and the last display of its proof",
    Claim(
        "ziani.theorem_8",
        printed="the Laplace mechanism is epsilon-differentially private",
        evidence=Theorem("Ziani.theorem_8"),
        reading="a bound on the ratio of densities is one on the probabilities of all events",
        narrowed=(FINITE, "events are finite unions of bounded intervals"),
    ),
    "Section 2, proof of Theorem 8, last display",
    Claim(
        "ziani.theorem_8_constant",
        printed="the exponent at the largest change is epsilon",
        formula=Formula("e/l*l = e", {"e": "(0, inf)", "l": "[0, inf)"}, ("l > 0",)),
        narrowed=("l > 0: where the query never changes the exponent divides by 0", FINITE),
    ),
    "Section 2, proof of Theorem 9",
    Claim(
        "ziani.laplace_tail",
        printed="the chance that |Z| is at least z is exp(-z/b)",
        evidence=Theorem("Ziani.laplace_tail"),
    ),
    Claim(
        "ziani.laplace_reflected",
        printed="f(x) - M(x) is Laplace with parameter b",
        evidence=Theorem("ZianiNoise.reflected"),
        formula=Formula("abs(-z)/b = abs(z)/b", {"z": "real", "b": "(0, inf)"}),
        reading="minus the noise has the same density exp(-|z|/b)/(2b), and every bounded interval the same chance",
    ),
    "Section 2, proof of Theorem 9, last displays",
    Claim(
        "ziani.theorem_9_solved",
        printed="solving exp(-z epsilon/l) = delta for z",
        formula=Formula(
            "exp(-log(1/h)) = h and (exp(-v) = exp(-log(1/h)) implies v = log(1/h)) and log(1/h)*(l/e)*(e/l) = log(1/h)",
            {"v": "real", "h": "(0, 1]", **POSITIVE},
        ),
        reading="v stands for z epsilon/l: ln(1/delta) solves exp(-v) = delta, nothing else does, and z = ln(1/delta) "
        "(l/epsilon) is the z with that v; delta is a probability, as the display before it has it",
        narrowed=(FINITE,),
    ),
    "Section 2, Theorem 9",
    Claim(
        "ziani.theorem_9",
        printed="the error reaches ln(1/delta) times the scale with probability at most delta",
        evidence=Theorem("Ziani.theorem_9"),
        reading="v = ln(1/delta), so that delta = exp(-v)",
        narrowed=(
            FINITE,
            "delta is at most 1: above it every probability is at most delta, and the threshold may be negative",
        ),
    ),
    "Section 2, after Theorem 9",
    Claim(
        "ziani.theorem_9_rate",
        printed="the accuracy worsens inversely proportionally to epsilon",
        formula=Formula("v*(l/(e/c)) = c*(v*(l/e))", {"v": "[0, inf)", "c": "(0, inf)", **POSITIVE}),
        narrowed=(FINITE,),
    ),
)
