"""Reduce the mean of scores, asked with two answers, to the prevalence of one of two inputs.

Let K_j be the score of input j, a the lowest score and b the highest, and σ_j = (K_j − a)/(b − a). With prevalences π_j the mean
score is a + (b − a)σ, where σ = Σ σ_j π_j. Let r_0j and r_1j be the probabilities of the two answers at input j.

* Two answers estimate the mean without bias only if there are numbers α_0 and α_1 with α_0 r_0j + α_1 r_1j = K_j for every j. As
  r_0j = 1 − r_1j, it follows that r_1j is affine in K_j: r_1j = (1 − σ_j)u + σ_j v, with u its value at the lowest score and v its
  value at the highest. (If u = v, the answers tell nothing.)
* Answer 1 has probability (1 − σ)u + σv. It has the same probability in a problem with only two inputs, if it has the probability u
  at the first input and v at the second, and the second has prevalence σ. The estimate of the mean is a + (b − a) times the
  estimate of σ. So n·Var of the mean is (b − a)² times n·Var of the estimate of σ.
* For a pair (i, j) of inputs let p = r_1i and q = r_1j. A bound (T, δ) asks p − Tq ≤ δ and (1 − p) − T(1 − q) ≤ δ. Both are affine
  in (p, q), and p and q lie between u and v. So they hold for all pairs if they hold at the corners of this square. The corners (u,
  v) and (v, u) belong to the pair of the lowest and the highest score, in both orders. At the other two corners p = q, where both
  hold for all T ≥ 1 and δ ≥ 0.

So the designs are those of a prevalence σ of two inputs under the same (T, δ): the column of input j is (1 − σ_j) times the first
column plus σ_j times the second. Closed forms, pieces in ε and δ, and least ε carry over as well.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.problem.contract import OfCovariances, Reduction
from rropt.problem.known import find_objective
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Minimiser
from rropt.problem.verdicts import Verdict

if TYPE_CHECKING:
    import cvxpy

    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["OneBit", "as_cvxpy", "as_sympy", "is_one_bit", "solve_cvxpy"]

ANSWERS = ("low", "high")
MEAN_ALONE = "two answers estimate the mean of the scores and nothing else of the shares"


class OneBit(Reduction):
    """Replace the problem of the mean of scores, asked with two answers, by the problem of a prevalence with two inputs.

    The two inputs are one with the lowest score and one with the highest.
    """

    __slots__ = ()

    def simplify(self, problem: Problem) -> Problem | None:
        """Replace the problem by the estimation of a prevalence with only two inputs.

        They are the input with the lowest score and the one with the highest. The prevalence of the second is the mean score,
        scaled so that the lowest score is 0 and the highest is 1. None unless `is_one_bit` holds for the problem.
        """
        if not is_one_bit(problem):
            return None
        ends = _ends(problem)
        aim, own = problem.objective, problem.input_labels
        assert isinstance(aim, OfCovariances)
        (pi,) = aim.shares_of_estimates(problem.k)
        sigma = total_of([x * y for x, y in zip(pi, _heights(problem), strict=True)])
        variance = find_objective("variance").from_options("variance", {"prevalence": sigma})
        return Problem(variance, problem.demand, inputs=[own[j] for j in ends], outputs=_answers(problem))

    def restore(self, found: Design, problem: Problem) -> Design:
        """Convert the design for two inputs to the design for the mean of scores.

        The column of each input is a mean of the two columns of that design, weighted by the input's score. Variances are
        multiplied by the squared range of the scores.
        """
        square = _range(problem) ** 2

        def widen(mechanism: Mechanism) -> Mechanism:
            rows = [[(1 - x) * u + x * v for x in _heights(problem)] for u, v in mechanism.rows]
            return Mechanism(rows, problem.inputs, _answers(problem))

        def scale(x: Any) -> Any:
            return None if x is None else float(square) * x if isinstance(x, float) else square * x

        def widen_piece(piece: Piece) -> Piece:
            value = piece.value
            assert not isinstance(value, Formula)
            scaled = Between(scale(value.lower), scale(value.upper)) if isinstance(value, Between) else scale(value)
            mechanisms, towards = (tuple(map(widen, x)) for x in (piece.mechanisms, piece.towards))
            return replace(piece, value=scaled, mechanisms=mechanisms, towards=towards)

        return replace(
            found,
            problem=problem,
            mechanism=None if found.mechanism is None else widen(found.mechanism),
            value=scale(found.value),
            lower=scale(found.lower),
            upper=scale(found.upper),
            requirement=scale(found.requirement),
            fast_legs=tuple(replace(leg, value=scale(leg.value)) for leg in found.fast_legs),
            minimisers=tuple(
                Minimiser(widen(x.mechanism), None if x.towards is None else widen(x.towards)) for x in found.minimisers
            ),
            pieces=tuple(map(widen_piece, found.pieces)),
            notes=(
                *found.notes,
                *([self.follows(problem), MEAN_ALONE] if found.verdict is not Verdict.UNATTAINED else []),
            ),
        )

    def simplify_value(self, value: Number, problem: Problem) -> Number:
        """Convert a variance of the mean to that of the prevalence: divide by the squared range of the scores."""
        return value / _range(problem) ** 2

    def follows(self, problem: Problem) -> str:
        """Say what the certificate proves about the mean of the scores.

        The certificate itself is about two inputs only, the one with the lowest score and the one with the highest.
        """
        own, square = problem.input_labels, _range(problem) ** 2
        low, high = (own[j] for j in _ends(problem))
        return (
            f"the certificate is about the inputs {low!r} and {high!r}, of the lowest and the highest score; two answers estimate "
            f"the mean only where their chances are affine in the score, and then n*Var of the mean is {show(square)} times that "
            "of these two"
        )


def is_one_bit(problem: Problem) -> bool:
    """Whether the problem asks for the mean of scores at one list of prevalences, with two answers.

    All pairs of inputs must have the same ε and δ, which the demand must also have if there are only two inputs; a demand with a
    matrix or a prior for more inputs has none for two. There must be no conditions.
    """
    aim, common = problem.objective, problem.bounds.common
    is_mean = aim.scores is not None and isinstance(aim, OfCovariances) and len(aim.shares_of_estimates(problem.k)) == 1
    if problem.outputs != 2 or problem.conditions or not is_mean or common is None:
        return False
    try:
        return problem.demand.bounds(2).common == common
    except InputError:
        return False


def _scores(problem: Problem) -> tuple[Fraction, ...]:
    found = problem.objective.scores
    assert found is not None
    return found


def _answers(problem: Problem) -> tuple[str, ...]:
    """Return the names of the two answers: as given, else low and high.

    The names 0 and 1 are not used, because they may be names of inputs and would be read as reports of inputs.
    """
    return problem.output_labels or ANSWERS


def _ends(problem: Problem) -> tuple[int, int]:
    """Return the index of the first input with the lowest score, and that of the first with the highest."""
    row = _scores(problem)
    return row.index(min(row)), row.index(max(row))


def _range(problem: Problem) -> Fraction:
    row = _scores(problem)
    return max(row) - min(row)


def _heights(problem: Problem) -> list[Fraction]:
    """Return the position of each input's score between the lowest (0) and the highest (1)."""
    row = _scores(problem)
    return [(x - min(row)) / _range(problem) for x in row]


