"""Bounds the trace if the mechanism and the prices do not change when inputs are relabelled. SPEC.md, section 4.1.

Let T be the ratio of the demand and delta its slack, the same for all ordered pairs of inputs. Let a mechanism P have k inputs and
k outputs, and relabel inputs and outputs in the same way. This changes neither the trace nor the demand. If P_ii = a for all i and
P_ij = b for all i != j, it does not change P either. So a condition that holds for one input holds for all inputs, and a condition
that holds for one ordered pair holds for all.

The certificate has prices, which are dual variables, and multipliers. Both are explained in rows/multipliers.py. The price of the
input j is y_j, the price of the pair (j, l) is z_jl, and the multiplier of this pair at the output i is mu_i,jl. Let relabeling not
change them:

    y_j = y,    z_jl = p,    mu_j,jl = x,    mu_i,jl = 0 for i != j.

The objective has the weight w at the entries P_ii and 0 elsewhere. The weight w is 1, or -1 if the trace is minimised. Suppose that
0 <= x <= p. Then two conditions show the inequality of the lemma on prices (rows/prices.py). For P_ii the condition is w <= y + (k
- 1) x. For P_ij with i != j it is 0 <= y - T x. The bound is B = k y + delta k (k - 1) p.
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
    """The three numbers of a certificate whose dual variables are the same for all inputs and for all pairs of inputs.

    `column` is the dual variable of every input, and `pair` is that of every ordered pair (j, l) of inputs. A pair also has a
    multiplier at each output: `multiplier` at the output j, and 0 at all other outputs.
    """

    column: Quotient
    pair: Quotient
    multiplier: Quotient


def read_symmetric(part: Part) -> SymmetricMultipliers:
    """Read three numbers: the dual variable of every input, that of every ordered pair of inputs, and the multiplier."""
    parts = part.take(" ".join(KINDS))
    return SymmetricMultipliers(*(read_number(parts[kind].data, part.domain, parts[kind].where()) for kind in KINDS))


def expect_symmetric(objective: str, demand: Demand, conditions: int) -> None:
    """Call the text malformed unless the objective is the trace and the demand sets only one ratio and one slack for all pairs.

    `conditions` is the number of conditions on mechanisms, which must be 0.
    """
    alone = demand.by_pair is None and demand.vulnerability is None and not demand.together
    plain = objective == "trace" and alone and conditions == 0
    expect(plain, "multipliers of all pairs at once go with the trace under one demand for all pairs alone")


def require_symmetric(mechanism: Matrix, demand: Demand) -> Quotient:
    """Reject unless the matrix is a mechanism with two inputs or more that is symmetric and satisfies the demand.

    Symmetric means that all diagonal entries are equal, and all other entries are equal. Return the diagonal entry.
    """
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
    """Compute an upper bound on `weight` times the trace, for all k x k mechanisms that satisfy the demand.

    The bound is computed from the dual variables in `multipliers`. Reject unless they satisfy the conditions under which it is a
    bound.
    """
    y, p, x = multipliers.column, multipliers.pair, multipliers.multiplier
    require(x >= ZERO, "excess-sign", "the multiplier of all pairs may be negative")
    require(x <= p, "excess-share", "the multiplier of all pairs is more than the price of the pairs")
    reached = "the multipliers do not reach every weight"
    require(weight <= y + constant(k - 1) * x, "weight-reached", reached)
    require(y - demand.ratio() * x >= ZERO, "weight-reached", reached)
    return constant(k) * y + constant(k * (k - 1)) * demand.delta() * p


def shown_by_symmetry(answer: Answer, sense: str, prices: SymmetricMultipliers) -> Shown:
    """Return a lower and an upper bound on the optimal trace: the mechanism's trace, and a bound from the dual variables `prices`.

    If `sense` is "max", the mechanism's trace is the lower bound. Otherwise it is the upper bound. Reject unless the mechanism has
    two inputs or more, satisfies the demand, and does not change when inputs are relabelled. Reject also unless the dual variables
    satisfy the conditions of `symmetric_bound`.
    """
    k = len(answer.inputs)
    require_demand(answer.demand)
    value = constant(k) * require_symmetric(answer.mechanism, answer.demand)
    bound = symmetric_bound(ONE if sense == "max" else -ONE, k, prices, answer.demand)
    return Shown(value, bound) if sense == "max" else Shown(-bound, value)
