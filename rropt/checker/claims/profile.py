"""profile: the least delta of a mechanism for every ratio s.

Let P be the mechanism, indexed [output, input]. Let d(s) be the largest, over inputs j != l, of sum_i max(0, P_ij - s P_il). Let
(s_n, d_n) be the points in the certificate, where s_0 >= 1 and the s_n increase. Statement: for s >= s_0, d is the piecewise linear
function through these points, and after the last of them it is constant. No evidence is needed: d is evaluated at each s_n, in the
middle between any two neighbours, and at twice the last s_n.

Proof. d is convex and does not increase. If a convex function meets a chord at both ends and in the middle, it is equal to the
chord on the whole interval between the ends. If d(2s) = d(s), then d is constant from s on, because it does not increase and its
slopes do not fall. SPEC.md, section 7.
"""

from dataclasses import dataclass
from itertools import pairwise, permutations

from ..arithmetic.quotient import ONE, TWO, Products, Quotient, largest
from ..limits import spend
from ..model.demand import total_excess
from ..model.mechanism import require_stochastic
from ..refusals import expect, require
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from ..text.spelling import spell, spell_by_output

Point = tuple[Quotient, Quotient]

ANSWERS = "breakpoints deltas"


@dataclass(frozen=True, slots=True)
class Profile:
    """The claim: a mechanism with two inputs or more, and its least delta (`deltas`) at each ratio s of `breakpoints`."""

    mechanism: Matrix
    breakpoints: Vector
    deltas: Vector


def read(part: Part) -> Profile:
    """Read a mechanism, at least one breakpoint, and a delta for each breakpoint."""
    parts = part.take("mechanism breakpoints deltas")
    mechanism = read_matrix(parts["mechanism"])
    breakpoints, deltas = read_vector(parts["breakpoints"]), read_vector(parts["deltas"])
    expect(mechanism.size()[1] > 1, "a profile is about two inputs or more")
    expect(len(breakpoints.numbers) > 0, "a profile without a breakpoint")
    expect(len(breakpoints.numbers) == len(deltas.numbers), "there should be a delta for every breakpoint")
    return Profile(mechanism, breakpoints, deltas)


def check(claim: Profile) -> None:
    """Reject unless the least delta of the mechanism has the claimed values.

    It is compared at the breakpoints and at twice the last one. In the middle between neighbouring breakpoints, it must be the mean
    of the two claimed values.
    """
    require_stochastic(claim.mechanism)
    points = list(zip(claim.breakpoints.numbers, claim.deltas.numbers, strict=True))
    require(points[0][0] >= ONE, "breakpoint-below-one", "a profile below the ratio 1")
    for (s, _), (later, _) in pairwise(points):
        require(s < later, "breakpoint-order", "breakpoints that do not increase")
    beyond = (TWO * points[-1][0], points[-1][1])
    middles = [((s + later) / TWO, (d + e) / TWO) for (s, d), (later, e) in pairwise(points)]
    for s, delta in [*points, *middles, beyond]:
        _require_value(claim.mechanism, s, delta)


def _require_value(mechanism: Matrix, s: Quotient, delta: Quotient) -> None:
    """Reject unless `delta` is the largest value of sum_i max(0, P_ij - s P_il) over inputs j != l.

    P is the mechanism, and i runs over its outputs.
    """
    k, multiples = mechanism.size()[1], Products()
    spend(30 * k * k)
    found = largest([total_excess(mechanism.rows, j, n, s, multiples) for j, n in permutations(range(k), 2)])
    require(found == delta, "profile-value", "the profile has another value at or between its breakpoints")


def sentence(claim: Profile) -> str:
    """State in words that the least delta is linear between the breakpoints and constant after the last."""
    return (
        f"the least delta for which the mechanism {spell_by_output(claim.mechanism)} is (log s, delta)-LDP is, from the first of "
        f"these s on, linear in s between its values {spell(claim.deltas)} at s = {spell(claim.breakpoints)}, "
        "and constant afterwards"
    )
