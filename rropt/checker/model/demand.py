"""Demands of privacy: for all inputs j != l, sum_i max(0, P_ij - T P_il) <= delta. SPEC.md, section 3.

A demand by pairs has a T and a delta of its own for each ordered pair that it names, and asks nothing of the others.
"""

from dataclasses import dataclass
from itertools import permutations

from ..arithmetic.quotient import ONE, ZERO, Quotient, largest, smallest, total
from ..limits import LONGEST_QUOTE, spend
from ..refusals import expect, require
from ..text.part import Matrix, Part, Scalar, Vector, read_scalar, read_vector
from ..text.spelling import name_by_digest, spell

# The keys of each notion besides its name, and the words for it.
NOTIONS = {
    "ldp": ("ratio", "epsilon-LDP with e^epsilon = {}"),
    "rho": ("from to", "rho1-to-rho2 privacy, {} to {}"),
    "parity": ("gamma", "parity at most {}"),
    "beta": ("beta", "beta-factor privacy with beta = {}"),
    "bayes": ("factor", "Bayes factors at most {}"),
}


BY_PAIR = "pairs"


@dataclass(frozen=True, slots=True)
class PairBounds:
    """Ordered pairs of inputs with the T and the delta of each."""

    pairs: list[tuple[int, int]]
    ratios: Vector
    deltas: Vector
    part: Part

    def words(self) -> str:
        pairs = ", ".join(f"{j} against {n}" for j, n in self.pairs)
        named = pairs if len(pairs) <= LONGEST_QUOTE else name_by_digest(self.part)
        numbers = f"with e^epsilon = {spell(self.ratios)} and delta = {spell(self.deltas)}"
        return f"epsilon-LDP of inputs {named}, counted from 0, {numbers}"


@dataclass(frozen=True, slots=True)
class Demand:
    """A notion by its name with its numbers, and a slack delta if the notion has one; or bounds by pairs."""

    name: str
    numbers: list[Scalar]
    slack: Scalar | None
    by_pair: PairBounds | None = None

    def bounds(self, k: int) -> dict[tuple[int, int], tuple[Quotient, Quotient]]:
        """T and delta of every ordered pair of k inputs of which something is asked."""
        if self.by_pair is not None:
            numbers = zip(self.by_pair.ratios.numbers, self.by_pair.deltas.numbers, strict=True)
            return dict(zip(self.by_pair.pairs, numbers, strict=True))
        return dict.fromkeys(permutations(range(k), 2), (self.ratio(), self.delta()))

    def ratio(self) -> Quotient:
        """T: the number of the notion, or for rho1-to-rho2 privacy the ratio of the odds of `to` and `from`."""
        if self.name != "rho":
            return self.numbers[0].number
        low, high = (scalar.number for scalar in self.numbers)
        return high * (ONE - low) / (low * (ONE - high))

    def delta(self) -> Quotient:
        return ZERO if self.slack is None else self.slack.number

    def is_pure(self) -> bool:
        """Whether there is one T and delta is 0 on the whole domain."""
        return self.by_pair is None and self.delta().is_zero()

    def words(self) -> str:
        if self.by_pair is not None:
            return self.by_pair.words()
        found = NOTIONS[self.name][1].format(*map(spell, self.numbers))
        if self.slack is None or self.is_pure():
            return found
        return f"{found} and delta = {spell(self.slack)}"


def read_demand(part: Part, pairs_of: int = 0) -> Demand:
    """A notion with exactly its own keys; one by pairs where the claim takes one, of so many inputs."""
    expect(isinstance(part.data, dict) and "name" in part.data, f"{part.where()} should be an object with a name")
    name = part.at("name").word(*NOTIONS, *([BY_PAIR] if pairs_of else []))
    if name == BY_PAIR:
        return _read_pairs(part, pairs_of)
    keys = NOTIONS[name][0]
    parts = part.take(f"name {keys}", "delta" if name == "ldp" else "")
    slack = read_scalar(parts["delta"]) if "delta" in parts else None
    return Demand(name, [read_scalar(parts[key]) for key in keys.split()], slack)


def _read_pairs(part: Part, k: int) -> Demand:
    """Different ordered pairs of different inputs, with two numbers for each."""
    parts = part.take("name pairs ratios deltas")
    pairs = []
    for pair in parts["pairs"].items():
        indices = [x.index(k) for x in pair.items()]
        expect(len(indices) == 2 and indices[0] != indices[1], f"{pair.where()} should name two different inputs")
        pairs.append((indices[0], indices[1]))
    expect(len(pairs) > 0 and len(set(pairs)) == len(pairs), f"{part.where()} names no pair, or one twice")
    ratios, deltas = read_vector(parts["ratios"]), read_vector(parts["deltas"])
    expect(len(ratios.numbers) == len(deltas.numbers) == len(pairs), f"{part.where()} should have two numbers a pair")
    return Demand(BY_PAIR, [], None, PairBounds(pairs, ratios, deltas, parts["pairs"]))


def require_demand(demand: Demand) -> None:
    """The demand is one: T > 0 and delta >= 0; and 0 < from < to < 1."""
    if demand.by_pair is not None:
        for ratio, delta in zip(demand.by_pair.ratios.numbers, demand.by_pair.deltas.numbers, strict=True):
            require(ratio > ZERO, "ratio-sign", "a demand whose ratio is not positive")
            require(delta >= ZERO, "delta-sign", "a demand whose delta may be negative")
        return
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
    for (j, n), (ratio, delta) in demand.bounds(mechanism.size()[1]).items():
        found = excess(mechanism.rows, j, n, ratio)
        require(found <= delta, "slack", f"inputs {j} and {n} of the mechanism violate the demand")


def excess(rows: list[list[Quotient]], high: int, low: int, ratio: Quotient) -> Quotient:
    """sum_i max(0, P_i,high - ratio P_i,low)."""
    spend(20 * len(rows))
    return total([largest([ZERO, row[high] - ratio * row[low]]) for row in rows])
