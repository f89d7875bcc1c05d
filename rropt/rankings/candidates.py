"""The named families for k categories at one ε, each by how it answers.

Let t = e^ε. The families report sets of inputs (`laws.py`) with W_d, the weight of all sets of size d in sum:

    subset selection          one size d, W_d = k/(k + (t − 1)d); size 1 is k-ary randomized response,
    bits, Pr(1) = p or q      W_d = (1 − p)/(1 − q)·C(k, d) q^d (1 − q)^(k − d), where t = p(1 − q)/(q(1 − p)),
    local hashing to g values W_d = g/(t + g − 1)·C(k, d) (g − 1)^(k − d)/g^k.

A bit is 1 with probability p at the truth and q elsewhere. Local hashing draws a function from the inputs to 1..g and reports it
with a value: with probability t/(t + g − 1) that at the truth, else any other. Only the set S of inputs that the function sends to
the value matters. The function is drawn from all g^k, as papers assume; hash functions in use come near to that.

References: those of `rropt.families`; Wang, Blocki, Li and Jha (2017), USENIX Security (local hashing); Erlingsson, Pihur and
Korolova (2014), CCS (bit by bit).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import numpy

from rropt.engine.reals import ball, precise
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.rankings.laws import MOST_LISTED, BitByBit, Law, OfSets, Real, SetsBySize

__all__ = ["FAMILIES", "MOST_ROWS", "Candidate", "candidates_at", "read_families"]

LEAST, MOST = Fraction(1, 10**30), 100
"""Budgets of which (t − 1)² is far from the ends of doubles."""
MOST_ROWS = 1 << MOST_LISTED
"""With more answers a mechanism has no name in commands, since its matrix is too large."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A member of a family: its parameters for a table, the number of its answers, and how it answers.

    `spec` names its matrix in commands; it is empty if commands have no name for it.
    """

    family: str
    parameters: tuple[tuple[str, str], ...]
    outputs: int
    law: Law
    spec: str = ""

    @property
    def name(self) -> str:
        """The family with the parameters, such as `subset selection, size 2`."""
        return ", ".join([self.family, *(f"{name} {x}" for name, x in self.parameters)])

    @property
    def bits(self) -> int:
        """The number of bits that name an answer."""
        return (self.outputs - 1).bit_length()


def candidates_at(k: int, epsilon: Epsilon, families: Sequence[str] | None = None) -> Iterator[Candidate]:
    """Yield the members of these families, or of all, at a finite ε > 0."""
    t = epsilon.t
    if not LEAST <= epsilon.bounds()[1] <= MOST:
        raise InputError(
            Received("epsilon", epsilon.shown()), f" is beyond what doubles rank; give one from {LEAST} to {MOST}"
        )
    assert not is_infinite(t)  # which has no bounds
    found = (x for name in families or FAMILIES for x in FAMILIES[name](k, epsilon, t))
    # subset selection of size 1 is k-ary randomized response
    yield from {x.name: x for x in found}.values()


def read_families(given: str | Sequence[str]) -> tuple[str, ...]:
    """Read names of families, such as `subset selection`, or short names of the literature, such as `oue`; a text has commas."""
    plain = {name.casefold(): name for name in FAMILIES} | NAMES
    found = []
    for text in given.split(",") if isinstance(given, str) else given:
        typed = str(text).strip().casefold().replace("_", " ")
        if typed not in plain:
            near = get_close_matches(typed, plain, n=1)
            advice = f"did you mean {near[0]}?" if near else f"give some of {', '.join(FAMILIES)}"
            raise InputError(f"there is no family {str(text)[:60]!r} to rank; {advice}")
        found.append(plain[typed])
    if not found:
        raise InputError("families = [] names nothing to rank; leave it out to rank all of them")
    return tuple(dict.fromkeys(found))


def _spec(outputs: int, word: str, **parameters: object) -> str:
    """Write the spec of a mechanism, unless it has too many answers for a matrix."""
    return f"{word}:{','.join(f'{name}={x}' for name, x in parameters.items())}" if outputs <= MOST_ROWS else ""


def _k_ary(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    law = SetsBySize(t, k, {1: k / (k + t - 1)})
    yield Candidate("k-ary randomized response", (), k, law, _spec(k, "krr", k=k, epsilon=epsilon))


def _subsets(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    """Yield all sizes, or of many categories with equal shares those next to the best.

    There a (`laws.py`) is a constant times d(k − d)/(k + (t − 1)d)², whose derivative is 0 at d = k/(t + 1) alone.
    """
    yield from _k_ary(k, epsilon, t)
    best = math.floor(k / enclose(t + 1)[0])
    for d in range(2, k) if k <= MOST_LISTED else (x for x in (best, best + 1) if 2 <= x < k):
        law, m = SetsBySize(t, k, {d: k / (k + (t - 1) * d)}), math.comb(k, d)
        yield Candidate(
            "subset selection",
            (("size", str(d)),),
            m,
            law,
            _spec(m, "subset_selection", k=k, size=d, epsilon=epsilon),
        )


def _symmetric_bits(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    """Leave this family out if e^(ε/2) is not known exactly."""
    if (s := _root(epsilon, 2)) is not None:
        yield _bits("symmetric unary encoding", k, epsilon, t, s / (1 + s), 1 / (1 + s))


def _optimised_bits(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    yield _bits("optimised unary encoding", k, epsilon, t, Fraction(1, 2), 1 / (1 + t))


def _bits(name: str, k: int, epsilon: Epsilon, t: Number, p: Number, q: Number) -> Candidate:
    m = 1 << k
    weights = _by_size(k, lambda p, q: (1 - p) / (1 - q), (p, q))
    return Candidate(name, (), m, SetsBySize(t, k, weights), _spec(m, name.replace(" ", "_"), k=k, epsilon=epsilon))


def _by_size(k: int, factor: Callable[[Any, Any], Any], chances: tuple[Number, Number]) -> dict[int, Real]:
    """The weights factor·C(k, d) q^d (1 − q)^(k − d) of all sizes d: exact numbers, or balls beyond `MOST_LISTED` categories."""
    with precise():
        numbers: Iterable[Any] = chances if k <= MOST_LISTED else map(ball, chances)
        p, q = numbers
        scale, rest = factor(p, q), 1 - q
        return {d: scale * math.comb(k, d) * q**d * rest ** (k - d) for d in range(k + 1)}


def _hashing(name: str, k: int, t: Number, g: int) -> Candidate:
    # the chance of a value under a function is 1/g for every input
    weights = _by_size(k, lambda t, _: g / (t + g - 1), (t, Fraction(1, g)))
    return Candidate(name, (("values", str(g)),), 1 << k, SetsBySize(t, k, weights))


def _binary_hashing(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    yield _hashing("binary local hashing", k, t, 2)


def _optimal_hashing(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    """Papers advise the whole number of values that is nearest to t + 1. If it is 2, this is binary local hashing."""
    advised = int(enclose(t)[0] + Fraction(3, 2))
    if advised > 2:
        yield _hashing("optimal local hashing", k, t, advised)


def _hadamard(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    m = 1 << k.bit_length()
    # Sylvester's matrix has 1 where the numbers of row and column share an even number of binary digits 1
    sets = numpy.array([[(i & j).bit_count() % 2 == 0 for j in range(1, k + 1)] for i in range(m)])
    law = OfSets(t, sets, [2 / (m * (1 + t))] * m)
    yield Candidate("Hadamard response", (), m, law, _spec(m, "hadamard_response", k=k, epsilon=epsilon))


def _bit_by_bit(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    """Keep each of the n bits of k = 2^n categories at ε/n. Left out for other k, and if e^(ε/n) is not known exactly."""
    n = k.bit_length() - 1
    if k < 4 or k != 1 << n or (s := _root(epsilon, n)) is None:
        return
    spec = _spec(k, "rappor", mode="one-time", bits=n, epsilon=epsilon)
    yield Candidate("bitwise randomized response", (("bits", str(n)),), k, BitByBit(n, s), spec)


def _root(epsilon: Epsilon, n: int) -> Number | None:
    """e^(ε/n), or None if it is not known exactly."""
    try:
        found = epsilon.split(n).t
    except InputError:
        return None
    assert not is_infinite(found)
    return found


FAMILIES: dict[str, Callable[[int, Epsilon, Number], Iterator[Candidate]]] = {
    "k-ary randomized response": _k_ary,
    "subset selection": _subsets,
    "symmetric unary encoding": _symmetric_bits,
    "optimised unary encoding": _optimised_bits,
    "Hadamard response": _hadamard,
    "binary local hashing": _binary_hashing,
    "optimal local hashing": _optimal_hashing,
    "bitwise randomized response": _bit_by_bit,
}
"""For each family the function that yields its members for k inputs at ε, with t = e^ε."""
NAMES = {
    "krr": "k-ary randomized response",
    "grr": "k-ary randomized response",
    "ss": "subset selection",
    "subset": "subset selection",
    "sue": "symmetric unary encoding",
    "oue": "optimised unary encoding",
    "hr": "Hadamard response",
    "blh": "binary local hashing",
    "olh": "optimal local hashing",
    "bitwise": "bitwise randomized response",
}
"""Short names in the literature."""
