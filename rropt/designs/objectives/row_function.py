"""A function f(r) of a row r, convex and homogeneous of degree 1, whose sum over the rows of a mechanism is maximised.

* the information at a prior w, in nats: Σ_j w_j r_j log(r_j/q), where q = Σ_j w_j r_j;
* several such functions, as the information at several priors: their weighted sum, or the least of their sums over the rows;
* a divergence between two distributions p, q of the inputs, b·φ(a/b) with a = pᵀr and b = qᵀr; or the sum of a divergence over all
  ordered pairs of inputs. Each φ has a file of its own in `divergences`.

Some divergences have exact values; the others have logarithms or roots, and are enclosed in balls of python-flint.

The largest sum of a divergence may be infinite, for example if an answer may rule out an input. At a row s let a = p·s and b = q·s.
Then b·φ(a/b) is infinite if a > 0 = b and φ(x)/x tends to ∞ with x, or if a = 0 < b and φ(0) is infinite. For a divergence
between two distributions, p and q are these two, in this order. For a sum over all ordered pairs, each pair must be examined.

> The optimum is infinite iff f is infinite at a generator s of the demand's cone, and a multiple of s is a row of some mechanism.

*Proof.* Call a generator s possible if a multiple of s is a row of some mechanism. If f is infinite at a possible s, it is infinite
at that row. Conversely let f be finite at all possible generators. Every row of a mechanism is a sum of multiples of possible
generators (`rropt.designs.rows.generators`), and f is subadditive, so f is finite at the row. The program over the weights θ_s of
these finitely many generators is bounded, because Σ θ_s s = (1, …, 1) bounds the weights.

*Which rows a mechanism may have.* Each constraint c of the demand asks Σ_i h_c(r_i) ≤ b_c of the rows r_i, where h_c is the maximum
of linear functions s ↦ g·s, called planes. For a pair without a slack, b_c = 0 and h_c(s) = max(0, s_j − T s_l). As h_c is
sublinear, Σ_i h_c(r_i) ≥ h_c(1, …, 1). So if any mechanism keeps the demand, then so does the mechanism with the single row (1, …,
1), which tells nothing. Say that c has no room if h_c(1, …, 1) = b_c. For such a c let g be a plane with g·(1, …, 1) = b_c. In
every mechanism Σ_i g·r_i = b_c ≥ Σ_i h_c(r_i), and h_c ≥ g, so h_c(r_i) = g·r_i at every row. Conversely let a row s of the cone
have h_c(s) = g·s for all such c and g. Then the rows θ·s and (1, …, 1) − θ·s are a mechanism of the demand if θ > 0 is small. A
constraint with room is kept by continuity. For one without room only these planes g attain the maximum near (1, …, 1), so that
h_c((1, …, 1) − θ·s) = b_c − θ·h_c(s), and the two rows together use exactly b_c.

For a pair without a slack these equalities say s_j = s_l if T = 1, and nothing beyond the cone if T > 1 (no mechanism keeps T < 1).
A pair with a slack and T ≥ 1 has room. A demand on vulnerability has no room if it allows exactly what is gained without an answer;
the generators of such a demand keep its equalities already.

If f is infinite only at rows that no mechanism has, the optimum is finite. No dual prices prove this to the checker, because it
compares prices with f at these rows too. So rropt sets the rows aside (`Generators.outside`) and states bounds of its own.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import flint

from rropt.designs.objectives.divergences.phi import Array, Phi
from rropt.exact.conversion import sympy_of
from rropt.exact.decimal import round_bounds_outward
from rropt.exact.element import Bound, Number, is_free
from rropt.exact.enclosure import enclose_ball
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.sign import ball_of, enclose_relative
from rropt.exact.spelling import show

if TYPE_CHECKING:
    from rropt.designs.rows.generators import Generators

__all__ = ["SEEN", "Function", "ball_near", "finite_rows", "floats_of", "require_finite_at", "say_infinite"]

BITS = 400
DIGITS = 30
LEAST = Fraction(1, 1 << 200)
# The checker has 384 bits after the point: it tells values above SEEN from 0, and LOST is what its rounding may take.
SEEN, LOST = Fraction(1, 1 << 340), Fraction(1, 1 << 360)
ZERO = Fraction(0)
Vector = tuple[Number, ...]
Bounds = tuple[Bound, Bound]


@dataclass(frozen=True, slots=True)
class Function:
    """The function f of a row of k numbers, whose sum over the rows of a mechanism is the objective.

    Without `phi` and `parts`, f is the information at the prior in `vectors` (at several priors: the mean, with `weights`).
    With `phi`, f is the divergence between the two distributions in `vectors`; without `vectors`, f sums the divergence over all
    ordered pairs of inputs. With `parts`, f is the sum of the parts, each times its positive weight, and `vectors` lists the priors
    and distributions of all parts. If `is_least`, the parts (or the information at each prior) are not added up: each is summed
    over the rows on its own, and the objective is the least of the sums.
    """

    phi: Phi | None
    """The φ of a divergence; None for information, and for a sum of several functions."""
    k: int
    vectors: tuple[Vector, ...]
    weights: Vector = ()
    is_least: bool = False
    parts: tuple[Function, ...] = ()

    @property
    def is_several(self) -> bool:
        """Whether the objective combines several functions: it has `parts`, or the information at several priors."""
        return self.phi is None and (bool(self.parts) or len(self.vectors) > 1)

    @property
    def each(self) -> tuple[Function, ...]:
        """The functions that the objective combines: the `parts` or, if there are none, the information at each prior."""
        return self.parts or tuple(Function(self.phi, self.k, (prior,)) for prior in self.vectors)

    @property
    def summed(self) -> tuple[Function, ...]:
        """The functions that are summed over rows: all in `each` if the objective is the least of several sums, else f alone."""
        return self.each if self.is_least else (self,)

    @property
    def words(self) -> str:
        """The name of the quantity that the objective measures, worded so that it fits into a sentence."""
        if self.parts:
            return " and ".join(dict.fromkeys(part.words for part in self.parts))
        return "information" if self.phi is None else self.phi.words

    @property
    def is_of_logarithms(self) -> bool:
        """Whether the objective is the mutual information, or combines only mutual informations."""
        return self.phi is None and all(part.is_of_logarithms for part in self.parts)

    @property
    def largest_ratio(self) -> Fraction | None:
        """The largest ratio of two entries of a row for which designs are still certified. None if there is no limit."""
        known = [self.phi.largest_ratio] if self.phi is not None else [part.largest_ratio for part in self.parts]
        return None if self.is_zero else min((x for x in known if x is not None), default=None)

    @property
    def is_of_lists(self) -> bool:
        """Whether f is made only of information at stated priors and of divergences between two stated distributions."""
        return bool(self.vectors) and all(part.is_of_lists for part in self.parts)

    @property
    def is_exact(self) -> bool:
        """Whether the values of f are exact numbers."""
        if self.parts:
            return all(part.is_exact for part in self.parts)
        return self.phi is not None and self.phi.is_exact

    @property
    def is_infinite_at_zeros(self) -> bool:
        """Whether the function may be infinite at a row that is 0 at one input and positive at another."""
        if self.parts:
            return any(part.is_infinite_at_zeros for part in self.parts)
        phi = self.phi
        if phi is None or self.is_zero:
            return False
        if not self.vectors:
            return phi.is_unbounded or phi.is_infinite_at_zero
        # between two distributions: infinite only if one of them is 0 at an input where the other is positive
        pairs = list(zip(*self.vectors, strict=True))
        silent_second, silent_first = any(b == 0 < a for a, b in pairs), any(a == 0 < b for a, b in pairs)
        return (phi.is_unbounded and silent_second) or (phi.is_infinite_at_zero and silent_first)

    @property
    def is_zero(self) -> bool:
        """Whether the function is 0 at every row, because each of its divergences compares a distribution with itself."""
        if self.parts:
            return all(part.is_zero for part in self.parts)
        return self.phi is not None and len(self.vectors) == 2 and self.vectors[0] == self.vectors[1]

    def mean(self, weights: Vector) -> Function:
        """Return the weighted sum Σ_b weights[b]·f_b of the functions f_b in `self.each`."""
        return Function(self.phi, self.k, self.vectors, weights, parts=self.parts)

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """Return a key for each input. Inputs with equal keys may be exchanged without changing the objective."""
        if self.parts:
            return tuple(zip(*(part.keys for part in self.parts), strict=True))
        return tuple(zip(*self.vectors, strict=True)) if self.vectors else (0,) * self.k

    def bounds(self, rows: Matrix) -> Bounds:
        """Bound the sum of f over rows from below and above. If the least of several sums is meant, bound the least sum.

        The bounds are equal if the sum is known exactly, and both infinite if the sum is infinite.
        """
        if self.is_zero or all(x == row[0] for row in rows for x in row):
            return ZERO, ZERO
        if self.is_least:
            lows, highs = zip(*(one.bounds(rows) for one in self.each), strict=True)
            return min(lows), min(highs)
        if self.parts:
            both = [(w, part.bounds(rows)) for w, part in zip(self.weights, self.parts, strict=True) if w]
            if any(is_infinite(high) for _, (_, high) in both):
                return INFINITY, INFINITY
            low, high = sum((w * x for w, (x, _) in both), ZERO), sum((w * x for w, (_, x) in both), ZERO)
            if self.is_exact:
                return low, high
            # the checker encloses the whole sum, exact parts included, so these bounds leave room for its rounding
            low, high = enclose_relative(low, bits=BITS)[0], enclose_relative(high, bits=BITS)[1]
            return round_bounds_outward(low - low / 2**BITS, high, digits=DIGITS)
        if self.is_exact:
            values = [self.exact(row) for row in rows]
            total = INFINITY if any(is_infinite(x) for x in values) else sum(values, ZERO)
            return total, total
        if any(self.is_infinite_at(row) for row in rows):
            return INFINITY, INFINITY
        with flint.ctx.workprec(BITS):
            balls = {id(x): ball_near(x) for x in {id(x): x for row in rows for x in row}.values()}
            found = sum((self.ball([balls[id(x)] for x in row]) for row in rows), flint.arb(0))
            low, high = enclose_ball(found)
            if low == high:  # the ball is one point, but no value with logarithms or roots is called exact
                low -= low / 2**BITS
            if high < LEAST:  # so near to 0 the checker's rounding is coarser than that to DIGITS digits
                low, high = low - LOST, high + LOST
            # a value that the checker cannot tell from 0 gets the bounds 0 and at least LEAST
            return round_bounds_outward(low, high, digits=DIGITS) if SEEN < low < high else (ZERO, max(high, LEAST))

    def is_infinite_at(self, row: Sequence[Number]) -> bool:
        """Whether f is infinite at a row. If f combines several functions, only those of nonzero weight count."""
        if not self.is_infinite_at_zeros or all(row):
            return False
        if self.is_several:
            weights = self.weights or (1,) * len(self.each)
            return any(one.is_infinite_at(row) for w, one in zip(weights, self.each, strict=True) if w)
        phi = self.phi
        assert phi is not None
        return any(phi.is_infinite_at(a, b) for a, b, _ in self._pairs(row))

    def outer_bounds(self, low: Bound, high: Bound) -> Bounds:
        """Turn bounds of the sum over rows into bounds of the value. The two differ only for Rényi's divergence."""
        if self.phi is None or not self.phi.has_outer:
            return low, high
        return self._outer(low)[0], self._outer(high)[1]

    def outer_float(self, value: float) -> float:
        """Turn the sum of f over rows, a float, into the value of the objective."""
        return value if self.phi is None else self.phi.outer_float(value)

    def finite_bounds(self, low: Bound, high: Number) -> tuple[Number, Number]:
        """Turn bounds of the sum over rows into bounds of the value; refuse an infinite bound."""
        found = self.outer_bounds(low, high)
        if is_infinite(found[0]) or is_infinite(found[1]):
            what = f"the {self.words} may be infinite"
            raise InputError(f"{what}, so rropt found no bound on it; give a smaller epsilon or delta")
        return found[0], found[1]

    def _outer(self, x: Bound) -> Bounds:
        """Bound Rényi's divergence from below and above, given the sum x over rows; the upper bound may be infinite."""
        if x == 0 or is_infinite(x):
            return x, x
        assert self.phi is not None
        with flint.ctx.workprec(BITS):
            found = self.phi.outer_ball(ball_near(x))
            if not found.is_finite():
                return ZERO, INFINITY
            low, high = enclose_ball(found)
            if high < LEAST:  # as in `bounds`
                low, high = max(ZERO, low - LOST), high + LOST
            return round_bounds_outward(low, high, digits=DIGITS)

    def above(self, row: Sequence[Number], *, bits: int) -> Bound:
        """Return an upper bound of f at one row: f itself if `is_exact`, and infinity if no finite ball around f is found. Any
        other bound is rounded up to a multiple of 2^-bits times the row's largest entry, rounded to an integer of at least 1."""
        if self.is_zero:
            return ZERO
        if self.is_exact:
            return self.exact(row)
        if self.is_infinite_at(row):
            return INFINITY
        with flint.ctx.workprec(BITS):
            found = self.ball(list(map(ball_near, row)))
            if not found.is_finite():
                return INFINITY
            high = enclose_ball(found)[1]
        unit = Fraction(max(1, round(float(max(row)))), 1 << bits)
        # one unit more: between numbers with logarithms or roots the checker shows only strict inequalities
        return (math.ceil(high / unit) + 1) * unit

    def exact(self, row: Sequence[Number]) -> Bound:
        """Compute f at a row as an exact number or infinity; refuse a divergence that has no exact values."""
        if self.parts:
            found = [(w, part.exact(row)) for w, part in zip(self.weights, self.parts, strict=True) if w]
            return INFINITY if any(is_infinite(x) for _, x in found) else sum((w * x for w, x in found), ZERO)
        assert self.phi is not None
        values = [self.phi.exact(a, b) * n for a, b, n in self._pairs(row)]
        return INFINITY if any(is_infinite(x) for x in values) else sum(values, ZERO)

    def ball(self, row: Sequence[Any]) -> Any:
        """Compute a ball around f at a row of balls, at the working precision in force."""
        if self.is_several:
            terms = [ball_near(w) * one.ball(row) for w, one in zip(self.weights, self.each, strict=True)]
            return sum(terms, flint.arb(0))
        if self.phi is None:
            return _information(list(map(ball_near, self.vectors[0])), row)
        return sum((self.phi.ball(a, b) * n for a, b, n in self._pairs(row, ball_near)), flint.arb(0))

    def symbols(self, row: Sequence[Any]) -> Any:
        """Write f at a row in symbols. Where f is infinite, write 0: problems that are not refused give such a row the weight 0."""
        import sympy

        vectors = [[sympy_of(x) for x in v] for v in self.vectors]
        if self.is_several:
            return sum(sympy_of(w) * one.symbols(row) for w, one in zip(self.weights, self.each, strict=True))
        sums = [sum(w * r for w, r in zip(v, row, strict=True)) for v in vectors]
        if self.phi is None:
            return _information(vectors[0], row, sympy.log)
        pairs = [sums] if sums else list(itertools.permutations(row, 2))
        if any(self.phi.is_infinite_at(a, b) for a, b in pairs):
            return sympy.Integer(0)
        return sympy.Add(*(self.phi.symbols(a, b) for a, b in pairs))

    def _pairs(self, row: Sequence[Any], taken: Any = lambda x: x) -> list[tuple[Any, Any, int]]:
        """List the pairs that φ compares at a row, as triples (a, b, n), where n says how often the pair occurs.

        If two distributions are given, a and b are the row's probabilities under them, and n = 1. Else a and b are two entries of
        the row, different as Python objects, and n counts the pairs of inputs with these objects. `taken` converts probabilities.
        """
        if not self.vectors:
            # objects are counted, not numbers: equal numbers in two objects only add a divergence of 0
            often = Counter(map(id, row))
            different = {id(x): x for x in row}.values()
            return [(a, b, often[id(a)] * often[id(b)]) for a, b in itertools.permutations(different, 2)]
        p, q = (sum((taken(w) * x for w, x in zip(v, row, strict=True) if w), taken(ZERO)) for v in self.vectors)
        return [(p, q, 1)]


