"""Vinterbo: the theorems about strings of n bits and samples of m people, at numbers; matrices and samples are written out.

`rropt audit vinterbo.lemma_4_5 --at n=1,m=2,a=3/4,x=1,y=2,z=1,w=1` has the shares x, y, z, w over their sum; of one bit x
and y.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import comb, factorial, prod

from rropt.claims.claim import Twin
from rropt.exact.matrix import identity, inverse, kronecker, product as times, transpose

from ...twins import Q, Rows, equal, joined, same, shares as normalised, twins
from .definitions import DEFINE
from .section_4_1_loss import WORDS

BITS = {"n": "integer 1 <= n <= 2", "a": "(0, 1)"}
MORE_BITS = {"n": "integer 1 <= n <= 3", "a": "(0, 1)"}
INVERTIBLE = ("a != 1/2",)
SHARES = {"x, y, z, w": "(0, 1]"}
PEOPLE = {"m": "integer 1 <= m <= 2"}
SURVEY = {**BITS, **PEOPLE, **SHARES}


def strings(n: int) -> list[tuple[int, ...]]:
    """All strings of n bits, the first bit the most significant."""
    return list(product((0, 1), repeat=n))


def apart(x: Sequence[int], y: Sequence[int]) -> int:
    return sum(a != b for a, b in zip(x, y, strict=True))


def entries(n: int, a: Q, b: Q) -> Rows:
    """C_{a,b}(n): a^(n−d) b^d at strings that differ in d bits."""
    return [[a ** (n - apart(x, y)) * b ** apart(x, y) for y in strings(n)] for x in strings(n)]


def iterated(n: int, a: Q, b: Q) -> Rows:
    found: Rows = [[Q(1)]]
    for _ in range(n):
        found = kronecker(found, [[a, b], [b, a]])
    return found


def noise(n: int, a: Q) -> Rows:
    return iterated(n, a, 1 - a)


def shares(n: int, *weights: Q) -> list[Q]:
    """The shares of the strings of n bits, of which there are as many as weights at most."""
    return normalised(*weights[: 2**n])


def image(rows: Rows, p: Sequence[Q]) -> list[Q]:
    return [sum((c * x for c, x in zip(row, p, strict=True)), Q(0)) for row in rows]


def histograms(m: int, size: int) -> Iterator[tuple[int, ...]]:
    return (x for x in product(range(m + 1), repeat=size) if sum(x) == m)


def multinomial(counts: Sequence[int], p: Sequence[Q]) -> Q:
    ways = factorial(sum(counts))
    for c in counts:
        ways //= factorial(c)
    return ways * prod((x**c for x, c in zip(p, counts, strict=True)), start=Q(1))


def by_people(rows: Rows, p: Sequence[Q], counts: Sequence[int]) -> Q:
    """The chance of a histogram of randomized answers: every list of strings and of answers of m people is run through."""
    m, size = sum(counts), len(p)
    found = Q(0)
    for truths in product(range(size), repeat=m):
        for answers in product(range(size), repeat=m):
            if all(answers.count(i) == c for i, c in enumerate(counts)):
                found += prod((rows[r][x] * p[x] for r, x in zip(answers, truths, strict=True)), start=Q(1))
    return found


def covariance(rows: Rows, p: Sequence[Q], m: int) -> Rows:
    """The covariance of the estimate C⁻¹Y/m over all histograms of answers, which are multinomial with Cp."""
    back, size, told = inverse(rows), len(p), image(rows, p)
    law = [(multinomial(y, told), image(back, [Q(c, m) for c in y])) for y in histograms(m, size)]
    return [[sum((w * (e[i] - p[i]) * (e[j] - p[j]) for w, e in law), Q(0)) for j in range(size)] for i in range(size)]


def trace(rows: Rows) -> Q:
    return sum((rows[i][i] for i in range(len(rows))), Q(0))


def constant(n: int, a: Q) -> Q:
    """c of Lemma 4.5."""
    return ((a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2) ** n


def squares(p: Sequence[Q]) -> Q:
    return sum((x * x for x in p), Q(0))


def largest_ratio(rows: Rows) -> Q:
    return max(x / y for row in rows for x in row for y in row)


# Section 3


def by_formula(rows: Rows, p: Sequence[Q], m: int) -> Rows:
    """(C⁻¹ diag(Cp) C⁻ᵀ − p pᵀ)/m."""
    back = inverse(rows)
    spread = times(times(back, diagonal(image(rows, p))), transpose(back))
    return [[(x - p[i] * p[j]) / m for j, x in enumerate(row)] for i, row in enumerate(spread)]


def diagonal(entries: Sequence[Q]) -> Rows:
    return [[x * (i == j) for j in range(len(entries))] for i, x in enumerate(entries)]


def most_likely(c1: int, c2: int, c3: int, x: Q, y: Q, z: Q) -> str:
    """The observed shares are at least as likely as any others."""
    counts, m = (c1, c2, c3), c1 + c2 + c3
    return f"{multinomial(counts, [Q(c, m) for c in counts])} >= {multinomial(counts, [v / (x + y + z) for v in (x, y, z)])}"


def most_likely_after(c1: int, c2: int, a: Q, x: Q, *, printed: bool) -> str:
    """C⁻¹y/m is at least as likely as any other distribution where it has no negative entry; as printed it is always one."""
    rows, counts, m = noise(1, a), (c1, c2), c1 + c2
    found = image(inverse(rows), [Q(c, m) for c in counts])
    likely = [multinomial(counts, image(rows, p)) for p in (found, [x, 1 - x])]
    inside = joined(f"{v} >= 0" for v in found)
    return f"({inside}) and {likely[0]} >= {likely[1]}" if printed else f"({inside}) implies {likely[0]} >= {likely[1]}"


def survey(states: Callable[[Rows, list[Q], int], str]) -> Callable[..., str]:
    """What a twin says of the matrix C, the shares and the number of people, by the letters of `SURVEY`."""
    return lambda n, a, x, y, z, w, m=1: states(noise(n, a), shares(n, x, y, z, w), m)


SECTION_3 = [
    *twins(
        {
            "vinterbo.count_total": lambda m, x, y, z, w: equal(
                sum(multinomial(c, shares(2, x, y, z, w)) for c in histograms(m, 4)), 1
            ),
            "vinterbo.truthful_covariance": lambda m, x, y, z, w: same(
                covariance(identity(4), p := shares(2, x, y, z, w), m), by_formula(identity(4), p, m)
            ),
        },
        {**PEOPLE, **SHARES},
    ),
    Twin(
        "vinterbo.outcome_labels", lambda k: equal(len({0, *range(2, k)}), len(range(k))), {"k": "integer 2 <= k <= 9"}
    ),
    Twin(
        "vinterbo.truthful_mle",
        most_likely,
        {"c1": "integer 0 <= c1 <= 4", "c2": "integer 0 <= c2 <= 4", "c3": "integer 0 <= c3 <= 4", "x, y, z": "(0, 1]"},
        ("c1 + c2 + c3 >= 1",),
    ),
    *twins(
        dict.fromkeys(
            ("vinterbo.randomized_counts", "vinterbo.image_is_multinomial.repaired"),
            survey(
                lambda c, p, m: joined(
                    equal(by_people(c, p, y), multinomial(y, image(c, p))) for y in histograms(m, len(p))
                )
            ),
        ),
        SURVEY,
    ),
    *twins(
        {
            "vinterbo.mle": partial(most_likely_after, printed=True),
            "vinterbo.mle.repaired": partial(most_likely_after, printed=False),
        },
        {"c1": "integer 0 <= c1 <= 3", "c2": "integer 0 <= c2 <= 3", "a": "(0, 1)", "x": "[0, 1]"},
        ("c1 + c2 >= 1", *INVERTIBLE),
    ),
    *twins(
        {
            "vinterbo.covariance": survey(lambda c, p, m: same(covariance(c, p, m), by_formula(c, p, m))),
            "vinterbo.variance_separates": survey(
                lambda c, p, m: joined(
                    equal(m * covariance(c, p, m)[i][i], covariance(c, p, 1)[i][i]) for i in range(len(p))
                )
            ),
            "vinterbo.lemma_4_5": lambda n, m, a, x, y, z, w: equal(
                trace(covariance(noise(n, a), p := shares(n, x, y, z, w), m)), (constant(n, a) - squares(p)) / m
            ),
            "vinterbo.lemma_4_5_trace": survey(
                lambda c, p, m: equal(
                    trace(by_formula(c, p, m)),
                    (trace(times(times(inverse(c), inverse(c)), diagonal(image(c, p)))) - squares(p)) / m,
                )
            ),
        },
        SURVEY,
        INVERTIBLE,
    ),
]

# Section 4: matrices


def eta(x: Sequence[int]) -> int:
    return sum(bit << i for i, bit in enumerate(x))


def of_bits(a: Q, b: Q, c: Q, *, by_eta: bool, turned: bool) -> str:
    """The randomizer of three bits by its definition, against the product of the bits' matrices, the first or the last first."""
    bits: list[Rows] = [[[p, 1 - q], [1 - p, q]] for p, q in ((a, b), (b, c), (c, a))]
    order = sorted(strings(3), key=eta) if by_eta else strings(3)
    whole = [
        [prod((bit[i][j] for bit, i, j in zip(bits, r, x, strict=True)), start=Q(1)) for x in order] for r in order
    ]
    found: Rows = [[Q(1)]]
    for bit in reversed(bits) if turned else bits:
        found = kronecker(found, bit)
    return same(whole, found)


