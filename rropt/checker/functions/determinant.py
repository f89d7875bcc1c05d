"""Determinant of the covariance of all estimated shares but one, at one or several lists of prevalences.

The function of a row s is f(s) = sum_a w_a s^T N_a s/(pi_a s). The index a runs over the lists pi_a of prevalences, which have the
weights w_a. The N_a are positive definite matrices made from the witness. k is the number of inputs, and P is the mechanism. At
prevalences pi, M is its information matrix, C is n times the asymptotic covariance of shares estimated from n answers, and D is the
diagonal matrix of P pi (shares.py). The determinant is 1/det M.

Why the determinant is 1/det M. M^-1 = C + pi pi^T. Write 1 for the list (1, ..., 1). Then C 1 = 0 because M pi = 1. Let S be the
unit matrix with its last row replaced by ones, so that det S = 1. Write C' for C without the last row and column, and p for pi
without the last number. Then S M^-1 S^T is the matrix of the blocks (C' + p p^T, p; p^T, 1). The determinant of this matrix is
1/det M, and it is det C' too.

Outer step. The witness gives two things for each list: a matrix X_a, which is upper triangular with a diagonal of ones, and a list
d_a of positive numbers. N_a is X_a^T diag(d_a) X_a, so that det N_a is the product of the numbers of d_a. The sum of f over the
rows of a mechanism is sum_a w_a Tr N_a M_a. The prices (dual variables) show that this sum is at most a number B. A geometric mean
is at most the arithmetic mean. Taken over the eigenvalues of all N_a M_a, with the weights w_a, this says
prod_a (det N_a det M_a)^w_a <= (B/k)^k. So the geometric mean of the 1/det M_a with the weights w_a is at least
prod_a (det N_a)^w_a (k/B)^k. The largest 1/det M_a is at least this mean.

B is positive. The reason is that the mechanism given meets the demand and the conditions. So B is at least the sum of f over the
rows of this mechanism, and f > 0. (If nothing met the demand and the conditions, prices could have any B; and for an even k,
(k/B)^k > 0 even if B < 0.)

The mechanism's own value. Let L be a matrix such that L P = R, where R is lower triangular with a diagonal of ones. Then R M^-1 R^T
is at most L D L^T. So 1/det M is at most the product of the diagonal entries of L D L^T (Hadamard). Each of these entries is at
most a number that the witness states, its moment. With several lists, the bounds are compared by enclosures of their logarithms.
SPEC.md, section 5.4.
"""

from dataclasses import dataclass
from functools import reduce

from ..arithmetic.interval import Interval, logarithm, minus, plus, times, to_interval
from ..arithmetic.quotient import ZERO, Quotient, constant, dot, product
from ..model.mechanism import Line, Rows
from ..refusals import expect, require
from ..rows.answer import Claimed, Shown, require_both
from ..rows.classes import Shape
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from .lists import Lists, Numbers, read_lists, take_objective
from .outer import Reached
from .shares import (
    OfPrevalences,
    Weighted,
    chances,
    expect_two_inputs,
    power,
    require_estimator,
    require_unit_triangle,
    spell_shares,
    spell_weights,
    squares,
    take_evidence,
)
from .squares import Squares

