"""Find optimal rows and multipliers of a linear design with δ = 0 as functions of t, and where they stay optimal.

The exact simplex method ends with a basis at one rational t. This basis is solved again over the rational functions of t. Let W be
the gains, P = (p_ij) the mechanism with these rows, y_j the multiplier of input j, and T the ratio e^ε. For all t, rows and
multipliers satisfy their equations, and ΣW·P = Σy. So they are optimal wherever certain inequalities hold. The entries must be at
least 0, and p_ij ≤ T·p_il. The balance of each output i must be at most 0 (see `rropt.designs.linear.program`). It is the sum over
j of T·c_j where c_j = W_ij − y_j is positive, and of c_j elsewhere. A balance is a function of t, whose formula depends on the
signs of the numbers W_ij − y_j. The method `polynomials` lists finitely many polynomials. Between neighbouring roots of these
polynomials, no inequality changes from true to false, and no W_ij − y_j changes its sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

from rropt.designs.linear.balances import balance
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure.basis import solve_basis, start
from rropt.designs.linear.pure.exact import exact_basis
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.isolate import factors, isolate, rationals_between
from rropt.exact.matrix import Matrix
from rropt.exact.substitute import value_at

__all__ = ["Form", "form_at"]

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Form:
    """Rows of a mechanism and multipliers of the inputs (`columns`) that are optimal at some t, both as functions of t.

    `gains` and `ratio` state the program.
    """

    gains: Matrix
    ratio: Number
    rows: Matrix
    columns: tuple[Number, ...]

    @property
    def value(self) -> Number:
        """The optimal value of the maximisation, as a function of t: the sum of the inputs' multipliers."""
        return sum(self.columns, ZERO)

    def holds_at(self, t: Fraction) -> bool:
        """Whether rows and multipliers are feasible, and so optimal, at a rational t that is no pole."""
        ratio, known = value_at(self.ratio, t), {x: value_at(x, t) for row in self.rows for x in set(row)}
        for row in self.rows:
            entries = [known[x] for x in set(row)]
            if min(entries) < 0 or max(entries) > ratio * min(entries):
                return False
        y = [value_at(c, t) for c in self.columns]
        return all(
            balance(weights, y, ratio, [w > a for w, a in zip(weights, y, strict=True)]) <= 0 for weights in self.gains
        )

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """List polynomials in t whose roots divide `interval` into parts. On each part, the form is valid everywhere or nowhere.

        The form is valid at t if its rows and multipliers are feasible there. Within a part, every number that the certificate
        compares with 0 keeps its sign.
        """
        found = self._compared_numbers()
        for i, row in enumerate(self.gains):
            roots = isolate([f for c in self._parts(i) for f in _polynomials(c)], interval)
            signs = {self._above(i, t) for t in rationals_between(roots, interval)}
            found |= {balance(row, self.columns, self.ratio, above) for above in signs}
        return [f for x in found for f in _polynomials(x)] + [y.den for y in self.columns if isinstance(y, Element)]

    def signed(self, t: Fraction) -> set[tuple[int, ...]]:
        """Collect the irreducible factors of the numbers that a certificate at t compares with 0.

        The numbers are functions of t, and each factor is a polynomial, written as the tuple of its coefficients.
        """
        balances = {balance(row, self.columns, self.ratio, self._above(i, t)) for i, row in enumerate(self.gains)}
        return factors(f for x in self._compared_numbers() | balances for f in _polynomials(x))

    def _compared_numbers(self) -> set[Number]:
        """Collect the functions of t that a certificate compares with 0 whatever t is.

        They are the entries p_ij, the differences p_ij − p_il and p_ij − T·p_il of two entries of a row, and the differences
        between the gains and the multipliers of their inputs. Here T is the `ratio`.
        """
        found = {c for i in range(len(self.gains)) for c in self._parts(i)}
        for values in {frozenset(row) for row in self.rows}:
            found |= values | {x for p in values for q in values if p != q for x in (p - q, p - self.ratio * q)}
        return found

    def _parts(self, i: int) -> set[Number]:
        return {w - y for w, y in set(zip(self.gains[i], self.columns, strict=True))}

    def _above(self, i: int, t: Fraction) -> tuple[bool, ...]:
        """Tell for each input j whether the gain W_ij exceeds the multiplier y_j at a rational t.

        W are the `gains`, and y_j is entry j of `columns`.
        """
        return tuple(w > value_at(y, t) for w, y in zip(self.gains[i], self.columns, strict=True))


def _polynomials(x: Number) -> list[fmpz_poly]:
    return [x.num, x.den] if isinstance(x, Element) else []


def form_at(program: LinearProgram, t: Fraction) -> Form:
    """Find rows and multipliers, functions of t, that are optimal at a given rational t > 1.

    If the exact simplex method finds no optimal basis there, an InputError is raised.
    """
    basis = exact_basis(program.gains, t, start(program.k))
    if basis is None:
        raise InputError(
            f"the exact simplex method stopped at e^epsilon = {t}; narrow the interval of epsilon or give one number"
        )
    found = solve_basis(program.gains, program.ratio, basis)
    return Form(program.gains, program.ratio, found.rows(program.ratio, program.m), found.columns)
