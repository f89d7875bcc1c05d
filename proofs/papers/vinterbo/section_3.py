"""Section 3: bit strings and their index, multinomial counts, randomizers as linear maps, Proposition 3.1 and its proof."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.chance import Chance, outcomes
from rropt.claims.evidence import Item

from .definitions import Table, eta, inverse_eta, randomizer, strings

Q = Fraction
QUARTER = Q(3, 4)
POINTS: dict[int, tuple[tuple[Fraction, ...], ...]] = {
    1: ((Q(1, 3), Q(2, 3)), (Q(9, 10), Q(1, 10))),
    2: ((Q(1, 20), Q(3, 20), Q(3, 10), Q(1, 2)),),
}


def bijection_items() -> Iterator[Item]:
    """η takes every value below 2^n once, and ς undoes it."""
    for n in range(1, 11):
        yield Fact(f"n = {n}: values of η", tuple(sorted(map(eta, strings(n)))), "=", tuple(range(1 << n)))
        back = tuple(inverse_eta(eta(x), n) for x in strings(n))
        yield Fact(f"n = {n}: ς(η(x)) = x", back, "=", tuple(strings(n)))
    yield Statement(
        "one more bit b: the values i < w and i + w fill those below 2 w, once each",
        "i + b*w = j + d*w implies i = j and b = d",
        given={
            "w": "integer w >= 1",
            "i": "integer 0 <= i <= w-1",
            "j": "integer 0 <= j <= w-1",
            "b, d": "integer [0, 1]",
        },
        assuming=("b = 0 or b = 1", "d = 0 or d = 1"),
    )


def gibbs_items() -> Iterator[Item]:
    """The log-likelihood per observation at q, less that at the observed shares c, is Σ c log(q/c) <= 0."""
    yield Statement("log z <= z - 1", "log(z) <= z - 1", given={"z": "(0, inf)"})
    yield Statement(
        "one term, with u = q/c and l = log u",
        "c*l <= c*u - c",
        given={"c": "[0, 1]", "u": "(0, inf)", "l": "l <= u - 1"},
    )
    yield Statement(
        "terms added up, and their total where the c sum to 1 and the q to at most 1",
        "W + w <= (Z + z) - (C + c) and (C + c = 1 and Z + z <= 1 implies W + w <= 0)",
        given={"C, Z, W, c, z, w": "real"},
        assuming=("W <= Z - C", "w <= z - c"),
    )


def covariance_truth_items() -> Iterator[Item]:
    """One observation's indicators have covariance diag(π) - π πᵀ, and m independent ones m times that."""
    yield Statement(
        "diagonal", "p*(1-p) + p*p - p*p = p - p*p and p*1^2 + (1-p)*0^2 - p^2 = p - p*p", given={"p": "[0, 1]"}
    )
    yield Statement("off the diagonal", "p*1*0 + q*0*1 + (1-p-q)*0*0 - p*q = -p*q", given={"p, q": "[0, 1]"})
    for point in POINTS[2]:
        for m in (1, 2):
            law = outcomes(partial(counts, law=point, m=m))
            for i, j in product(range(4), repeat=2):
                both = sum((w * y[i] * y[j] for y, w in law.items()), Q(0))
                want = Q(1, m) * ((point[i] if i == j else 0) - point[i] * point[j])
                yield Fact(f"m = {m}, entry ({i}, {j})", both / m**2 - point[i] * point[j], "=", want)


def counts(chance: Chance, law: tuple[Fraction, ...], m: int) -> tuple[int, ...]:
    """A draw of Mult(m, law)."""
    seen = [chance.choose(range(len(law)), law) for _ in range(m)]
    return tuple(seen.count(i) for i in range(len(law)))


def total_items() -> Iterator[Item]:
    """The totals of all draws."""
    for m, p in product((1, 2, 3), (POINTS[1][0], POINTS[2][0])):
        totals = {sum(y) for y in outcomes(partial(counts, law=p, m=m))}
        yield Fact(f"m = {m}, {len(p)} outcomes", totals, "=", {m})


