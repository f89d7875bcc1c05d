"""Total variance of estimated shares, or of linear combinations (contrasts) of shares, at one or several lists of prevalences.

The function of a row s is f(s) = sum_a w_a |X_a s|^2/(pi_a s). The index a runs over the lists pi_a of prevalences, which have the
weights w_a. The witness gives a matrix X_a for each list. K is the matrix of the contrasts, or the unit matrix for the shares
themselves. P is the mechanism. At prevalences pi, M is its information matrix, C is n times the asymptotic covariance of shares
estimated from n answers, and D is the diagonal matrix of P pi. A matrix L is an unbiased estimator of the contrasts if L P = K. B
is the bound that the prices (dual variables) give on the sum of f over the rows of P.

Outer step. The value at a list pi is V = Tr K C K^T. For the best estimator L with L P = K, it is Tr L D L^T - |K pi|^2. For every
X, and every L with L P = K, Tr L D L^T >= 2 Tr K X^T - Tr X M X^T. This is so because Tr (L - X P^T D^-1) D (L - X P^T D^-1)^T >= 0
and M = P^T D^-1 P. The sum of f over the rows of the mechanism is sum_a w_a Tr X_a M_a X_a^T, and this sum is at most B. So
sum_a w_a V_a >= sum_a w_a (2 Tr K X_a^T - |K pi_a|^2) - B. This is a lower bound of the mean of the V_a with the weights w_a. The
largest V_a is at least this mean, so that the bound holds for it too.

The mechanism's own value at the list a is shown in one of two ways. If L_a is an estimator with L_a P = K, the value is at most
Tr L_a D_a L_a^T - |K pi_a|^2. If Z_a is a matrix with Z_a M_a = K, the value is Tr Z_a K^T - |K pi_a|^2.
SPEC.md, section 5.3.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, TWO, Quotient, dot
from ..model.mechanism import Line, Rows, are_equal, multiply_matrices
from ..refusals import expect, require
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..text.part import Matrix, Part, read_matrix
from ..text.spelling import spell
from .lists import Lists, Numbers, read_lists, take_objective
from .outer import Reached
from .shares import (
    OfPrevalences,
    Weighted,
    chances,
    contrast_of,
    information_of,
    inner,
    require_estimator,
    spell_shares,
    spell_weights,
    squares,
    take_evidence,
)
from .squares import Squares

NAMES = ("total variance", "contrast variance")
OUTER = "the value is at least the mean of 2 Tr K X^T - |K pi|^2, less B (K = 1 where none is given)"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence at one list pi of prevalences.

    `matrix` is the matrix X in the term |X s|^2/(pi s) of the objective's function of a row s. `proof` shows the mechanism's value.
    Let K be the matrix of the linear combinations of shares that are estimated. If `is_estimator`, `proof` is an unbiased estimator
    L: its product with the mechanism is K. Otherwise it is a matrix Z whose product with the information matrix is K.
    """

    matrix: Matrix
    proof: Matrix
    is_estimator: bool


