"""A criterion on covariances with an outer step of its own, added from CONTRIBUTING in a copy of the package.

It is Tr C^2, C the covariance of estimated shares. Five files: the checker's function, the criterion, its program, and a line in
two tables. Designs with all three legs, under conditions and of few answers too, certificates, JSON and the command line take it.
A false witness is rejected, and what needs a proof by symmetry is refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.battery.test_checklists import CHECKLISTS, Copy

FUNCTION = '''"""Sum of the squared entries of the covariance of estimated shares, Tr C^2: f(s) = |X s|^2/(pi s).

Outer step. For B = K^T K, Tr (C - B)^2 >= 0 says Tr C^2 >= 2 Tr B C - Tr B^2, and Tr B C = Tr K C K^T is at least
2 Tr K X^T - |K pi|^2 - B' with B' the bound of the sum of f (contrasts.py). So Tr C^2 >= 2 (2 Tr K X^T - |K pi|^2 - B') - Tr B^2.
Of the mechanism: L P = 1 makes C at most L D L^T - pi pi^T, and C is not negative, so that Tr C^2 is at most the square's trace.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, TWO, Quotient, dot
from ..model.mechanism import identity_matrix, multiply_matrices
from ..refusals import expect
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..text.part import Matrix, Part, read_matrix
from .determinant import aim_of
from .lists import Lists, Numbers, read_lists, take_objective
from .outer import Reached
from .shares import OfPrevalences, Weighted, chances, inner, require_estimator, squares, take_evidence
from .squares import Squares

WHAT = "sum of the squared entries of n times the asymptotic covariance of the estimated shares"
OUTER = "the value is at least 2 (2 Tr K X^T - |K pi|^2 - B) - Tr (K^T K)^2"


@dataclass(frozen=True, slots=True)
class Frobenius(OfPrevalences):
    """One list, X, K and L."""

    lists: Lists
    matrix: Matrix
    root: Matrix
    estimator: Matrix
    shape: Shape
    outer: str = OUTER
    formula: str = "|X s|^2/(pi s)"

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Frobenius":
        """Read the objective and its witness."""
        stated = take_objective(part, "prevalences")
        lists = read_lists(stated, "prevalences", witness, shape.k)
        expect(not lists.is_several, "a sum of squares is about one list of prevalences")
        (keys,) = take_evidence(witness, lists, "matrix root estimator")
        found = cls(lists, *(read_matrix(keys[key]) for key in ("matrix", "root", "estimator")), shape)
        k, m = shape.k, shape.outputs
        fits = found.matrix.size() == found.root.size() == (k, k) and found.estimator.size() == (k, m)
        expect(fits, f"the matrices of the witness should be about {k} inputs")
        return found

    def function(self) -> Squares:
        """f."""
        return squares([Weighted(self.matrix.rows, [ONE] * self.shape.k, self.lists.items[0], ONE)], self.shape)

    def named(self) -> list[tuple[str, Numbers]]:
        """The numbers in f and in the outer step."""
        return [("pi", self.lists.items[0]), ("X", self.matrix), ("K", self.root)]

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Both sides."""
        pi, root = self.lists.items[0].numbers, self.root.rows
        means = [dot(row, pi) for row in root]
        gram = multiply_matrices(self.root.transpose(), root)
        least = TWO * (TWO * inner(root, self.matrix.rows) - dot(means, means) - bound) - inner(gram, gram)
        rows, given = reached.matrix().rows, self.estimator.rows
        require_estimator(given, rows, identity_matrix(self.shape.k))
        at = chances(rows, pi)
        scaled = [[x * q for x, q in zip(row, at, strict=True)] for row in given]
        moments = multiply_matrices(scaled, self.estimator.transpose())
        spread = [[x - p * q for x, q in zip(row, pi, strict=True)] for row, p in zip(moments, pi, strict=True)]
        return [Shown(least, inner(spread, spread))]

    def aim(self) -> tuple[str, str]:
        """What is least."""
        return aim_of(WHAT, self.lists)
'''

CRITERION = '''"""The sum of the squared entries of the covariance of estimated shares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from rropt.designs.objectives.covariances.covariance import Square, bounds_of_ball
from rropt.designs.objectives.estimation import EveryShare
from rropt.designs.objectives.shares import Prevalences
from rropt.exact.element import Bound, Number
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import total_of
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further

__all__ = ["SquaredCovariance"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SquaredCovariance(EveryShare):
    """Tr C^2."""

    prevalences: Prevalences
    name: ClassVar[str] = "squared-covariance"
    legs: ClassVar[str] = "rropt.designs.estimation.least_squared_covariance"
    takes: ClassVar[frozenset[Further]] = frozenset({"averages", "labels"})
    is_paid_in_people: ClassVar[bool] = False

    def __init__(self, prevalence: object = None) -> None:
        EveryShare.__init__(self, prevalence)

    def value(self, mechanism: Mechanism) -> Bound:
        """Infinity where not all shares are identified."""
        (found,) = self._estimates_at(mechanism)
        return INFINITY if found is None else self.bounds_at(found.covariance)[0]

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """The sum of squares, in numbers or in balls."""
        return bounds_of_ball(total_of([x * x for row in covariance for x in row]))

    def value_where_alike(self, k: int, e: Any) -> Any:
        """C has k - 1 eigenvalues e."""
        return (k - 1) * e**2

    def minimand(self, j: Any) -> tuple[Any, list[Any]]:
        """|T|^2 for a T that is no less than the inverse of J (Schur)."""
        import cvxpy as cp
        import numpy as np

        t, one = cp.Variable(j.shape, symmetric=True), np.eye(j.shape[0])
        return cp.sum_squares(t), [cp.bmat([[t, one], [one, j]]) >> 0]

    def in_symbols(self, m: Any, outer: Any, place: int) -> Any:
        """A function that has values at numbers alone."""
        return _function()(m, outer)

    def __str__(self) -> str:
        return f"sum of squared covariances at {self.prevalences}"


@cache
def _function() -> Any:
    import sympy

    class SquaredCovarianceOf(sympy.Function):
        is_extended_real = True

        @classmethod
        def eval(cls, m: Any, outer: Any) -> Any:
            return None if m.free_symbols | outer.free_symbols else ((m.inv() - outer) ** 2).trace()

    return SquaredCovarianceOf
'''

PROGRAM = '''"""The least Tr C^2: a semidefinite program, and the witnesses K = C^{1/2} and X = K M^{-1} from its C."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.designs.estimation.certificate import Proof, ProofAt
from rropt.designs.estimation.least import FINE, MARGIN, LeastByRows
from rropt.designs.estimation.least_largest_variance import covariances_of
from rropt.designs.estimation.numeric.floats import floats
from rropt.designs.estimation.numeric.solution import Solution, say
from rropt.designs.estimation.prices import Form, prices_above
from rropt.designs.estimation.within import upper_bound
from rropt.designs.floats.interior_point import Optimum
from rropt.designs.floats.rounding import round_relative
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.supports import Pattern
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, product, total_of, transpose
from rropt.problem.answers import NumericAnswer
from rropt.problem.contract import Reduction


@dataclass(frozen=True, slots=True)
class LeastSquaredCovariance(LeastByRows):
    """The least Tr C^2."""

    @property
    def is_short(self) -> bool:
        """There is no exact proof at equal shares here."""
        return False

    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Solve the semidefinite program."""
        import cvxpy as cp

        from rropt.designs.estimation.numeric.cvxpy import covering, within
        from rropt.solvers.cvxpy import run

        v, (first,) = patterns.vectors, patterns.chances
        p, r = cp.Variable(len(first), nonneg=True), v.shape[1]
        entries = np.einsum("oi,oj->ijo", v, v).reshape(r * r, -1) / (first * first)
        unit = float(np.linalg.eigvalsh((v.T / first) @ v / len(first))[0])
        j = cp.reshape(entries / unit @ p, (r, r), order="C")
        t = cp.Variable((r, r), symmetric=True)
        cones = [cp.bmat([[t, np.eye(r)], [np.eye(r), (j + j.T) / 2]]) >> 0]
        asked = [cp.sum(p) == 1, *covering(patterns, p), *within(patterns, p), *cones]
        run(cp.Problem(cp.Minimize(cp.sum_squares(t)), asked), "CLARABEL", tol_gap_abs=1e-13, tol_gap_rel=1e-13)
        w = np.maximum(p.value, 0)
        inverse = np.linalg.inv((v.T * (w / (first * first))) @ v)
        value = float(np.sum(inverse**2))
        nothing = np.zeros(self.program.k)
        optimum = Optimum(w, ((inverse, np.zeros(0)),), np.ones(1), nothing, np.zeros_like(w), value, 0.0)
        return Solution(self.program, patterns, optimum, ())

    def say(self, solution: Solution) -> NumericAnswer:
        """Report the value."""
        c = solution.contrasts_of_covariance(0)
        return say(float(np.sum(c**2)), 0.0, "cvxpy with CLARABEL")

    def bound(self, solution: Solution, shares: dict[Pattern, Fraction], *, margin: float = MARGIN) -> Proof:
        """Prove bounds from both sides."""
        (pi,) = self.program.prevalences
        c = solution.contrasts_of_covariance(0)
        c = (c + c.T) / 2
        values, vectors = np.linalg.eigh(c)
        near = vectors @ np.diag(np.sqrt(np.maximum(values, 0))) @ vectors.T
        root = _rounded(near)
        image = _rounded(near @ (c + np.outer(floats(pi), floats(pi))))
        prices = prices_above(solution, [Form(image, [Fraction(1)] * len(pi))], None, margin=margin)
        gram = product(transpose(root), root)
        means = [total_of([x * p for x, p in zip(row, pi, strict=True)]) for row in root]
        kept = 2 * _inner(root, image) - total_of([x * x for x in means]) - prices.bound(self.program)
        reached = upper_bound(solution, shares, 0)
        (spread,) = covariances_of(solution, shares, [reached])
        # rounded upward by more than the chances of answers are off
        upper = Fraction(decimal(_inner(spread, spread) * (1 + Fraction(1, 10**11)), digits=17, direction="upper"))
        place = ProofAt(estimator=reached.estimator, matrix=image, matrices={"root": root})
        lower = 2 * kept - _inner(gram, gram)
        return Proof(bounds=(lower, upper), places=(place,), columns=prices.columns, limits=prices.limits)


def _rounded(near: Any) -> Matrix:
    k = len(near)
    flat = round_relative(near.ravel(), FINE)
    return freeze(flat[k * i : k * i + k] for i in range(k))


def _inner(a: Any, b: Any) -> Any:
    return total_of([x * y for r, s in zip(a, b, strict=True) for x, y in zip(r, s, strict=True)])


REDUCTIONS: tuple[Reduction, ...] = ()
pose = LeastSquaredCovariance.pose
'''

USE = """
import json
from fractions import Fraction
from rropt import LDP, Design, InputError, TotalVariance, Vulnerability, design, verify
from rropt.above import find
from rropt.problem.reach.tangent import price_if_known

make = find("objective", "squared-covariance")
for shares in (None, ["1/2", "1/4", "1/4"]):
    for demand in (LDP("ln3"), LDP("1/2", delta="1/20")):
        found = design(make(shares), demand, inputs=3, check="full")
        assert found.upper - found.lower < found.upper / 10**7 and verify(found.to_json()).is_accepted
        assert {leg.name for leg in found.legs if leg.value is not None} >= {"numeric", "cvxpy"}
        again = Design.from_json(found.to_json())
        assert (again.problem, again.lower) == (found.problem, found.lower)
        total = design(TotalVariance(shares), demand, inputs=3)
        assert total.lower**2 / 2 <= found.upper and found.lower <= total.upper**2
        false = json.loads(found.certificate)
        false["witness"]["root"][0][0] = str(2 * Fraction(false["witness"]["root"][0][0]))
        assert not verify(json.dumps(false)).is_accepted
equal = design(make(), LDP("ln3"), inputs=3)
assert equal.lower <= Fraction(625, 72) <= equal.upper
free = design(make(["1/2", "1/4", "1/4"]), LDP("1/2"), inputs=3)
few = design(make(["1/2", "1/4", "1/4"]), LDP("1/2"), inputs=3, outputs=3)
asked = design(make(["1/2", "1/4", "1/4"]), LDP("1/2"), inputs=3, subject_to=["P[0,0] >= 3/5", "P[0,1] <= 37/100"])
for found in (few, asked):
    assert verify(found.to_json()).is_accepted and found.upper >= free.lower
# the value moves by twice the price, so that the price is no slope of it
guessed = design(make(["1/2", "1/4", "1/4"]), Vulnerability("11/20", ["1/2", "1/4", "1/4"]), inputs=3)
assert verify(guessed.to_json()).is_accepted and price_if_known(guessed) is None
assert asked.lower > free.upper and asked.upper - asked.lower < asked.upper / 10**6
for demand, k in (("every", 3), ("1", 13)):
    try:
        design(make(), LDP(demand), inputs=k)
    except InputError as refusal:
        assert "only by symmetry" in str(refusal) and "at most 12 inputs" in str(refusal)
    else:
        raise AssertionError
"""


@pytest.mark.full
def test_a_criterion_with_an_outer_step_of_its_own(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    copy.write("rropt/checker/functions/frobenius.py", FUNCTION)
    copy.insert(
        "rropt/checker/functions/__init__.py",
        ('    "information": "information"', '    "squared covariance": "frobenius",\n'),
        ('"largest", "variances")', '"frobenius", '),
    )
    copy.write("rropt/designs/objectives/squared_covariance.py", CRITERION)
    copy.write("rropt/designs/estimation/least_squared_covariance.py", PROGRAM)
    copy.insert(
        "rropt/__init__.py",
        (
            "    from rropt.designs.objectives.total_variance import",
            "    from rropt.designs.objectives.squared_covariance import SquaredCovariance as SquaredCovariance\n",
        ),
        (
            '    "total-variance": "rropt',
            '    "squared-covariance": "rropt.designs.objectives.squared_covariance:SquaredCovariance",\n',
        ),
        ("`LargestVariance`, `Information`", "`SquaredCovariance`, "),
    )
    section = CHECKLISTS.split("\n## Add a criterion on covariances\n")[1].split("\n## ")[0]
    listed = {x for x in copy.touched() if x.split("squared_covariance")[0].split("frobenius")[0] in section}
    assert len(copy.touched()) == 5 and listed == copy.touched()
    copy.run("-c", USE)
    options = ("--prevalence", "1/2,1/4,1/4", "--epsilon", "ln3")
    assert "8.578" in copy.run("-m", "rropt", "design", "--objective", "squared-covariance", *options)