def _of_two(problem: Problem) -> Problem:
    found = OneBit().simplify(problem)
    assert found is not None
    return found


def as_cvxpy(problem: Problem) -> cvxpy.Problem:
    """Write in cvxpy the problem with two inputs to which `OneBit` reduces this one.

    That problem estimates a prevalence. It is a linear program for each value of its Parameter `s` (see `pose_in_plane`). The least
    n·Var of the prevalence is found by trying several values of `s`. The least n·Var of the mean of scores is that number times the
    squared range of the scores.
    """
    return _of_two(problem).as_cvxpy()


def solve_cvxpy(problem: Problem, solver: str | None) -> CvxpyAnswer:
    """Solve with cvxpy the problem that `OneBit` makes, which is about a prevalence of two inputs.

    The value returned is the value of that problem times the squared range of the scores.
    """
    found = _of_two(problem).solve_cvxpy(solver)
    return replace(found, value=float(_range(problem) ** 2) * found.value)


def as_sympy(problem: Problem) -> SymbolicProblem:
    """Write in symbols the problem that `OneBit` makes, which is about a prevalence of two inputs.

    Its variance is multiplied by the squared range of the scores.
    """
    from rropt.exact.conversion import sympy_of

    posed, square = _of_two(problem).as_sympy(), sympy_of(_range(problem) ** 2)

    def derive() -> Derivation:
        found = posed.derive()
        if found.closed_form is None:
            return found
        scaled = square * found.closed_form
        return replace(
            found, closed_form=scaled, steps=(*found.steps, Step("times the squared range of scores", scaled))
        )

    def place(given: Any) -> Any:
        rows = given.rows if isinstance(given, Mechanism) else given
        return posed.place(Mechanism([[row[j] for j in _ends(problem)] for row in rows]))

    return replace(posed, objective=square * posed.objective, derive=derive, place=place)
