"""Objectives on the covariance of estimated shares, for mechanisms given by orbits (sets of inputs), at one list of prevalences pi.

The statements, the functions f and the outer steps are those of contrasts.py, determinant.py and largest.py. The letters are those
of shares.py; in particular, M is the information matrix of the mechanism. Let K be the matrix of the contrasts, or the unit matrix
if no contrasts are given, and let G = K^T K. The matrices M, G, W, X and A are invariant: they stay the same if two inputs of one
class are exchanged. The file rows/orbits.py explains such matrices, their `acts`, their `eigenvalues` and their form F.

The witness has an invariant matrix W with G W M = G. Let 1 be the unit matrix. Then G (W M - 1) = 0, so that |K (W M - 1)|^2 = 0
and K W M = K. Let M^- be a generalised inverse of M (shares.py). Then K M^- K^T = K W K^T, and the trace of this matrix is Tr W G.
If G is the unit matrix, W is the inverse of M. Each objective needs something more:
- Total variance and contrasts: the witness has a matrix X. The product K X is used where contrasts.py has its X.
- Determinant: W is used where determinant.py has its N. The witness has a triangular matrix R such that R F R^T is diagonal, where
  F is the form of W. For each class a, let n_a be the number of its inputs. Divide the diagonal entry of the class a by n_a, and
  multiply it by eigenvalue_a^(n_a - 1). The product of these numbers over all classes is det W.
- Largest variance: let `upper` be the claimed upper bound, and let A be the matrix upper 1 + pi pi^T - W. A has to be positive
  semidefinite. This is so under two conditions. The eigenvalues of A for the classes of two inputs or more are not negative. The
  form F of A is positive semidefinite, which R F R^T shows with a triangular R of the witness (Gershgorin, as in largest.py).
SPEC.md, section 5.6.
"""

from dataclasses import dataclass
from itertools import pairwise

from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, constant, dot, total
from ..model.mechanism import Line, Rows, are_equal, multiply_matrices
from ..refusals import Malformed, expect, require
from ..rows.answer import Shown
from ..rows.answer_by_orbits import AnswerByOrbits
from ..rows.classes import Shape, members_of
from ..rows.orbits import (
    InvariantMatrix,
    collect_form,
    information_matrix,
    invariant_identity,
    read_invariant,
    require_exchangeable,
)
from ..text.part import Matrix, Part, read_matrix
from . import contrasts, determinant
from . import largest as largest_variance
from .lists import Lists, Numbers, read_lists, take_objective
from .outer import Reached
from .shares import OfPrevalences, expect_two_inputs, power, require_unit_triangle
from .squares import Squares

SUMS = contrasts.NAMES
(DETERMINANT,) = determinant.NAMES
(LARGEST,) = largest_variance.NAMES


