"""A weighted sum of total and contrast variances, or the largest of several of them: f = sum_a w_a f_a.

Each f_a maps a row to a number; it is the function of one total or contrast variance (SPEC.md, section 5.3). The w_a are weights.

From the sum of f to the objective. Let V_a be the variance with the index a of a mechanism with the rows r_i. For this variance, K
is the matrix of contrasts, and there are lists pi of prevalences, each with a matrix X in the evidence. Let L_a be the mean of
2 Tr K X^T - |K pi|^2 over these lists. Then V_a >= L_a - sum_i f_a(r_i) (contrasts.py). The prices in the certificate show that
sum_i f(r_i) is at most a number B. So sum_a w_a V_a >= sum_a w_a L_a - sum_i f(r_i) >= sum_a w_a L_a - B.

If the objective is the largest of the V_a, the weights sum to 1 and are part of the evidence. The largest of some values is at
least every mean of them, so that a lower bound of the mean holds for the largest too. Here f_a may also be the function of a
weighted sum of total and contrast variances.
SPEC.md, section 5.11.
"""

from dataclasses import dataclass
from typing import Any

from ..arithmetic.quotient import ONE, ZERO, Quotient, dot
from ..model.mechanism import require_probabilities
from ..refusals import expect, require
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..text.part import Part, Vector, read_vector
from ..text.spelling import spell
from .contrasts import Contrasts, meant_of
from .lists import Numbers
from .outer import Reached
from .shares import Weighted, squares
from .squares import Squares

NAMES = ("variances",)
ALONE: dict[str, Any] = dict.fromkeys(("total variance", "contrast variance"), Contrasts)
OUTER = "the value is at least the sum of w_a (2 Tr K X^T - |K pi|^2) over all f_a, less B (K = 1 where none is given)"


@dataclass(frozen=True, slots=True)
class Variances:
    """The objective: a weighted sum of total and contrast variances (`of`), or the largest of them.

    If it is the largest, `is_largest` is true. Then the weights are not part of the objective but of the evidence: they give a
    mean, and a lower bound on this mean holds for the largest value too.
    """

    of: list[Any]
    weights: Vector
    is_largest: bool
    shape: Shape
    sense: str = "min"
    free_outputs: bool = True
    outer: str = OUTER

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Variances":
        """Read the objectives, and the evidence for each of them from the witness.

        If the objective is the largest of several variances, their weights are read from the witness too. If it is a weighted sum,
        the weights are read from the objective.
        """
        is_largest = "weights" not in part.data
        parts = part.take("name of", "weights")
        expect(witness is not None, "the objective has a witness")
        assert witness is not None
        expect(not shape.by_orbits, "variances together take no mechanism by orbits")
        shown = witness.take("of weights" if is_largest else "of")
        weights = read_vector((shown if is_largest else parts)["weights"])
        items, proofs = parts["of"].items(), shown["of"].items()
        expect(0 < len(items) == len(weights.numbers), "there should be a weight for each objective")
        expect(len(items) == len(proofs), "there should be a witness for each objective")
        # if the largest is meant, one of the objectives may be a weighted sum of variances; nothing else is nested
        kinds = {**ALONE, "variances": cls} if is_largest else ALONE
        of = [_read_one(item, proof, shape, kinds) for item, proof in zip(items, proofs, strict=True)]
        return cls(of, weights, is_largest, shape)

    def require_stated(self) -> None:
        """Reject if an objective has numbers that are not valid, or if a weight may be negative.

        If the largest of the objectives is sought, also reject weights whose sum is not 1.
        """
        for one in self.of:
            one.require_stated()
        if self.is_largest:
            require_probabilities(self.weights)
        require(all(w >= ZERO for w in self.weights.numbers), "prior-sign", "a weight of a sum that may be negative")

    def function(self) -> Squares:
        """Make f, the weighted sum of the objectives' functions of a row.

        The prices in the certificate bound the sum of f over the rows of a mechanism. Terms of f with the same list of prevalences
        are merged into one. This keeps inequalities short, because they are multiplied by all denominators.
        """
        found: list[Weighted] = []
        for term in self.terms(ONE):
            alike = [n for n, x in enumerate(found) if x.share.numbers == term.share.numbers]
            scaled = [term.weight * d for d in term.weights]
            if alike:
                other = found[alike[0]]
                rows, weights = [*other.rows, *term.rows], [*other.weights, *scaled]
                found[alike[0]] = Weighted(rows, weights, term.share, ONE)
            else:
                found.append(Weighted(term.rows, scaled, term.share, ONE))
        return squares(found, self.shape)

    def terms(self, factor: Quotient) -> list[Weighted]:
        """List terms whose sum is `factor` times f, where f is the weighted sum of the objectives' functions of a row."""
        pairs = zip(self.weights.numbers, self.of, strict=True)
        return [term for w, one in pairs for term in one.terms(factor * w)]

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        return f"sum_a w_a f_a(s) with {'; '.join(f'f_{n}(s) = ({one.formula})' for n, one in enumerate(self.of))}"

    def named(self) -> list[tuple[str, Numbers]]:
        """List by name, for a reader, the numbers in the functions of all objectives, and the weights."""
        each = [(f"{name} of f_{n}", x) for n, one in enumerate(self.of) for name, x in one.named()]
        return [*each, ("w", self.weights)]

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from below and from above.

        Each objective has a matrix K of contrasts, and a matrix X for each of its lists pi of prevalences. For the objective with
        the index a, let L_a be the mean of 2 Tr K X^T - |K pi|^2 over its lists. The lower bound is the weighted sum of the L_a
        minus `bound`. `bound` is at least the sum of f over the rows of every mechanism, where f is the function that `function`
        makes. For the mechanism given, each objective has an upper bound on its value (`Contrasts.bounds`). The upper bound of the
        optimum is the weighted sum of these.

        If the objective is the largest of several, return one item for each of them, with its own upper bound.
        """
        shown = [one.bounds(reached, ZERO)[0] for one in self.of]
        least = dot(self.weights.numbers, [x.least for x in shown]) - bound
        values = [x.most for x in shown]
        return [Shown(least, most) for most in (values if self.is_largest else [dot(self.weights.numbers, values)])]

    def aim(self) -> tuple[str, str]:
        """Return two texts: what is minimised, and what the symbol n*Var in the first text means."""
        each = "each of the combinations named, and where none are named of the share of each input"
        return f"minimum of the {self.noun()}", meant_of(each)

    def noun(self) -> str:
        """Return the noun phrase that follows "minimum of the": "largest of …" or "sum, with the weights …, of …"."""
        said = " and ".join(f"({one.noun()})" for one in self.of)
        return f"largest of {said}" if self.is_largest else f"sum, with the weights {spell(self.weights)}, of {said}"


def _read_one(item: Part, proof: Part, shape: Shape, kinds: dict[str, Any]) -> Any:
    """Read one of the objectives, with its evidence `proof`.

    The worst of several lists, or the largest of several objectives, is malformed here, because its value is no sum over the rows
    of a mechanism.
    """
    one = kinds[item.name(*kinds)].read(item, proof, shape)
    fits = not (one.lists.is_worst if isinstance(one, Contrasts) else one.is_largest)
    expect(fits, f"{item.where()} is no sum over rows, and goes with no other objective")
    return one