def bits_apart(n: int, i: int, j: int) -> int:
    """In how many of n bits the strings of two numbers differ; -1 if a number has no string."""
    return (i ^ j).bit_count() if 0 <= i < 2**n and 0 <= j < 2**n else -1


def observation_1(n: int, *, powers_of_2: bool) -> str:
    """C of n bits from C of n − 1: with the factor 2^(i⊕j), or as printed with 2^η(i⊕j) on an index."""
    if powers_of_2:
        return same(
            [[Q(2) ** (x[0] ^ y[0]) * 2 ** apart(x[1:], y[1:]) for y in strings(n)] for x in strings(n)],
            entries(n, Q(1), Q(2)),
        )
    return joined(
        equal(
            eta([a ^ b for a, b in zip(x, y, strict=True)]),
            2 ** (x[0] ^ y[0]) * eta([a ^ b for a, b in zip(x[1:], y[1:], strict=True)]),
        )
        for x in strings(n)
        for y in strings(n)
    )


def listing(c: int, f: int, a: Q) -> str:
    """The estimate from c answers 10 and f answers 01, counted by η and with the first bit the most significant."""
    counts = {(1, 0): c, (0, 1): f}
    by_eta, listed = (
        image(inverse(noise(2, a)), [Q(counts.get(x, 0), c + f) for x in order])
        for order in (sorted(strings(2), key=eta), strings(2))
    )
    return same([by_eta], [listed])


