"""The deficiency of a mechanism P towards a mechanism Q, as a linear program: minimise τ, where Σ_i (C·P − Q)⁺_ij ≤ τ for every
input j.

Here C is a garbling, and X⁺ is the matrix of the positive parts of the entries of X. The unknowns are, in this order: the rows of
C, the positive parts of C·P − Q, its negative parts, the slack of the inequality of each input, and τ. The simplex method starts at
the feasible vertex whose C turns every output of P into the first output of Q. The dual values are −w_j·(1 − G_ij), which give a
prior w and gains G in [0, 1].

Small programs are solved exactly. For large programs, the answer in floats is rounded to a garbling and a decision problem. Their
exact values enclose the deficiency.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Element, Number, generator
from rropt.exact.fields import Exponential, Field, Free
from rropt.exact.matrix import Matrix, common_field, determinant, freeze
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.order.numeric.floats import near_deficiency
from rropt.order.numeric.rounding import round_distribution
from rropt.order.numeric.splitting import near_deficiency_by_steps
from rropt.solvers.simplex import SimplexSolution, minimise

__all__ = [
    "DeficiencyProposal",
    "deficiency_by_numeric",
    "deficiency_by_simplex",
    "deficiency_size",
    "degree",
    "is_beyond_programs",
    "round_proposal",
]

ZERO, ONE = Fraction(0), Fraction(1)
NEARBY = Fraction(1, 10**40)
DENOMINATOR = 10**20
MOST_ENTRIES = (
    5_000  # the most entries of Q: with 8,192 (64 inputs, 128 outputs) HiGHS takes 18 s, and minutes near a tie
)
FLOAT_DENOMINATOR = 2**44  # as fine as floats, and short enough for the checker at 64 inputs and 128 outputs


@dataclass(frozen=True, slots=True)
class DeficiencyProposal:
    """A garbling, which gives an upper bound on the deficiency, and a decision problem with gains in [0, 1], which gives a lower
    one."""

    garbling: Matrix
    decision: Decision


def deficiency_size(p: Mechanism, q: Mechanism) -> int:
    """The number of cells of the simplex tableau of the linear program for the deficiency of p towards q."""
    return (q.m * p.k + p.k + p.m) * (q.m * p.m + 2 * q.m * p.k + p.k + 1)


def _standard_form(p: Mechanism, q: Mechanism) -> tuple[list[list[Number]], list[Number], list[int]]:
    """The equations A·x = b of the deficiency's linear program as (A, b), and a feasible starting basis."""
    mp, mq, k = p.m, q.m, p.k
    over, under, slack, tau = mq * mp, mq * mp + mq * k, mq * mp + 2 * mq * k, mq * mp + 2 * mq * k + k
    a: list[list[Number]] = []
    b: list[Number] = []
    basis: list[int] = []
    for i in range(mq):
        for j in range(k):
            row = list[Number]([ZERO] * (tau + 1))
            row[i * mp : (i + 1) * mp] = [p.rows[u][j] for u in range(mp)]
            row[over + i * k + j], row[under + i * k + j] = -ONE, ONE
            a.append(row)
            b.append(q.rows[i][j])
            basis.append((over if i == 0 else under) + i * k + j)
    worst = max(range(k), key=lambda j: 1 - q.rows[0][j])
    for j in range(k):
        row = list[Number]([ZERO] * (tau + 1))
        for i in range(mq):
            row[over + i * k + j] = ONE
        row[slack + j], row[tau] = ONE, -ONE
        a.append(row)
        b.append(ZERO)
        basis.append(tau if j == worst else slack + j)
    for u in range(mp):
        row = list[Number]([ZERO] * (tau + 1))
        for i in range(mq):
            row[i * mp + u] = ONE
        a.append(row)
        b.append(ONE)
        basis.append(u)
    return a, b, basis


def deficiency_by_simplex(p: Mechanism, q: Mechanism) -> DeficiencyProposal:
    """Solve the linear program of the deficiency of p towards q exactly by the simplex method. The program should be small.

    If entries contain an irrational number t, the program is first solved with a rational number near t in place of t. The exact
    method then starts from the last basis of that solution, unless this basis is singular or has artificial columns.
    """
    a, b, basis = _standard_form(p, q)
    costs: list[Number] = [*([ZERO] * (len(a[0]) - 1)), ONE]
    field = common_field(a, [b])
    if field is not None:
        assert not isinstance(field, Free)
        basis = _nearby_basis(costs, a, b, basis, field)
    return _read(minimise(costs, a, b, basis=basis), p, q)


