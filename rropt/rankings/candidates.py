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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy

from rropt.engine.reals import ball, end, precise
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, require_known
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.rankings.laws import MOST_LISTED, BitByBit, Law, OfSets
from rropt.solvers.rational import fraction

__all__ = ["FAMILIES", "K_ARY", "MOST_ROWS", "SUBSETS", "Candidate", "candidates_at", "read_families"]

# Budgets of which (t − 1)² is far from the ends of doubles.
LEAST, MOST = Fraction(1, 10**30), 100
# With more answers a mechanism has no name in commands, since its matrix is too large.
MOST_ROWS = 1 << MOST_LISTED


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


def candidates_at(k: int, epsilon: Epsilon, families: Sequence[str] | None = None) -> list[Candidate]:
    """Return the members of these families, or of all, at a finite ε > 0.

    Subset selection of size 1 is k-ary randomized response.
    """
    t = epsilon.t
    if not LEAST <= epsilon.bounds()[1] <= MOST:
        raise InputError(
            f"epsilon = {epsilon.shown()} is beyond what doubles rank; give one from {float(LEAST):g} to {MOST}"
        )
    assert not is_infinite(t)  # which has no bounds
    wanted = {*(families or FAMILIES)}
    if SUBSETS in wanted:
        wanted.add(K_ARY)
    found = [x for x in _members(k, epsilon, t) if x.family in wanted]
    if not found:
        raise InputError(
            f"no member of {', '.join(families or FAMILIES)} is for {k} inputs at epsilon = {epsilon.shown()}; leave families out"
        )
    return found


def read_families(given: str | Sequence[str]) -> tuple[str, ...]:
    """Read names of families, such as `subset selection`, or short names of the literature, such as `oue`; a text has commas."""
    plain = {name.casefold().replace("-", " "): name for name in FAMILIES} | NAMES
    found = []
    for text in given.split(",") if isinstance(given, str) else given:
        typed = str(text).strip().casefold().replace("_", " ").replace("-", " ")
        require_known([typed], plain, "no family that can be ranked is called")
        found.append(plain[typed])
    if not found:
        raise InputError("families = [] names nothing to rank; leave it out to rank all of them")
    return tuple(dict.fromkeys(found))


def _spec(outputs: int, word: str, **parameters: object) -> str:
    """Write the spec of a mechanism, unless it has too many answers for a matrix."""
    return f"{word}:{','.join(f'{name}={x}' for name, x in parameters.items())}" if outputs <= MOST_ROWS else ""


def _members(k: int, epsilon: Epsilon, t: Number) -> Iterator[Candidate]:
    """Yield the members of all families.

    Of subset selection these are all sizes, or of many categories with equal shares those next to the best: a (`laws.py`) is there
    a constant times d(k − d)/(k + (t − 1)d)², whose derivative is 0 at d = k/(t + 1) alone. Of local hashing papers advise the
    whole number of values that is nearest to t + 1. Symmetric bits are left out if e^(ε/2) is not known exactly, and bitwise
    randomized response if k is not 2^n, or e^(ε/n) is not known exactly.
    """
    best = math.floor(k / enclose(t + 1)[0])
    for d in range(1, k) if k <= MOST_LISTED else sorted({1, *range(max(1, best), min(k, best + 2))}):
        law, m = SetMechanism(k, (d,), (k / (k + (t - 1) * d),), t), math.comb(k, d)
        if d == 1:
            yield Candidate(K_ARY, (), k, law, _spec(k, "krr", k=k, epsilon=epsilon))
        else:
            spec = _spec(m, "subset_selection", k=k, size=d, epsilon=epsilon)
            yield Candidate(SUBSETS, (("size", str(d)),), m, law, spec)
    half = _root(epsilon, 2)
    symmetric = [] if half is None else [("symmetric unary encoding", half / (1 + half), 1 / (1 + half))]
    for name, p, q in [*symmetric, ("optimised unary encoding", Fraction(1, 2), 1 / (1 + t))]:
        law, m = _by_size(t, k, (1 - p) / (1 - q), q), 1 << k
        yield Candidate(name, (), m, law, _spec(m, name.replace(" ", "_"), k=k, epsilon=epsilon))
    m = 1 << k.bit_length()
    # Sylvester's matrix has 1 where the numbers of row and column share an even number of binary digits 1
    sets = numpy.array([[(i & j).bit_count() % 2 == 0 for j in range(1, k + 1)] for i in range(m)])
    spec = _spec(m, "hadamard_response", k=k, epsilon=epsilon)
    yield Candidate("Hadamard response", (), m, OfSets(t, sets, [2 / (m * (1 + t))] * m), spec)
    advised = int(enclose(t)[0] + Fraction(3, 2))
    for name, g in [("binary local hashing", 2), *([("optimal local hashing", advised)] if advised > 2 else [])]:
        # the chance of a value under a function is 1/g for every input
        yield Candidate(name, (("values", str(g)),), 1 << k, _by_size(t, k, g / (t + g - 1), Fraction(1, g)))
    n = k.bit_length() - 1
    if k >= 4 and k == 1 << n and (s := _root(epsilon, n)) is not None:
        spec = _spec(k, "rappor", mode="one-time", bits=n, epsilon=epsilon)
        yield Candidate("bitwise randomized response", (("bits", str(n)),), k, BitByBit(n, s), spec)


def _by_size(t: Number, k: int, factor: Number, q: Number) -> SetMechanism:
    """Sets of all sizes d, with the weights factor·C(k, d) q^d (1 − q)^(k − d): exact ones up to `MOST_LISTED` categories, beyond
    rationals near them."""
    with precise():
        numbers: Iterable[Any] = (factor, q) if k <= MOST_LISTED else map(ball, (factor, q))
        scale, chance = numbers
        weights = [scale * math.comb(k, d) * chance**d * (1 - chance) ** (k - d) for d in range(k + 1)]
        if k > MOST_LISTED:
            weights = [fraction(end(w, up=False)) for w in weights]
    return SetMechanism(k, tuple(range(k + 1)), tuple(weights), t)


def _root(epsilon: Epsilon, n: int) -> Number | None:
    """e^(ε/n), or None if it is not known exactly."""
    try:
        found = epsilon.split(n).t
    except InputError:
        return None
    assert not is_infinite(found)
    return found


K_ARY, SUBSETS = "k-ary randomized response", "subset selection"
FAMILIES = (
    K_ARY,
    SUBSETS,
    "symmetric unary encoding",
    "optimised unary encoding",
    "Hadamard response",
    "binary local hashing",
    "optimal local hashing",
    "bitwise randomized response",
)
# Short names in the literature.
NAMES = {
    "krr": K_ARY,
    "grr": K_ARY,
    "ss": SUBSETS,
    "subset": SUBSETS,
    "sue": "symmetric unary encoding",
    "oue": "optimised unary encoding",
    "hr": "Hadamard response",
    "blh": "binary local hashing",
    "olh": "optimal local hashing",
    "bitwise": "bitwise randomized response",
}