def of_product(a: Q, b: Q, found: Rows) -> str:
    """C_a⁻¹ ⊗ C_b⁻¹ is this."""
    return same(found, kronecker(inverse(noise(1, a)), inverse(noise(1, b))))


THREE = {"a, b, c": "(0, 1)"}
PAIR = {"n": "integer 1 <= n <= 3", "a, b": "[-2, 2]"}
TWO = {"a, b": "(0, 1)"}
FOUR_BITS = {"n": "integer 1 <= n <= 4"}


def distinct(rows: Rows, most: int) -> str:
    return f"{len({x for row in rows for x in row})} <= {most}"


MATRICES = [
    *twins(
        {
            "vinterbo.theorem_4_1": partial(of_bits, by_eta=False, turned=False),
            "vinterbo.bitwise_independent": partial(of_bits, by_eta=False, turned=False),
            "vinterbo.index_convention": partial(of_bits, by_eta=True, turned=False),
            "vinterbo.index_convention.repaired": partial(of_bits, by_eta=False, turned=False),
            "vinterbo.index_convention.repaired_2": partial(of_bits, by_eta=True, turned=True),
        },
        THREE,
    ),
    *twins(
        {
            "vinterbo.observation_1_entries": lambda n, a, b: same(iterated(n, a, b), entries(n, a, b)),
            "vinterbo.prop_4_2": lambda n, a, b: same(iterated(n, a, b), entries(n, a, b)),
            "vinterbo.prop_4_3_bisymmetric": lambda n, a, b: joined(
                same(c, turned)
                for c in [iterated(n, a, b)]
                for turned in (transpose(c), [x[::-1] for x in transpose(c[::-1])])
            ),
            "vinterbo.prop_4_3_diagonal": lambda n, a, b: joined(
                equal(iterated(n, a, b)[i][i], a**n) for i in range(2**n)
            ),
            "vinterbo.prop_4_3_anti_diagonal": lambda n, a, b: joined(
                equal(iterated(n, a, b)[i][2**n - 1 - i], b**n) for i in range(2**n)
            ),
            "vinterbo.prop_4_3_distinct": lambda n, a, b: distinct(iterated(n, a, b), n + 1),
        },
        PAIR,
    ),
    Twin("vinterbo.observation_1_index", partial(observation_1, powers_of_2=False), {"n": "integer 1 <= n <= 3"}),
    *twins(
        {
            "vinterbo.observation_1_powers": lambda n: same(iterated(n, Q(1), Q(2)), entries(n, Q(1), Q(2))),
            "vinterbo.observation_1_index.repaired": partial(observation_1, powers_of_2=True),
            "vinterbo.prop_4_3_item_1": lambda n: joined(equal(bits_apart(n, i, n - i), n) for i in range(2**n)),
            "vinterbo.prop_4_3_item_1.repaired": lambda n: joined(
                equal(bits_apart(n, i, 2**n - 1 - i), n) for i in range(2**n)
            ),
            "vinterbo.prop_4_3_item_2": lambda n: joined(
                equal(bits_apart(n, i, j), bits_apart(n, 2**n - 1 - j, 2**n - 1 - i))
                for i, j in product(range(2**n), repeat=2)
            ),
            "vinterbo.prop_4_3_complement": lambda n: joined(
                equal(eta([1 - bit for bit in x]), 2**n - 1 - eta(x)) for x in strings(n)
            ),
        },
        FOUR_BITS,
    ),
    *twins(
        {
            "vinterbo.theorem_4_4_entries": lambda n, a: same(noise(n, a), entries(n, a, 1 - a)),
            "vinterbo.listing_matrix": lambda n, a: same(noise(n, a), entries(n, a, 1 - a)),
            "vinterbo.lemma_4_5_square": lambda n, a: same(
                times(noise(n, a), noise(n, a)), noise(n, a**2 + (1 - a) ** 2)
            ),
            "vinterbo.xor": lambda n, a: same(
                noise(n, a),
                [
                    [prod((a if r == b else 1 - a for r, b in zip(s, x, strict=True)), start=Q(1)) for x in strings(n)]
                    for s in strings(n)
                ],
            ),
        },
        MORE_BITS,
    ),
    *twins(
        {
            "vinterbo.theorem_4_4_inverse": lambda n, a: same(inverse(noise(n, a)), noise(n, a / (2 * a - 1))),
            "vinterbo.corollary_1": lambda n, a: same(
                inverse(noise(n, a)), [[x / (2 * a - 1) ** n for x in row] for row in entries(n, a, a - 1)]
            ),
            "vinterbo.corollary_1_distinct": lambda n, a: distinct(inverse(noise(n, a)), n + 1),
            "vinterbo.lemma_4_5_corner": lambda n, a: joined(
                equal(x, constant(n, a))
                for back in [inverse(noise(n, a))]
                for x in [times(back, back)[i][i] for i in range(2**n)]
            ),
        },
        MORE_BITS,
        INVERTIBLE,
    ),
    *twins(
        {
            "vinterbo.kronecker_inverse": lambda a, b: of_product(a, b, kronecker(noise(1, a), noise(1, b))),
            "vinterbo.kronecker_inverse.repaired": lambda a, b: of_product(
                a, b, inverse(kronecker(noise(1, a), noise(1, b)))
            ),
        },
        TWO,
        ("a != 1/2", "b != 1/2"),
    ),
    Twin("vinterbo.listing", listing, {"c, f": "integer [0, 3]", "a": "(0, 1)"}, ("c + f >= 1", *INVERTIBLE)),
    Twin(
        "vinterbo.lemma_4_5_hadamard",
        lambda a, b: equal(
            trace(times(noise(2, a), entries(2, a, b))),
            sum(noise(2, a)[i][j] * entries(2, a, b)[j][i] for i in range(4) for j in range(4)),
        ),
        TWO,
    ),
]

