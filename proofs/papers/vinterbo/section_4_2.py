"""Section 4.2: the randomizer as a program, the algorithm, the printed listing run as printed, and its cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.chance import Chance, outcomes
from rropt.claims.evidence import Item

from .definitions import (
    BACK,
    GAP,
    ONE_BIT,
    Bits,
    Table,
    distance,
    eta,
    first_is_highest,
    iterated,
    randomizer,
    strings,
)

Q = Fraction
A = Q(3, 4)
RESPONSES: tuple[tuple[Bits, ...], ...] = (
    ((0, 1),),
    ((0, 1), (1, 1)),
    ((0, 1), (0, 1), (1, 1), (0, 0)),
    ((0, 1, 1), (1, 0, 0)),
    ((1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 1, 1)),
    ((1,), (0,)),
)


def xor_with_noise(chance: Chance, x: Bits, a: Fraction) -> Bits:
    """M(x) = x ⊕ u, the bits of u independent and 1 with probability 1 - a."""
    return tuple(b ^ int(chance.flip(1 - a)) for b in x)


def xor_items() -> Iterator[Item]:
    for n in (1, 2, 3, 4):
        for a in (A, Q(1, 5)):
            for x in strings(n):
                drawn = outcomes(partial(xor_with_noise, x=x, a=a))
                want = {r: a ** (n - distance(r, x)) * (1 - a) ** distance(r, x) for r in strings(n)}
                yield Fact(f"n = {n}, a = {a}, x = {x}", drawn, "=", want)


def chosen(x: Sequence[int], places: Sequence[int]) -> Bits:
    """r[K]: the sub-sequence indexed by K, in order."""
    return tuple(x[i] for i in places)


def estimate(responses: Sequence[Bits], a: Fraction, index: Callable[[Sequence[int]], int]) -> tuple[Fraction, ...]:
    """Steps 1 and 2 of the algorithm, with the index that is used to count."""
    k = len(responses[0])
    y = [Q(sum(index(r) == i for r in responses)) for i in range(1 << k)]
    back = iterated(((a, a - 1), (a - 1, a)), k, one=Q(1))
    return tuple(
        sum((w * c for w, c in zip(row, y, strict=True)), Q(0)) / (len(responses) * (2 * a - 1) ** k) for row in back
    )


def margins(table: Table, places: Sequence[int], n: int, k: int) -> Table:
    """Rows added up over the bits that are not in K, for columns x: entry (r[K], x)."""
    zero = 0 * table[0][0]
    found = {r: [zero] * (1 << n) for r in strings(k)}
    for i, r in enumerate(strings(n)):
        for j in range(1 << n):
            found[chosen(r, places)][j] += table[i][j]
    return tuple(tuple(found[r]) for r in strings(k))


def marginal_items() -> Iterator[Item]:
    """The answers to the questions K depend on the truth about K alone, through C_a(k); so does their estimate."""
    for n in (1, 2, 3, 4):
        for k in range(1, n + 1):
            for places in combinations(range(n), k):
                small, large = iterated(ONE_BIT, k, one=GAP**0), iterated(ONE_BIT, n, one=GAP**0)
                want = tuple(tuple(row[first_is_highest(chosen(x, places))] for x in strings(n)) for row in small)
                yield Fact(f"n = {n}, K = {places}: law of the answers, all a", margins(large, places, n, k), "=", want)
                back, whole = iterated(BACK, k, one=GAP**0), iterated(BACK, n, one=GAP**0)
                scaled = tuple(
                    tuple(GAP ** (n - k) * row[first_is_highest(chosen(x, places))] for x in strings(n)) for row in back
                )
                yield Fact(f"n = {n}, K = {places}: estimates, all a", margins(whole, places, n, k), "=", scaled)


def printed_C(n: Any, a: Any) -> Any:
    """The listing's C, with its imports."""
    from numpy import array, kron

    c, z = array([[a, 1 - a], [1 - a, a]]), array([1])
    return z if n < 1 else kron(c, printed_C(n - 1, a))


