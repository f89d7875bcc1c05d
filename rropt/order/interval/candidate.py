"""Finds for one rational t = e^ε whether a mechanism P is at least as informative as a mechanism Q, and extends the proof to other
t.

The entries of P and Q are functions of t. If the answer is yes, the proof is a garbling C with C·P = Q. If the answer is no, the
proof is the gains of a decision problem on which Q earns more. The result is C or the gains as functions of t, and inequalities in
t. Wherever these inequalities hold, C or the gains are a proof.

The exact linear program is solved at the rational t, and the equations of its last basis are solved again over the rational
functions of t. This solution satisfies the equations for every t, so that only inequalities remain to be checked. A garbling must
have entries ≥ 0. For gains, the best action after each output of P and of Q is found at the rational t. At another t, these actions
must still be the best ones, and they must earn less with P than with Q.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, freeze, product, solve, transpose
from rropt.exact.substitute import at_point, polynomial_at, value_at
from rropt.mechanism import Mechanism
from rropt.order.numeric.program import GarblingProgram, garbling_program, spanning_columns
from rropt.solvers.simplex import SimplexSolution, minimise

__all__ = ["WitnessCandidate", "candidate_at", "mechanism_at"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class WitnessCandidate:
    """A garbling, or the gains of a decision problem, as functions of t = e^ε. Where it is valid, it proves the answer of a
    comparison.

    Either `garbling` is a garbling C, and `gains` is None. Or `gains` are the gains of a decision problem on which the second
    mechanism earns more, and `garbling` is None.

    The candidate is valid at a number t if three conditions hold at t: none of its functions has a pole, all functions in `weak`
    are ≥ 0, and all functions in `strict` are > 0.
    """

    garbling: Matrix | None
    gains: Matrix | None
    weak: tuple[Number, ...]
    strict: tuple[Number, ...]

    @property
    def defined(self) -> Iterator[Number]:
        """All functions of t in `garbling`, `gains`, `weak` and `strict`. The candidate is valid at no t where one of them has a
        pole.
        """
        yield from (x for row in self.garbling or self.gains or () for x in row)
        yield from self.weak
        yield from self.strict

    @property
    def degree(self) -> int:
        """The largest degree of the polynomials in t whose signs decide where the candidate is valid."""
        return max((int(f.degree()) for f in self.polynomials(Free())), default=0)

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """The polynomials in t at whose roots this garbling or decision problem may begin or cease to be valid.

        `interval` is not used.
        """
        found = [x.den for x in self.defined if isinstance(x, Element)]
        return found + [x.num for x in (*self.weak, *self.strict) if isinstance(x, Element)]

    def holds_at(self, t: Fraction) -> bool:
        """Whether the candidate is valid at a rational t."""
        if any(isinstance(x, Element) and polynomial_at(x.den, t) == 0 for x in self.defined):
            return False
        return all(value_at(x, t) >= 0 for x in self.weak) and all(value_at(x, t) > 0 for x in self.strict)


def mechanism_at(p: Mechanism, t: Number) -> Mechanism:
    """Evaluate the mechanism at a number t."""
    return Mechanism([[value_at(x, t) for x in row] for row in p.rows], p.inputs, p.outputs)


def candidate_at(first: Mechanism, second: Mechanism, field: Free, t: Fraction) -> WitnessCandidate | None:
    """Find a garbling or gains as functions of t that are valid at the given rational t; None if t is exceptional.

    t is exceptional in three cases. First, the last basis of the simplex method is singular as a matrix of functions of t. Second,
    this basis contains a column that the method added, whose value is not 0 as a function of t. Third, the garbling or the gains
    found are not valid at t.

    Let P be `first` and Q be `second`. Suppose that there is a vector g with P·g = 0 for which Q·g is not 0 as a function of t.
    Then no C has C·P = Q. A decision problem with two actions shows this. One action has the gains g, and the other has the gains
    0. P earns 0 on this problem, and Q earns more. The linear program is solved only if there is no such g.
    """
    program = garbling_program(first, second)
    column = next((g for g in spanning_columns(first)[1] if any(map(any, product(second.rows, transpose([g]))))), None)
    found = _by_basis(program, field, t) if column is None else _with_gains(program, (column, (ZERO,) * first.k), t)
    return found if found is not None and found.holds_at(t) else None


def _by_basis(program: GarblingProgram, field: Free, t: Fraction) -> WitnessCandidate | None:
    a, b = program.standard_form()
    near = [[at_point(x, field, t) for x in row] for row in a]
    solution = minimise((ZERO,) * program.columns, near, [at_point(x, field, t) for x in b])
    if solution.status == "infeasible":
        try:
            return _with_gains(program, freeze(dict.fromkeys(program.as_gains(_farkas(solution, a)))), t)
        except InputError:  # the basis is singular over Q(t)
            return None
    c = program.at_basis(a, b, solution.basis)
    return None if c is None else WitnessCandidate(c, None, tuple(x for row in c for x in row if x), ())


def _farkas(solution: SimplexSolution, a: Matrix) -> tuple[Number, ...]:
    """Compute, as functions of t, the multipliers that show that the equations of an infeasible program have no solution ≥ 0.

    They are the dual values of the basis at which phase one of the simplex method ended. In phase one, the unit columns that the
    method added have cost 1, and all other columns have cost 0. In the basis, an added column has a negative index.
    """
    size = range(len(a))
    columns = [
        [row[j] for row in a] if j >= 0 else [ONE if i == -1 - j else ZERO for i in size] for j in solution.basis
    ]
    costs = [(ONE if j < 0 else ZERO,) for j in solution.basis]
    return tuple(y for (y,) in solve(columns, costs))


def _with_gains(program: GarblingProgram, gains: Matrix, t: Fraction) -> WitnessCandidate | None:
    """Make a candidate from gains that were found at the rational number `t`.

    Return None if the gain of some action after some output, which is a function of t, has a pole at this number.

    At another t the candidate is valid if two conditions hold. First, after every output of both mechanisms, the action that is
    best at the number `t` is still the best one. Second, these actions earn more with the second mechanism than with the first.
    """
    by_first, by_second = (product(m.rows, transpose(gains)) for m in (program.first, program.second))
    if any(isinstance(x, Element) and polynomial_at(x.den, t) == 0 for row in (*by_first, *by_second) for x in row):
        return None
    weak, below = _best(by_first, t)
    more, above = _best(by_second, t)
    return WitnessCandidate(None, gains, (*weak, *more), (above - below,))


def _best(earned: Sequence[Sequence[Number]], t: Fraction) -> tuple[list[Number], Number]:
    """Find for each output the action that earns most at the given t, and compare it with the other actions.

    `earned` has a row for each output. A row lists the earnings of each action after this output, as functions of t. The first
    result lists, for each row, the earnings of its best action minus the earnings of each other action. The second result is the
    sum of the earnings of the best actions. Both results consist of functions of t.

    The caller accepts a decision problem only at those t at which none of the listed differences is negative. A proof would need
    less, but with this rule the checker has no cases to distinguish.
    """
    leads: list[Number] = []
    total: Number = ZERO
    for row in earned:
        best = max(row, key=lambda x: value_at(x, t))
        total = total + best
        leads += [best - x for x in row if x != best]
    return leads, total