NAMES = ("determinant",)
OUTER = "the value is at least det N (k/B)^k, of several N the product of (det N)^w for their weights w"
WHAT = "determinant of n times the asymptotic covariance of all estimated shares but one"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence at one list pi of prevalences.

    Let X be `matrix`, d be `diagonal`, and N = X^T diag(d) X. In the objective's function of a row s, the term for this list is
    s^T N s/(pi s), times the weight of the list.

    The other fields bound the mechanism's value. `triangle` is the product of `estimator` and the mechanism. Each row of
    `estimator` makes one estimate, and `moments` has an upper bound on the second moment of each estimate.
    """

    matrix: Matrix
    diagonal: Vector
    estimator: Matrix
    triangle: Matrix
    moments: Vector


@dataclass(frozen=True, slots=True)
class ShownByLogarithms:
    """A lower and an upper bound on the logarithm of the optimum. `least` and `most` are intervals that contain these bounds.

    If the objective is the largest value over several lists of prevalences, there is one such pair of bounds for each list. A claim
    is then shown only if it follows from every pair.
    """

    least: Interval
    most: Interval

    def require_claimed(self, answer: Claimed) -> None:
        """Reject unless the lower and the upper bound that are claimed follow from the bounds of the logarithm."""
        lower, upper = answer.lower.number, answer.upper.number
        # the optimum is positive, so that a lower bound of 0 or less is shown
        reached = lower <= ZERO or _log([lower])[1] <= self.least[0]
        require_both(reached, self.most[1] <= _log([upper])[0])


@dataclass(frozen=True, slots=True)
class Determinant(OfPrevalences):
    """The objective: the determinant of the covariance of the estimated shares of all inputs but one.

    `lists` has one or several lists of prevalences, with their weights, and `evidence` has one item for each list.
    """

    lists: Lists
    evidence: list[Evidence]
    shape: Shape
    outer: str = OUTER

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Determinant":
        """Read the objective and its witness (the evidence beside prices).

        Several lists of prevalences are allowed only if the domain of t is one point; otherwise the certificate is malformed.
        """
        expect_two_inputs(shape.k)
        stated = take_objective(part, "prevalences")
        lists = read_lists(stated, "prevalences", witness, shape.k)
        expect(not lists.is_several or part.domain.is_point(), "several determinants are about one point t")
        keys = take_evidence(witness, lists, "matrix diagonal estimator triangle moments")
        found = cls(lists, [_read_evidence(item) for item in keys], shape)
        k, m = shape.k, shape.outputs
        fits = all(
            (p.matrix.size(), p.triangle.size(), p.estimator.size()) == ((k, k), (k, k), (k, m))
            and len(p.diagonal.numbers) == len(p.moments.numbers) == k
            for p in found.evidence
        )
        expect(fits, f"the matrices and lists of the witness should be about {k} inputs")
        return found

    def function(self) -> Squares:
        """Make the objective's function of a row s, f(s) = sum_a w_a s^T N_a s/(pi_a s).

        The index a runs over the lists pi_a of prevalences, which have the weights w_a. N_a is X^T diag(d) X, with the X and d in
        the evidence for the list. Reject unless every X is upper triangular with a diagonal of ones and every number in d is
        positive. Then N_a is positive definite, and its determinant is the product of the numbers in d.
        """
        terms = []
        for p, share, w in zip(self.evidence, self.lists.items, self.lists.weights(), strict=True):
            require_unit_triangle(p.matrix.transpose())
            positive = all(x > ZERO for x in p.diagonal.numbers)
            require(positive, "witness-weight", "a weight of the witness that is not positive")
            terms.append(Weighted(p.matrix.rows, p.diagonal.numbers, share, w))
        return squares(terms, self.shape)

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        return self.lists.formula("s^T N{0} s/(pi{0} s), N{0} = X{0}^T diag(d{0}) X{0}")

    def named(self) -> list[tuple[str, Numbers]]:
        """List by name, for a reader, the weights, and for each list its prevalences pi and the X and d of its evidence."""
        matrices, diagonals = [p.matrix for p in self.evidence], [p.diagonal for p in self.evidence]
        return self.lists.named(pi=self.lists.items, X=matrices, d=diagonals)

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown] | list[ShownByLogarithms]:
        """Bound the optimum from below and from above.

        Let B = `bound`, which is at least the sum of f over the rows of every mechanism, where f is the function that `function`
        makes. Let k be the number of inputs. The evidence for a list of prevalences has a matrix X, a list d and a list of
        `moments`. Let N = X^T diag(d) X, and let w be the weight of the list, which is 1 for a single list. The lower bound is
        (k/B)^k times the product of (det N)^w over the lists.

        The upper bound for a single list is the product of its `moments`. For several lists, it is the weighted geometric mean of
        these products. If the objective is the largest value over several lists, return one item for each list, with the product
        for this list. For several lists, the bounds are given by intervals that contain their logarithms.
        """
        rows = reached.matrix().rows
        for p, share in zip(self.evidence, self.lists.items, strict=True):
            _require_moments(p, rows, share.numbers)
        k = self.shape.k  # B > 0, also for an even k, as B is at least the sum of f over the mechanism's rows
        if not self.lists.is_several:
            (p,) = self.evidence
            least = product([*p.diagonal.numbers, power(constant(k) / bound, k)])
            return [Shown(least, product(p.moments.numbers))]
        return self._logarithms(bound)

    def _logarithms(self, bound: Quotient) -> list[ShownByLogarithms]:
        """Compute what `bounds` returns for several lists: intervals that enclose the logarithms of the bounds."""
        k, weights = constant(self.shape.k), self.lists.weights()
        least = times(to_interval(k), minus(_log([k]), _log([bound])))
        least = plus(least, _mean(weights, [_log(p.diagonal.numbers) for p in self.evidence]))
        values = [_log(p.moments.numbers) for p in self.evidence]
        return [ShownByLogarithms(least, x) for x in (values if self.lists.is_worst else [_mean(weights, values)])]

    def aim(self) -> tuple[str, str]:
        """Return two texts: what is minimised and at which prevalences, and how the shares are estimated."""
        return aim_of(WHAT, self.lists, "geometric mean")


def _read_evidence(keys: dict[str, Part]) -> Evidence:
    """Read the evidence at one list of prevalences: three matrices and two lists of numbers."""
    return Evidence(
        read_matrix(keys["matrix"]),
        read_vector(keys["diagonal"]),
        read_matrix(keys["estimator"]),
        read_matrix(keys["triangle"]),
        read_vector(keys["moments"]),
    )


def _require_moments(given: Evidence, mechanism: Rows, share: Line) -> None:
    """Require that the estimator L times the mechanism is the given triangle, and that the stated moments are large enough.

    The triangle must be lower triangular with a diagonal of ones. Each moment is to be at least the second moment of one estimate,
    a diagonal entry of L D L^T, where D is the diagonal matrix of the probabilities of the outputs at the prevalences `share`.
    """
    require_unit_triangle(given.triangle.rows)
    require_estimator(given.estimator.rows, mechanism, given.triangle.rows)
    at = chances(mechanism, share)
    for row, most in zip(given.estimator.rows, given.moments.numbers, strict=True):
        require(
            dot([x * x for x in row], at) <= most,
            "moment",
            "a second moment of the estimator is larger than the one stated",
        )


def _log(numbers: Line) -> Interval:
    """Return an interval that contains the sum of the logarithms of positive numbers."""
    return reduce(plus, [logarithm(to_interval(x)) for x in numbers])


def _mean(weights: Line, numbers: list[Interval]) -> Interval:
    """Return an interval that contains the sum of the numbers times their weights; each number is given by an interval."""
    return reduce(plus, [times(to_interval(w), x) for w, x in zip(weights, numbers, strict=True)])


def aim_of(what: str, lists: Lists, mean: str = "") -> tuple[str, str]:
    """Return two texts for the sentence of a claim: what is minimised, and how the shares are estimated.

    The first text has the quantity `what` and the prevalences. If there are several lists of prevalences with weights, a mean of
    the quantity is minimised, and `mean` says which kind of mean, for example "geometric mean".
    """
    where = spell_shares(lists)
    meant = ", where the estimated shares are the best regular estimates of them from n answers"
    if lists.is_worst:
        return f"minimum of the largest, over the prevalences {where}, of the {what},", meant
    if not lists.is_several:
        return f"minimum of the {what}, at prevalences {where},", meant
    return (
        f"minimum of the {mean} over the prevalences {where} with weights {spell_weights(lists)} of the {what},",
        meant,
    )
