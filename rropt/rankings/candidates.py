"""Describe every named family for k categories at one ε by the structure of its matrix, without any approximation.

Let t = e^ε. In most families an answer reports a set S of inputs. It has one probability for all truths in S, and another for all
truths outside. The first is t times the second. If an answer has a bit for each input, S has the inputs whose bit is 1. Each bit is
1 with probability p at the truth and q elsewhere, so the ratio of the two probabilities is p(1 − q)/(q(1 − p)).

Local hashing draws a function from the k inputs to 1..g, and reports the function together with one of its values. With probability
t/(t + g − 1) this is the value at the truth, else any other value. Only the set S of inputs that the function sends to the reported
value matters. If the truth is outside S, S is reported with probability g·(g − 1)^(k − |S|)/g^k·1/(t + g − 1). If the truth is
inside, the probability is t times as large. The function is drawn from all g^k functions, as papers assume; the hash functions in
use only come near to that.

References: those of `rropt.families`; Wang, Blocki, Li and Jha (2017), USENIX Security (local hashing); Erlingsson, Pihur and
Korolova (2014), CCS (RAPPOR's published settings).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import flint

from rropt.designs.estimation.theorems import best_sizes
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import ball_of, enclose
from rropt.exact.spelling import show
from rropt.families import hadamard_response
from rropt.families.bits import MOST_BITS
from rropt.rankings.blocks import block_design
from rropt.rankings.structure import BITS, Listed, Structure, Symmetric, Unlisted

__all__ = ["MOST_LISTED", "Candidate", "Membership", "bit_a_category", "candidates_at", "published_rappor"]

MOST_LISTED = 64
"""The most categories for which every size of sets, block designs and whole matrices are ranked."""


@dataclass(frozen=True, slots=True)
class Membership:
    """The estimator that counts how many of the reported sets contain an input.

    `counted` says in words what is counted. The reported set contains an input with probability `own` if the input is the truth,
    and with probability `other` if it is not.
    """

    counted: str
    own: Number
    other: Number


@dataclass(frozen=True, slots=True)
class Candidate:
    """One mechanism of a family, with its ε, the structure of its matrix, and the number of its outputs.

    `membership` describes the estimator that counts how many reported sets contain an input. It is None if this estimator is not
    compared. `parameters` are names and values for the table. `spec` is the text that names the mechanism in commands; None if
    commands have no name for it, or if its matrix is too large.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    epsilon: Epsilon
    structure: Structure | SetMechanism | Unlisted
    outputs: int
    membership: Membership | None = None
    spec: str | None = None

    @property
    def bits(self) -> int:
        """The number of bits that name an output."""
        return (self.outputs - 1).bit_length()


def candidates_at(k: int, epsilon: Epsilon) -> Iterator[Candidate]:
    """Yield the members of all families at a finite ε > 0. Some families split ε into n equal parts. Such a family is left out if
    e^(ε/n) is not known exactly."""
    t = epsilon.t
    if is_infinite(t) or epsilon.is_free or t == 1:
        raise InputError(Received("epsilon", str(epsilon)), " gives no ranking; give one finite epsilon > 0")
    yield from (_subsets(k, d, epsilon, t) for d in _sizes(k, t))
    if k <= MOST_LISTED:
        yield from (_blocks(k, d, epsilon, t) for d in range(2, k - 1) if block_design(k, d) is not None)
    if _is_split_exactly(epsilon, 2):
        yield _symmetric_bits(k, epsilon)
    yield _optimised_bits(k, epsilon, t)
    yield _hadamard(k, epsilon, t)
    advised = max(2, int(enclose(t)[0] + Fraction(3, 2)))  # papers advise the whole number nearest to e^ε + 1
    yield from (_hashing(k, g, epsilon, t) for g in sorted({2, advised}))
    if k == 1 << (k.bit_length() - 1) and k >= 4 and _is_split_exactly(epsilon, k.bit_length() - 1):
        yield _bitwise(k, epsilon)


def _sizes(k: int, t: Number) -> list[int]:
    """List the sizes of sets to rank: all sizes, or for very many categories only 1 and the sizes next to the best."""
    if k <= MOST_LISTED:
        return list(range(1, k))
    best = best_sizes(k, t)
    return sorted({1, *range(max(1, best[0] - 2), min(k, best[-1] + 3))})