def printed_pihat(a: Any, Y: Any) -> Any:
    """The listing's pihat."""
    from numpy import log2

    m, n = float(sum(Y)), int(log2(len(Y)))
    return printed_C(n, a / (2 * a - 1)).dot(Y) / m


def printed_hist(R: Any) -> Any:
    """The listing's hist."""
    from numpy import arange
    from numpy import bincount as bc

    _, n = R.shape
    x = 2 ** (n - 1 - arange(n))
    return bc(R.dot(x), minlength=2**n)


def listing(responses: Sequence[Bits], a: Fraction, places: Sequence[int]) -> tuple[Fraction, ...]:
    """pihat(a, hist(R[:,K])); every float in it is dyadic and exact for the numbers used here."""
    from numpy import array

    found = printed_pihat(float(a), printed_hist(array(responses)[:, list(places)]))
    return tuple(Q(float(x)) for x in found)


def listing_items(index: Callable[[Sequence[int]], int]) -> Iterator[Item]:
    for responses in RESPONSES:
        n = len(responses[0])
        for k in range(1, n + 1):
            for places in combinations(range(n), k):
                want = estimate([chosen(r, places) for r in responses], A, index)
                yield Fact(f"R = {responses}, K = {places}, a = 3/4", listing(responses, A, places), "=", want)


def listing_printed_items() -> Iterator[Item]:
    yield from listing_items(eta)


def listing_repaired_items() -> Iterator[Item]:
    yield from listing_items(first_is_highest)
    for responses in RESPONSES:
        places = tuple(range(len(responses[0])))
        want = estimate(responses, A, eta)
        yield Fact(f"R = {responses}, columns reversed: counted by η", listing(responses, A, places[::-1]), "=", want)
    for n in (1, 2, 3):
        for r in strings(n):
            from numpy import array

            counts = tuple(int(x) for x in printed_hist(array([r])))
            place = tuple(int(i == first_is_highest(r)) for i in range(1 << n))
            yield Fact(f"one response {r}: where it is counted", counts, "=", place)


def listing_matrix_items() -> Iterator[Item]:
    """The listing's matrix at a = 3/4 (floats exact), against the inverse of C_a(n)."""
    for n in range(1, 6):
        found = tuple(tuple(Q(float(x)) for x in row) for row in printed_C(n, 1.5))
        yield Fact(
            f"n = {n}, a/(2a-1) = 3/2", found, "=", iterated(((Q(3, 2), Q(-1, 2)), (Q(-1, 2), Q(3, 2))), n, one=Q(1))
        )
    yield Fact("n = 0", tuple(int(x) for x in printed_C(0, 1.5)), "=", (1,))
    for n in range(1, 4):
        direct = tuple(tuple(Q(float(x)) for x in row) for row in printed_C(n, 0.75))
        yield Fact(f"n = {n}, a = 3/4", direct, "=", randomizer(A, n))


def multiplications(n: int) -> int:
    """How many products of entries the recursion forms."""
    return (1 << 2 * n) + multiplications(n - 1) if n > 0 else 0


def cost_items() -> Iterator[Item]:
    for n in range(1, 13):
        yield Fact(f"n = {n}: 3 times the products", 3 * multiplications(n), "=", 4 * (4**n - 1))
        yield Fact(f"n = {n}: products per entry", Q(multiplications(n), 4**n), "<", Q(4, 3))
    yield Statement(
        "one level more, N = 4^n", "4/3*(N-1) + 4*N = 4/3*(4*N-1) and 4/3*(N-1) < 4/3*N", given={"N": "N >= 1"}
    )


def unrolled_items() -> Iterator[Item]:
    """With t_f(N) = 4 N, the t(0) that makes the recursion t(n) = t_f(4^(n-1)) + t(n-1) give the printed sum, for each n."""

    def needed(n: int) -> int:
        return sum(4 << 2 * i for i in range(n + 1)) - sum(4 << 2 * i for i in range(n))

    for n in (1, 2, 3):
        yield Fact(f"the t(0) that n = {n} needs is that of n = {n + 1}", needed(n), "=", needed(n + 1))


