"""A linear program over patterns that maximises the sum of a function f over the rows of an ε-LDP mechanism.

Let t = e^ε. A pattern is a row whose entries are 1 and t. Every row whose largest entry is at most t times its smallest one is a
sum of patterns with weights ≥ 0. The function f, which the objective defines, is convex and homogeneous. So the optimum is the
largest Σ θ_s f(s) over weights θ_s ≥ 0 of patterns s with Σ θ_s s = (1, …, 1). For every vector y with f(s) ≤ yᵀs at all patterns,
the optimum is at most Σ y.

Inputs form a class if exchanging them does not change f. Then it suffices to take vectors y that are constant on classes, and to
describe a pattern by the number of inputs of each class that have the entry t.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.designs.objectives.row_function import Function, finite_rows, say_infinite
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.patterns import MOST_ORBITS, MOST_PRICED
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.errors import InputError

__all__ = ["BEYOND", "SublinearProgram", "require_ratio"]

BEYOND = "infinite at answers that no mechanism of the demand gives, and prices cannot bound it there"


def require_ratio(function: Function, rows: Iterable[Sequence[Any]]) -> None:
    """Raise an error if nonzero entries of a row have a larger ratio than the one up to which the function is certified."""
    most = function.largest_ratio
    if most is not None and any(max(row) > most * min(filter(None, row)) for row in rows if any(row)):
        raise InputError(
            f"rropt can certify the {function.words} for ratios up to e^{math.log(most):.4g} within a row, but this demand allows "
            "larger ones; give a smaller epsilon, or another divergence"
        )


@dataclass(frozen=True, slots=True)
class SublinearProgram:
    """Maximises the sum of `function` over a mechanism's rows, as a linear program over weights of listed rows or of orbits of
    patterns.

    A pattern is a row whose entries are 1 and e^ε. An orbit contains the patterns that differ by exchanging inputs that `function`
    treats alike. If a program over patterns has two inputs and δ > 0, the two rows that reveal the input are added to the patterns,
    each with a weight of at most δ.
    """

    function: Function
    rows: Orbits | Generators
    delta: Number = Fraction(0)

    @classmethod
    def of_ratio(cls, function: Function, ratio: Number, delta: Number = Fraction(0)) -> SublinearProgram:
        """Make the program over patterns for a demand with the same ratio T = e^ε for all pairs of inputs.

        A pattern is a row whose entries are 1 and T. The program has one variable for each orbit. An orbit contains the patterns
        that differ only by exchanging inputs that `function` treats alike.
        """
        return cls(function, Orbits(Classes.by(function.keys), ratio), delta)

    def __post_init__(self) -> None:
        rows = [(Fraction(1), self.rows.ratio)] if isinstance(self.rows, Orbits) else self.rows.floats.tolist()
        require_ratio(self.function, rows)
        if isinstance(self.rows, Generators):
            object.__setattr__(self, "rows", finite_rows(self.function, self.rows))
        else:
            self._require_few(self.rows)

    def _require_few(self, orbits: Orbits) -> None:
        k, many = self.function.k, orbits.classes.number_of_orbits
        if self.delta != 0 and self.function.is_infinite_at_zeros:
            raise InputError(
                "with delta > 0 an answer may rule out an input, so that "
                f"{say_infinite(self.function, lambda part: part.is_infinite_at_zeros)}; take delta = 0, or the kind tv or "
                "hellinger"
            )
        if not orbits.is_listed and self.function.is_several:
            raise InputError(
                f"{k} inputs have {many} different patterns here, and at most {MOST_ORBITS} are allowed with several priors or "
                "objectives; give a single prior and objective, or give more of the inputs the same chance"
            )
        if not orbits.is_listed and k > MOST_PRICED:
            raise InputError(
                f"{k} inputs have {many} different patterns, more than {MOST_ORBITS}; give at most {MOST_PRICED} inputs, or give "
                "more of them the same chance"
            )

    def at(self, function: Function) -> SublinearProgram:
        """Return the same program with another function of the same inputs."""
        if isinstance(self.rows, Orbits):
            return SublinearProgram.of_ratio(function, self.rows.ratio, self.delta)
        return SublinearProgram(function, self.rows, self.delta)

    @property
    def ratio(self) -> Number:
        """The ratio T of the patterns, whose entries are 1 and T; only for programs over patterns."""
        assert isinstance(self.rows, Orbits)
        return self.rows.ratio

    @property
    def slack(self) -> Number:
        """The number δ of the demand.

        If the rows have budgets, δ is the limit of each budget. If a program over patterns has two inputs, δ limits the weight of
        each row that reveals the input.
        """
        return self.rows.delta if self.rows.has_budgets else self.delta

    @property
    def classes(self) -> Classes:
        """The classes of inputs: exchanging inputs of one class does not change the function."""
        return self.rows.classes

    def spread(self, values: Sequence[Number]) -> tuple[Number, ...]:
        """Return the entry of `values` for each input's class, one per input."""
        return self.classes.spread(values)
