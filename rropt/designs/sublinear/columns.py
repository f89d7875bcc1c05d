"""Column generation for patterns that are too many to list, and a rigorous upper bound from its multipliers.

Let f be the objective's function of a row; its sum over the rows of a mechanism is maximised. A pattern is a row whose entries are
1 and t = e^ε. A linear program over some patterns gives multipliers y. Let u be the mean of the distributions in f, so Σu = 1. The
excess of a pattern s is (f(s) − yᵀs)/uᵀs. In each round the excess is computed at all 2^k patterns in floats. The patterns with the
largest excess are added, and the program is solved again. The costs in a round's program are not the numbers f(s), but the excesses
over the multipliers of the round before, divided by the largest of them. So nothing is lost to a solver's tolerance (iterative
refinement).

For the bound, let f(s) − yᵀs ≤ c·uᵀs at every pattern s. Then f(s) ≤ (y + c·u)ᵀs at every pattern, and Σy + c is an upper bound for
all mechanisms. In this argument y are the floats themselves, read as rational numbers.

Each float of (f(s) − yᵀs)/uᵀs has an error of at most E. So at the pattern where the true number is largest, the float is less than
the largest float by at most 2E. Only the patterns whose float is as large as this need to be looked at; the numbers there are
enclosed in balls of python-flint. If there are too many such patterns, longer floats are computed at them, and some are left out by
the same rule. If there are still too many, c is the largest of the longer floats plus 2E. To get E, the errors of all operations
are added up, and the sum is doubled. An operation has the rounding error that IEEE prescribes; a logarithm of numpy is taken to
have an error of 4 units in the last place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import flint
import numpy as np

from rropt.designs.objectives.row_function import BITS, ball_near
from rropt.designs.rows.pricing import Blocks, Evaluate, first_sets, largest, near_largest, sets_of
from rropt.designs.sublinear.numeric import Solved, floats_of_sums
from rropt.designs.sublinear.program import SublinearProgram
from rropt.engine.sets import Counts
from rropt.exact.element import Number
from rropt.exact.enclosure import enclose_ball
from rropt.exact.errors import Undecided
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose_relative
from rropt.solvers.highs import dense_rows, minimise

__all__ = ["bound_above", "solve_by_columns"]

Array: TypeAlias = Any
ENOUGH = 1e-14  # the largest excess, relative to the value, at which the rounds end
MOST_ROUNDS = 60
JOIN = 400
KEEP = 1e4  # a pattern stays in the program while yᵀs − f(s) is below this many times the largest excess
WEIGHT = 1e-11
MOST_LATE = 6  # the rounds without a smaller excess after which the best one is taken
MOST_ENCLOSED = 2000


@dataclass(frozen=True, slots=True)
class _Floats:
    """Evaluates the objective's function at patterns, in floats.

    A pattern is a row with the entries 1 and t, where t is `ratio`. `vectors` has the distributions on which the function depends.
    """

    program: SublinearProgram
    ratio: float
    vectors: tuple[Array, ...]

    @classmethod
    def of(cls, program: SublinearProgram) -> _Floats:
        vectors = tuple(np.array([float(x) for x in v]) for v in program.function.vectors)
        return cls(program, float(program.ratio), vectors)

    def priced(self, sets: Array) -> tuple[Array, Array, Array]:
        """For each set of inputs, return its pattern s, the value f(s) of the objective's function, and the number uᵀs.

        Each set is given as a row of 0 and 1. Its pattern is t where the row is 1, and 1 where the row is 0. The vector u is the
        mean of the distributions on which f depends.
        """
        sets = sets.astype(
            self.vectors[0].dtype
        )  # NumPy before 2 makes doubles of a long double times an array of doubles
        sums = tuple(1 + (self.ratio - 1) * (sets @ v) for v in self.vectors)
        return 1 + (self.ratio - 1) * sets, floats_of_sums(self.program.function, sums, self.ratio), _mean(sums)

    def longer(self) -> _Floats:
        """Return a copy of this evaluator whose `ratio` and `vectors` are long doubles, the longest floats of the machine."""
        vectors = tuple(np.array([_long(x) for x in v]) for v in self.program.function.vectors)
        return _Floats(self.program, _long(self.program.ratio), vectors)

    def at(self, sets: Array, y: Array) -> Array:
        """Compute (f(s) − yᵀs)/uᵀs at the pattern s of each given set of inputs, where f is the objective's function of a row.

        Each set is given as a row of 0 and 1. Its pattern has the entry t where the row is 1, and 1 where it is 0. `y` has the
        prices of the inputs, and u is the mean of the distributions on which f depends.
        """
        rows, worth, size = self.priced(sets)
        return (worth - rows @ y) / size

    def undervalued(self, blocks: Blocks, y: Array) -> Evaluate:
        """Return a function that computes (f(s) − yᵀs)/uᵀs at all patterns s of one block.

        A block is a slice of the list of all patterns, in the order of `blocks`. Here f is the objective's function of a row, `y`
        has the prices of the inputs, and u is the mean of the distributions on which f depends.
        """
        sums = [blocks.linear((self.ratio - 1) * v, 1.0) for v in self.vectors]
        paid = blocks.linear((self.ratio - 1) * y, float(y.sum()))

        def evaluate(part: slice) -> Array:
            found = tuple(x(part) for x in sums)
            return (floats_of_sums(self.program.function, found, self.ratio) - paid(part)) / _mean(found)

        return evaluate

    def error(self, y: Array) -> float:
        """Return an upper bound of the rounding error of `undervalued`, in units of the machine epsilon of the floats.

        `y` has the prices of the inputs. The bound holds because the product of a pattern and a distribution lies between 1 and t.
        """
        size = self.ratio * (1 + np.log(self.ratio) + np.abs(y).sum())
        phi = self.program.function.phi
        return float((4 * len(y) + 32) * size * (1 if phi is None else phi.error(self.ratio)))


def _long(x: Number) -> Any:
    """Convert a number to the longest floats of the machine.

    The result is the sum of two doubles. The first is the double nearest to the number; the second is the double nearest to the
    number minus the first.
    """
    middle = sum(enclose_relative(x, bits=120), Fraction(0)) / 2 if x else Fraction(0)
    return np.longdouble(float(middle)) + np.longdouble(float(middle - Fraction(float(middle))))


def _mean(sums: Sequence[Array]) -> Array:
    return sum(sums) / len(sums)


@lru_cache(maxsize=4)
def solve_by_columns(program: SublinearProgram) -> Solved:
    """Solve the program over all 2^k patterns by column generation, without joining inputs that the objective treats alike.

    Let f be the objective's function of a row. Each round solves a program over some patterns, with multipliers y. Then the
    patterns s at which f(s) exceeds yᵀs by most are added. The rounds end when hardly any excess is left, or when the largest
    excess has not become smaller for several rounds. The result is that of the round with the smallest excess.
    """
    k, floats = program.function.k, _Floats.of(program)
    blocks, sets = Blocks.of(k), first_sets(np.mean(floats.vectors, axis=0))
    y, unit, least, late = np.zeros(k), 1.0, np.inf, 0
    one: Array = np.ones(k)
    for _ in range(MOST_ROUNDS):
        require_time()
        rows, worth, size = floats.priced(sets)
        left = (worth - rows @ y) / size
        answer = minimise(-left / unit, dense_rows(list((rows / size[:, None]).T), one, one))
        if not answer.is_solved:
            require_time()
            raise Undecided(
                f"HiGHS did not solve a program over patterns ({answer.status}), so no design is proposed; "
                "change the numbers slightly"
            )
        y = y - answer.multipliers * unit
        basis = list(answer.basic_columns)
        found = largest(blocks, floats.undervalued(blocks, y), many=JOIN)
        late = 0 if found.most < least else late + 1
        if not late:
            support, tight = sets[np.flatnonzero(answer.point > WEIGHT)], sets[basis]
            least, value, multipliers = found.most, float(worth @ (answer.point / size)), y
        if least <= ENOUGH * abs(value) or late > MOST_LATE:
            break
        unit = found.most
        kept = (rows @ y - worth) / size < KEEP * unit
        kept[basis] = True
        sets = np.vstack([sets[kept], sets_of(found.patterns[found.values > 0], k)])
    found_y = tuple(map(float, multipliers))
    return Solved("Optimal", value, tuple(map(_counts, support)), tuple(map(_counts, tight)), multipliers=found_y)


def _counts(row: Array) -> Counts:
    return tuple(int(x) for x in row)


def bound_above(program: SublinearProgram, multipliers: Sequence[float]) -> Fraction:
    """Return an upper bound on the sum of f over the rows of any mechanism, where f is the objective's function of a row.

    The prices y of the inputs are in `multipliers`. The bound is Σ y plus an upper bound of (f(s) − yᵀs)/uᵀs over all patterns s.
    The vector u is the mean of the distributions on which f depends. If the second summand is negative, it is replaced by 0.
    """
    floats, y = _Floats.of(program), np.array(multipliers)
    k, units, unit = len(y), floats.error(y), float(np.finfo(float).eps)
    blocks = Blocks.of(k)
    found = near_largest(blocks, floats.undervalued(blocks, y), 2 * unit * units)
    near, values = sets_of(found.patterns, k), found.values
    if len(near) > MOST_ENCLOSED:
        values, unit = floats.longer().at(near, y), float(np.finfo(np.longdouble).eps)
        near = near[values >= values.max() - 2 * unit * units]
    if len(near) > MOST_ENCLOSED:
        lacks = Fraction(*values.max().as_integer_ratio()) + Fraction(2 * unit * units)
    else:
        lacks = max(_lacks(program, y, row) for row in near)
    return sum(map(Fraction, y.tolist()), Fraction(0)) + max(Fraction(0), lacks)


def _lacks(program: SublinearProgram, y: Array, row: Array) -> Fraction:
    """Return an upper bound of (f(s) − yᵀs)/uᵀs at one pattern s.

    The pattern has the entry t where `row` is 1, and the entry 1 where `row` is 0. Here f is the objective's function, y are prices
    of the inputs, and u is the mean of the distributions on which f depends. The number is enclosed in balls (numbers with error
    bounds).
    """
    function = program.function
    with flint.ctx.workprec(BITS):
        t = ball_near(program.ratio)
        s = [t if x else flint.arb(1) for x in row]
        paid = sum((flint.arb(float(a)) * b for a, b in zip(y, s, strict=True)), flint.arb(0))
        sums = [sum((ball_near(a) * b for a, b in zip(v, s, strict=True)), flint.arb(0)) for v in function.vectors]
        return enclose_ball((function.ball(s) - paid) / (sum(sums, flint.arb(0)) / len(sums)))[1]
