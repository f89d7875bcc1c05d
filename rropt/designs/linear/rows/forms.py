"""Find optimal rows and multipliers of a linear design with δ > 0 as functions of t, and where they stay optimal.

A basis of the pair form (`rropt.designs.linear.program`) that is optimal at one rational t is solved again over the rational
functions of t. Let P = (p_ij) be the rows, and W the gains. The multipliers are y_j for each input j, y_jl for each ordered pair
(j, l) of inputs, and μ_ijl for the excess p_ij − T·p_il of this pair at output i. The rows and multipliers satisfy complementary
slackness, so ΣW·P = Σ y_j + δ·Σ y_jl for all t. Hence they are optimal wherever these inequalities hold:

    p_ij ≥ 0,   Σ_i max(0, p_ij − T·p_il) ≤ δ,   0 ≤ μ_ijl ≤ y_jl,   y_j + Σ_l (μ_ijl − T·μ_ilj) ≥ W_ij.

There are finitely many polynomials such that, between neighbouring roots of theirs, each inequality holds everywhere or nowhere.

For T ≥ 1 the uniform mechanism meets every bound on a pair with a positive margin. This keeps the optimal multipliers bounded. So
if a form is optimal up to a root, it is optimal at the root as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpz_poly

from rropt.designs.linear.numeric import pairs_of
from rropt.designs.linear.program import LinearProgram, Multipliers
from rropt.designs.linear.rows.exact import optimal_basis_of
from rropt.designs.linear.rows.program import RowProgram
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.isolate import factors, isolate, rationals_between
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.substitute import value_at
from rropt.solvers.over_field import solve_over_field

__all__ = ["PairForm", "pair_form_at"]

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class PairForm:
    """Rows and multipliers of a program, as functions of t, that are optimal near some t.

    The ratio T of the program depends on t as well.
    """

    program: LinearProgram
    rows: Matrix
    multipliers: Multipliers

    @property
    def value(self) -> Number:
        """The optimal value, as a function of t. The rows attain it, and the multipliers prove that it is optimal."""
        found = self.multipliers
        return total_of(found.columns) + self.program.delta * total_of(list(found.budgets.values()))

    def holds_at(self, t: Fraction) -> bool:
        """Whether rows and multipliers are feasible, and so optimal, at a rational t that is no pole."""
        signs = self._signs(t)
        return all(value_at(x, t) >= 0 for x in self._nonnegative()) and all(
            value_at(self._spare(pair, signs), t) >= 0 for pair in pairs_of(self.program.k)
        )

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """List polynomials in t whose roots divide `interval` into parts. On each part, the form is valid everywhere or nowhere.

        The form is valid at t if its rows and multipliers are feasible there. Within a part, every number that the certificate
        compares with 0 keeps its sign.
        """
        differences = set(self._differences().values())
        roots = isolate([f for x in differences for f in _polynomials(x)], interval)
        found = differences | set(self._nonnegative())
        for t in rationals_between(roots, interval):
            signs = self._signs(t)
            found |= {self._spare(pair, signs) for pair in pairs_of(self.program.k)}
        return [f for x in found for f in _polynomials(x)]

    def signed(self, t: Fraction) -> set[tuple[int, ...]]:
        """Collect the irreducible factors of the numbers that a certificate at t compares with 0.

        The numbers are functions of t, and each factor is a polynomial, written as the tuple of its coefficients.
        """
        signs = self._signs(t)
        found = {self._spare(pair, signs) for pair in pairs_of(self.program.k)}
        found |= set(self._differences().values()) | set(self._nonnegative())
        return factors(f for x in found for f in _polynomials(x))

    def _differences(self) -> dict[tuple[int, int, int], Number]:
        """Compute p_ij − T·p_il for each output i and ordered pair (j, l) of inputs. Here p_ij are the entries, and T is the ratio.

        The results are indexed (i, j, l).
        """
        ratio = self.program.ratio
        return {
            (i, j, n): row[j] - ratio * row[n] for i, row in enumerate(self.rows) for j, n in pairs_of(self.program.k)
        }

    def _signs(self, t: Fraction) -> set[tuple[int, int, int]]:
        """Collect the triples (i, j, l) of an output and two inputs for which p_ij > T·p_il at t, where T is the ratio."""
        return {place for place, x in self._differences().items() if value_at(x, t) > 0}

    def _spare(self, pair: tuple[int, int], above: set[tuple[int, int, int]]) -> Number:
        """Compute the part of the slack δ that the rows leave unused at the pair (j, l): δ − Σ_i max(0, p_ij − T·p_il).

        `above` has the triples (i, j, l) for which p_ij − T·p_il is positive.
        """
        j, n = pair
        high = [i for i in range(self.program.m) if (i, j, n) in above]
        excess = total_of([self.rows[i][j] for i in high]) - self.program.ratio * total_of(
            [self.rows[i][n] for i in high]
        )
        return self.program.delta - excess

    def _nonnegative(self) -> Iterable[Number]:
        """Yield the numbers that must be at least 0 whatever the signs of the differences p_ij − T·p_il are.

        First come the entries p_ij, and the multipliers y_jl of the pairs (j, l). Let μ_ijl be the multiplier of the excess
        p_ij − T·p_il of a pair at output i. The numbers μ_ijl and y_jl − μ_ijl come next. The last numbers are
        y_j + Σ_l (μ_ijl − T·μ_ilj) − W_ij for each entry, where y_j are the multipliers of the columns and W_ij the gains.
        """
        found, program = self.multipliers, self.program
        yield from (x for row in self.rows for x in row)
        yield from found.budgets.values()
        for (_, j, n), share in found.excess.items():
            yield share
            yield found.budgets.get((j, n), ZERO) - share
        for i, row in enumerate(program.gains):
            for j, weight in enumerate(row):
                others = [n for n in range(program.k) if n != j]
                own = total_of([found.excess.get((i, j, n), ZERO) for n in others])
                paid = total_of([found.excess.get((i, n, j), ZERO) for n in others])
                yield found.columns[j] + own - program.ratio * paid - weight


def _polynomials(x: Number) -> list[fmpz_poly]:
    return [x.num, x.den] if isinstance(x, Element) else []


def pair_form_at(program: LinearProgram, t: Fraction) -> PairForm:
    """Find rows and multipliers, functions of t, that are optimal at a given rational t ≥ 1.

    If no exact basis is found there, an InputError is raised.
    """
    basis = optimal_basis_of(RowProgram.of_all_pairs(replace(program, ratio=t)))
    form = RowProgram.of_all_pairs(program).form()
    found = None if basis is None else solve_over_field(form.program, basis)
    if found is None:
        raise InputError(
            f"rropt found no exact optimum at e^epsilon = {t} within the limit on exact arithmetic; narrow the interval of "
            "epsilon, or give one number"
        )
    return PairForm(program, form.rows(found.point), form.multipliers(found.duals))
