"""Largest asymptotic variance of a contrast of length 1, at one or several lists of prevalences.

The function of a row s is f(s) = sum_a |G_a s|^2/(pi_a s). The index a runs over the lists pi_a of prevalences. The witness gives a
matrix G_a for each list, and every row of G_a sums to 0. P is the mechanism. At prevalences pi, M is its information matrix, C is n
times the asymptotic covariance of shares estimated from n answers, and D is the diagonal matrix of P pi (shares.py). The largest
variance of a contrast of length 1 is the largest eigenvalue v of C. If there are several lists, the largest of the v_a is meant.
The lists have no weights, because the weight of a list is a factor of its G_a.

Outer step. The prices (dual variables) show that the sum of f over the rows is at most a number B. In products 1 is the list
(1, ..., 1). As M pi = 1, M C M = M - 1 1^T. Let u be a row of G. Then u 1 = 0, so that C M u = u - pi (1 u) = u. So
|u|^2 = |C M u|^2 <= v (M u)^T C (M u) = v u^T M u. The sum over the rows u and the lists is
sum_a |G_a|^2 <= sum_a v_a Tr G_a M_a G_a^T <= (max_a v_a) B. So the largest of the v_a is at least sum_a |G_a|^2/B.

B is positive. It is not negative, because the mechanism given meets the demand and the conditions: so B is at least the sum of f
over the rows of this mechanism, and f >= 0. It is not 0, because the checker divides by B, and rejects if a divisor may be 0.

The mechanism's own value. Let L be a matrix such that L P is the unit matrix. Then M^-1 is at most L D L^T. Let `upper` be the
claimed upper bound, and let A be the matrix upper 1 + pi pi^T - L D L^T, where 1 is the unit matrix. If A is positive semidefinite,
v <= upper. To show that it is, the checker computes R A R^T, where R is a triangular matrix of the witness with a diagonal of ones.
It is enough that in every row of R A R^T the diagonal entry is at least the sum of the absolute values of the other entries
(Gershgorin).
SPEC.md, section 5.5.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, Quotient, dot, largest, total
from ..model.mechanism import Rows, identity_matrix, multiply_matrices
from ..refusals import expect, require
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..text.part import Matrix, Part, Vector, read_matrix
from .determinant import aim_of
from .lists import Lists, Numbers, read_lists, take_objective
from .outer import Reached
from .shares import (
    OfPrevalences,
    Weighted,
    chances,
    expect_two_inputs,
    require_estimator,
    require_unit_triangle,
    squares,
    take_evidence,
)
from .squares import Squares

NAMES = ("largest variance",)
OUTER = "the value is at least |G|^2/B, of several G the sum of |G|^2"
NOT_SHOWN = "the largest variance of the mechanism is not shown to be at most the upper bound, or the value"
WHAT = "largest asymptotic n*Var of a contrast of length 1 of the estimated shares"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence at one list pi of prevalences.

    `matrix` is the matrix G in the term |G s|^2/(pi s) of the objective's function of a row s. The other two matrices prove a bound
    on the mechanism's value. `estimator` is an unbiased estimator L of the shares of the inputs. `triangle` is a triangular matrix
    R with ones on the diagonal, which shows that a matrix made from L is positive semidefinite (`_require_largest`).
    """

    matrix: Matrix
    estimator: Matrix
    triangle: Matrix


