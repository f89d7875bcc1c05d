"""satisfies: a mechanism satisfies a demand.

Statement. A demand asks something of ordered pairs of inputs j != l: a ratio T and a number delta. For each such pair the mechanism
P has sum_i max(0, P_ij - T P_il) <= delta, where i runs over the outputs. A demand may also have vulnerabilities. A vulnerability
is about a guesser, whose mean gain V(P) may be at most v (model/vulnerability.py). For each vulnerability, V(P) <= v.
No evidence is needed: the inequalities are evaluated. SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..model.demand import Demand, read_demand, require_demand, require_satisfied
from ..model.mechanism import require_stochastic
from ..text.part import Matrix, Part, read_matrix
from ..text.spelling import spell_by_output

ANSWERS = ""


@dataclass(frozen=True, slots=True)
class Satisfies:
    """The claim: the mechanism satisfies the demand."""

    mechanism: Matrix
    demand: Demand


def read(part: Part) -> Satisfies:
    """Read a mechanism, and a demand on its inputs."""
    parts = part.take("mechanism notion")
    mechanism = read_matrix(parts["mechanism"])
    return Satisfies(mechanism, read_demand(parts["notion"], pairs_of=mechanism.size()[1], vulnerabilities=True))


def check(claim: Satisfies) -> None:
    """Reject unless the matrix is a mechanism, the demand's numbers are in their ranges, and the mechanism satisfies the demand."""
    require_stochastic(claim.mechanism)
    require_demand(claim.demand)
    require_satisfied(claim.mechanism, claim.demand)


def sentence(claim: Satisfies) -> str:
    """State in words that the mechanism satisfies the demand."""
    return f"the mechanism {spell_by_output(claim.mechanism)} satisfies {claim.demand.words()}"
