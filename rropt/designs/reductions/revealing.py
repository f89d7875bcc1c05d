"""Bound the optimum under one ε and δ > 0 by the optimum for δ = 0, if there are too many inputs to list all rows.

One bound is the value of a mechanism. It reveals the truth with probability δ, and otherwise answers by the optimum for δ = 0. Let
T = e^ε. Then, for every pair (j, l) of inputs, the sum of (r_j − T r_l)⁺ over the rows r of this mechanism is at most δ.

The other bound holds for all mechanisms of the demand. Split each row r into r' = min(r, T·min r), which is a row for δ = 0, and
the rest r − r'. At input j the rest is the largest (r_j − T r_l)⁺ over l, so it is at most the sum of (r_j − T r_l)⁺ over l. So at
each input the rests of all rows sum to at most e = min(1, (k − 1)δ). Let u_j be the row that is 1 at input j and 0 elsewhere. A
convex and homogeneous g has g(r) ≤ g(r') + Σ_j (r − r')_j g(u_j). Dual prices y of the optimum for δ = 0 have g(r') ≤ yᵀr'. Hence Σ
g(r) ≤ Σ_j y_j + e Σ_j (g(u_j) − y_j)⁺, where the first sum is over the rows of a mechanism. The right side replaces Σ y in the
bound for δ = 0. For objectives about estimated shares, take g(r) = Σ_a w_a ‖X_a r‖²/(rᵀπ_a). Here π_a are lists of prevalences with
weights w_a, and the matrices X_a belong to the dual. If the X_a are multiplied by a number c, and y by c², then g(r') ≤ yᵀr' still
holds.

If T is irrational, a rational number just above T replaces it. The truth is then revealed with a probability that is smaller than δ
by at least the difference of these two numbers.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.certificate.judge import accept
from rropt.certificate.read import statements_in
from rropt.designs.rows.listing import MOST_LEVEL_INPUTS
from rropt.designs.rows.patterns import label_orders
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import identity, total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program
from rropt.problem.known import pose
from rropt.problem.problem import Problem

__all__ = ["Revealing", "has_many_with_slack", "is_with_slack"]

FINE = 1 << 20  # the ratio is rounded up by at most delta divided by this
WHY = (
    "with probability delta the truth is revealed, else what is optimal for delta = 0 answers; its value is the {} bound, and "
    "the other one holds for all designs"
)
Document = dict[str, Any]


def is_with_slack(problem: Problem) -> bool:
    """Whether there are more than two inputs, and all pairs of inputs have the same fixed ε and the same fixed δ > 0."""
    plain = problem.interval is None and problem.bounds.common is not None
    return plain and problem.k > 2 and problem.ratio_and_delta[1] != 0


def has_many_with_slack(problem: Problem) -> bool:
    """Whether `is_with_slack` holds for more than `MOST_LEVEL_INPUTS` inputs, whose rows are too many to be listed."""
    return problem.k > MOST_LEVEL_INPUTS and is_with_slack(problem)


@dataclass(frozen=True, slots=True)
class Revealing(Program):
    """Base of the programs that bound the optimum for δ > 0 by the optimum for δ = 0, for too many inputs to list all rows."""

    problem: Problem

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Return no value, because a program in floats would have too many rows."""
        return NumericAnswer(status="not posed, as rows by levels are too many", value=float("nan"), source="HiGHS")

    @property
    def delta(self) -> Fraction:
        """The slack δ of the demand; an error if it is not rational."""
        found = self.problem.ratio_and_delta[1]
        if not isinstance(found, Fraction):
            raise InputError(
                f"with delta > 0, the {self.problem.objective.called} is supported for a rational delta, not for {show(found)}; "
                "give one such as 1/10"
            )
        return found

    @property
    def ratio(self) -> tuple[Fraction, Fraction]:
        """A rational number ≥ T = e^ε, and an upper bound on its distance from T."""
        unit = Fraction(1)
        while unit * FINE > self.delta:
            unit /= 10
        low, high = enclose(self.problem.ratio_and_delta[0], width=unit / 10)
        above = high if low == high else -(-high // unit) * unit
        return above, above - low

    @property
    def rest(self) -> Fraction:
        """The smaller of 1 and (k − 1)δ, for k inputs.

        Every row of a mechanism is the sum of a row that is allowed for δ = 0 and a rest. At each input, the rests of all rows sum
        to at most this number.
        """
        return min(Fraction(1), (self.problem.k - 1) * self.delta)

    @property
    def is_bounded(self) -> bool:
        """True, because rropt alone states the bounds: the checker cannot verify them for so many inputs with δ > 0."""
        return True

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence:
        """Find the optimum for δ = 0, make from it a mechanism for δ, and bound the optimum from both sides."""
        ratio, above = self.ratio
        pure, problem = self._pure(ratio), self.problem
        share = self.delta - above
        single = [[share * x for x in row] for row in identity(problem.k)]
        rows = [*single, *([(1 - share) * x for x in row] for row in pure.rows)]
        mechanism = Mechanism(rows, problem.inputs, label_orders(rows, problem.inputs))
        reached = problem.objective.value_bounds(mechanism)
        bound = self.bound_of_all(pure, statements_in(pure.certificate)[0])
        is_least = problem.objective.sense == "min"
        value = reached[1] if is_least else reached[0]
        assert not is_infinite(value)
        return evidence_of_bounds(
            problem,
            mechanism,
            (bound, value) if is_least else (value, bound),
            source="the optimum for delta = 0, and what delta adds",
            estimators=self.estimators_of(mechanism),
            notes=(WHY.format("upper" if is_least else "lower"), *self.notes_of()),
        )

    def _pure(self, ratio: Fraction) -> Evidence:
        """Find the optimum for δ = 0 under the ratio T = `ratio`.

        Its certificate has the rows of the mechanism, and dual prices that hold at all patterns (rows with the entries 1 and T).
        """
        problem = self.problem
        if ratio == 1:
            raise InputError(
                f"with delta > 0, the {problem.objective.called} of {problem.k} inputs needs an epsilon above 0"
            )
        program = pose(problem.with_usual_answers(demand=LDP(Epsilon(ratio))))
        found = program.prove(program.theorem(), optima="one")
        if not isinstance(found, Evidence) or not found.rows or found.is_bounded:
            raise InputError(
                f"with delta > 0, the {problem.objective.called} of {problem.k} inputs cannot be bounded, because its design for "
                "delta = 0 is too large; give fewer inputs, or drop delta"
            )
        accept(found.certificate, "the optimum for delta = 0")
        return found

    @abstractmethod
    def bound_of_all(self, pure: Evidence, stated: Document) -> Number:
        """Compute the bound on all mechanisms from `pure`, the optimum for δ = 0, and from `stated`, the statement in its
        certificate."""

    def estimators_of(self, mechanism: Mechanism) -> Sequence[Any]:
        """Return the estimators that attain the mechanism's value; empty if nothing is estimated."""
        return ()

    def notes_of(self) -> tuple[str, ...]:
        """Return notes for the reader of the answer, beside the note that explains the bounds; here there are none."""
        return ()

    def bound_sum(self, columns: Sequence[Number], units: Sequence[Number]) -> Number:
        """Compute the number that replaces Σ_j y_j if a bound for δ = 0 is turned into one for δ > 0.

        The number is Σ_j y_j + r Σ_j max(0, g(u_j) − y_j), where r is the property `rest`. `columns` are the dual prices y_j of
        the inputs. `units` are the values g(u_j) of the objective's function g at the rows u_j, which are 1 at input j and 0
        elsewhere.
        """
        over = [g - y for g, y in zip(units, columns, strict=True)]
        return total_of(columns) + self.rest * total_of([x for x in over if x > 0])

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Raise an InputError, because this program needs one fixed ε."""
        raise InputError(
            f"with delta > 0, the {self.problem.objective.called} needs one epsilon; give a number such as 1/2"
        )
