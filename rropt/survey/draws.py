"""Exact draws: an output of a mechanism given an input, with exactly the stated probabilities.

A uniform U in [0, 1) is revealed bit by bit, and the output is the one whose interval of cumulative probabilities
holds U. After b bits U is known to lie in [u, u + 1]/2^b; that decides as soon as no cumulative probability c lies
strictly inside, and u against ⌊c·2^b⌋ tells, because the floor is exact: over Q(e^ε) or a radical field c is irrational
where it is not a `Fraction`, so refining its enclosure ends. No probability is ever rounded.

For simulations, the answer counts of many surveys are drawn at once in doubles. With replacement they are multinomial(n, P π).
In a census the N_j people of each truth give a multinomial each. For simple random sampling the truths of a sample are
multivariate hypergeometric first. (A real respondent's answer is drawn exactly by `draw`.)
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from numbers import Integral
from typing import TYPE_CHECKING, Any

from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.survey.prevalence import counts_of_people
from rropt.survey.sampling import Kind, Sampling

if TYPE_CHECKING:
    import numpy


__all__ = ["draw", "draw_floating", "draw_surveys", "index_of", "truths_of_samples"]

Bits = Callable[[int], int]
BLOCK = 64
MOST_PEOPLE = 10**9


def _floor(c: Number, bits: int) -> tuple[int, bool]:
    """⌊c·2^bits⌋, and whether c·2^bits is that whole number."""
    scale = 1 << bits
    if isinstance(c, Fraction):
        whole, rest = divmod(c.numerator * scale, c.denominator)
        return whole, rest == 0
    width = Fraction(1, scale << 10)
    while True:
        lower, upper = (x.numerator * scale // x.denominator for x in enclose(c, width=width))
        if lower == upper:
            return lower, False
        width /= 1 << 64


@dataclass(slots=True)
class _Ladder:
    """The cumulative probabilities of one input, and their floors at the precisions met so far."""

    steps: tuple[Number, ...]
    floors: dict[int, tuple[list[int], set[int]]] = field(default_factory=dict)

    def at(self, bits: int) -> tuple[list[int], set[int]]:
        """The floors of c·2^bits, and those floors below which some c is not a whole number: U may still pass it."""
        if bits not in self.floors:
            found = [_floor(c, bits) for c in self.steps]
            self.floors[bits] = [whole for whole, _ in found], {whole for whole, exact in found if not exact}
        return self.floors[bits]

    def decide(self, u: int, bits: int) -> int | None:
        """The output if U in [u, u + 1]/2^bits decides it, else None."""
        floors, split = self.at(bits)
        return None if u in split else bisect_right(floors, u)


def _ladder(p: Mechanism, j: int) -> _Ladder:
    """The cumulative probabilities of column j, without the last, which is 1."""
    column = p.columns[j]
    for x in column:
        if isinstance(x, Element) and isinstance(x.field, Free):
            raise InputError(
                f"epsilon is free ({x.field}), so the mechanism has no probabilities to draw with; fix epsilon"
            )
    return _Ladder(tuple(accumulate(column[:-1])))


def _output(ladder: _Ladder, bits: Bits, *, block: int = BLOCK) -> int:
    """One draw: `bits(n)` is a source of n independent fair bits; more are asked for until the output is decided."""
    u, known = 0, 0
    while True:
        u, known = u << block | bits(block), known + block
        if (output := ladder.decide(u, known)) is not None:
            return output


def _source(rng: numpy.random.Generator | None) -> Bits:
    """Fair bits: the operating system's, or a generator's for simulations."""
    if rng is None:
        return secrets.randbits
    if not hasattr(rng, "bytes") or not hasattr(rng, "random"):
        raise InputError(f"rng = {rng!r:.60} must be a numpy Generator such as numpy.random.default_rng(7), or None")
    return lambda n: int.from_bytes(rng.bytes((n + 7) // 8), "little") >> (-n % 8)


def index_of(p: Mechanism, given: object) -> int:
    """The index of an input given by its label (text) or by its index (a whole number)."""
    if isinstance(given, str):
        if given in p.input_labels:
            return p.input_labels.index(given)
    elif isinstance(given, Integral) and not isinstance(given, bool) and 0 <= int(given) < p.k:
        return int(given)
    names = ", ".join(p.input_labels[:8]) + (", …" if p.k > 8 else "")
    raise InputError(f"{given!r:.60} is no input of the mechanism; its inputs are {names}, or an index 0..{p.k - 1}")


def draw(p: Mechanism, inputs: object, *, rng: numpy.random.Generator | None = None) -> Any:
    """For an input, an output drawn with exactly the probabilities of its column; for several, a list, independently.

    An input is a label or an index; the output is a label where the mechanism has output labels, else an index. The
    bits come from the operating system's entropy (`secrets`); a seeded numpy Generator is for simulations, never for
    real respondents, whose answers anybody who knows the seed could undo. Exact in the sense of the module's docstring.
    """
    bits = _source(rng)
    ladders: dict[int, _Ladder] = {}

    def one(given: object) -> int | str:
        j = index_of(p, given)
        if j not in ladders:
            ladders[j] = _ladder(p, j)
        i = _output(ladders[j], bits)
        return p.outputs[i] if p.outputs else i

    if isinstance(inputs, str) or not isinstance(inputs, Iterable):
        return one(inputs)
    return [one(given) for given in inputs]


def draw_floating(
    p: Mechanism, inputs: Iterable[object], *, rng: numpy.random.Generator
) -> numpy.ndarray[Any, numpy.dtype[numpy.int64]]:
    """For each input, the index of an output drawn with probabilities rounded to doubles: for simulations only.

    Vectorised, and off by about 10^−16 an output: fast enough for whole surveys, not fit for real respondents.
    """
    import numpy

    given = _indices(p, inputs)
    result = numpy.zeros(len(given), dtype=numpy.int64)
    uniform = rng.random(len(given))
    for j in numpy.unique(given):
        chosen = given == j
        steps = numpy.array([float(x) for x in _ladder(p, int(j)).steps])
        result[chosen] = numpy.searchsorted(steps, uniform[chosen], side="right")
    return result


def _indices(p: Mechanism, inputs: Iterable[object]) -> numpy.ndarray[Any, numpy.dtype[numpy.int64]]:
    """The inputs as indices; an array of whole numbers is checked at once."""
    import numpy

    if isinstance(inputs, str):
        raise InputError(f"draw_floating takes a list of inputs, not the single input '{inputs[:60]}'")
    array = numpy.asarray(inputs if isinstance(inputs, (Sequence, numpy.ndarray)) else list(inputs))
    if array.dtype.kind in "iu":
        for bad in array[(array < 0) | (array >= p.k)][:1]:
            index_of(p, int(bad))
        return array.astype(numpy.int64)
    found = {given: index_of(p, given) for given in set(array.tolist())}
    return numpy.array([found[given] for given in array.tolist()], dtype=numpy.int64)


def draw_surveys(
    p: Mechanism,
    prevalence: Sequence[Number],
    n: int,
    surveys: int,
    *,
    sampling: Sampling,
    rng: numpy.random.Generator,
) -> numpy.ndarray[Any, Any]:
    """An array of shape (surveys, m): how many of the n answers of each survey are each output."""
    import numpy as np

    matrix = p.to_numpy()
    if sampling.kind == Kind.REPLACEMENT:
        law = matrix @ np.array([float(x) for x in prevalence])
        return rng.multinomial(n, law / law.sum(), size=surveys)
    sizes = truths_of_samples(prevalence, n, surveys, sampling=sampling, rng=rng)
    total = np.zeros((surveys, p.m), dtype=np.int64)
    for j in range(p.k):
        total += rng.multinomial(sizes[:, j], matrix[:, j] / matrix[:, j].sum())
    return total


def truths_of_samples(
    prevalence: Sequence[Number],
    n: int,
    surveys: int,
    *,
    sampling: Sampling,
    rng: numpy.random.Generator,
) -> numpy.ndarray[Any, Any]:
    """An array of shape (surveys, k): how many respondents of each survey have each truth."""
    import numpy as np

    if sampling.kind == Kind.REPLACEMENT:
        law = np.array([float(x) for x in prevalence])
        return rng.multinomial(n, law / law.sum(), size=surveys)
    people = np.array(counts_of_people(prevalence, sampling.population or n))
    if sampling.kind == Kind.CENSUS:
        return np.broadcast_to(people, (surveys, len(people)))
    sampling.factor(n)
    if sum(people) >= MOST_PEOPLE:
        raise InputError(
            f"samples of a population of {sum(people)} are not drawn; below {MOST_PEOPLE} they are, and of a larger "
            "population they hardly differ from independent draws (sampling='replacement')"
        )
    return rng.multivariate_hypergeometric(people, n, size=surveys)