def label_items(outcomes: set[int]) -> Iterator[Item]:
    """Each outcome has a count, and each count an outcome."""
    yield Fact("k = 4: indices of the counts and outcomes", set(range(4)), "=", outcomes)


def image(c: Table, point: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """C·π."""
    return tuple(sum((x * y for x, y in zip(row, point, strict=True)), Q(0)) for row in c)


def printed_image_items() -> Iterator[Item]:
    """The law of C·X against the multinomial law with Cπ, one respondent and one bit."""
    c, point = randomizer(QUARTER, 1), POINTS[1][0]
    of_cx = outcomes(lambda chance: image(c, tuple(map(Q, counts(chance, point, 1)))))
    multinomial = outcomes(lambda chance: tuple(map(Q, counts(chance, image(c, point), 1))))
    yield Fact("n = 1, m = 1, a = 3/4, π = (1/3, 2/3): the law of CX is Mult(1, Cπ)", of_cx, "=", multinomial)


def randomized_counts(chance: Chance, c: Table, point: tuple[Fraction, ...], m: int) -> tuple[int, ...]:
    """The histogram of m randomized answers of people drawn from π."""
    seen = []
    for _ in range(m):
        x = chance.choose(range(len(point)), point)
        seen.append(chance.choose(range(len(c)), [row[x] for row in c]))
    return tuple(seen.count(i) for i in range(len(c)))


def histogram_items() -> Iterator[Item]:
    """The histogram of the randomized answers is Mult(m, Cπ), and its mean given X is C·X."""
    for n, m in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)):
        c = randomizer(QUARTER, n)
        for point in POINTS[n]:
            answers = outcomes(partial(randomized_counts, c=c, point=point, m=m))
            law = outcomes(partial(counts, law=image(c, point), m=m))
            yield Fact(f"n = {n}, m = {m}, π = {', '.join(map(str, point))}", answers, "=", law)


def likelihood_items() -> Iterator[Item]:
    """One bit, a = 3/4: the likelihood of y over the proportions p of ones is maximised at m⁻¹C⁻¹y alone."""
    for m in (1, 2, 3):
        for ones in range(m + 1):
            likelihood = f"(1/4 + p/2)^{ones}*(3/4 - p/2)^{m - ones}"
            estimate = f"({3 * ones} - {m - ones})/{2 * m}"
            yield Statement(
                f"a = 3/4, m = {m}, y = ({m - ones}, {ones})",
                f"argmin[p] -{likelihood} = {{{estimate}}}",
                given={"p": "[0, 1]"},
            )


def inside_items() -> Iterator[Item]:
    """Where the estimate is a distribution, y/m is the image of one, and no other image has a larger likelihood."""
    yield from gibbs_items()
    yield Statement(
        "one bit, any a: the image of the estimate is the observed share",
        "a*e + (1-a)*(1-e) = y",
        given={"a, y": "[0, 1]", "e": "real"},
        assuming=("a != 1/2", "e = (a*y + (a-1)*(1-y))/(2*a-1)"),
    )


def covariance_items() -> Iterator[Item]:
    """Σ w_r v_s Cov(Y_r, Y_s)/m = Σ w_r v_r q_r - (Σ w_r q_r)(Σ v_s q_s), for two rows w, v of C⁻¹ and q = Cπ."""
    for size in (2, 3, 4):
        w, v, q = ([f"{x}{i}" for i in range(size)] for x in "wvq")
        pairs = (
            f"{a}*{b}*({c if i == j else '0'} - {c}*{d})"
            for i, (a, c) in enumerate(zip(w, q, strict=True))
            for j, (b, d) in enumerate(zip(v, q, strict=True))
        )
        diagonal = " + ".join(f"{a}*{b}*{c}" for a, b, c in zip(w, v, q, strict=True))
        dot = [" + ".join(f"{a}*{c}" for a, c in zip(x, q, strict=True)) for x in (w, v)]
        yield Statement(
            f"{size} strings",
            f"{' + '.join(pairs)} = {diagonal} - ({dot[0]})*({dot[1]})",
            given={", ".join([*w, *v, *q]): "real"},
        )


