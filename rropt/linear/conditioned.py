"""Linear objectives under a demand and linear conditions on the mechanism.

With δ = 0 and one ratio T the unknowns are u_i, the least entry of row i, and q_ij = p_ij − u_i:

    q_ij − (T−1)·u_i ≤ 0,    Σ_i (u_i + q_ij) = 1,    −s_n·Σ a_ij (u_i + q_ij) ≤ −s_n·b_n  (or equal),

with s = −1 for an upper bound and 1 else. Any other demand has p_ij and, for each pair with a slack, the excesses w_ijl:

    p_ij − T_jl·p_il − w_ijl ≤ 0,    Σ_i w_ijl ≤ δ_jl.

The multipliers z_n of the conditions, of W + Σ z_n s_n a_n those of the demand, prove Σ_j y_j + Σ_jl δ_jl y_jl − Σ_n z_n s_n b_n.
The demand alone is kept by any constant mechanism. So the least total violation of the conditions is attained, and where it is
positive its multipliers show, with W = 0, that nothing meets them all.

Where a number is irrational and the basis too large for exact arithmetic, a mechanism for smaller ratios and slacks keeps the
demand, and multipliers for larger ones bound it: `within`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.linear.program import LinearProgram
from rropt.problem.conditions import Condition
from rropt.solvers.vertex import Basis, Inequalities, Vertex, decide, repair, solve_in_floats

__all__ = ["Conditioned", "ConditionedAnswer", "float_answer", "solve_conditioned"]

WIDTH = Fraction(1, 10**18)
SMALLER = "ask for fewer inputs or outputs, or state the demand in rational numbers"
MOST_FIELD_UNKNOWNS = 70
ZERO, ONE = Fraction(0), Fraction(1)
Name = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conditioned:
    """Maximise (or minimise) ΣW·P under the bounds of the pairs and the conditions; `common` is the one T, where δ = 0.

    Bounds are named by (j, l), those of several demands by (j, l, n).
    """

    weights: Matrix
    maximise: bool
    bounds: Mapping[Name, tuple[Number, Number]]
    common: Number | None
    conditions: tuple[Condition, ...]

    @property
    def linear(self) -> LinearProgram:
        """The objective alone."""
        return LinearProgram(ONE, ONE, self.weights, self.maximise)

    def bound(self, multipliers: Mapping[str, Number]) -> Number:
        """What multipliers prove of the maximisation, or of minus the minimisation."""
        found: Number = ZERO
        for name, y in multipliers.items():
            kind, _, rest = name.rstrip("]").partition("[")
            if kind == "column":
                found = found + y
            elif kind == "pair":
                found = found + y * self.bounds[tuple(map(int, rest.split(",")))][1]
            elif kind == "condition":
                condition = self.conditions[int(rest)]
                found = found - y * condition.sign * condition.bound
        return found if self.maximise else -found

    def rounded(self, *, up: bool) -> Conditioned:
        """The program with every ratio and slack rational, none smaller (or none larger) than the stated one."""
        end = 1 if up else 0
        bounds = {
            pair: (enclose(ratio, width=WIDTH)[end], min(max(enclose(delta, width=WIDTH)[end], ZERO), ONE))
            for pair, (ratio, delta) in self.bounds.items()
        }
        common = None if self.common is None else enclose(self.common, width=WIDTH)[end]
        return replace(self, bounds=bounds, common=common)


@dataclass(frozen=True, slots=True)
class ConditionedAnswer:
    """A mechanism and multipliers by name; no mechanism where the multipliers are of a contradiction."""

    rows: Matrix | None
    multipliers: dict[str, Number]
    source: str


@dataclass(frozen=True, slots=True)
class _Form:
    """The inequalities, with what each row is and how P is read from a point."""

    program: Inequalities
    names: list[tuple[str, Name]]
    entries: list[list[tuple[int, ...]]]

    def rows(self, point: tuple[Number, ...]) -> Matrix:
        """P: each entry is the sum of some unknowns."""
        return tuple(tuple(sum((point[n] for n in places), ZERO) for places in row) for row in self.entries)

    def multipliers(self, duals: tuple[Number, ...]) -> dict[str, Number]:
        """The multipliers by the names that certificates cite; those of a pair without slack are as large as its shares."""
        found: dict[str, Number] = {}
        largest: dict[Name, Number] = {}
        for (kind, name), y in zip(self.names, duals, strict=True):
            if kind == "row" or not y:
                continue
            value = y if kind == "equality" else -y
            found[f"{'condition' if kind == 'equality' else kind}[{','.join(map(str, name))}]"] = value
            if kind == "excess" and value > largest.get(name[1:], ZERO):
                largest[name[1:]] = value
        for name, y in largest.items():
            found.setdefault(f"pair[{','.join(map(str, name))}]", y)
        return found


def _form(asked: Conditioned, *, elastic: bool) -> _Form:
    """The inequalities; `elastic` ones minimise by how much the conditions are missed, and nothing else."""
    gains = asked.linear.gains
    m, k = len(gains), len(gains[0])
    weights: list[Number] = [ZERO] * (m * k) if elastic else [-w for row in gains for w in row]
    program, names = Inequalities(weights), list[tuple[str, Name]]()

    def row(kind: str, name: Name, terms: Mapping[int, Number], right: Number, *, equal: bool = False) -> None:
        program.add(terms, right, equal=equal)
        names.append((kind, name))

    entries: list[list[tuple[int, ...]]]
    if asked.common is not None:
        program.costs += [sum(weights[i * k : (i + 1) * k], ZERO) for i in range(m)]
        entries = [[(i * k + j, m * k + i) for j in range(k)] for i in range(m)]
        for i in range(m):
            for j in range(k):
                row("row", (i, j), {i * k + j: ONE, m * k + i: 1 - asked.common}, ZERO)
    else:
        entries = [[(i * k + j,) for j in range(k)] for i in range(m)]
        for pair, (ratio, delta) in asked.bounds.items():
            high, low = pair[:2]
            start = len(program.costs)
            program.costs += [ZERO] * (m if delta else 0)
            for i in range(m):
                own = {start + i: -ONE} if delta else {}
                row("excess", (i, *pair), {i * k + high: ONE, i * k + low: -ratio, **own}, ZERO)
            if delta:
                row("pair", pair, {start + i: ONE for i in range(m)}, delta)
    for j in range(k):
        terms = {n: ONE for i in range(m) for n in entries[i][j]}
        row("column", (j,), terms, ONE, equal=True)
    for n, condition in enumerate(asked.conditions):
        sign, equal = -condition.sign, condition.relation == "=="
        held: dict[int, Number] = {}
        for (i, j), a in condition.terms:
            for place in entries[i][j]:
                held[place] = held.get(place, ZERO) + (a if equal else sign * a)
        if elastic:
            start = len(program.costs)
            program.costs += [ONE, ONE] if equal else [ONE]
            held |= {start: -ONE, start + 1: ONE} if equal else {start: -ONE}
        bound = condition.bound if equal else sign * condition.bound
        row("equality" if equal else "condition", (n,), held, bound, equal=equal)
    return _Form(program, names, entries)


def float_answer(asked: Conditioned) -> tuple[str, float]:
    """HiGHS's status and value."""
    answer = solve_in_floats(_form(asked, elastic=False).program)
    return answer.status, -answer.value if asked.maximise else answer.value