@dataclass(frozen=True, slots=True)
class Largest(OfPrevalences):
    """The objective: the largest asymptotic variance of a contrast of length 1 of the estimated shares of the inputs.

    `lists` has the prevalences; if there are several lists, the worst is meant. `evidence` has one item for each list.
    """

    lists: Lists
    evidence: list[Evidence]
    shape: Shape
    outer: str = OUTER

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Largest":
        """Read the objective and its witness (the evidence beside the prices).

        Several lists have no weights: the weight of each list is a factor of its matrix G.
        """
        expect_two_inputs(shape.k)
        stated = take_objective(part, "prevalences")
        expect("weights" not in stated, "a largest variance at several prevalences has no weights")
        lists = read_lists(stated, "prevalences", witness, shape.k, weighted=False)
        keys = take_evidence(witness, lists, "matrix estimator triangle")
        evidence = [Evidence(*(read_matrix(item[key]) for key in ("matrix", "estimator", "triangle"))) for item in keys]
        k, m = shape.k, shape.outputs
        fits = all(
            p.matrix.size()[1] == k and p.estimator.size() == (k, m) and p.triangle.size() == (k, k) for p in evidence
        )
        expect(fits, f"the matrices of the witness should be about {k} inputs")
        return cls(lists, evidence, shape)

    def function(self) -> Squares:
        """Make the function f(s) = sum_a |G_a s|^2/(pi_a s) of a row s; reject unless every row of each G_a sums to 0.

        The index a runs over the lists pi_a of prevalences, and G_a is the matrix in the list's evidence. The prices in the
        certificate bound the sum of f over the rows of a mechanism.
        """
        terms = []
        for p, share, w in zip(self.evidence, self.lists.items, self.lists.weights(), strict=True):
            zero = all(total(row).is_zero() for row in p.matrix.rows)
            require(zero, "contrast-sum", "a row of the witness whose sum is not 0")
            terms.append(Weighted(p.matrix.rows, [ONE] * len(p.matrix.rows), share, w))
        return squares(terms, self.shape)

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        return "sum_a |G_a s|^2/(pi_a s)" if self.lists.is_several else "|G s|^2/(pi s)"

    def named(self) -> list[tuple[str, Numbers]]:
        """List the numbers of the objective and of its evidence with their names, to be shown to a reader.

        They are, for each list, the prevalences pi and the matrix G of the evidence.
        """
        return self.lists.named(pi=self.lists.items, G=[p.matrix for p in self.evidence])

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from below by sum_a |G_a|^2/`bound`, and from above by the claimed upper bound.

        The index a runs over the lists of prevalences, and G_a is the matrix in the list's evidence. |G_a|^2 is the sum of the
        squares of its entries. `bound` is at least the sum of f over the rows of every mechanism, where f is the function that
        `function` makes. Reject unless the evidence at every list shows that the mechanism's largest variance there is at most the
        claimed upper bound.
        """
        lengths = [total([dot(row, row) for row in p.matrix.rows]) for p in self.evidence]
        upper = reached.answer.upper.number
        for p, share in zip(self.evidence, self.lists.items, strict=True):
            _require_largest(p, reached.matrix().rows, share, upper)
        # B > 0: it is at least the sum of f >= 0, and a division by 0 rejects
        return [Shown(dot(self.lists.weights(), lengths) / bound, upper)]

    def aim(self) -> tuple[str, str]:
        """Return two texts: what is minimised and at which prevalences, and how the shares are estimated."""
        return aim_of(WHAT, self.lists)


def _require_largest(given: Evidence, mechanism: Rows, share: Vector, upper: Quotient) -> None:
    """Reject unless the evidence shows that the mechanism's largest variance at the prevalences pi (`share`) is at most `upper`.

    The estimator L must be unbiased. The matrix A = upper 1 + pi pi^T - L D L^T must be positive semidefinite, where 1 is the
    unit matrix and the diagonal matrix D has the probabilities of the outputs. To show this, R A R^T is computed, where R is the
    triangular matrix of the evidence, with ones on its diagonal. Then `require_dominant` is called for this product.
    """
    pi = share.numbers
    require_unit_triangle(given.triangle.rows)
    require_estimator(given.estimator.rows, mechanism, identity_matrix(len(pi)))
    at = chances(mechanism, pi)
    scaled = [[x * q for x, q in zip(row, at, strict=True)] for row in given.estimator.rows]
    moments = multiply_matrices(scaled, given.estimator.transpose())
    rest = [
        [total([p * q, -moments[a][b], *([upper] if a == b else [])]) for b, q in enumerate(pi)]
        for a, p in enumerate(pi)
    ]
    turned = multiply_matrices(multiply_matrices(given.triangle.rows, rest), given.triangle.transpose())
    require_dominant(turned)


def require_dominant(matrix: Rows) -> None:
    """Reject unless in every row of a symmetric matrix the diagonal entry is at least the sum of the absolute values of the others.

    Such a matrix is positive semidefinite (Gershgorin).
    """
    for a, row in enumerate(matrix):
        beside = total([largest([x, -x]) for b, x in enumerate(row) if b != a])
        shown = beside <= row[a]
        require(shown, "semidefinite", NOT_SHOWN)
