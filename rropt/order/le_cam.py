"""How nearly a mechanism P imitates another, Q: the deficiency of P towards Q, and the linear program whose optimum it is, which
also decides the order.

A garbling C, a matrix whose columns are distributions, makes of P's output an output of C·P. Its error under input j is the total
variation Σ_i max(0, (C·P − Q)_ij). The deficiency δ is the least largest error; it is 0 exactly if Q is a garbling of P (Le Cam
1964):

    minimise e  over C ≥ 0, E ≥ 0:   Σ_i C_iu = 1,   (C·P)_ij − E_ij ≤ Q_ij,   Σ_i E_ij ≤ e.

Let z_ij and w_j be the prices of the last two kinds of rows. They satisfy 0 ≤ z_ij ≤ w_j and Σ w_j = 1 (if δ > 0). On the decision
problem with the prior w and the gains G_ij = 1 − z_ij/w_j, Q is worth δ more than P. So the optimum comes with both witnesses: C
shows that the deficiency is at most δ, and the decision problem that it is at least δ.

HiGHS proposes the basis, and exact simplex steps end it (`solvers.simplex`). Where entries are irrational, a rational within 10^-40
takes the place of t. The basis that is optimal there is then written out in t itself. This is needed because an equality such as
C·P = Q at t is decided by no rational beside t. If the basis is too long to be written out, C and the decision problem at the
rational still bound δ, as neither has to be optimal to do so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from flint import fmpq

from rropt.engine.basis import write_out
from rropt.errors import Undecided
from rropt.exact.element import Number, generator
from rropt.exact.fields import Field
from rropt.exact.matrix import Matrix, common_field
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point
from rropt.given import MechanismLike, at_one_epsilon, match_inputs
from rropt.mechanism import Mechanism
from rropt.order.certificate import certify, write_deficiency
from rropt.order.decision import Decision, no_decision
from rropt.order.minimal import MinimalForm, minimal_form
from rropt.show import Block, Fact, Result, Say
from rropt.solvers.program import Infeasible, Program
from rropt.solvers.rational import fraction, rational
from rropt.solvers.simplex import solve
from rropt.solvers.system import Singular

__all__ = ["Deficiency", "Imitation", "certify_deficiency", "deficiency", "imitate", "is_small", "match_at_one_epsilon"]

ZERO, ONE = Fraction(0), Fraction(1)
BESIDE = Fraction(1, 10**40)
# The most rows of a program that is solved exactly; with irrational entries its basis is written out in t too.
MOST_ROWS, MOST_IRRATIONAL = 600, 150


@dataclass(frozen=True, slots=True, repr=False)
class Deficiency(Result):
    """Bounds on the deficiency of `first` towards `second`, which are equal if it is known exactly; `garbling` attains `upper`, and
    `decision` shows `lower`. The checker accepted the text `certificate`, and says in `sentence` what it proves."""

    schema: ClassVar[str] = "rropt/deficiency/2"
    first: Mechanism
    second: Mechanism
    lower: Number
    upper: Number
    garbling: Mechanism
    decision: Decision
    certificate: str
    sentence: str

    @property
    def value(self) -> Number | None:
        """The deficiency if both bounds on it are equal; else None."""
        return self.lower if self.lower == self.upper else None

    @property
    def told(self) -> Number | Deficiency:
        """The deficiency as a number for a document or words: itself if it is known, else its bounds."""
        return self.lower if self.lower == self.upper else self

    def show(self) -> Iterator[Block]:
        """Yield the deficiency, and the garbling that attains it."""
        yield Fact("deficiency", "deficiency of the first towards the second", self.told)
        yield Say("With this garbling C, C·first comes so near to the second:", key="")
        yield from self.garbling.tell("garbling")
        yield Fact("decision", "", {"prior": self.decision.prior, "gains": self.decision.gains}, shown=False)
        yield Say(f"Certified: {self.sentence}", key="")
        yield Fact("certificate", "", self.certificate, shown=False)


def match_at_one_epsilon(first: MechanismLike, second: MechanismLike) -> tuple[Mechanism, Mechanism]:
    """Return both mechanisms with their inputs in one order; refuse those that depend on a free number, as the order is decided at
    one epsilon."""
    one, other = match_inputs(first, second)
    return at_one_epsilon(one, "a comparison needs"), at_one_epsilon(other, "a comparison needs")


def deficiency(first: MechanismLike, second: MechanismLike, *, seconds: float | None = None) -> Deficiency:
    """The largest total variation that remains between `second` and the best garbling of `first`.

    It is exact. If entries are irrational and its optimum has a high degree in t, it is enclosed within some 1e-38 instead.

    Args:
        first: A mechanism.
        second: Another of the same inputs, matched by label where both have labels, else by position.
        seconds: The time limit, after which `OutOfTime` is raised (None for no limit); running compiled code is not interrupted.

    Returns:
        The deficiency: `value` (None unless exact), `lower`, `upper`, the garbling that attains `upper`, and the certificate.

    Raises:
        InputError: The inputs differ, or epsilon is free. Undecided: The linear program is too large to be solved exactly.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import deficiency
        >>> print(deficiency(from_spec("kuk:p=2/3,q=1/3"), from_spec("warner:p=3/4")).value)
        1/12

    Reference: Le Cam (1964), Sufficiency and approximate sufficiency; Torgersen (1991), Comparison of statistical experiments.
    """
    first, matched = match_at_one_epsilon(first, second)
    with limit_seconds(read_seconds(seconds)):
        return certify_deficiency(first, matched, imitate(minimal_form(first), minimal_form(matched)))


@dataclass(frozen=True, slots=True)
class Imitation:
    """A garbling of the first mechanism that comes as near to the second as any, and a decision problem that shows it.

    Both bound the deficiency, the garbling from above and the decision problem from below. With irrational entries the bounds may
    differ a little.
    """

    garbling: Mechanism
    decision: Decision


def certify_deficiency(first: Mechanism, second: Mechanism, near: Imitation) -> Deficiency:
    """Compute the bounds that a garbling and a decision problem show, and certify both."""
    garbling, decision = near.garbling, near.decision
    made = (garbling @ first).rows
    over = [[max(ZERO, x - y) for x, y in zip(a, b, strict=True)] for a, b in zip(made, second.rows, strict=True)]
    upper = max(sum((row[j] for row in over), ZERO) for j in range(first.k))
    lower = decision.value(second) - decision.value(first)
    if lower < 0:
        lower, decision = ZERO, no_decision(first.k)
    bounds = (lower, upper)
    text, sentence = certify(write_deficiency(first, second, garbling, decision, bounds))
    return Deficiency(first, second, *bounds, garbling, decision, text, sentence)


def is_small(p: Mechanism, q: Mechanism) -> bool:
    """Whether the program for imitating q by p is small enough to be solved exactly."""
    rows = p.m + q.m * q.k + q.k
    return rows <= (MOST_ROWS if p.is_rational and q.is_rational else MOST_IRRATIONAL)


def imitate(first: MinimalForm, second: MinimalForm) -> Imitation:
    """Find the garbling of a mechanism that comes nearest to another, and the decision problem that no garbling comes nearer.

    Epsilon must not be free. `Undecided` is raised if the program is too large (`is_small`).
    """
    p, q = first.mechanism, second.mechanism
    if not is_small(p, q):
        raise Undecided(
            f"the linear program for mechanisms with {p.m} and {q.m} outputs over {p.k} inputs is too large to be solved exactly; "
            "compare smaller mechanisms"
        )
    program, field = _program(p, q), common_field(p.rows, q.rows)
    found = solve(program.turned(_beside(field), {}))
    assert not isinstance(found, Infeasible)  # each C with a large e is feasible
    solved = None if field is None else _write_out(program, found.basis, p, q)
    if solved is None:
        point = {n: fraction(x) for n, x in found.point.items()}
        solved = _read(p, q, point, {name: fraction(x) for name, x in found.prices.items()})
    return Imitation(second.carry(solved[0], first), solved[1])


def _program(p: Mechanism, q: Mechanism) -> Program[Number]:
    """Pose the program, to maximise −e. The entry (i, u) of C is the variable i·m + u, where m is the number of p's outputs."""
    program = Program[Number]()
    c = program.variables([ZERO] * (q.m * p.m))
    above = program.variables([ZERO] * (q.m * q.k))
    (e,) = program.variables([-ONE])
    for u in range(p.m):
        program.add(("output", u), {c[i * p.m + u]: ONE for i in range(q.m)}, ONE, equal=True)
    for i, row in enumerate(q.rows):
        for j, x in enumerate(row):
            made = {c[i * p.m + u]: p.rows[u][j] for u in range(p.m)}
            program.add(("entry", i, j), {**made, above[i * q.k + j]: -ONE}, x)
    for j in range(q.k):
        program.add(("input", j), {**{above[i * q.k + j]: ONE for i in range(q.m)}, e: -ONE}, ZERO)
    return program