def solve_conditioned(asked: Conditioned) -> ConditionedAnswer:
    """A mechanism and multipliers whose bounds meet (or nearly, where a number is irrational), or a contradiction."""
    try:
        basis = _propose_basis(_form(asked, elastic=False).program)
        found = (None if basis is None else _solve(asked, basis)) or _refute(asked)
        if found is None and basis is None:
            # no solver sees a mechanism where one alone, or nearly, meets the conditions
            found = _solve(asked, None)
    except OutOfTime:
        raise
    except Undecided as why:
        raise InputError(f"{why}; {SMALLER}") from None
    if found is None:
        require_time()
        raise InputError(
            f"neither an exact basis of the linear program under these conditions was found nor a contradiction; {SMALLER}"
        )
    return found


def _solve(asked: Conditioned, basis: Basis | None) -> ConditionedAnswer | None:
    """The optimum, from a basis or from none; None where none is found, maybe as the conditions contradict the demand."""
    form = _form(asked, elastic=False)
    found = _exact(form.program, basis)
    if found is not None:
        return ConditionedAnswer(
            form.rows(found.point), form.multipliers(found.duals), "an exact basis of the linear program"
        )
    if form.program.is_rational:
        return None
    inner, outer = (_form(asked.rounded(up=up), elastic=False) for up in (False, True))
    below = _exact(inner.program, basis)
    above = None if below is None else _exact(outer.program, basis)
    if below is None or above is None:
        return None
    source = "exact bases of the linear program for rational ratios on both sides"
    return ConditionedAnswer(inner.rows(below.point), outer.multipliers(above.duals), source)


def _refute(asked: Conditioned) -> ConditionedAnswer | None:
    """The contradiction of the conditions with the demand, if one is found."""
    for program in (asked, asked.rounded(up=True)):
        form = _form(program, elastic=True)
        found = _exact(form.program, _propose_basis(form.program))
        if found is not None and found.value > 0:
            return ConditionedAnswer(None, form.multipliers(found.duals), "multipliers of a contradiction")
        if form.program.is_rational:
            break
    return None


def _propose_basis(program: Inequalities) -> Basis | None:
    """The basis at which HiGHS ends, if it says that there is an optimum."""
    answer = solve_in_floats(program)
    return (answer.basic_columns, answer.basic_rows) if answer.is_solved else None


def _exact(program: Inequalities, basis: Basis | None) -> Vertex | None:
    """The basis decided exactly; where it is not optimal, or none is given, the one to which the exact simplex method goes."""
    require_time()
    most = float("inf") if program.is_rational else MOST_FIELD_UNKNOWNS
    found = None if basis is None else decide(program, basis, most=most)
    if found is not None:
        return found
    near = program if program.is_rational else program.map_numbers(_near)
    better = repair(near, basis)
    if better is None or better[1].status != "optimal":
        return None
    return decide(program, better[0], most=most)


def _near(x: Number) -> Fraction:
    return x if isinstance(x, Fraction) else enclose(x, width=WIDTH)[0]