@dataclass(frozen=True, slots=True)
class ByOrbits(OfPrevalences):
    """An objective on the covariance of the estimated shares of the inputs, for a mechanism given by orbits (sets of inputs).

    `name` names the objective. `lists` holds a single list, the prevalences pi. `contrast` is the matrix K of linear combinations
    of shares, or None if K is the unit matrix. `shape` has the classes of the inputs. The other fields are evidence: `inverse` is
    the matrix W, `matrix` is X (None for a determinant), and `triangle` is R (empty for total and contrast variances). The head of
    this file says what W, X and R have to satisfy.
    """

    name: str
    lists: Lists
    contrast: Matrix | None
    inverse: InvariantMatrix
    matrix: InvariantMatrix | None
    triangle: Rows
    shape: Shape

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "ByOrbits":
        """Read the objective and its witness, which is the evidence.

        The lists in the objective have a number for each input, and the matrices in the witness are given by classes of inputs.
        """
        name = part.at("name").word(*SUMS, DETERMINANT, LARGEST)
        stated = take_objective(part, "prevalences", "contrast" if name == "contrast variance" else "")
        expect("several" not in stated, "a mechanism by orbits goes with one list of prevalences")
        if witness is None:
            raise Malformed("the objective has a witness")
        keys = witness.take(f"inverse {({DETERMINANT: 'triangle', LARGEST: 'matrix triangle'}).get(name, 'matrix')}")
        sizes = shape.sizes()
        found = cls(
            name,
            read_lists(stated, "prevalences", None, shape.k),
            read_matrix(stated["contrast"]) if "contrast" in stated else None,
            read_invariant(keys["inverse"], sizes),
            read_invariant(keys["matrix"], sizes) if "matrix" in keys else None,
            read_matrix(keys["triangle"]).rows if "triangle" in keys else [],
            shape,
        )
        r = len(sizes)
        fits = found.contrast is None or found.contrast.size()[1] == shape.k
        fits = fits and (not found.triangle or (len(found.triangle), len(found.triangle[0])) == (r, r))
        expect(fits, f"the objective should be about {shape.k} inputs, and the witness about {r} classes")
        if name not in SUMS:
            expect_two_inputs(shape.k)
        return found

    @property
    def outer(self) -> str:
        """Say in words how a lower bound on the objective's value follows from an upper bound on a sum over rows.

        The sum is that of f over the rows of a mechanism, where f is the function that `function` makes.
        """
        steps = {DETERMINANT: "the value is at least det W (k/B)^k", LARGEST: "the value is at least Tr Q/B"}
        return steps.get(self.name, "the value is at least 2 Tr K^T K X - |K pi|^2 - B (K = 1 where none is given)")

    def _shares(self) -> Line:
        """Return the prevalences pi, one number for each class of exchangeable inputs."""
        return self.shape.by_class(self.lists.items[0].numbers)

    def _square(self) -> InvariantMatrix:
        """Return K^T K for the matrix K of contrasts, as an invariant matrix: unchanged if inputs of a class are exchanged."""
        if self.contrast is None:
            return invariant_identity(self.shape.sizes())
        return _square_of(self.contrast, self.shape.classes)

    def function(self) -> Squares:
        """Make the function f(s) = s^T Q s/(pi s) of a row s, with a matrix Q from the evidence and the prevalences pi.

        The prices in the certificate bound the sum of f over the rows of a mechanism.
        """
        return Squares([self._form()], [self._shares()])

    def _form(self) -> InvariantMatrix:
        """Return the matrix Q of the function f(s) = s^T Q s/(pi s) of a row s, where pi are the prevalences.

        Q is positive semidefinite. Let X be the `matrix` and W the `inverse` in the evidence, and K the matrix of contrasts. If
        there is no X, Q is W. For a largest variance, Q is X^T X, and the certificate is rejected unless every row of X sums to 0.
        For the other objectives Q is X^T K^T K X.
        """
        if self.matrix is None:  # `bounds` shows that W is the inverse of M, so that both are positive definite
            return self.inverse
        if self.name == LARGEST:
            for row in self.matrix.acts:
                require(total(row).is_zero(), "contrast-sum", "a row of the witness whose sum is not 0")
            return self.matrix.transpose().times(self.matrix)
        return self.matrix.transpose().times(self._square()).times(self.matrix)

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        q = {DETERMINANT: "W", LARGEST: "X^T X"}.get(self.name, "X^T X" if self.contrast is None else "X^T K^T K X")
        return f"s^T Q s/(pi s), Q = {q}"

    def named(self) -> list[tuple[str, Numbers | InvariantMatrix]]:
        """List the numbers of the objective and of its evidence with their names, to be shown to a reader.

        They are the prevalences pi and, as far as given, the matrices X, W and K (`matrix`, `inverse` and `contrast`).
        """
        both = [("X", self.matrix), ("W", self.inverse), ("K", self.contrast)]
        return [*self.lists.named(pi=self.lists.items), *((name, x) for name, x in both if x is not None)]

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from below and from above.

        Let K be the matrix of contrasts, or the unit matrix if there are none. Let W be the evidence `inverse`, and M the
        information matrix of the mechanism. Reject unless K^T K W M = K^T K. The upper bound is the mechanism's value, computed
        from W. The lower bound is computed from `bound`, which is at least the sum of f over the rows of every mechanism. Here f is
        the function that `function` makes.

        For a largest variance, the upper bound is the one that the certificate claims. Then reject unless W shows that the
        mechanism's largest variance is at most this bound.
        """
        assert isinstance(reached.answer, AnswerByOrbits), "the reader chooses this by the mechanism"
        shares, square = self._shares(), self._square()
        information = information_matrix(reached.answer.orbits, shares, reached.answer.demand.ratio())
        made = square.times(self.inverse).times(information)
        require(
            made.is_equal(square), "inverse", "the inverse times the information matrix does not give the contrasts"
        )
        if self.name == DETERMINANT:
            found = self._determinant()
            k = self.shape.k  # B > 0, also for an even k (determinant.py)
            return [Shown(found * power(constant(k) / bound, k), found)]
        if self.name == LARGEST:
            self._require_largest(reached.answer.upper.number, shares)
            return [Shown(self._form().trace() / bound, reached.answer.upper.number)]
        assert self.matrix is not None, "the reader asks for it"
        mean = dot(shares, [dot(row, shares) for row in square.form()])
        least = TWO * square.times(self.matrix).trace() - mean - bound
        return [Shown(least, self.inverse.times(square).trace() - mean)]

    def _require_largest(self, upper: Quotient, shares: Line) -> None:
        """Reject unless the evidence shows that the largest variance of the mechanism is at most `upper`.

        Let pi be the `shares`, W the `inverse`, and 1 the unit matrix. It is shown that upper 1 + pi pi^T - W is positive
        semidefinite.
        """
        sizes = self.inverse.sizes
        outer = [[p * constant(n) * q for n, q in zip(sizes, shares, strict=True)] for p in shares]
        rest = invariant_identity(sizes).scale(upper).plus(InvariantMatrix(sizes, outer, [ZERO] * len(sizes)))
        rest = rest.plus(self.inverse.scale(-ONE))
        # a class of one input has no eigenvalue
        shown = all(n == 1 or d >= ZERO for n, d in zip(sizes, rest.eigenvalues, strict=True))
        require(shown, "semidefinite", largest_variance.NOT_SHOWN)
        largest_variance.require_dominant(self._turn(rest))

    def _determinant(self) -> Quotient:
        """Compute the determinant of the matrix W, which is the field `inverse`.

        Let R be the `triangle`, and F the form of W (`InvariantMatrix.form`). Reject unless R F R^T is diagonal. As `bounds`
        requires that W is the inverse of the information matrix, W is symmetric and its determinant positive.
        """
        sizes, found = self.inverse.sizes, ONE
        for a, row in enumerate(self._turn(self.inverse)):
            fits = all(x.is_zero() for b, x in enumerate(row) if b != a)
            require(fits, "triangle", "the triangle does not make the inverse diagonal")
            found = found * row[a] / constant(sizes[a]) * power(self.inverse.eigenvalues[a], sizes[a] - 1)
        return found

    def _turn(self, matrix: InvariantMatrix) -> Rows:
        """Compute R F R^T, where R is the `triangle` and F is the form of the `matrix` (`InvariantMatrix.form`).

        Reject unless R is lower triangular with a diagonal of ones.
        """
        require_unit_triangle(self.triangle)
        columns = [list(column) for column in zip(*self.triangle, strict=True)]
        return multiply_matrices(multiply_matrices(self.triangle, matrix.form()), columns)

    def aim(self) -> tuple[str, str]:
        """Return two texts: what is minimised and at which prevalences, and a remark on the estimates, to end a sentence."""
        if self.name in SUMS:
            return contrasts.aim_of(self.lists, self.contrast)
        return determinant.aim_of(determinant.WHAT if self.name == DETERMINANT else largest_variance.WHAT, self.lists)


def _square_of(contrast: Matrix, classes: list[int]) -> InvariantMatrix:
    """Compute K^T K for the matrix K (`contrast`); reject unless exchanging inputs within a class leaves it unchanged."""
    columns, members = contrast.transpose(), members_of(classes)
    # if the columns of all inputs of each class are equal, exchanges change nothing, and the full matrix is not formed
    if any(not are_equal([columns[j]], [columns[i]]) for js in members for j, i in pairwise(js)):
        full = multiply_matrices(columns, contrast.rows)
        require_exchangeable(full, classes)
        return collect_form(full, classes)
    first = [columns[inputs[0]] for inputs in members]
    acts = [[constant(len(inputs)) * dot(a, b) for b, inputs in zip(first, members, strict=True)] for a in first]
    return InvariantMatrix([len(inputs) for inputs in members], acts, [ZERO] * len(members))