def ball_near(x: Number) -> Any:
    """Return a ball that contains the number, at the working precision in force."""
    if is_free(x):
        raise InputError(f"{show(x)} in the mechanism has no single value, as epsilon or delta is free; fix both")
    return ball_of(x)


def _information(prior: Sequence[Any], row: Sequence[Any], log: Callable[[Any], Any] = flint.arb.log) -> Any:
    """Compute Σ_j w_j r_j log r_j − q log q, where w is the prior, r the row, and q = Σ_j w_j r_j."""
    q = sum(w * r for w, r in zip(prior, row, strict=True))
    terms = {key: x * log(x) if x != 0 else x for key, x in {id(x): x for x in (*row, q)}.items()}
    return sum(w * terms[id(r)] for w, r in zip(prior, row, strict=True)) - terms[id(q)]


def floats_of(function: Function, rows: Array) -> Array:
    """Compute f at each row, in floats."""
    import numpy as np
    from scipy.special import xlogy

    vectors = [np.array([float(x) for x in v]) for v in function.vectors]
    if function.is_several:
        return np.array([float(w) for w in function.weights]) @ [floats_of(one, rows) for one in function.each]
    if function.phi is None:
        q = rows @ vectors[0]
        return xlogy(rows, rows) @ vectors[0] - xlogy(q, q)
    if vectors:
        return function.phi.floats(rows @ vectors[0], rows @ vectors[1])
    high, low = rows.max(axis=1), rows.min(axis=1)
    if ((rows != high[:, None]) & (rows != low[:, None])).any():
        every = itertools.permutations(range(function.k), 2)
        return sum(function.phi.floats(rows[:, a], rows[:, b]) for a, b in every)
    # each row has two different entries, high and low: the pairs are the inputs with high times the inputs with low
    held = (rows == high[:, None]).sum(axis=1)
    pairs = np.where(high == low, 0, held * (function.k - held))
    return pairs * (function.phi.floats(high, low) + function.phi.floats(low, high))