# Section 4.1: errors and loss


def loss(n: int, a: Q, p: Sequence[Q]) -> Q:
    return trace(covariance(noise(n, a), p, 1)) / trace(covariance(identity(2**n), p, 1))


def moment(size: int, *powers: int) -> Q:
    """E of a product of powers of shares that are uniformly random on `size` categories (Dirichlet's integral)."""
    return prod((Q(factorial(k)) for k in powers), start=Q(factorial(size - 1))) / factorial(size - 1 + sum(powers))


def greenwood(n: int) -> tuple[Q, Q]:
    size = 2**n
    first = size * moment(size, 2)
    return first, size * moment(size, 4) + size * (size - 1) * moment(size, 2, 2) - first**2


LOSS = [
    Twin(
        "vinterbo.delta_order",
        lambda c, n: f"8^{n}*delta({c}, {n}) <= 500",
        {"c": "c >= 1", "n": "integer 3 <= n <= 20"},
        define=WORDS,
    ),
    Twin(
        "vinterbo.theorem_4_6",
        lambda n, a, x, y, z, w: equal(
            loss(n, a, p := shares(n, x, y, z, w)), (constant(n, a) - squares(p)) / (1 - squares(p))
        ),
        {**BITS, **SHARES},
        INVERTIBLE,
    ),
    Twin(
        "vinterbo.squares_range",
        lambda n, x, y, z, w: f"1/2^{n} <= {squares(shares(n, x, y, z, w))} and {squares(shares(n, x, y, z, w))} <= 1",
        {"n": "integer 1 <= n <= 2", **SHARES},
    ),
    Twin(
        "vinterbo.loss_derivatives",
        lambda m, c, s: f"at(diff(fL({c}, s), s, {m}), s, {s}) = factorial({m})/(1 - {s})^{m}*(fL({c}, {s}) - 1)",
        {"m": "integer 1 <= m <= 3", "c": "[1, 20]", "s": "[0, 1)"},
        define=DEFINE,
    ),
    Twin("vinterbo.figure_1_loss", lambda: f"{loss(2, Q(3, 4), [Q(1, 20), Q(3, 20), Q(3, 10), Q(1, 2)])} ~ 9.75"),
    Twin(
        "vinterbo.figure_1_growth",
        lambda n: f"fL(base(3/4)^{n}, mean(2^{n})) < fL(base(3/4)^{n + 1}, mean(2^{n + 1}))",
        {"n": "integer 1 <= n <= 11"},
        define=DEFINE,
    ),
    *twins(
        {
            "vinterbo.greenwood_mean": lambda n: equal(greenwood(n)[0], Q(2, 2**n + 1)),
            "vinterbo.greenwood_variance": lambda n: equal(
                greenwood(n)[1], Q(4 * (2**n - 1), (2**n + 1) ** 2 * (2**n + 2) * (2**n + 3))
            ),
        },
        {"n": "integer 1 <= n <= 8"},
    ),
    Twin(
        "vinterbo.ratio_least_at_3_since.repaired",
        lambda n, a: f"fL(base({a})^3, mean(8)) <= fL(base({a})^{n}, mean(2^{n}))",
        {"n": "integer 3 <= n <= 12", "a": "(0, 1)"},
        INVERTIBLE,
        DEFINE,
    ),
]