def separation_items() -> Iterator[Item]:
    """m times each variance, computed from all samples of size m, does not depend on m."""
    c, back = randomizer(QUARTER, 1), ((Q(3, 2), Q(-1, 2)), (Q(-1, 2), Q(3, 2)))
    for point in POINTS[1]:
        for rows, label in ((back, "randomized"), (((Q(1), Q(0)), (Q(0), Q(1))), "truthful")):
            matrix = c if label == "randomized" else rows
            values = []
            for m in (1, 2, 3, 4):
                law = outcomes(partial(counts, law=image(matrix, point), m=m))
                square = sum((w * (rows[0][0] * y[0] + rows[0][1] * y[1]) ** 2 for y, w in law.items()), Q(0))
                values.append(square / m - m * point[0] ** 2)
            yield Fact(
                f"{label}, π = {point[0]}, {point[1]}: m Var for m = 1, 2, 3, 4", tuple(values), "=", (values[0],) * 4
            )
    yield Statement(
        "a mean of m independent terms of variance F has variance F/m: one term more",
        "(m^2*(F/m) + F)/(m+1)^2 = F/(m+1)",
        given={"m": "integer m >= 1", "F": "real"},
    )


TRACES = {"F, G": "[0, inf)", "m, h": "integer [1, inf)"}
SPREAD = ("F > 0 and G > 0", "the loss L divides by the truthful trace, and 0 answers are no sample")

