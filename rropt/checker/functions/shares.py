"""The statistics of estimated shares that all objectives on their covariance use.

P is the mechanism, and r_i are its rows. pi is a list of prevalences, which are positive and sum to 1. In formulas, 1 is the number
1 or the list (1, ..., 1).

The information matrix M is the sum of r_i r_i^T/(pi r_i) over the rows that are not 0. M pi = 1, because
r_i r_i^T pi/(pi r_i) = r_i, and the rows sum to 1. Let M^- be a generalised inverse of M, so that M M^- M = M. Suppose that the
shares are estimated from n answers. Then n times the asymptotic covariance of the estimates is C = M^- - pi pi^T.

Let X be a matrix with rows x, and let each row have a weight d_x >= 0. For a row s of the mechanism, put
f(s) = sum_x d_x (x s)^2/(pi s). The sum of f over the rows of the mechanism is Tr X^T diag(d) X M. With several lists pi_a, f is
the sum of such functions, each times a weight w_a.

Let K be a matrix, and let L be an estimator of K times the shares. L is unbiased if L P = K. Let D be the diagonal matrix of P pi.
For one answer, the covariance of the estimates that L makes is L D L^T - K pi pi^T K^T. If Z M = K, the estimator L = Z P^T D^-1
has the least covariance (Gauss and Markov), and for this estimator L D L^T = Z K^T.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..arithmetic.quotient import ONE, Quotient, bring_to_one_denominator, dot, total
from ..model.mechanism import Line, Rows, are_equal, identity_matrix, multiply_matrices
from ..refusals import Malformed, expect, require
from ..rows.classes import Shape
from ..rows.orbits import collect_form, require_exchangeable
from ..text.part import Matrix, Part, Vector
from ..text.spelling import spell
from .lists import Lists
from .squares import Squares


class OfPrevalences:
    """Base class of the objectives that depend on lists of prevalences.

    All of these objectives are minimised, over mechanisms with any number of outputs.
    """

    __slots__ = ()
    sense: ClassVar[str] = "min"
    free_outputs: ClassVar[bool] = True
    lists: Lists

    def require_stated(self) -> None:
        """Reject unless each list of prevalences is a distribution of positive numbers.

        If there are weights, they must be a distribution too.
        """
        self.lists.require_stated()
        self.lists.require_positive()


def take_evidence(witness: Part | None, lists: Lists, required: str, optional: str = "") -> list[dict[str, Part]]:
    """Return the evidence for each list of prevalences, as a dictionary of values by key.

    If the objective has one list that is not under the key `several`, the witness itself has the keys. Otherwise the witness has
    the key `places`, whose value has one item with the keys for each list. `required` and `optional` name the keys, separated by
    spaces.
    """
    if witness is None:
        raise Malformed("the objective has a witness")
    if not lists.is_several:
        return [witness.take(required, optional)]
    items = witness.take("places weights" if lists.is_worst and lists.given else "places")["places"].items()
    expect(len(items) == len(lists.items), "there should be evidence for each list of prevalences")
    return [item.take(required, optional) for item in items]


@dataclass(frozen=True, slots=True)
class Weighted:
    """A term w sum_x d_x (x s)^2/(pi s) of an objective's function of a row s.

    `rows` are the vectors x, `weights` the numbers d_x, `share` the prevalences pi, and `weight` is w.
    """

    rows: Rows
    weights: Line
    share: Vector
    weight: Quotient


def squares(terms: list[Weighted], shape: Shape) -> Squares:
    """Make the function f that is the sum of the terms; reject if a term changes when two inputs of one class are exchanged."""
    forms = []
    for term in terms:
        weighted = [
            [factor * x for x in row]
            for factor, row in zip([term.weight * d for d in term.weights], term.rows, strict=True)
        ]
        full = multiply_matrices([list(column) for column in zip(*term.rows, strict=True)], weighted)
        require_exchangeable(full, shape.classes)
        forms.append(collect_form(bring_to_one_denominator(full), shape.classes))
    return Squares(forms, [shape.by_class(term.share.numbers) for term in terms])


def require_estimator(estimator: Rows, mechanism: Rows, estimated: Rows) -> None:
    """Reject unless the estimator is unbiased: its product with the mechanism must be the matrix `estimated`.

    The matrix `estimated` times the shares of the inputs gives the quantities that are estimated.
    """
    made = multiply_matrices(estimator, mechanism)
    require(are_equal(made, estimated), "estimator", "the estimator is not unbiased")


def chances(mechanism: Rows, share: Line) -> Line:
    """Compute the probability of each output if the inputs have the shares `share`."""
    return [dot(row, share) for row in mechanism]


def information_of(mechanism: Rows, share: Line) -> Rows:
    """Compute the information matrix, the sum of r r^T/(pi r) over the rows r of the mechanism that are not 0.

    pi are the prevalences `share`.
    """
    kept = [row for row in mechanism if not all(x.is_zero() for x in row)]
    weights = chances(kept, share)
    k = range(len(share))
    return [[total([r[a] * r[b] / w for r, w in zip(kept, weights, strict=True)]) for b in k] for a in k]


def require_unit_triangle(rows: Rows) -> None:
    """Reject unless the matrix is lower triangular with a diagonal of ones."""
    for a, row in enumerate(rows):
        fits = row[a] == ONE and all(x.is_zero() for x in row[a + 1 :])
        require(fits, "triangle", "a matrix that is not triangular with a diagonal of ones")


def inner(a: Rows, b: Rows) -> Quotient:
    """Compute Tr A B^T: multiply the entries of `a` and `b` at the same places, and add the products."""
    return total([dot(r, s) for r, s in zip(a, b, strict=True)])


def contrast_of(stated: Matrix | None, k: int) -> Rows:
    """Return the stated matrix of linear combinations of shares, or the unit matrix if the shares themselves are meant."""
    return identity_matrix(k) if stated is None else stated.rows


def power(x: Quotient, n: int) -> Quotient:
    """Compute x^n by squaring."""
    if n == 0:
        return ONE
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


def spell_shares(lists: Lists) -> str:
    """Spell the lists of prevalences, and add "one for each input", because two numbers would look like an interval."""
    return f"{' and '.join(map(spell, lists.items))} (one for each input)"


def spell_weights(lists: Lists) -> str:
    """Spell the weights of several lists, which must be given."""
    assert lists.given is not None, "a mean over several lists has weights"
    return spell(lists.given)


def expect_two_inputs(k: int) -> None:
    """Call the text malformed unless there are two inputs or more: one input has no share to estimate."""
    expect(k > 1, "the covariance of estimated shares is about two inputs or more")
