"""admissible: this mechanism has parity at most g, and no mechanism of parity at most g is strictly more informative.

The parity of a mechanism is the largest ratio of two entries of one row. A garbling is a stochastic matrix that is applied to
the answers. Q is strictly more informative than P if some garbling C makes P from Q, that is P = C Q, and no garbling makes Q
from P.

No evidence is needed. It is checked that every row of P has exactly the two values c and g c for some c >= 0, or one value if
g = 1. It is also checked that c is the smallest entry of its row. As some row is not 0, g >= 1 follows.

Proof (SPEC.md, section 9.3). Let P = C Q, with Q of parity at most g. The rows with max <= g min form a cone, which contains the
rows of Q. A row with the two values c and g c lies on an extreme ray of this cone. Every row of P is a sum of multiples of rows
of Q. So each row of Q that has a positive share in this sum is proportional to the row of P. Hence Q can be made from P again.
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
    """The claim: among the mechanisms of parity at most g (`gamma`), none is strictly more informative than `mechanism`.

    `mechanism` has parity at most g itself. The parity of a mechanism is the largest ratio of two entries of one row.
    """

    mechanism: Matrix
    gamma: Scalar


def read(part: Part) -> Admissible:
    """Read the mechanism, and the number `gamma` that its parity may reach."""
    parts = part.take("mechanism gamma")
    return Admissible(read_matrix(parts["mechanism"]), read_scalar(parts["gamma"]))


def check(claim: Admissible) -> None:
    """Require that the matrix is a mechanism, and that every row has exactly the values c and gamma c, where c is its smallest
    entry.
    """
    require_stochastic(claim.mechanism)
    for i, row in enumerate(claim.mechanism.rows):
        _require_two_values(row, claim.gamma.number, i)


def _require_two_values(row: list[Quotient], gamma: Quotient, i: int) -> None:
    """Require that the row of output i has exactly the values c and gamma c, where c is its smallest entry."""
    low, high = smallest(row), largest(row)
    require(all(x in (low, high) for x in row), "two-values", f"output {i} takes a third value")
    require(high == gamma * low, "value-ratio", f"the values of output {i} are not in the ratio gamma")


def sentence(claim: Admissible) -> str:
    """Say that this mechanism has parity at most gamma.

    Also say that no mechanism of parity at most gamma is strictly more informative than this one.
    """
    gamma = spell(claim.gamma)
    return (
        f"no mechanism of parity at most {gamma} is strictly more informative than the mechanism "
        f"{spell_by_output(claim.mechanism)}, which is of parity at most {gamma}"
    )
