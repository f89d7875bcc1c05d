"""Given a mechanism that meets a demand, find another one that meets the demand too and is at least as informative.

The other mechanism belongs to a small class. If the demand is a parity ≤ γ, the class is the staircases: each of their rows is a
multiple of a row with the entries 1 and γ. Every mechanism of parity ≤ γ is a garbling of a staircase.

For two inputs a single mechanism is enough. The only staircase is then Warner's mechanism with p = γ/(1+γ), if the order of outputs
is ignored and outputs with proportional rows are merged. So with γ = e^ε, Warner's mechanism is at least as informative as every
ε-LDP mechanism. Under (ε, δ)-LDP the same holds for a mechanism of four outputs, which reveals the bit with probability δ and
otherwise randomizes the bit with ε (Chai & Nayak, Proposition 4.1; Kairouz, Oh & Viswanath 2017, Theorem 3.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rropt.exact.decimal import show_with_decimal
from rropt.exact.element import Bound
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.families import four_output, from_spec, warner
from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.comparison import Comparison, Relation, compare_at_point
from rropt.order.dominance import Dominance, certify_garbling
from rropt.order.garbling import as_garbling
from rropt.order.numeric.program import Oracle
from rropt.order.staircase import staircase_above
from rropt.order.words import mechanism_dict
from rropt.privacy import LDP, Parity
from rropt.privacy.given import mechanism_of
from rropt.results import Result, Table, text_table

__all__ = [
    "ONE_ANSWER",
    "TableRow",
    "below_optimal_binary",
    "dominating_staircase",
    "optimal_binary",
    "warner_beside",
    "warner_row",
    "warner_table",
]

ONE_ANSWER = (
    "simmons:unrelated=1/4,p=2/3",
    "simmons:unrelated=1/2,p=1/2",
    "forced_response:yes=1/6,no=1/6",
    "forced_response:yes=1/4,no=1/12",
    "kuk:p=2/3,q=1/3",
    "kuk:p=2/3,q=1/3,cards=2",
    "kuk:p=4/5,q=1/2,cards=3",
    "christofides:cards=1/10:1/5:7/10",
    "christofides:cards=3/5:3/10:1/10",
)


@dataclass(frozen=True, slots=True, repr=False)
class TableRow(Result):
    """One row of a table in which designs for two inputs are compared with Warner's designs of the same ε.

    `epsilon` is the least ε that one answer of the design satisfies; it must be finite and positive. In `comparison`, Warner's
    design is the first mechanism.
    """

    name: str
    epsilon: Epsilon
    comparison: Comparison

    @property
    def garbling(self) -> Mechanism:
        """The garbling C that makes the design from Warner's: C @ Warner = design."""
        found = self.comparison.forward.garbling
        assert found is not None
        return found

    @property
    def relation(self) -> str:
        """How Warner's design relates to this one: `dominates strictly`, or `equivalent` if each is a garbling of the other."""
        return "dominates strictly" if self.comparison.relation is Relation.BETTER else self.comparison.relation

    def explain(self) -> str:
        """Write the row as a table, and the matrix C that turns Warner's design into this one: C·Warner = design."""
        return f"{text_table(*self.as_table())}\nC·Warner = {self.name} with C:\n{self.garbling!r}"

    def to_dict(self) -> dict[str, Any]:
        """The design, its ε, Warner's design of that ε, the garbling and the certificate."""
        found = self.comparison
        return {
            "design": self.name,
            "epsilon": str(self.epsilon),
            "relation": found.relation.value,
            "warner": mechanism_dict(found.first),
            "mechanism": mechanism_dict(found.second),
            "garbling": mechanism_dict(self.garbling),
            "certificate": found.certificate,
        }

    def as_table(self) -> Table:
        """A table of one row."""
        rows = "; ".join(" ".join(map(show, row)) for row in self.garbling.rows)
        cells = (
            self.name,
            self.epsilon.shown(direction="upper"),
            show_with_decimal(self.comparison.first.rows[0][0]),
            self.relation,
            f"[{rows}]",
        )
        return ("design", "epsilon of one answer", "Warner's p", "Warner's design", "C, rows = answers"), [cells]


def dominating_staircase(mechanism: Mechanism, gamma: object) -> Dominance:
    """Find a staircase mechanism that is at least as informative as the given one.

    In a staircase mechanism, each row is a multiple of a row with the entries 1 and γ.

    Args:
        mechanism: A mechanism of parity at most γ.
        gamma: The bound γ > 1 on the ratios of a row.

    Returns:
        The dominance: its `first` is the staircase mechanism, with the garbling that makes the given one, and the certificate.

    Raises:
        InputError: The mechanism's parity is above γ, or γ is at most 1.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.order import dominating_staircase
        >>> dominating_staircase(from_spec("kuk:p=2/3,q=1/3"), 3).holds
        True

    Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, JMLR 17.
    """
    mechanism = mechanism_of(mechanism)
    g = read_number(gamma)
    if not g > 1:
        raise InputError(f"gamma = {gamma} allows only mechanisms that reveal nothing; give gamma > 1")
    above = staircase_above(mechanism, g)
    garbling = as_garbling(above.garbling, above.mechanism, mechanism)
    return certify_garbling(above.mechanism, mechanism, garbling, Oracle.STAIRCASE)


