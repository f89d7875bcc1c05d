"""The trace with all pairs at once: a mechanism, and prices, that no relabelling of the inputs changes. SPEC.md, section 4.1.

Let inputs and outputs be the same k things, and relabel both alike. That changes neither the demand, which is the same for all
ordered pairs of inputs, nor the trace. A mechanism with P_ii = a for all i and P_ij = b for all i != j does not change either, so
what holds of one input, of one ordered pair of inputs, of one entry of each kind holds of all. Likewise for prices and multipliers

    y_j = y,    z_jl = p,    mu_j,jl = x,    mu_i,jl = 0 for i != j

of rows/multipliers.py: the weight w of the diagonal is reached where w <= y + (k - 1) x, and the weight 0 elsewhere, of P_ij with
i != j, where 0 <= y - T x. B is k y + delta k (k - 1) p.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, largest, total
from ..limits import spend
from ..model.demand import Demand, require_demand
from ..refusals import expect, require
from ..text.part import Matrix, Part, read_number
from .answer import Answer, Shown

KINDS = ("column", "budget", "excess")


@dataclass(frozen=True, slots=True)
class SymmetricMultipliers:
    """y of every input, p of every ordered pair, and x of the output that belongs to the first input of the pair."""

    column: Quotient
    pair: Quotient
    multiplier: Quotient


def read_symmetric(part: Part) -> SymmetricMultipliers:
    """The three numbers."""
    parts = part.take(" ".join(KINDS))
    return SymmetricMultipliers(*(read_number(parts[kind].data, part.domain, parts[kind].where()) for kind in KINDS))


def expect_symmetric(objective: str, demand: Demand, conditions: int) -> None:
    """Require that the claim is about the trace under one ratio and slack for all pairs, and nothing else."""
    alone = demand.by_pair is None and demand.vulnerability is None and not demand.together
    plain = objective == "trace" and alone and conditions == 0
    expect(plain, "multipliers of all pairs at once go with the trace under one demand for all pairs alone")


def require_symmetric(mechanism: Matrix, demand: Demand) -> Quotient:
    """Require a mechanism that relabelling does not change and that satisfies the demand; return its diagonal entry."""
    k = len(mechanism.rows)
    require(k > 1, "symmetric", "one input has no pairs")
    a, b = mechanism.rows[0][0], mechanism.rows[0][1]
    for i, row in enumerate(mechanism.rows):
        spend(4 * k)
        for j, x in enumerate(row):
            wanted = a if i == j else b
            require(x is wanted or x == wanted, "symmetric", "the mechanism changes where inputs are relabelled")
    for x in (a, b):
        require(x >= ZERO, "entry-sign", "the mechanism has an entry that may be negative")
    require(a + constant(k - 1) * b == ONE, "column-sum", "the mechanism has a column that does not sum to 1")
    ratio, others = demand.ratio(), constant(k - 2)
    parts = [largest([ZERO, a - ratio * b]), largest([ZERO, b - ratio * a])]
    if k > 2:
        parts.append(others * largest([ZERO, b - ratio * b]))
    require(total(parts) <= demand.delta(), "slack", "two inputs of the mechanism violate the demand")
    return a


def symmetric_bound(weight: Quotient, k: int, multipliers: SymmetricMultipliers, demand: Demand) -> Quotient:
    """The bound that the multipliers prove on the sum of weight times P_ii."""
    y, p, x = multipliers.column, multipliers.pair, multipliers.multiplier
    require(x >= ZERO, "excess-sign", "the multiplier of all pairs may be negative")
    require(x <= p, "excess-share", "the multiplier of all pairs is more than the price of the pairs")
    reached = "the multipliers do not reach every weight"
    require(weight <= y + constant(k - 1) * x, "weight-reached", reached)
    require(y - demand.ratio() * x >= ZERO, "weight-reached", reached)
    return constant(k) * y + constant(k * (k - 1)) * demand.delta() * p


def shown_by_symmetry(answer: Answer, sense: str, prices: SymmetricMultipliers) -> Shown:
    """Bound the optimum by B on one side, and by the mechanism's trace on the other."""
    k = len(answer.inputs)
    require_demand(answer.demand)
    value = constant(k) * require_symmetric(answer.mechanism, answer.demand)
    bound = symmetric_bound(ONE if sense == "max" else -ONE, k, prices, answer.demand)
    return Shown(value, bound) if sense == "max" else Shown(-bound, value)
