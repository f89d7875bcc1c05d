"""Two inputs under (ε, δ): one design is at least as informative as all others, so it is best for every criterion of estimates.

This design reveals the truth with probability δ and else randomizes with ε (Kairouz, Oh and Viswanath 2015). The checker's claim
`dominant` proves that every mechanism of the demand is a garbling of this design, that is, made from its answers by adding noise.
By data processing a garbling does not increase the information matrix. So no mechanism of the demand has a smaller value at any
prevalences.

The numeric solution does not use this design. For n people, n times the variance of a share is 1/J, where
J = Σ (a − b)²/(aπ_0 + bπ_1) over the rows (a, b) of the mechanism. J is linear in the weights of rows. Only four rows are
needed, in this order: (1, 0), (1, 1/t), (1/t, 1) and (0, 1). The reason is that every row is a weighted sum of two of these that
are neighbours, and that (a − tb)⁺ and (b − ta)⁺, which δ limits, are linear between two neighbours. The rows (1, 0) and (0, 1) may
each have at most the weight δ. So the largest J is the optimum of a linear program.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from rropt.certificate.judge import accept
from rropt.certificate.statements import emit_satisfies
from rropt.certificate.writing import dumps
from rropt.designs.estimation.exact import ATTAINED
from rropt.designs.objectives.estimation import OfEstimation
from rropt.designs.rows.two_inputs import dominating_rows
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search, ask_cvxpy
from rropt.problem.contract import Program
from rropt.problem.pieces.answer import answer_throughout
from rropt.problem.pieces.of_t import piece_throughout
from rropt.problem.pieces.sampled import compare_values, sampled_ratios
from rropt.problem.pieces.span import is_zero_at_end
from rropt.problem.problem import Problem
from rropt.problem.refutation import Refutation
from rropt.problem.result import Design
from rropt.solvers.highs import dense_rows, minimise

__all__ = ["TwoInputs", "is_of_two_inputs"]

SOURCE = "the design of two inputs that dominates all others"
FOLLOWS = (
    "the checker proves that every mechanism of the demand is a garbling of this one; that none has a smaller value follows, as "
    "garbling adds no information"
)


def is_of_two_inputs(problem: Problem, *, slack: bool = True) -> bool:
    """Whether `TwoInputs` solves the problem, by one mechanism that is best for all criteria.

    The problem must have two inputs, and one ε and δ. If ε or δ is free, it must have neither conditions nor a limit on outputs. If
    both are given, δ must be > 0.

    With `slack` False, return instead whether there are two inputs, one given ε > 0, and δ = 0.
    """
    if problem.k != 2 or problem.bounds.common is None:
        return False
    if problem.interval is not None:
        return slack and not problem.conditions and problem.outputs == "free"
    t, delta = problem.ratio_and_delta
    return delta != 0 if slack else delta == 0 and t != 1


@dataclass(frozen=True, slots=True)
class TwoInputs(OfEstimation, Program):
    """The least value of a criterion of estimates for two inputs."""

    problem: Problem

    @property
    def rows(self) -> Matrix:
        """The mechanism that dominates all others: reveal the truth with probability δ, else randomize with ε.

        Every other mechanism of the demand is a garbling of it.
        """
        return dominating_rows(*self.problem.ratio_and_delta)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve one linear program by HiGHS for each list of prevalences.

        If a solver of cvxpy is named, solve the convex program by this solver instead.
        """
        if solver is not None:
            return ask_cvxpy(Problem.solve_cvxpy, self.problem, solver)
        t, delta = map(float, self.problem.ratio_and_delta)
        covariances = []
        for pi in self.objective.shares_of_estimates(2):
            v = Fraction(1 / _most_information(t, delta, *map(float, pi)))
            covariances.append(((v, -v), (-v, v)))
        value = float(self.objective.value_of_covariances(covariances)[1])
        return NumericAnswer(status="Optimal", value=value, source="HiGHS on the information")

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence:
        """Prove that the dominating design is optimal, and compute its value."""
        rows = self.rows
        mechanism = Mechanism(rows, self.problem.inputs)
        lower, upper = self.objective.value_bounds(mechanism)
        assert not is_infinite(lower) and not is_infinite(upper)
        return Evidence(
            rows=rows,
            bounds=(lower, upper),
            certificate=self._certify(mechanism),
            source=SOURCE,
            estimators=self.objective.estimators_of(mechanism),
            notes=(FOLLOWS, ATTAINED),
        )

    def _certify(self, mechanism: Mechanism) -> str:
        """Write the certificate that every mechanism of the demand is a garbling of this one.

        A garbling of a mechanism is made from its answers by adding noise.
        """
        many = range(mechanism.m)
        garbling = [[str(int(i == j)) for j in many] for i in many]
        return dumps({**emit_satisfies(mechanism, self.problem.demand).data, "claim": "dominant", "garbling": garbling})

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Give the dominating design, which is best on the whole interval, and its value as a function of the free ε or δ."""
        problem, value = self.problem, self.formula_of(self.rows)
        text = self._certify(Mechanism(self.rows, problem.inputs))
        sentence = accept(text, f"the design of two inputs at every {problem.free}")
        piece = piece_throughout(problem, self.rows, value, certificate=text, sentence=sentence)
        values = ((value, t) for t in sampled_ratios(problem))
        found = answer_throughout(piece, SOURCE, compare_values(problem, values))
        return replace(found, notes=(FOLLOWS, *found.notes))

    def formula_of(self, rows: Matrix) -> Number:
        """Compute the criterion's value for the mechanism as a function of the free ε or δ.

        An error is raised if the value is infinite at the start of the interval. If the criterion is the largest of several values,
        an error is also raised if a different one becomes the largest inside the interval.
        """
        problem, interval = self.problem, self.problem.interval
        assert interval is not None
        try:
            value, _ = self.objective.value_bounds(Mechanism(rows, problem.inputs))
        except Undecided:
            raise InputError(
                f"no single formula gives the {self.objective.called} on this interval of {problem.free}: it is the largest of "
                f"several values, and another of them becomes the largest inside the interval; give one {problem.free}, such as "
                "1/2"
            ) from None
        has_pole = not interval.lower_open and isinstance(value, Element) and is_zero_at_end(value.den, interval.lower)
        if is_infinite(value) or has_pole:
            raise InputError(
                f"at the start of the interval of {problem.demand} nothing can be estimated; let {problem.free} begin above 0, "
                "such as 1/10..1"
            )
        return value

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Return a refutation of the value `wanted`, which the best design `found` does not reach.

        The certificate proves that every mechanism of the demand is a garbling of `found`, which means that it adds noise to its
        answers.
        """
        assert found.lower is not None
        return Refutation(
            certificate=found.certificate,
            sentence=found.sentence,
            bound=found.lower,
            why="the certificate proves that every mechanism of the demand is a garbling of one whose value is larger",
        )


def _most_information(t: float, delta: float, first: float, second: float) -> float:
    """Compute in floats the largest information J of a mechanism with e^ε = `t` and δ = `delta`.

    J is the sum of (a − b)²/(a·first + b·second) over the rows (a, b) of the mechanism. `first` and `second` are the prevalences.
    """
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1 / t], [1 / t, 1.0]])
    worth = (rows[:, 0] - rows[:, 1]) ** 2 / (rows @ [first, second])
    limits = dense_rows([*rows.T.tolist(), [1, 0, 0, 0], [0, 1, 0, 0]], [1, 1, 0, 0], [1, 1, delta, delta])
    return -minimise(-worth, limits).value