def unrolled_repaired_items() -> Iterator[Item]:
    for n in range(1, 6):
        value = 1
        for i in range(n):
            value = 10**i + value
        yield Fact(f"n = {n}, t(0) = 1", value, "=", sum(10**i for i in range(n)) + 1)
    yield Statement(
        "one level more: z = t(0), S the sum so far, v = t(n) and w = t(n+1)",
        "v = z + S and w = f + v implies w = z + (S + f)",
        given={"f, S, v, w, z": "real"},
    )


def geometric_items() -> Iterator[Item]:
    for n in range(1, 9):
        yield Fact(f"n = {n}: Σ 4^i from 0 to n", sum(4**i for i in range(n + 1)), "=", 1 + Q(1 - 4**n, 1 - 4))


def histogram_items() -> Iterator[Item]:
    """The estimate adds up to one, and its mean over all answers is the marginal of π."""
    point = (Q(1, 20), Q(3, 20), Q(3, 10), Q(1, 2))
    c = randomizer(A, 2)
    for index in (eta, first_is_highest):
        total = {r: Q(0) for r in range(4)}
        for (x, p), r in product(zip(strings(2), point, strict=True), strings(2)):
            weight = p * c[first_is_highest(r)][first_is_highest(x)]
            for i, e in enumerate(estimate([r], A, index)):
                total[i] += weight * e
        want = {index(x): p for x, p in zip(strings(2), point, strict=True)}
        yield Fact(f"n = 2, {index.__name__}: mean of the estimate", total, "=", want)


BY_COLUMN = "every n and K: the factors of the bits outside K have unit column sums, and so have their inverses"