# Sections 4.2 to 5: what an estimate costs, and how private it is


def sum_of_powers(n: int) -> int:
    return sum(4**i for i in range(n + 1))


def cost(n: int, k: Q) -> Q:
    """t(n) by its recursion t(n) = 4k 4^(n−1) + t(n−1), from t(0) = 4k."""
    return 4 * k if n == 0 else 4 * k * 4 ** (n - 1) + cost(n - 1, k)


def ratio(a: Q) -> Q:
    return max(a / (1 - a), (1 - a) / a)


def in_at_most(k: int, rows: Rows, n: int) -> Q:
    """The largest ratio in a row, of two inputs that differ in at most k bits."""
    names = strings(n)
    pairs = [(i, j) for i, x in enumerate(names) for j, y in enumerate(names) if apart(x, y) <= k]
    return max(row[i] / row[j] for row in rows for i, j in pairs)


def unrelated(n: int, p: Q) -> Rows:
    """Each bit is asked about another, fair one with probability p: all u and z are run through."""
    names = strings(n)
    found = [[Q(0)] * 2**n for _ in names]
    for j, x in enumerate(names):
        for u, z in product(names, names):
            answer = tuple(c if b else a for a, b, c in zip(x, u, z, strict=True))
            weight = p ** sum(u) * (1 - p) ** (n - sum(u)) / 2**n
            found[names.index(answer)][j] += weight
    return found