CLAIMS = [
    Claim(
        "vinterbo.unit_strings",
        "n = 1",
        where="Section 3.1, definition of e_i",
        printed="e_i ∈ 𝔹_n is the string with a single 1 at position i",
        reading="𝔹_n is defined nowhere, and 𝔹 = {0, 1} holds strings of one bit: e_i has n bits and is in 𝔹ⁿ, as the lines "
        "around it have it",
        given={"n": "integer n >= 1"},
    ),
    Claim(
        "vinterbo.eta_bijection",
        kernel="VinterboCounts.eta_bijection",
        where="Section 3.1, definitions of η and ς",
        printed="η(x) = Σ x_i 2^i indexes the strings of n bits, 0-based, and has the inverse ς",
        reading="the text prints ς = n⁻¹ for η⁻¹; the inverse is taken on the values of η",
        decided_by=bijection_items,
        argument="every n: one more bit adds 2^n or nothing to the values 0, …, 2^n - 1 of the shorter strings",
    ),
    Claim(
        "vinterbo.count_moments",
        "(1-p)*c + p*(c + 2*M + 1) - (M + p)^2 = (c - M^2) + p*(1-p) and (1-p)*M + p*(M+1) = M + p"
        " and m*p + p = (m+1)*p and m*p*(1-p) + p*(1-p) = (m+1)*p*(1-p)",
        kernel="VinterboCounts.count_moments",
        where="Section 3.1, after the definition of Mult(m, π)",
        printed="X_i has expectation m p_i and variance m p_i (1 - p_i)",
        argument="the induction step: a count with mean M and second moment c, and one more independent experiment",
        given={"M, c": "real", "p": "[0, 1]", "m": "integer m >= 0"},
    ),
    Claim(
        "vinterbo.count_total",
        kernel="VinterboWhole.count_total_whole",
        where="Section 3.1, after the definition of X, and the note on m = 1",
        printed="the counts sum to m; for m = 1 X is categorical, and for m = 1 and k = 2 Bernoulli",
        decided_by=total_items,
        argument="every m and k: each experiment adds one to exactly one count",
    ),
    Claim(
        "vinterbo.outcome_labels",
        kernel="Misprints.not_vinterbo_outcome_labels",
        where="Section 3.1, the experiment",
        printed="an experiment has an outcome in {0, 2, ..., k-1}, counted by X = (X_0, X_1, ..., X_(k-1))",
        decided_by=lambda: label_items({0, *range(2, 4)}),
        repairs=(
            Repair(
                kernel="VinterboCounts.count_total",
                decided_by=lambda: label_items({0, *range(1, 4)}),
                why="in {0, 1, ..., k-1}; shown is that then the counts X_0, ..., X_(k-1) miss no experiment",
            ),
        ),
    ),
    Claim(
        "vinterbo.truthful_mle",
        kernel="VinterboCounts.truthful_mle",
        where="Section 3.1, before the first display",
        printed="m⁻¹X is a maximum likelihood estimator for π",
        decided_by=gibbs_items,
        argument="any number of outcomes with c > 0: Σ c log(q/c) <= Σ c (q/c - 1) <= 0 term by term (Gibbs' inequality); "
        "outcomes that were not seen only take probability away",
    ),
    Claim(
        "vinterbo.truthful_covariance",
        kernel="VinterboCounts.truthful_covariance",
        where="Section 3.1, first display",
        printed="cov = m⁻¹(diag(π⊙(1-π) + π⊙π) - ππᵀ) = m⁻¹(diag(π) - ππᵀ)",
        decided_by=covariance_truth_items,
        argument="every entry of the matrix is one of the two cases, for m = 1; m independent experiments add covariances "
        "and the division by m leaves 1/m",
    ),
    Claim(
        "vinterbo.randomized_counts",
        kernel="VinterboCounts.image_is_multinomial",
        where="Section 1.1, first paragraph",
        printed="if M is applied independently to each of m strings drawn with probabilities π, the results are multinomial with m "
        "and Cπ",
        decided_by=histogram_items,
        argument="the answers are independent and each has law Cπ (m = 1, Σ_x C_{r,x} π_x), so their histogram is multinomial by "
        "definition",
    ),
    Claim(
        "vinterbo.image_is_multinomial",
        kernel="Slips.not_vinterbo_image_is_multinomial",
        where="Section 3.2",
        printed="if X is Mult(m, π), then Y = CX is Mult(m, Cπ)",
        reading="CX is the matrix C times the histogram X, as in E(Y) = mCπ and π̂ = m⁻¹C⁻¹Y just below; it is not even a "
        "histogram, and m⁻¹C⁻¹CX would be the truthful estimator with no loss at all",
        decided_by=printed_image_items,
        repairs=(
            Repair(
                kernel="VinterboCounts.image_is_multinomial",
                why="the histogram Y of the randomized answers is Mult(m, Cπ)",
                decided_by=histogram_items,
                argument="the answers are independent and each has law Cπ (m = 1, Σ_x C_{r,x} π_x), so their histogram is "
                "multinomial by definition",
            ),
        ),
    ),
    Claim(
        "vinterbo.unbiased",
        "(z*(w*x + v*(1-x)) - v*((1-w)*x + z*(1-x)))/(w+z-1) = x",
        kernel="Vinterbo.unbiased",
        where="Section 3.2, display of the expectation",
        printed="E(m⁻¹C⁻¹Y) = π, from which we see that it is unbiased",
        reading="in Coq for every invertible C of n bits; here it is written out for C = ((w, v), (1-w, z)), v = 1-z, and the "
        "first coordinate, of which the second is the complement",
        given={"w, z, v, x": "[0, 1]"},
        assuming=("v = 1 - z", "w + z != 1"),
        argument="for any size: the expectation is linear and C⁻¹(Cπ) = π by associativity",
    ),
    Claim(
        "vinterbo.mle",
        kernel="Slips.not_vinterbo_mle",
        where="Abstract, Sections 1.1 and 3.2",
        printed="m⁻¹C⁻¹Y is an unbiased maximum likelihood estimator of π ∈ [0, 1]^(2^n)",
        reading="π is a distribution, as the domain printed in Section 1.1 has it. The invariance property gives the maximum "
        "over all Cπ that are images of distributions; y/m need not be one, and then m⁻¹C⁻¹y has negative entries",
        decided_by=likelihood_items,
        repairs=(
            Repair(
                kernel="VinterboCounts.mle_repaired",
                why="where m⁻¹C⁻¹y has no negative entry it maximises the likelihood over all distributions",
                decided_by=inside_items,
                argument="C(m⁻¹C⁻¹y) = y/m for every invertible C, the entries of m⁻¹C⁻¹y sum to 1 since those of y/m do and "
                "C has unit column sums, and y/m maximises over all laws of the answers (Gibbs' inequality)",
            ),
        ),
    ),
    Claim(
        "vinterbo.mle_invariance",
        "u <= m and s >= m implies u <= s",
        kernel="VinterboCounts.mle_invariance",
        where="Section 3.2",
        printed="if an estimate maximises the likelihood of a parameter, then for any function g its g maximises that of g's value",
        reading="the likelihood of a value of g is the largest over the parameters with this value, the induced likelihood",
        argument="m is the likelihood at the estimate, s that induced at its g, u at any other value of g",
        given={"m, s, u": "[0, inf)"},
    ),
    Claim(
        "vinterbo.covariance",
        kernel="Vinterbo.covariance",
        where="Section 3.2, display of the covariance matrix",
        printed="cov(m⁻¹C⁻¹Y) = m⁻¹(C⁻¹ diag(Cπ) C⁻ᵀ - ππᵀ)",
        decided_by=covariance_items,
        argument="m⁻¹ Cov(Y_r, Y_s) = m (δ_rs q_r - q_r q_s)/m by the covariance of a multinomial; for any number of strings "
        "the double sum splits into the diagonal and the product of two sums, and C⁻¹q = π",
    ),
    Claim(
        "vinterbo.prop_3_1_constant",
        "(F/m)/(G/m) = (F/h)/(G/h)",
        kernel="VinterboBounds.proposition_3_1",
        where="Section 3.2, Proposition 3.1, first part",
        printed="L(m) = L(m') for any m, m' > 0",
        reading="F and G are the traces at m = 1; nothing in the proposition keeps the truthful one from 0",
        given=TRACES,
        narrowed=("", "the truthful trace is not 0: the loss divides by it"),
    ),
    Claim(
        "vinterbo.prop_3_1_error",
        "F/(g*(F/G)*m) <= G/m",
        kernel="VinterboBounds.proposition_3_1",
        where="Section 3.2, Proposition 3.1, second part",
        printed="for α >= 1, αLm randomized answers have at most the expected squared error of m truthful ones",
        reading="α is called g; the number αLm is taken as it is, though a sample size has to be whole",
        given={"F, G": "[0, inf)", "m": "integer m >= 1", "g": "g >= 1"},
        narrowed=SPREAD,
    ),
    Claim(
        "vinterbo.variance_separates",
        kernel="VinterboCounts.variance_separates",
        where="Appendix A, proof of Proposition 3.1, first two displays",
        printed="the trace is the sum of the variances, and each is m⁻¹ times a function of x and π alone",
        decided_by=separation_items,
        argument="the estimator is a linear function of the mean of m independent terms with the same law",
    ),
    Claim(
        "vinterbo.prop_3_1_chain",
        "F/(g*L*m) <= F/(m*L) and F/(m*L) = G/m",
        where="Appendix A, proof of Proposition 3.1, third and fourth displays",
        printed="Σ Var(π̂_x(αLm)) = Σ α⁻¹m⁻¹L⁻¹F <= m⁻¹L⁻¹ΣF = Σ m⁻¹G",
        given={"F, G": "[0, inf)", "L": "real", "m": "integer m >= 1", "g": "g >= 1"},
        narrowed=SPREAD,
        assuming=("L = F/G",),
    ),
    Claim(
        "vinterbo.squared_error",
        "q*(u-x)^2 + h*(v-x)^2 + (1-q-h)*(w-x)^2 = q*u^2 + h*v^2 + (1-q-h)*w^2 - x^2",
        kernel="VinterboCounts.squared_error",
        where="Appendix A, proof of Proposition 3.1, last display",
        printed="the expected squared error is the sum of the variances",
        given={"q, h": "[0, 1]", "u, v, w, x": "real"},
        assuming=("x = q*u + h*v + (1-q-h)*w",),
        argument="written for one coordinate with three values and mean x; sums and expectations interchange, and the "
        "estimator is unbiased (vinterbo.unbiased)",
        uses=("vinterbo.unbiased",),
    ),
]
