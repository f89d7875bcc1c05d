"""Linear objectives sum_ij W_ij P_ij, and the bound on them that multipliers prove. SPEC.md, section 4.

Weak duality. Let y_j be any numbers, m_jl >= 0 and 0 <= mu_ijl <= m_jl. If P has columns that sum to 1 and satisfies the demand,
then mu_ijl (P_ij - T P_il) <= m_jl max(0, P_ij - T P_il), so that

    sum_ij W_ij P_ij <= sum_j y_j + delta sum_jl m_jl     wherever     W_ij <= y_j + sum_l (mu_ijl - T mu_ilj) for all i, j.

Conditions beside the demand move W and the bound: model/condition.py. A demand by pairs has T_jl and delta_jl in their places,
and no multipliers of pairs of which it asks nothing. Several demands together have the sum of these for each of them on the
right: the inequalities of the first are added to those of the second.

With delta = 0 and multipliers y_j of columns alone, put c_ij = W_ij - y_j and u_i = min_j P_ij. As u_i <= P_ij <= T u_i,

    sum_j c_ij P_ij <= u_i (T sum_j max(c_ij, 0) + sum_j min(c_ij, 0)),

so sum_ij W_ij P_ij <= sum_j y_j wherever the bracket is at most 0 for all i. (P_ij <= T P_il fails for T < 1 but for zeros, so
that with two inputs or more there is no P then, and any bound holds.)
"""

import re
from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, Quotient, total
from ..limits import spend
from ..refusals import expect, require
from ..speed import is_surely_bounded
from ..text.part import Matrix, Part, Scalar, Vector, read_matrix, read_number, read_vector
from ..text.spelling import spell, spell_by_output
from .condition import Conditions, add_conditions, bound_of_conditions, require_condition_signs
from .demand import Bound, Demand, PairIndex
from .mechanism import Rows, require_probabilities

NAMES = ("trace", "weighted trace", "utility", "linear")
Bounds = dict[PairIndex, Bound]
# column[j], pair[j,l] and excess[i,j,l], and of several demands pair[j,l,n] and excess[i,j,l,n]; also condition[n].
MULTIPLIER = re.compile(r"(column|pair|excess|condition)\[((?:0|[1-9][0-9]{0,8})(?:,(?:0|[1-9][0-9]{0,8}))*)\]")


@dataclass(frozen=True, slots=True)
class LinearObjective:
    """An objective by its name, with its sense (max or min) and its numbers, for mechanisms of a size (outputs, inputs)."""

    name: str
    sense: str
    size: tuple[int, int]
    weights: Vector | None
    utility: Matrix | None
    prior: Vector | None
    costs: Matrix | None

    def matrix(self) -> Rows:
        """W."""
        if self.costs is not None:
            return self.costs.rows
        if self.utility is not None and self.prior is not None:
            return [[u * w for u, w in zip(row, self.prior.numbers, strict=True)] for row in self.utility.rows]
        m, k = self.size
        diagonal = self.weights.numbers if self.weights else [ONE] * k
        return [[diagonal[j] if i == j else ZERO for j in range(k)] for i in range(m)]

    def to_maximise(self, weights: Rows) -> Rows:
        """W as it is, or -W where the objective is minimised."""
        return weights if self.sense == "max" else [[-w for w in row] for row in weights]

    def noun(self) -> str:
        """The objective after "the maximum of the" or "has a"."""
        if self.weights is not None:
            return f"weighted trace (the i-th output for the i-th input) with weights {spell(self.weights)}"
        if self.utility is not None and self.prior is not None:
            return f"expected utility with utilities {spell_by_output(self.utility)} and prior {spell(self.prior)}"
        if self.costs is not None:
            return f"linear objective with coefficients {spell_by_output(self.costs)}"
        return "trace (the i-th output for the i-th input)"


@dataclass(frozen=True, slots=True)
class Multipliers:
    """The multipliers that are given, by their indices."""

    columns: dict[int, Quotient]
    pairs: dict[PairIndex, Quotient]
    excesses: dict[tuple[int, ...], Quotient]
    conditions: dict[int, Quotient]

    def column(self, j: int) -> Quotient:
        """y_j, which is 0 if it is not given."""
        return self.columns.get(j, ZERO)


def read_objective(part: Part, m: int, k: int) -> LinearObjective:
    """A linear objective for m outputs and k inputs."""
    expect(isinstance(part.data, dict) and "name" in part.data, f"{part.where()} should be an object with a name")
    name = part.at("name").word(*NAMES)
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
    """The prior of a utility is one."""
    if objective.prior is not None:
        require_probabilities(objective.prior)


def read_multipliers(part: Part, m: int, k: int, demand: Demand, conditions: int) -> Multipliers:
    """Multipliers of equalities and inequalities that exist, by their names; an excess only beside its pair."""
    expect(isinstance(part.data, dict), f"{part.where()} should be an object")
    found: dict[str, dict[tuple[int, ...], Quotient]] = {"column": {}, "pair": {}, "excess": {}, "condition": {}}
    place = (k, k, len(demand.together)) if demand.together else (k, k)
    sizes = {"column": (k,), "pair": place, "excess": (m, *place), "condition": (conditions,)}
    where = part.where()
    for name, data in part.data.items():
        match = MULTIPLIER.fullmatch(name)
        indices = tuple(map(int, match[2].split(","))) if match else ()
        exists = match is not None and _exists(match[1], indices, sizes[match[1]])
        expect(exists, f"{where} names no inequality")
        found[name.partition("[")[0]][indices] = read_number(data, part.domain, where)
    beside = all(indices[1:] in found["pair"] for indices in found["excess"])
    expect(beside, f"{part.where()} has an excess without its pair")
    columns = {j: y for (j,), y in found["column"].items()}
    return Multipliers(columns, found["pair"], found["excess"], {n: z for (n,), z in found["condition"].items()})