CLAIMS = [
    Claim(
        "vinterbo.xor",
        kernel="VinterboBounds.xor_law",
        where="Section 4.2, first sentence",
        printed="M(x) = x ⊕ u with n independent Bernoulli trials u of success probability 1 - a has C_M = C_a(n)",
        decided_by=xor_items,
        argument="every n and a: u = x ⊕ r has probability (1-a)^|u| a^(n-|u|)",
    ),
    Claim(
        "vinterbo.marginals",
        kernel="VinterboSurveys.marginals",
        where="Section 4.2, algorithm; Sections 1 and 6",
        printed="the marginal of the k bits in K is estimated from these bits alone by C_{a/(2a-1)}(k); "
        "marginals can be queried and recovered independently",
        decided_by=marginal_items,
        argument=BY_COLUMN,
    ),
    Claim(
        "vinterbo.algorithm_unbiased",
        kernel="VinterboSurveys.algorithm_unbiased_on_bits",
        where="Section 4.2, steps 1 and 2",
        printed="the algorithm's estimate for the bits K, counted by η, estimates the marginal π_K (without bias)",
        reading="for every K; a is not 1/2. Entry i of the estimate belongs to the string ς(i) of the bits in K; identical factors "
        "make C the same in every bit order",
        decided_by=histogram_items,
        argument="every n: the estimator is linear in the histogram, and C_{a/(2a-1)}(n) C_a(n) = 1 (vinterbo.theorem_4_4_inverse)",
        uses=("vinterbo.theorem_4_4_inverse",),
    ),
    Claim(
        "vinterbo.listing",
        kernel="Misprints.not_vinterbo_listing",
        where="Section 4.2, Implementation 1 and the sentence after it",
        printed="pihat(a, hist(R[:,K])) computes the value of the algorithm's estimate for K",
        reading="the algorithm counts y_i = |{j : η(r_j[K]) = i}| with the first bit least significant; the listing counts with "
        "x = 2**(n-1-arange(n)), the first bit most significant, so that its entries are permuted. Line breaks of the listing "
        "are restored",
        decided_by=listing_printed_items,
        repairs=(
            Repair(
                kernel="VinterboSurveys.listing_repaired",
                why="true where the algorithm's index has the first bit most significant (or with η and the columns "
                "reversed); R[:,K] "
                "is read as the list of the responses on K",
                decided_by=listing_repaired_items,
                argument="every R and K: each response is counted at Σ r_i 2^(k-1-i), each pattern of up to three bits was tried, "
                "and the matrix is the algorithm's (vinterbo.listing_matrix)",
                uses=("vinterbo.listing_matrix",),
            ),
        ),
    ),
    Claim(
        "vinterbo.listing_matrix",
        kernel="VinterboSurveys.listing_matrix",
        where="Section 4.2, Implementation 1; Section 6",
        printed="the listing's C(n, a) is Definition 4.1, and C(n, a/(2a-1)) the inverse",
        reading="the listing transcribed",
        narrowed=("", "its arithmetic is taken as exact; with floats it was run at dyadic a"),
        decided_by=listing_matrix_items,
        argument="every n: the listing is Definition 4.1 letter by letter; it was run on numbers whose floats are exact",
    ),
    Claim(
        "vinterbo.prop_4_8",
        kernel="VinterboBounds.proposition_4_8",
        where="Section 4.2, Proposition 4.8",
        printed="C_a(n) can be computed in time linear in the number of its entries",
        reading="the step of Definition 4.1 to n bits forms 4^n products of entries; and so in time: for every cost t of the "
        "recursion whose Kronecker products take at most a constant times the entries of the smaller factor, as the proof has them",
        decided_by=cost_items,
        argument="every n: the recursion forms 4(4^n - 1)/3 products for 4^n entries, by the induction step",
    ),
    Claim(
        "vinterbo.cost_sum",
        kernel="Misprints.not_vinterbo_cost_sum",
        where="Appendix A, proof of Proposition 4.8, first display",
        printed="t(n) = t_f(2^(2(n-1))) + t(n-1) = Σ_{i=0}^{n} t_f(4^i)",
        reading="the sum has a term t_f(4^n) that the recursion does not have, so no t(0) makes it right for two n",
        decided_by=unrolled_items,
        repairs=(
            Repair(
                kernel="VinterboBounds.cost_sum_repaired",
                why="t(n) = t(0) + Σ_{i=0}^{n-1} t_f(4^i)",
                decided_by=unrolled_repaired_items,
                argument="every n, by the induction step",
            ),
        ),
    ),
    Claim(
        "vinterbo.geometric_sum",
        kernel="Misprints.not_vinterbo_geometric_sum",
        where="Appendix A, proof of Proposition 4.8, second display",
        printed="4k Σ_{i=0}^{n} 4^i = 4k(1 + (1-4^n)/(1-4))",
        reading="without the factor 4k; the sum from 0 to 1 is 5, the right side 2",
        decided_by=geometric_items,
        repairs=(
            Repair(
                why="Σ_{i=0}^{n} 4^i = (4^(n+1) - 1)/3",
                states="sum(i, 0, n, 4^i) = (4^(n+1) - 1)/3",
                given={"n": "integer [0, inf)"},
            ),
            Repair(
                why="1 + (1-4^n)/(1-4) = 1 + Σ_{i=0}^{n-1} 4^i: 4k times it solves the recursion with t(0) = 4k",
                states="1 + (1-4^n)/(1-4) = 1 + sum(i, 0, n-1, 4^i) and 4*k*(1 + (1-4^0)/(1-4)) = 4*k"
                " and 4*k*(1 + (1-4^n)/(1-4)) = 4*k*4^(n-1) + 4*k*(1 + (1-4^(n-1))/(1-4))",
                given={"n": "integer [1, inf)", "k": "k > 0"},
            ),
        ),
    ),
    Claim(
        "vinterbo.cost_order",
        where="Appendix A, proof of Proposition 4.8, second and third displays",
        printed="4k(1 + (1-4^n)/(1-4)) = 4k(1 + (4^n-1)/3), which is O(4^n) = O((2^n)²)",
        states="4*k*(1 + (1-N*N)/(1-4)) = 4*k*(1 + (N^2-1)/3) and 4*k*(1 + (N^2-1)/3) <= 4*k*N^2",
        reading="N = 2^n, and the constant is 4k; that this is t(n), vinterbo.geometric_sum and its repairs",
        given={"N": "integer N >= 1", "k": "k > 0"},
    ),
]
