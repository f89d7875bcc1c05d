"""The trace with all pairs at once: a mechanism and prices that stay the same if inputs are relabelled. SPEC.md, section 4.1.

Let there be k inputs and k outputs, and relabel both in the same way. This changes neither the trace nor a demand that asks the
same of all ordered pairs of inputs. A mechanism with P_ii = a for all i and P_ij = b for all i != j stays the same too. So what
holds for one input holds for all inputs, and what holds for one ordered pair of inputs holds for all. Let also the prices and
multipliers of rows/multipliers.py stay the same:

    y_j = y,    z_jl = p,    mu_j,jl = x,    mu_i,jl = 0 for i != j.

Then the inequality of the lemma on prices is shown by two conditions. The weights are w on the diagonal (1, or -1 if the trace is
minimised) and 0 elsewhere. For P_ii the condition is w <= y + (k - 1) x, and for P_ij with i != j it is 0 <= y - T x. The bound is
B = k y + delta k (k - 1) p.
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
    """Three numbers that are the same for all inputs: the price of an input, the price of an ordered pair (j, l), and a multiplier.

    The multiplier is that of the pair (j, l) at the output j; at other outputs it is 0.
    """

    column: Quotient
    pair: Quotient
    multiplier: Quotient


def read_symmetric(part: Part) -> SymmetricMultipliers:
    """Read the price of every input, the price of every ordered pair, and the multiplier."""
    parts = part.take(" ".join(KINDS))
    return SymmetricMultipliers(*(read_number(parts[kind].data, part.domain, parts[kind].where()) for kind in KINDS))


def expect_symmetric(objective: str, demand: Demand, conditions: int) -> None:
    """Call the text malformed unless the objective is the trace and all that is asked is one ratio and one slack of all pairs.

    `conditions` is the number of conditions on mechanisms, which must be 0.
    """
    alone = demand.by_pair is None and demand.vulnerability is None and not demand.together
    plain = objective == "trace" and alone and conditions == 0
    expect(plain, "multipliers of all pairs at once go with the trace under one demand for all pairs alone")


def require_symmetric(mechanism: Matrix, demand: Demand) -> Quotient:
    """Reject unless all diagonal entries of the mechanism are equal, all others are equal, and it satisfies the demand.

    Return its diagonal entry.
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
    """Compute B, by which the prices bound the sum of `weight` times P_ii over all k inputs i, for every mechanism P of the demand.

    Reject unless the prices satisfy the conditions under which this holds.
    """
    y, p, x = multipliers.column, multipliers.pair, multipliers.multiplier
    require(x >= ZERO, "excess-sign", "the multiplier of all pairs may be negative")
    require(x <= p, "excess-share", "the multiplier of all pairs is more than the price of the pairs")
    reached = "the multipliers do not reach every weight"
    require(weight <= y + constant(k - 1) * x, "weight-reached", reached)
    require(y - demand.ratio() * x >= ZERO, "weight-reached", reached)
    return constant(k) * y + constant(k * (k - 1)) * demand.delta() * p


def shown_by_symmetry(answer: Answer, sense: str, prices: SymmetricMultipliers) -> Shown:
    """Bound the optimum of the trace on one side by the prices, and on the other by the mechanism's trace.

    Reject if the mechanism or the prices are not as they must be.
    """
    k = len(answer.inputs)
    require_demand(answer.demand)
    value = constant(k) * require_symmetric(answer.mechanism, answer.demand)
    bound = symmetric_bound(ONE if sense == "max" else -ONE, k, prices, answer.demand)
    return Shown(value, bound) if sense == "max" else Shown(-bound, value)