def _is_split_exactly(epsilon: Epsilon, n: int) -> bool:
    """Whether e^(ε/n) is known exactly."""
    try:
        return bool(epsilon.split(n))
    except InputError:
        return False


def _name_spec(family: str, k: int, **parameters: object) -> str | None:
    """Write the text by which commands name a mechanism, such as `subset_selection:k=3,size=2,epsilon=log(3)`. None if k is above
    `MOST_LISTED`."""
    if k > MOST_LISTED:
        return None
    return f"{family}:" + ",".join(f"{name}={x}" for name, x in {"k": k, **parameters}.items())


def _subsets(k: int, d: int, epsilon: Epsilon, t: Number) -> Candidate:
    low = 1 / (t * math.comb(k - 1, d - 1) + math.comb(k - 1, d))
    structure = Symmetric(k, {d: (t * low, low)})
    if d == 1:
        return Candidate(
            "k-ary randomized response", (), epsilon, structure, k, None, _name_spec("krr", k, epsilon=epsilon)
        )
    meets = t * math.comb(k - 2, d - 2) + math.comb(k - 2, d - 1)
    counted = Membership("counts of sets", t * low * math.comb(k - 1, d - 1), low * meets)
    spec = _name_spec("subset_selection", k, size=d, epsilon=epsilon)
    return Candidate("subset selection", (("size", str(d)),), epsilon, structure, math.comb(k, d), counted, spec)


def _blocks(k: int, d: int, epsilon: Epsilon, t: Number) -> Candidate:
    blocks = block_design(k, d)
    assert blocks is not None
    often = sum(0 in block for block in blocks)
    pairs = sum({0, 1} <= block for block in blocks)
    low = 1 / (t * often + len(blocks) - often)
    high = t * low
    rows = tuple(tuple(high if j in block else low for j in range(k)) for block in blocks)
    counted = Membership("counts of blocks", high * often, high * pairs + low * (often - pairs))
    words = (("size", str(d)), ("blocks", str(len(blocks))))
    return Candidate("block design", words, epsilon, Listed(k, rows, blocks), len(blocks), counted)


def _bits(k: int, p: Number, q: Number) -> Symmetric:
    """Describe a report of k bits, one for each input, by the set of inputs whose bit is 1. The bit of the true input is 1 with
    probability p, and every other bit with probability q.

    If there are many bits, the probabilities of the sets are balls (enclosures).
    """
    if k > MOST_LISTED:
        with flint.ctx.workprec(BITS):
            return _powers(k, *(ball_of(x) for x in (p, q)))
    return _powers(k, p, q)


def _powers(k: int, p: Any, q: Any) -> Symmetric:
    own = {n: p * q ** (n - 1) * (1 - q) ** (k - n) if n else Fraction(0) for n in range(k + 1)}
    other = {n: (1 - p) * q**n * (1 - q) ** (k - 1 - n) if n < k else Fraction(0) for n in range(k + 1)}
    return Symmetric(k, {n: (own[n], other[n]) for n in range(k + 1)})


def _symmetric_bits(k: int, epsilon: Epsilon) -> Candidate:
    s = epsilon.split(2).t
    assert not is_infinite(s)
    p = s / (1 + s)
    counted, spec = (
        Membership("counts of bits", p, 1 - p),
        _name_spec("symmetric_unary_encoding", k, epsilon=epsilon),
    )
    return Candidate("symmetric unary encoding", (), epsilon, _bits(k, p, 1 - p), 1 << k, counted, spec)


def _optimised_bits(k: int, epsilon: Epsilon, t: Number) -> Candidate:
    half, q = Fraction(1, 2), 1 / (1 + t)
    counted, spec = Membership("counts of bits", half, q), _name_spec("optimised_unary_encoding", k, epsilon=epsilon)
    return Candidate("optimised unary encoding", (), epsilon, _bits(k, half, q), 1 << k, counted, spec)


def _hadamard(k: int, epsilon: Epsilon, t: Number) -> Candidate:
    p = t / (1 + t)
    counted, spec = (
        Membership("counts of halves", p, Fraction(1, 2)),
        _name_spec("hadamard_response", k, epsilon=epsilon),
    )
    if k > MOST_LISTED:
        return Candidate("Hadamard response", (), epsilon, Unlisted(k), 1 << k.bit_length(), counted, spec)
    rows = hadamard_response(k=k, p=p).rows
    high = rows[0][0]  # the first output lies in the half of every input
    sets = tuple(frozenset(j for j, x in enumerate(row) if x == high) for row in rows)
    return Candidate("Hadamard response", (), epsilon, Listed(k, rows, sets), len(rows), counted, spec)


