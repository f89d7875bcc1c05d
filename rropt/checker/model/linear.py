"""Linear objectives sum_ij W_ij P_ij of a mechanism P with weights W, by their names in a certificate. SPEC.md, section 5.1."""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, Quotient, total
from ..limits import spend
from ..refusals import expect
from ..text.part import Matrix, Part, Scalar, Vector, read_matrix, read_vector
from ..text.spelling import spell, spell_by_output
from .mechanism import Rows, require_probabilities

NAMES = ("trace", "weighted trace", "utility", "linear")


@dataclass(frozen=True, slots=True)
class LinearObjective:
    """A linear objective as a certificate names it: trace, weighted trace, expected utility, or any coefficients (`costs`).

    `sense` is "max" or "min", and `size` has the numbers of outputs and inputs. Of the other fields, those that the named objective
    does not use are None.
    """

    name: str
    sense: str
    size: tuple[int, int]
    weights: Vector | None
    utility: Matrix | None
    prior: Vector | None
    costs: Matrix | None

    def matrix(self) -> Rows:
        """Compute the weights W, one row per output and one column per input, from the numbers of the objective."""
        if self.costs is not None:
            return self.costs.rows
        if self.utility is not None and self.prior is not None:
            return [[u * w for u, w in zip(row, self.prior.numbers, strict=True)] for row in self.utility.rows]
        m, k = self.size
        # a few characters of a file stand for so many weights
        spend(2 * m * k)
        diagonal = self.weights.numbers if self.weights else [ONE] * k
        return [[diagonal[j] if i == j else ZERO for j in range(k)] for i in range(m)]

    def to_maximise(self, weights: Rows) -> Rows:
        """Return the weights as they are, or negated if the objective is minimised."""
        return weights if self.sense == "max" else [[-w for w in row] for row in weights]

    def noun(self) -> str:
        """Name the objective, to follow "the maximum of the" or "has a"."""
        if self.weights is not None:
            return f"weighted trace (the i-th output for the i-th input) with weights {spell(self.weights)}"
        if self.utility is not None and self.prior is not None:
            return f"expected utility with utilities {spell_by_output(self.utility)} and prior {spell(self.prior)}"
        if self.costs is not None:
            return f"linear objective with coefficients {spell_by_output(self.costs)}"
        return "trace (the i-th output for the i-th input)"


def read_objective(part: Part, m: int, k: int) -> LinearObjective:
    """Read a linear objective for m outputs and k inputs; numbers of other sizes are malformed."""
    name = part.name(*NAMES)
    keys = {"trace": "", "weighted trace": "weights", "utility": "utility prior", "linear": "costs"}[name]
    parts = part.take(f"name sense {keys}")
    sense = parts["sense"].word("max", "min")
    weights = read_vector(parts["weights"]) if "weights" in parts else None
    utility = read_matrix(parts["utility"]) if "utility" in parts else None
    prior = read_vector(parts["prior"]) if "prior" in parts else None
    costs = read_matrix(parts["costs"]) if "costs" in parts else None
    table = utility or costs
    if table is None:
        expect(m == k, f"the {name} is about as many outputs as inputs")
    else:
        expect(table.size() == (m, k), f"{table.part.where()} should have {m} rows and {k} columns")
    for vector in (weights, prior):
        right = vector is None or len(vector.numbers) == k
        expect(right, f"{part.where()} should have a number for each of {k} inputs")
    return LinearObjective(name, sense, (m, k), weights, utility, prior, costs)


def require_objective(objective: LinearObjective) -> None:
    """Reject unless the prior is a distribution, if the objective has one."""
    if objective.prior is not None:
        require_probabilities(objective.prior)


def value_of(mechanism: Matrix, weights: Rows) -> Quotient:
    """Compute sum_ij W_ij P_ij for the mechanism P and the matrix W (`weights`).

    Several entries of P may be one and the same object. Such an entry is multiplied only once, by the sum of its weights.
    """
    shared: dict[int, tuple[Quotient, list[Quotient]]] = {}
    for row, of_output in zip(mechanism.rows, weights, strict=True):
        for p, w in zip(row, of_output, strict=True):
            if p.num and w.num:
                shared.setdefault(id(p), (p, []))[1].append(w)
    return total([total(some) * p for p, some in shared.values()])


@dataclass(frozen=True, slots=True)
class Requirement:
    """The requirement in a claim of infeasibility: a bound that the value of an objective has to meet.

    If the objective is maximised, its value must be at least `bound`. If the objective is minimised, its value must be at most
    `bound`.
    """

    objective: LinearObjective
    bound: Scalar

    def words(self) -> str:
        """Say what is required, for example: has a trace of at least 8/5."""
        side = "least" if self.objective.sense == "max" else "most"
        article = "an" if self.objective.name == "utility" else "a"
        return f"has {article} {self.objective.noun()} of at {side} {spell(self.bound)}"