def finite_rows(function: Function, generators: Generators) -> Generators:
    """Set aside the generators at which f is infinite. Refuse the objective if a mechanism may have a multiple of one as a row.

    Generators are listed rows, and every row of a mechanism is a sum of multiples of generators.
    """
    if not (generators.has_zeros and function.is_infinite_at_zeros):
        return generators
    infinite = [n for n, row in enumerate(generators.rows) if function.is_infinite_at(row)]
    require_finite_at(function, tuple(row for n in infinite if generators.may_have(row := generators.rows[n])))
    return generators.without(infinite) if infinite else generators


def require_finite_at(function: Function, rows: Matrix) -> None:
    """Refuse an objective if a function in its `summed` is infinite at one of `rows`, which are rows that mechanisms may have.

    If the objective is the least of several sums, and all of them may be infinite, one mechanism makes all of them infinite: it has
    small multiples of all `rows`. If only some sums may be infinite, the error asks to leave them out, as they are never the least.
    """
    each = function.summed

    def said(lost: Function) -> str:
        return say_infinite(lost, lambda part: any(part.is_infinite_at(row) for row in rows))

    lost = [one for one in each if any(one.is_infinite_at(row) for row in rows)]
    if len(lost) == len(each):
        raise InputError(
            f"under this demand an answer may rule out an input, so that {said(function)}; take a kind that is never "
            "infinite, such as tv or hellinger"
        )
    if lost:
        raise InputError(
            f"under this demand an answer may rule out an input, so that {said(lost[0])}; leave this objective out, as it is "
            f"never the least of these {len(each)}"
        )


def say_infinite(function: Function, is_infinite: Callable[[Function], bool]) -> str:
    """Write the clause that f is infinite; if f is a sum, name the parts for which `is_infinite` is true."""
    found, left = dict[str, None](), [function]
    while left:
        first, *left = left
        left = [*first.parts, *left]
        if not first.parts and is_infinite(first):
            found[f"the {first.words}"] = None
    return f"{' and '.join(found)} {'is' if len(found) == 1 else 'are'} infinite"