def _exists(kind: str, indices: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Whether indices are in range, and those of two inputs differ."""
    in_range = len(indices) == len(sizes) and all(i < n for i, n in zip(indices, sizes, strict=True))
    first = 1 if kind == "excess" else 0
    return in_range and (kind in ("column", "condition") or indices[first] != indices[first + 1])


def dual_bound(weights: Rows, multipliers: Multipliers, demand: Demand, conditions: Conditions) -> Quotient:
    """What the multipliers prove that sum W_ij P_ij does not exceed where P meets the conditions."""
    require_condition_signs(conditions, multipliers.conditions)
    bound = _bound_of_demand(add_conditions(weights, conditions, multipliers.conditions), multipliers, demand)
    return bound - bound_of_conditions(conditions, multipliers.conditions.items()) if multipliers.conditions else bound


def _bound_of_demand(weights: Rows, multipliers: Multipliers, demand: Demand) -> Quotient:
    """The same by the demand alone."""
    spend((24 * len(weights) + 8) * len(weights[0]))
    columns = [multipliers.column(j) for j in range(len(weights[0]))]
    ratio = None if multipliers.pairs else demand.pure_ratio()
    if ratio is not None:
        _require_rows_bounded(weights, columns, ratio)
        return total(columns)
    _require_signs(multipliers)
    bounds = dict(demand.bounds(multipliers.pairs))
    require(
        len(bounds) == len(multipliers.pairs), "multiplier-asked", "a multiplier of a pair of which nothing is asked"
    )
    for i, row in enumerate(weights):
        reached = _reach(i, columns, multipliers, bounds)
        covered = all(w <= most for w, most in zip(row, reached, strict=True))
        require(covered, "weight-reached", f"the multipliers do not reach every weight of output {i}")
    return total(columns) + total([bounds[pair][1] * y for pair, y in multipliers.pairs.items()])


def _require_rows_bounded(weights: Rows, columns: list[Quotient], ratio: Quotient) -> None:
    """T sum_j max(c_ij, 0) + sum_j min(c_ij, 0) <= 0 for every output i, with c_ij = W_ij - y_j.

    As c = max(c, 0) + min(c, 0), that is (T - 1) sum_j max(c_ij, 0) + sum_j W_ij <= sum_j y_j. The numbers W_ij and -y_j are
    summed as they are given, without their differences c_ij: these would have longer denominators.
    """
    if len(columns) > 1 and ratio < ONE:
        return
    negative, beyond, bound = [-y for y in columns], ratio - ONE, total(columns)
    most, ranges = ratio.in_steps()[1], [y.in_steps() for y in columns]
    for i, row in enumerate(weights):
        if is_surely_bounded([w.in_steps() for w in row], ranges, most):
            continue
        above = []  # the W_ij and -y_j of the c_ij > 0
        for w, y, less in zip(row, columns, negative, strict=True):
            if not w <= y:
                require(y <= w, "row-sign", f"the sign of a weight of output {i} less its column's multiplier changes")
                above += [w, less]
        bounded = beyond * total(above) + total(row) <= bound
        require(bounded, "row-bound", f"the multipliers do not bound output {i}")


def _require_signs(multipliers: Multipliers) -> None:
    """The multipliers of inequalities are not negative, and mu_ijl is at most m_jl."""
    for pair, y in multipliers.pairs.items():
        require(y >= ZERO, "multiplier-sign", f"the multiplier of pair{list(pair)} may be negative")
    for place, share in multipliers.excesses.items():
        require(share >= ZERO, "excess-sign", f"the multiplier of excess{list(place)} may be negative")
        whole = multipliers.pairs[place[1:]]
        require(share <= whole, "excess-share", f"excess{list(place)} is more than its pair")


def _reach(i: int, columns: list[Quotient], multipliers: Multipliers, bounds: Bounds) -> list[Quotient]:
    """y_j + sum_l (mu_ijl - T_lj mu_ilj) for every input j."""
    parts = [[y] for y in columns]
    for place in multipliers.pairs:
        share = multipliers.excesses.get((i, *place))
        if share is not None:
            parts[place[0]].append(share)
            parts[place[1]].append(-(bounds[place][0] * share))
    return [total(of_input) for of_input in parts]


def value_of(mechanism: Matrix, weights: Rows) -> Quotient:
    """sum_ij W_ij P_ij; the weights of a probability that stands in many places, as one object, are added first."""
    shared: dict[int, tuple[Quotient, list[Quotient]]] = {}
    for row, of_output in zip(mechanism.rows, weights, strict=True):
        for p, w in zip(row, of_output, strict=True):
            if p.num and w.num:
                shared.setdefault(id(p), (p, []))[1].append(w)
    return total([total(some) * p for p, some in shared.values()])


@dataclass(frozen=True, slots=True)
class Requirement:
    """That an objective is at least (min: at most) a bound."""

    objective: LinearObjective
    bound: Scalar

    def words(self) -> str:
        """For example: has a trace of at least 8/5."""
        side = "least" if self.objective.sense == "max" else "most"
        article = "an" if self.objective.name == "utility" else "a"
        return f"has {article} {self.objective.noun()} of at {side} {spell(self.bound)}"
