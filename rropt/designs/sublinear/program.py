"""The most that Σ f(rows) can be over mechanisms of ε-LDP: a linear program over patterns, by classes of inputs that are alike.

A row with max ≤ t·min is a nonnegative combination of patterns of {1, t}^k, and f is convex and homogeneous; so the largest
Σ θ_s f(s) with θ ≥ 0, Σ θ_s s = 1 is the optimum, and for every y with f(s) ≤ yᵀs at all patterns it is at most Σ y. If exchanging
inputs of one class changes nothing, y is constant on classes and a pattern counts by how many inputs of each class it holds.

The largest sum of a divergence may be infinite, as where an answer rules out an input: b·φ(a/b) is infinite at a row s with
a > 0 = b if φ′(∞) is, and at one with a = 0 < b if φ(0) is, for a = p·s and b = q·s; so this pair of p and q counts, in this
direction, and no other pair of inputs.

> The optimum is infinite iff f is infinite at a generator s of the demand's cone that some mechanism has as a row, times a number.

*Proof.* f is subadditive, so that the rows at which it is finite make a cone; the rows of every mechanism are sums of multiples of
generators that have the property below (`rropt.designs.rows.generators`). Where f is finite at all of these, it is finite at all of
these rows, and the program over the weights of finitely many generators is bounded, as Σ θ_s s = (1, …, 1) bounds the weights.

*Which rows a mechanism may have.* What is asked is Σ_i h_c(r_i) ≤ b_c, with h_c a maximum of planes g; without a slack b_c = 0 and
h_c(s) = max(0, s_j − T s_l). As h_c is sublinear, Σ_i h_c(r_i) ≥ h_c(1, …, 1), so that a demand that some mechanism keeps is kept
by the answer (1, …, 1), which tells nothing. Let h_c(1, …, 1) = b_c, that is: c has no room. Then h_c(r_i) = g·r_i at every row of
a mechanism, for each plane g with g·(1, …, 1) = b_c, as Σ_i g·r_i = b_c too. Conversely let a row s of the cone keep these
equalities. The two rows θ·s and (1, …, 1) − θ·s keep what has room if θ > 0 is small, by continuity; and what has none, since near
(1, …, 1) only those planes count: h_c((1, …, 1) − θ·s) = b_c − θ·h_c(s). So they are a mechanism.

A pair without a slack has no room where T = 1, and says s_j = s_l then (T < 1 is kept by no mechanism); with a slack it has room;
a vulnerability has none at exactly what is gained without an answer. Generators leave out already what the last rules out.

Where f is infinite only at rows that no mechanism has, the optimum is finite, and no prices show it, which are compared with f at
them too; so rropt sets these rows aside (`Generators.outside`) and states bounds of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.designs.objectives.row_function import Function
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.patterns import MOST_ORBITS, MOST_PRICED
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix

__all__ = ["BEYOND", "SublinearProgram", "finite_rows", "require_finite_at"]

BEYOND = "infinite at answers that no mechanism of the demand gives, which prices do not say"


@dataclass(frozen=True, slots=True)
class SublinearProgram:
    """Maximise Σ f(rows) over weights of generators: patterns; for two inputs also revealing rows, whose weight δ limits."""

    function: Function
    rows: Orbits | Generators
    delta: Number = Fraction(0)

    @classmethod
    def of_ratio(cls, function: Function, ratio: Number, delta: Number = Fraction(0)) -> SublinearProgram:
        """Pose the program for one largest ratio T, over the orbits of patterns that f distinguishes."""
        return cls(function, Orbits(Classes.by(function.keys), ratio), delta)

    def __post_init__(self) -> None:
        self._require_ratio()
        if isinstance(self.rows, Generators):
            object.__setattr__(self, "rows", finite_rows(self.function, self.rows))
        else:
            self._require_few(self.rows)

    def _require_few(self, orbits: Orbits) -> None:
        k, many = self.function.k, orbits.classes.number_of_orbits
        if self.delta != 0 and self.function.is_infinite_at_zeros:
            raise InputError(
                "with delta > 0 an answer may rule out an input, so that "
                f"{_say_infinite(self.function, lambda part: part.is_infinite_at_zeros)}; take delta = 0, or the kind tv or "
                "hellinger"
            )
        if not orbits.is_listed and self.function.is_several:
            raise InputError(
                f"{k} inputs have {many} patterns that differ here, and several priors or objectives together are designed for "
                f"up to {MOST_ORBITS}; give one, or equal chances to more of the inputs"
            )
        if not orbits.is_listed and k > MOST_PRICED:
            raise InputError(
                f"{k} inputs have {many} patterns that differ; give at most {MOST_PRICED} inputs, or equal chances to so many of "
                f"them that no more than {MOST_ORBITS} differ"
            )

    def _require_ratio(self) -> None:
        """Refuse rows with ratios above those for which f is certified."""
        most = self.function.largest_ratio
        if most is None:
            return
        rows = [(1, self.rows.ratio)] if isinstance(self.rows, Orbits) else self.rows.floats.tolist()
        if any(max(row) > most * min(filter(None, row)) for row in rows):
            raise InputError(
                f"the {self.function.words} is certified for ratios up to e^{math.log(most):.4g} within a row, and this demand "
                "allows larger ones; give a smaller epsilon, or another order"
            )

    def at(self, function: Function) -> SublinearProgram:
        """The same program with another function of the same inputs."""
        if isinstance(self.rows, Orbits):
            return SublinearProgram.of_ratio(function, self.rows.ratio, self.delta)
        return SublinearProgram(function, self.rows, self.delta)

    @property
    def ratio(self) -> Number:
        """The T of the patterns."""
        assert isinstance(self.rows, Orbits)
        return self.rows.ratio

    @property
    def slack(self) -> Number:
        """δ."""
        return self.rows.delta if self.rows.has_budgets else self.delta

    @property
    def classes(self) -> Classes:
        """The classes of inputs that may be exchanged."""
        return self.rows.classes

    def spread(self, values: Sequence[Number]) -> tuple[Number, ...]:
        """Turn a number per class into a number per input."""
        return self.classes.spread(values)


def finite_rows(function: Function, generators: Generators) -> Generators:
    """Set the rows aside that no mechanism has and at which f is infinite; refuse an infinite optimum."""
    if not (generators.has_zeros and function.is_infinite_at_zeros):
        return generators
    infinite = [n for n, row in enumerate(generators.rows) if function.is_infinite_at(row)]
    require_finite_at(function, tuple(row for n in infinite if generators.may_have(row := generators.rows[n])))
    return generators.without(infinite) if infinite else generators


def require_finite_at(function: Function, rows: Matrix) -> None:
    """Refuse an infinite sum over rows that mechanisms have.

    Of several sums the least is infinite where each is: small multiples of all these rows fit into one mechanism.
    """
    each = function.each if function.is_least else (function,)

    def said(lost: Function) -> str:
        return _say_infinite(lost, lambda part: any(part.is_infinite_at(row) for row in rows))

    lost = [one for one in each if any(one.is_infinite_at(row) for row in rows)]
    if len(lost) == len(each):
        raise InputError(
            f"under this demand an answer may rule out an input, so that {said(function)}; take the kind tv or hellinger"
        )
    if lost:
        raise InputError(
            f"under this demand an answer may rule out an input, so that {said(lost[0])} and never the least of these {len(each)}; "
            "leave it out"
        )


def _say_infinite(function: Function, is_infinite: Callable[[Function], bool]) -> str:
    """Say which members of a sum, or which function alone, are infinite."""
    found, left = dict[str, None](), [function]
    while left:
        first, *left = left
        left = [*first.parts, *left]
        if not first.parts and is_infinite(first):
            found[f"the {first.words}"] = None
    return f"{' and '.join(found)} {'is' if len(found) == 1 else 'are'} infinite"
