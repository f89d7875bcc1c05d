"""Given a mechanism that meets a demand, find another one that meets the demand too and is at least as informative.

The other mechanism belongs to a small class. If the demand is a parity ≤ γ, the class is the staircases: each of their rows is a
multiple of a row with the entries 1 and γ. Every mechanism of parity ≤ γ is a garbling of a staircase.

For two inputs a single mechanism is enough. The only staircase is then Warner's mechanism with p = γ/(1+γ), if the order of outputs
is ignored and outputs with proportional rows are merged. So with γ = e^ε, Warner's mechanism is at least as informative as every
ε-LDP mechanism. Under (ε, δ)-LDP the same holds for a mechanism of four outputs, which reveals the bit with probability δ and
otherwise randomizes the bit with ε (Chai & Nayak, Proposition 4.1; Kairouz, Oh & Viswanath 2017, Theorem 3.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rropt.errors import Disagreement, InputError, refuse
from rropt.exact.epsilon import Epsilon
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.families import four_output, from_spec, warner
from rropt.given import mechanism_of
from rropt.mechanism import Mechanism
from rropt.order.comparison import Comparison, Relation, compare_halves
from rropt.order.dominance import Dominance, certify_dominance, dominates
from rropt.order.staircase import read_bounded, staircase_above
from rropt.privacy import LDP, Parity
from rropt.show import Block, Col, Result, Say, Table

__all__ = [
    "ONE_ANSWER",
    "TableRow",
    "WarnerTable",
    "below_optimal_binary",
    "dominating_staircase",
    "optimal_binary",
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


@dataclass(frozen=True, slots=True)
class TableRow:
    """A design for two inputs beside Warner's design of the same ε, the least ε that one answer of the design satisfies.

    In `comparison`, Warner's design is the first mechanism.
    """

    name: str
    epsilon: Epsilon
    comparison: Comparison


@dataclass(frozen=True, slots=True, repr=False)
class WarnerTable(Result):
    """Designs for two inputs, each beside Warner's design of the same ε."""

    schema: ClassVar[str] = "rropt/warner/2"
    rows: tuple[TableRow, ...]

    def show(self) -> Iterator[Block]:
        """Yield how many designs Warner's improves on, and a row for each design."""
        better = sum(row.comparison.relation is Relation.BETTER for row in self.rows)
        yield Say(
            f"Warner's design of the same epsilon is strictly more informative than {better} of {len(self.rows)} designs, and "
            "equivalent to the others. In the table its p is the chance of a true answer.",
            key="",
        )
        cols = (
            Col("design", "design"),
            Col("epsilon", "epsilon", "up"),
            Col("p", "its p"),
            Col("relation", "it is"),
            Col("garbling", "C with C·Warner = design", shown=False),
            Col("certificate", "", shown=False),
        )
        found = [(row, row.comparison) for row in self.rows]
        rows = [
            (row.name, row.epsilon, x.first.rows[0][0], x.relation.value, x.garbling and x.garbling.rows, x.certificate)
            for row, x in found
        ]
        yield Table("rows", cols, rows)


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

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import dominating_staircase
        >>> dominating_staircase(from_spec("kuk:p=2/3,q=1/3"), 3).holds
        True

    Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, JMLR 17.
    """
    form, bound = read_bounded(mechanism, gamma)
    if not bound > 1:
        raise InputError(f"gamma = {gamma} allows only mechanisms that reveal nothing; give gamma > 1")
    above = staircase_above(form.original, bound)
    return certify_dominance(above.mechanism, form.original, above.garbling)


def optimal_binary(epsilon: object, *, delta: object = 0) -> Mechanism:
    """The mechanism for two inputs that is at least as informative as every (ε, δ)-LDP one.

    Args:
        epsilon: The budget ε.
        delta: The slack δ; with δ > 0 the mechanism has four outputs.

    Returns:
        The mechanism.

    Raises:
        InputError: ε is negative or infinite, or δ is no probability.

    Examples:
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

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import below_optimal_binary
        >>> below_optimal_binary(from_spec("warner:p=2/3"), "ln3").holds
        True

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    p = mechanism_of(mechanism)
    if p.k != 2:
        raise InputError(
            f"the mechanism has {p.k} inputs, but a single optimal mechanism exists for two inputs only; give one with two inputs"
        )
    if not LDP(epsilon, delta=delta).holds(p):
        raise InputError(
            f"the mechanism violates (epsilon = {epsilon}, delta = {delta})-LDP; "
            f"see LDP(epsilon, delta=delta).violations(mechanism)"
        )
    best = optimal_binary(epsilon, delta=delta)
    return _require_dominance(Mechanism(best.rows, p.inputs, best.outputs), p)


def warner_table(designs: Sequence[str] | str = ONE_ANSWER) -> WarnerTable:
    """Compare each of several designs for two inputs with Warner's design of the same ε.

    ε is the least that one answer of the design satisfies (its tight ε).

    Args:
        designs: Specs of mechanisms with two inputs; if not given, the designs of the literature that `ONE_ANSWER` lists.

    Returns:
        A table whose `rows` have, per design, its name, its ε and the comparison, in which Warner's design is the first mechanism.

    Raises:
        InputError: A text is no spec, or its mechanism does not have two inputs and a finite, positive tight ε.

    Examples:
        >>> from rropt.order import warner_table
        >>> print(warner_table("kuk:p=2/3,q=1/3").rows[0].epsilon)
        log(2)

    Reference: Holohan, Leith and Mason (2016), Optimal differentially private mechanisms for randomised response.
    """
    named = (designs,) if isinstance(designs, str) else tuple(designs)
    refuse(
        (
            not named or not all(isinstance(name, str) for name in named),
            f"the designs must be specs, such as ['kuk:p=2/3,q=1/3'], not {str(designs)[:40]!r}",
        )
    )
    return WarnerTable(tuple(_beside_warner(name, from_spec(name)) for name in named))


def _beside_warner(name: str, design: Mechanism) -> TableRow:
    """Compare a design for two inputs with Warner's design of the same ε, which must be finite and positive."""
    parity = Parity("inf").tightest(design)
    if design.k != 2 or is_infinite(parity) or parity == 1:
        raise InputError(
            f"{name} cannot be compared with Warner's design; give a design with two inputs and a tight epsilon that is finite and "
            "above 0"
        )
    law = warner(p=parity / (1 + parity))
    best = Mechanism(law.rows, design.inputs, law.outputs)
    found = compare_halves(_require_dominance(best, design), dominates(design, best))
    return TableRow(name, Epsilon(parity), found)


def _require_dominance(best: Mechanism, p: Mechanism) -> Dominance:
    """Decide that a mechanism dominates another, which it should do by the theorem."""
    found = dominates(best, p)
    if not found.holds:
        raise Disagreement(
            "by the theorem the optimal mechanism of the demand should dominate the given one, but it does not; this is an error "
            "in rropt; please report it"
        )
    return found