@dataclass(frozen=True, slots=True)
class Contrasts(OfPrevalences):
    """The objective: the sum of the asymptotic variances of several linear combinations of estimated shares.

    `contrast` is the matrix K of the combinations, or None if the shares themselves are meant. `lists` has one or several lists of
    prevalences with their weights. `evidence` has one item for each list.
    """

    contrast: Matrix | None
    lists: Lists
    evidence: list[Evidence]
    shape: Shape
    outer: str = OUTER

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Contrasts":
        """Read the objective and its witness (the evidence beside the prices).

        If the sizes of the matrices do not fit together, the text is malformed.
        """
        stated = take_objective(part, "prevalences", "contrast" if part.data["name"] == "contrast variance" else "")
        contrast = read_matrix(stated["contrast"]) if "contrast" in stated else None
        lists = read_lists(stated, "prevalences", witness, shape.k)
        keys = take_evidence(witness, lists, "matrix", "estimator inverse")
        found = cls(contrast, lists, [_read_evidence(item) for item in keys], shape)
        found._expect_sizes()
        return found

    def _expect_sizes(self) -> None:
        """Call the text malformed unless the numbers of rows and columns of all matrices fit together.

        K (`contrast`) is the matrix of the linear combinations of shares that are estimated. If there is no K, each share is a
        combination. The evidence has, for each list of prevalences, a matrix X and a proof, which is an estimator or an inverse. K
        and every X have a column for each input. Every X and every proof have a row for each combination. An estimator has a column
        for each output, and an inverse has a column for each input.
        """
        k, m = self.shape.k, self.shape.outputs
        rows = k if self.contrast is None else self.contrast.size()[0]
        fits = self.contrast is None or self.contrast.size()[1] == k
        for given in self.evidence:
            fits = fits and given.matrix.size() == (rows, k)
            fits = fits and given.proof.size() == (rows, m if given.is_estimator else k)
        expect(fits, f"the contrast and the matrices of the witness should be about {k} inputs")

    def function(self) -> Squares:
        """Make the function f(s) = sum_a w_a |X_a s|^2/(pi_a s) of a row s.

        The index a runs over the lists pi_a of prevalences. w_a is the weight of a list, and X_a is the matrix in its evidence. The
        prices in the certificate bound the sum of f over the rows of a mechanism.
        """
        return squares(self.terms(ONE), self.shape)

    def terms(self, factor: Quotient) -> list[Weighted]:
        """List a term for each list of prevalences. The terms sum to `factor` times the function of a row that `function` makes."""
        terms = zip(self.evidence, self.lists.items, self.lists.weights(), strict=True)
        return [Weighted(p.matrix.rows, ones(p.matrix), share, factor * w) for p, share, w in terms]

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        return self.lists.formula("|X{0} s|^2/(pi{0} s)")

    def named(self) -> list[tuple[str, Numbers]]:
        """List the numbers of the objective and of its evidence with their names, to be shown to a reader.

        They are the prevalences pi and the matrix X for each list, the weights of the lists if given, and the matrix K of contrasts
        if there is one.
        """
        found = self.lists.named(pi=self.lists.items, X=[p.matrix for p in self.evidence])
        return found if self.contrast is None else [*found, ("K", self.contrast)]

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from below and from above.

        Let K be the matrix of contrasts, or the unit matrix if there are none. For each list pi of prevalences, compute
        2 Tr K X^T - |K pi|^2, where X is the matrix in the list's evidence. The lower bound is the weighted mean of these numbers
        minus `bound`. `bound` is at least the sum of f over the rows of every mechanism, where f is the function that `function`
        makes. The upper bound is the weighted mean of the values that the evidence shows for the mechanism at the lists. If the
        evidence is an estimator that is not the best, the value shown is larger than the mechanism's value.

        If the objective is the largest value over several lists, return one item for each list. Its upper bound is the value shown
        at this list.
        """
        contrast, weights = contrast_of(self.contrast, self.shape.k), self.lists.weights()
        means = [[dot(row, share.numbers) for row in contrast] for share in self.lists.items]
        both = list(zip(self.evidence, means, strict=True))
        least = dot(weights, [TWO * inner(contrast, p.matrix.rows) - dot(mean, mean) for p, mean in both]) - bound
        rows, shares = reached.matrix().rows, [share.numbers for share in self.lists.items]
        moments = [_second_moment(p, rows, share, contrast) for p, share in zip(self.evidence, shares, strict=True)]
        values = [moment - dot(mean, mean) for moment, mean in zip(moments, means, strict=True)]
        return [Shown(least, most) for most in (values if self.lists.is_worst else [dot(weights, values)])]

    def aim(self) -> tuple[str, str]:
        """Return two texts: what is minimised and at which prevalences, and what the symbol n*Var in the first text means."""
        return aim_of(self.lists, self.contrast)

    def noun(self) -> str:
        """Name the sum and its prevalences, to follow "the minimum of the"."""
        return noun_of(self.lists, self.contrast)


def _read_evidence(keys: dict[str, Part]) -> Evidence:
    """Read the evidence at one list of prevalences.

    Either an estimator or an inverse shows the mechanism's value; both together, or neither, are malformed.
    """
    proofs = [keys[key] for key in ("estimator", "inverse") if key in keys]
    expect(len(proofs) == 1, "the witness should have one of: estimator, inverse")
    return Evidence(read_matrix(keys["matrix"]), read_matrix(proofs[0]), "estimator" in keys)


def ones(matrix: Matrix) -> Line:
    """Return a list of ones, one for each row of the matrix."""
    return [ONE] * matrix.size()[0]


def _second_moment(given: Evidence, mechanism: Rows, share: Line, contrast: Rows) -> Quotient:
    """Compute the sum of the second moments of the estimates that are made from one answer, at the prevalences `share`.

    The evidence has one of two matrices. If it is an estimator L, require L P = K, where P is the mechanism and K the `contrast`.
    Then return Tr L D L^T, where D is the diagonal matrix of the probabilities of the outputs. If it is an inverse Z, require that
    Z times the information matrix is K. Then return Tr Z K^T.
    """
    proof = given.proof.rows
    if not given.is_estimator:
        made = multiply_matrices(proof, information_of(mechanism, share))
        require(are_equal(made, contrast), "inverse", "Z times the information is not the contrast")
        return inner(proof, contrast)
    require_estimator(proof, mechanism, contrast)
    columns = [list(column) for column in zip(*proof, strict=True)]
    return dot(chances(mechanism, share), [dot(column, column) for column in columns])


def aim_of(lists: Lists, contrast: Matrix | None) -> tuple[str, str]:
    """Return two texts: what is minimised, and what the symbol n*Var in the first text means.

    `contrast` is the matrix of the linear combinations of shares. It is None if the shares themselves are meant.
    """
    each = "the share of each input" if contrast is None else "each of these combinations"
    return f"minimum of the {noun_of(lists, contrast)}", meant_of(each)


def meant_of(each: str) -> str:
    """Say that n*Var is the sum of n times the asymptotic variances of the best estimates of `each`."""
    return f", where n*Var is the sum of n times the asymptotic variances of the best regular estimates, from n answers, of {each}"


def noun_of(lists: Lists, contrast: Matrix | None) -> str:
    """Name the sum of variances and its prevalences, to follow "the minimum of the"."""
    where = spell_shares(lists)
    combined = "" if contrast is None else f" of the linear combinations {spell(contrast)} of the shares"
    what = f"total asymptotic n*Var{combined}"
    if lists.is_worst:
        return f"largest, over the prevalences {where}, of the {what}"
    if lists.is_several:
        return f"mean, over the prevalences {where} with weights {spell_weights(lists)}, of the {what}"
    return f"{what} at prevalences {where}"