def unrelated_sum(n: int, d: int, p: Q) -> Q:
    return sum((comb(n - d, i) * (p / 2) ** (i + d) * (1 - p) ** (n - i - d) for i in range(n - d + 1)), Q(0))


def over_covers(n: int, d: int, p: Q) -> Q:
    """Σ over u that cover the first d bits of P(U = u) (1/2)^|u|."""
    covers = [u for u in strings(n) if all(u[:d])]
    return sum((p ** sum(u) * (1 - p) ** (n - sum(u)) / 2 ** sum(u) for u in covers), Q(0))


def marginal(p: Sequence[Q]) -> list[Q]:
    """The shares of the first of two bits."""
    return [p[0] + p[1], p[2] + p[3]]


def of_marginal(a: Q, x: Q, y: Q, z: Q, w: Q) -> str:
    """The estimate from the first bits of the answers is the share of the first bits."""
    p = shares(2, x, y, z, w)
    return same([image(inverse(noise(1, a)), marginal(image(noise(2, a), p)))], [marginal(p)])


def unrelated_is_noise(n: int, p: Q) -> str:
    return same(unrelated(n, p), noise(n, (2 - p) / 2))


STEPS = {"n": "integer 0 <= n <= 9", "k": "(0, 5]"}
CHANCE = {"n": "integer 1 <= n <= 3", "p": "(0, 1)"}
AND_DISTANCE = {**CHANCE, "d": "integer 0 <= d <= 3"}
PRIVATE = {"n": "integer 1 <= n <= 6", "k": "integer 1 <= k <= 6", "a": "(0, 1)", "alpha": "(0, 5]"}
AT_PRIVACY = ("k <= n", "max(a/(1-a), (1-a)/a)^k < exp(alpha)", *INVERTIBLE)
REST = [
    *twins(
        {
            "vinterbo.geometric_sum": lambda n, k: equal(4 * k * sum_of_powers(n), 4 * k * (1 + Q(1 - 4**n, 1 - 4))),
            "vinterbo.geometric_sum.repaired_2": lambda n, k: equal(cost(n, k), 4 * k * (1 + Q(1 - 4**n, 1 - 4))),
        },
        STEPS,
    ),
    Twin(
        "vinterbo.geometric_sum.repaired",
        lambda n: equal(sum_of_powers(n), Q(4 ** (n + 1) - 1, 3)),
        {"n": "integer 0 <= n <= 9"},
    ),
    *twins(
        {
            "vinterbo.cost_sum": lambda n, k: equal(cost(n, k), 4 * k * sum_of_powers(n)),
            "vinterbo.cost_sum.repaired": lambda n, k: equal(cost(n, k), 4 * k + 4 * k * sum_of_powers(n - 1)),
        },
        {**STEPS, "n": "integer 1 <= n <= 9"},
    ),
    Twin(
        "vinterbo.bit_privacy",
        lambda a, b: equal(largest_ratio(rows := [[a, 1 - b], [1 - a, b]]), max(max(x / y, y / x) for x, y in rows)),
        TWO,
    ),
    Twin(
        "vinterbo.sequence_privacy",
        lambda k, a, b, c: equal(
            in_at_most(k, kronecker(kronecker(noise(1, a), noise(1, b)), noise(1, c)), 3),
            prod(sorted(map(ratio, (a, b, c)), reverse=True)[:k], start=Q(1)),
        ),
        {"k": "integer 1 <= k <= 3", **THREE},
    ),
    Twin(
        "vinterbo.iterated_privacy",
        lambda n, k, a: equal(in_at_most(k, noise(n, a), n), ratio(a) ** k),
        {**MORE_BITS, "k": "integer 1 <= k <= 3"},
        ("k <= n",),
    ),
    Twin(
        "vinterbo.theorem_4_9",
        lambda n, k, a, alpha: f"({constant(n, a)}) >= ca(exp({alpha}/{k}))^{n}",
        PRIVATE,
        AT_PRIVACY,
        DEFINE,
    ),
    Twin(
        "vinterbo.theorem_4_9_loss",
        lambda n, k, a, alpha, s: f"fL({constant(n, a)}, {s}) >= fL(ca(exp({alpha}/{k}))^{n}, {s})",
        {**PRIVATE, "s": "[0, 1)"},
        AT_PRIVACY,
        DEFINE,
    ),
    *twins(
        {
            "vinterbo.unrelated_matrix": unrelated_is_noise,
            "vinterbo.unrelated_convolution": unrelated_is_noise,
            "vinterbo.rappor_one_time": unrelated_is_noise,
        },
        CHANCE,
    ),
    *twins(
        {
            "vinterbo.unrelated_sum": lambda n, p, d: equal(unrelated_sum(n, d, p), p**d * (2 - p) ** (n - d) / 2**n),
            "vinterbo.unrelated_weights": lambda n, p, d: equal(over_covers(n, d, p), unrelated_sum(n, d, p)),
        },
        AND_DISTANCE,
        ("d <= n",),
    ),
    Twin(
        "vinterbo.unrelated_count",
        lambda n, d: joined(
            [
                equal(sum(all(u[:d]) for u in strings(n)), 2 ** (n - d)),
                *(
                    equal(sum(all(u[:d]) and sum(u) == i + d for u in strings(n)), comb(n - d, i))
                    for i in range(n - d + 1)
                ),
            ]
        ),
        {**FOUR_BITS, "d": "integer 0 <= d <= 4"},
        ("d <= n",),
    ),
    Twin(
        "vinterbo.rappor_instant",
        lambda n, q, f: same(times(noise(n, q), noise(n, (2 - f) / 2)), noise(n, q - (q - Q(1, 2)) * f)),
        {"n": "integer 1 <= n <= 3", "q, f": "(0, 1)"},
    ),
    *twins(
        {"vinterbo.marginals": of_marginal, "vinterbo.algorithm_unbiased": of_marginal},
        {"a": "(0, 1)", **SHARES},
        INVERTIBLE,
    ),
    Twin(
        "vinterbo.equal_at_privacy",
        lambda n, t: joined(
            equal(trace(times(back := inverse(noise(n, keep)), back)) / 2**n, ((t**2 + 1) / (t - 1) ** 2) ** n)
            for keep in (1 - 1 / (t + 1), t / (t + 1))
        ),
        {"n": "integer 1 <= n <= 3", "t": "t > 1"},
    ),
]

FORMULAS = [*SECTION_3, *MATRICES, *LOSS, *REST]