def _beside(field: Field | None) -> Callable[[Number], fmpq]:
    """Return the function that turns an exact number into a rational, with a rational beside t in place of an irrational t."""
    if field is None:
        return rational  # type: ignore[return-value]
    t = sum(enclose(generator(field), width=BESIDE), ZERO) / 2
    return lambda x: rational(at_point(x, field, t))


def _write_out(program: Program[Number], basis: Any, p: Mechanism, q: Mechanism) -> tuple[Matrix, Decision] | None:
    """Write out a basis in t; None if it is too long, or if at t itself it is no optimum."""
    try:
        found = write_out(program.of(basis))
    except Singular:
        return None
    if found is None:
        return None
    point, prices = found
    garbling, decision = _read(p, q, dict(zip(basis.columns, point, strict=True)), prices)
    told = [*garbling, decision.prior, *decision.gains]
    return (garbling, decision) if all(x >= 0 for row in told for x in row) else None


def _read(
    p: Mechanism, q: Mechanism, point: Mapping[int, Number], prices: Mapping[Any, Number]
) -> tuple[Matrix, Decision]:
    """Read the garbling and the decision problem from the program's solution."""
    c = tuple(tuple(point.get(i * p.m + u, ZERO) for u in range(p.m)) for i in range(q.m))
    w = tuple(prices.get(("input", j), ZERO) for j in range(q.k))
    if sum(w, ZERO) != 1:  # nothing is lost by imitation, so that errors have no price
        return c, no_decision(q.k)
    gains = [[ONE - prices.get(("entry", i, j), ZERO) / x if x else ZERO for j, x in enumerate(w)] for i in range(q.m)]
    return c, Decision(w, tuple(dict.fromkeys(map(tuple, gains))))
