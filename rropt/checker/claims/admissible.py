"""admissible: no mechanism of a parity is more informative than this one.

Statement: P has parity at most g, and no Q of parity at most g is strictly more informative than P (P = C Q with a garbling C,
but not the other way). Evidence: none; every row of P takes exactly the two values c and g c for some c >= 0 (g = 1: one value).
That g >= 1 need not be asked for: c and g c are the smallest and the largest entry, and some row is not 0.
Proof: SPEC.md, section 9.3: rows with values in {c, g c} lie on the extreme rays of the cone of rows with max <= g min, so a
row of P = C Q is a sum of rows of Q proportional to it, and then Q can be made from P again.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient, largest, smallest
from ..model.mechanism import require_stochastic
from ..refusals import require
from ..text.part import Matrix, Part, Scalar, read_matrix, read_scalar
from ..text.spelling import spell, spell_by_output

ANSWERS = ""


@dataclass(frozen=True, slots=True)
class Admissible:
    """A mechanism and the parity."""

    mechanism: Matrix
    gamma: Scalar


def read(part: Part) -> Admissible:
    """Read the claim: a mechanism and the parity gamma."""
    parts = part.take("mechanism gamma")
    return Admissible(read_matrix(parts["mechanism"]), read_scalar(parts["gamma"]))


def check(claim: Admissible) -> None:
    """Require a mechanism in which every row has the two values."""
    require_stochastic(claim.mechanism)
    for i, row in enumerate(claim.mechanism.rows):
        _require_two_values(row, claim.gamma.number, i)


def _require_two_values(row: list[Quotient], gamma: Quotient, i: int) -> None:
    """Require that the row takes exactly the values c and gamma c, where c is its smallest entry."""
    low, high = smallest(row), largest(row)
    require(all(x in (low, high) for x in row), "two-values", f"output {i} takes a third value")
    require(high == gamma * low, "value-ratio", f"the values of output {i} are not in the ratio gamma")


def sentence(claim: Admissible) -> str:
    """Say that the mechanism has this parity, and that none of this parity is strictly better."""
    gamma = spell(claim.gamma)
    return (
        f"no mechanism of parity at most {gamma} is strictly more informative than the mechanism "
        f"{spell_by_output(claim.mechanism)}, which is of parity at most {gamma}"
    )