def _nearby_basis(
    costs: list[Number], a: list[list[Number]], b: list[Number], basis: list[int], field: Field
) -> list[int]:
    t = _near(generator(field))
    near = [[at_point(x, field, t) for x in row] for row in a]
    right = [at_point(x, field, t) for x in b]
    found = list(minimise(costs, near, right, basis=basis).basis)
    if min(found) < 0 or (not isinstance(field, Exponential) and determinant([[r[j] for j in found] for r in a]) == 0):
        return basis
    return found


def _read(solution: SimplexSolution, p: Mechanism, q: Mechanism) -> DeficiencyProposal:
    mp, mq, k = p.m, q.m, p.k
    garbling = freeze(solution.x[i * mp : (i + 1) * mp] for i in range(mq))
    weights = [-y for y in solution.duals[mq * k : mq * k + k]]
    total = sum(weights, ZERO)
    if solution.value == 0 or total == 0:
        return DeficiencyProposal(garbling, Decision((Fraction(1, k),) * k, ((ZERO,) * k,)))
    gains = [[1 + solution.duals[i * k + j] / weights[j] if weights[j] else ZERO for j in range(k)] for i in range(mq)]
    return DeficiencyProposal(garbling, Decision(tuple(w / total for w in weights), freeze(gains)))


def degree(proposal: DeficiencyProposal) -> int:
    """Return the degree in t of a common denominator of the numbers in a proposal.

    The garbling, the prior and the gains are taken one by one, and the largest of the three degrees is returned. Each degree is the
    sum of the degrees of the different denominators. A high degree makes a certificate long and slow to check.
    """
    return max(
        _common_degree(rows) for rows in (proposal.garbling, (proposal.decision.prior,), proposal.decision.gains)
    )


def _common_degree(rows: Matrix) -> int:
    denominators = {tuple(map(int, x.den.coeffs())) for row in rows for x in row if isinstance(x, Element)}
    return sum(len(d) - 1 for d in denominators)


def round_proposal(proposal: DeficiencyProposal) -> DeficiencyProposal:
    """Round all numbers of the proposal to rationals, so that the garbling stays stochastic, the prior sums to 1 and the gains stay
    in [0, 1]."""
    decision = proposal.decision
    return _round(
        [[_near(x) for x in row] for row in proposal.garbling],
        [_near(w) for w in decision.prior],
        [[_near(x) for x in row] for row in decision.gains],
        DENOMINATOR,
    )


def is_beyond_programs(q: Mechanism) -> bool:
    """Whether Q has so many entries that the linear program in floats would take longer than the method of `splitting.py`.

    That method approaches the solution in many steps, each of which computes two projections.
    """
    return q.m * q.k > MOST_ENTRIES


def deficiency_by_numeric(p: Mechanism, q: Mechanism) -> DeficiencyProposal | None:
    """Find a garbling and a decision problem in floats, and round them to rationals; None if no solution in floats is found.

    The linear program is solved by HiGHS. If Q is too large for HiGHS (`is_beyond_programs`), the method of `splitting.py` is used
    instead, whose result is less near the optimum.
    """
    near = near_deficiency_by_steps(p, q) if is_beyond_programs(q) else near_deficiency(p, q)
    if near is None:
        return None
    weights = [Fraction(w) for w in near.w.tolist()] if near.w.any() else [ONE] * p.k
    gains = [[1 + Fraction(y) / w if w else ZERO for y, w in zip(row, weights, strict=True)] for row in near.y.tolist()]
    total = sum(weights)
    garbling = [[Fraction(x) for x in row] for row in near.c.tolist()]
    return _round(garbling, [w / total for w in weights], gains, FLOAT_DENOMINATOR)


def _round(
    garbling: Sequence[Sequence[Fraction]],
    prior: Sequence[Fraction],
    gains: Sequence[Sequence[Fraction]],
    denominator: int,
) -> DeficiencyProposal:
    columns = [round_distribution(column, denominator) for column in zip(*garbling, strict=True)]
    held = [[Fraction(round(min(ONE, max(ZERO, x)) * denominator), denominator) for x in row] for row in gains]
    decision = Decision(round_distribution(prior, denominator), freeze(held))
    return DeficiencyProposal(freeze(zip(*columns, strict=True)), decision)


def _near(x: Number) -> Fraction:
    return sum(enclose(x, width=NEARBY), ZERO) / 2