def optimal_binary(epsilon: object, *, delta: object = 0) -> Mechanism:
    """The mechanism for two inputs that is at least as informative as every (ε, δ)-LDP one.

    Args:
        epsilon: The budget ε.
        delta: The slack δ; with δ > 0 the mechanism has four outputs.

    Returns:
        The mechanism.

    Raises:
        InputError: ε is negative or infinite, or δ is no probability.

    Example:
        >>> from rropt.order import optimal_binary
        >>> optimal_binary("ln3")[0]
        (Rational(3, 4), Rational(1, 4))

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    if read_number(delta) == 0:
        return warner(epsilon=epsilon)
    return four_output(epsilon=epsilon, delta=delta)


def below_optimal_binary(mechanism: Mechanism, epsilon: object, *, delta: object = 0) -> Dominance:
    """Show by a garbling that the optimal mechanism for two inputs dominates the given one, which must meet the demand.

    Args:
        mechanism: A mechanism of two inputs that is (ε, δ)-LDP.
        epsilon: The budget ε.
        delta: The slack δ.

    Returns:
        The comparison with the optimal mechanism, with the garbling and the certificate.

    Raises:
        InputError: The mechanism does not meet the demand or does not have two inputs, or epsilon is free or infinite.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.order import below_optimal_binary
        >>> below_optimal_binary(from_spec("warner:p=2/3"), "ln3").holds
        True

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    mechanism = mechanism_of(mechanism)
    if mechanism.k != 2:
        raise InputError(
            f"the mechanism has {mechanism.k} inputs, but a single optimal mechanism exists for two inputs only; give a mechanism "
            "with two inputs"
        )
    demand = LDP(epsilon, delta=delta)
    if not demand.holds(mechanism):
        raise InputError(
            f"the mechanism violates (epsilon = {epsilon}, delta = {delta})-LDP; "
            "see LDP(epsilon, delta=delta).violations(mechanism)"
        )
    best = optimal_binary(epsilon, delta=delta)
    found = dominates(Mechanism(best.rows, mechanism.inputs, best.outputs), mechanism)
    if not found.holds:
        raise Disagreement(
            "by the theorem the optimal mechanism of the demand should dominate the given one, but it does not; this is an error "
            "in rropt; please report it"
        )
    return found


def warner_table(designs: Sequence[str] | str = ONE_ANSWER) -> tuple[TableRow, ...]:
    """Compare each of several designs for two inputs with Warner's design of the same ε.

    ε is the least that one answer of the design satisfies (its tight ε).

    Args:
        designs: Specs of mechanisms with two inputs; if not given, the designs of the literature that `ONE_ANSWER` lists.

    Returns:
        One row per design: its ε, Warner's p, the relation, and the garbling.

    Raises:
        InputError: A text is no spec, or its mechanism does not have two inputs and a finite, positive tight ε.

    Example:
        >>> from rropt.order import warner_table
        >>> print(warner_table("kuk:p=2/3,q=1/3")[0].epsilon)
        log(2)

    Reference: Holohan, Leith and Mason (2016), Optimal differentially private mechanisms for randomised response.
    """
    named = (designs,) if isinstance(designs, str) else tuple(designs) if isinstance(designs, Iterable) else ()
    if not named or not all(isinstance(name, str) for name in named):
        raise InputError(
            f"the designs must be specs of mechanisms, such as ['kuk:p=2/3,q=1/3'], not {str(designs)[:40]!r}"
        )
    return tuple(warner_row(name, from_spec(name)) for name in named)


def warner_row(name: str, design: Mechanism) -> TableRow:
    """Compare a design for two inputs with Warner's design of the same ε.

    ε is the least that one answer of the design satisfies; it must be finite and positive.
    """
    epsilon, best = warner_beside(name, design)
    found = compare_at_point(best, design)
    if not found.forward.holds:
        raise Disagreement(
            f"by the theorem Warner's design of epsilon {epsilon} should dominate {name}, but it does not; this is an error in "
            "rropt; please report it"
        )
    return TableRow(name, epsilon, found)


def warner_beside(name: str, design: Mechanism) -> tuple[Epsilon, Mechanism]:
    """Return the least ε that one answer of a design for two inputs satisfies, and Warner's design of that ε.

    Refuse a design for which this ε is infinite or 0.
    """
    parity: Bound = Parity("inf").tightest(design)
    if design.k != 2 or is_infinite(parity):
        raise InputError(
            f"{name} cannot be compared with Warner's design; give a design with two inputs and a finite tight epsilon"
        )
    if parity == 1:
        raise InputError(
            f"{name} tells nothing, as its tight epsilon is 0; give a design whose answers depend on the truth"
        )
    law = warner(p=parity / (1 + parity))
    return Epsilon(parity), Mechanism(law.rows, design.inputs, law.outputs)