def _hashing(k: int, g: int, epsilon: Epsilon, t: Number) -> Candidate:
    keep = t / (t + g - 1)
    total = {n: g * Fraction((g - 1) ** (k - n), g**k) / (t + g - 1) for n in range(k + 1)}
    structure = Symmetric(k, {n: (t * weight, weight) for n, weight in total.items()})
    name = "binary local hashing" if g == 2 else "optimal local hashing"
    counted = Membership("counts of supports", keep, Fraction(1, g))
    return Candidate(name, (("values", str(g)),), epsilon, structure, 1 << k, counted)


def _bitwise(k: int, epsilon: Epsilon) -> Candidate:
    """Make the member that writes k = 2^n categories in n bits and keeps each bit with the same probability, at ε/n per bit."""
    n = k.bit_length() - 1
    s = epsilon.split(n).t
    assert not is_infinite(s)
    words = (("bits", str(n)),)
    if k > MOST_LISTED:
        return Candidate(
            "bitwise randomized response", words, epsilon, Unlisted(k, partial(_bitwise_variances, n, s)), k
        )
    flips = [s ** (n - h) / (1 + s) ** n for h in range(n + 1)]
    rows = tuple(tuple(flips[(i ^ j).bit_count()] for j in range(k)) for i in range(k))
    spec = f"rappor:mode=one-time,bits={n},epsilon={epsilon}" if n <= MOST_BITS else None
    return Candidate("bitwise randomized response", words, epsilon, Listed(k, rows), k, None, spec)


def _bitwise_variances(n: int, s: Number, shares: Sequence[Number]) -> list[Number]:
    """Compute, for each share π_j, the variance of its estimate from one answer. There are k = 2^n categories in n bits, and
    s = e^(ε/n).

    Let q_i be the probability of answer i, and let w be the inverse of the mechanism's matrix. Its entries are the weights of the
    only unbiased estimate. The variance is Σ_i w_ij² q_i − π_j². It is computed bit by bit.
    """
    stay, low = s / (1 + s), 1 / (1 + s)
    high, other = (
        s / (s - 1),
        -1 / (s - 1),
    )  # the inverse of a bit's matrix has s/(s − 1) on its diagonal and −1/(s − 1) off it
    spread = _by_bits(n, _by_bits(n, list(shares), stay, low), high * high, other * other)
    return [x - share * share for x, share in zip(spread, shares, strict=True)]


def _by_bits(n: int, values: list[Number], own: Number, other: Number) -> list[Number]:
    """Multiply a vector by the n-th Kronecker power of [[own, other], [other, own]]."""
    if len(set(values)) == 1:
        return [values[0] * (own + other) ** n] * len(values)
    for bit in range(n):
        values = [own * x + other * values[j ^ (1 << bit)] for j, x in enumerate(values)]
    return values


def published_rappor(k: int) -> Iterator[Candidate]:
    """Yield RAPPOR with its authors' settings, as two candidates: the permanent bits, and one report.

    There is one bit for each category. A permanent bit is the true bit, replaced by a fair coin with probability 1/2. A report says
    1 with probability 3/4 if the permanent bit is 1, and with probability 1/2 if it is 0.
    """
    f, p, q = Fraction(1, 2), Fraction(1, 2), Fraction(3, 4)
    stays, moves = 1 - f / 2, f / 2
    for name, one, zero in (
        ("RAPPOR's permanent bits", stays, moves),
        ("RAPPOR's one report", q * stays + p * moves, q * moves + p * stays),
    ):
        yield bit_a_category(name, k, one, zero)


def bit_a_category(name: str, k: int, one: Number, zero: Number) -> Candidate:
    """Make the candidate that reports k bits, one for each category.

    The bit of the true category is 1 with probability `one`. Every other bit is 1 with the smaller probability `zero`. For k ≥ 2
    the candidate's ε is tight, because two truths differ in two bits: one is 1 only in the first truth, the other only in the
    second.
    """
    own = Epsilon(one * (1 - zero) / (zero * (1 - one)))
    words = (("Pr(1 | 1)", show(one)), ("Pr(1 | 0)", show(zero)))
    return Candidate(name, words, own, _bits(k, one, zero), 1 << k, Membership("counts of bits", one, zero))
