"""Demands of privacy: for all inputs j != l, sum_i max(0, P_ij - T P_il) <= delta. SPEC.md, section 3."""

from dataclasses import dataclass
from itertools import permutations

from ..arithmetic.quotient import ONE, ZERO, Quotient, largest, smallest, total
from ..limits import spend
from ..refusals import expect, require
from ..text.part import Matrix, Part, Scalar, read_scalar
from ..text.spelling import spell

# The keys of each notion besides its name, and the words for it.
NOTIONS = {
    "ldp": ("ratio", "epsilon-LDP with e^epsilon = {}"),
    "rho": ("from to", "rho1-to-rho2 privacy, {} to {}"),
    "parity": ("gamma", "parity at most {}"),
    "beta": ("beta", "beta-factor privacy with beta = {}"),
    "bayes": ("factor", "Bayes factors at most {}"),
}


@dataclass(frozen=True, slots=True)
class Demand:
    """A notion by its name with its numbers, and a slack delta if the notion has one."""

    name: str
    numbers: list[Scalar]
    slack: Scalar | None

    def ratio(self) -> Quotient:
        """T: the number of the notion, or for rho1-to-rho2 privacy the ratio of the odds of `to` and `from`."""
        if self.name != "rho":
            return self.numbers[0].number
        low, high = (scalar.number for scalar in self.numbers)
        return high * (ONE - low) / (low * (ONE - high))

    def delta(self) -> Quotient:
        return ZERO if self.slack is None else self.slack.number

    def is_pure(self) -> bool:
        """Whether delta is 0 on the whole domain."""
        return self.delta().is_zero()

    def words(self) -> str:
        found = NOTIONS[self.name][1].format(*map(spell, self.numbers))
        if self.slack is None or self.is_pure():
            return found
        return f"{found} and delta = {spell(self.slack)}"


def read_demand(part: Part) -> Demand:
    """A notion with exactly its own keys."""
    expect(isinstance(part.data, dict) and "name" in part.data, f"{part.where()} should be an object with a name")
    name = part.at("name").word(*NOTIONS)
    keys = NOTIONS[name][0]
    parts = part.take(f"name {keys}", "delta" if name == "ldp" else "")
    slack = read_scalar(parts["delta"]) if "delta" in parts else None
    return Demand(name, [read_scalar(parts[key]) for key in keys.split()], slack)


def require_demand(demand: Demand) -> None:
    """The demand is one: T > 0 and delta >= 0; and 0 < from < to < 1."""
    if demand.name == "rho":
        low, high = (scalar.number for scalar in demand.numbers)
        require(low > ZERO, "rho-above-zero", "rho1-to-rho2 privacy from 0 or less")
        require(high < ONE, "rho-below-one", "rho1-to-rho2 privacy to 1 or more")
        require(low < high, "rho-order", "rho1-to-rho2 privacy without rho1 < rho2")
    require(demand.ratio() > ZERO, "ratio-sign", "a demand whose ratio is not positive")
    require(demand.delta() >= ZERO, "delta-sign", "a demand whose delta may be negative")


def require_satisfied(mechanism: Matrix, demand: Demand) -> None:
    """The mechanism satisfies the demand.

    For delta = 0 each term of the sum is at most 0: in every row the largest entry is at most T times the smallest. (With
    T < 1 that asks for zeros, as the inequality for two inputs and for the same two exchanged does.)
    """
    if mechanism.size()[1] == 1:
        return
    if demand.is_pure():
        _require_ratio(mechanism, demand.ratio())
    else:
        _require_slack(mechanism, demand)


def _require_ratio(mechanism: Matrix, ratio: Quotient) -> None:
    for i, row in enumerate(mechanism.rows):
        most = smallest(row) * ratio
        require(all(x <= most for x in row), "ratio", f"output {i} of the mechanism violates the demand")


def _require_slack(mechanism: Matrix, demand: Demand) -> None:
    ratio, delta = demand.ratio(), demand.delta()
    for j, n in permutations(range(mechanism.size()[1]), 2):
        found = excess(mechanism.rows, j, n, ratio)
        require(found <= delta, "slack", f"inputs {j} and {n} of the mechanism violate the demand")


def excess(rows: list[list[Quotient]], high: int, low: int, ratio: Quotient) -> Quotient:
    """sum_i max(0, P_i,high - ratio P_i,low)."""
    spend(20 * len(rows))
    return total([largest([ZERO, row[high] - ratio * row[low]]) for row in rows])
