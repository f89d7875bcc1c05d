"""Where the largest sum of f over rows is infinite, as that of a divergence may be where an answer rules out an input.

b·φ(a/b) is infinite at a row s with a > 0 = b if φ′(∞) is, and at one with a = 0 < b if φ(0) is, for a = p·s and b = q·s; so this
pair of p and q counts, in this direction, and no other pair of inputs.

> The optimum is infinite iff f is infinite at a generator s of the demand's cone that some mechanism has as a row, times a number.

*Proof.* f is subadditive, so that the rows at which it is finite make a cone; the rows of every mechanism are sums of multiples of
generators that have the property below (`rropt.designs.rows.generators`). Where f is finite at all of these, it is finite at all of
these rows, and the program over the weights of finitely many generators is bounded, as Σ θ_s s = (1, …, 1) bounds the weights.

*Which rows a mechanism may have.* What is asked is Σ_i h_c(r_i) ≤ b_c, with h_c a maximum of planes g; without a slack b_c = 0 and
h_c(s) = max(0, s_j − T s_l). As h_c is sublinear, Σ_i h_c(r_i) ≥ h_c(1, …, 1), so that a demand that some mechanism keeps is kept
by the answer (1, …, 1), which tells nothing. Let h_c(1, …, 1) = b_c, that is: c has no room. Then h_c(r_i) = g·r_i at every row of
a mechanism, for each plane g with g·(1, …, 1) = b_c, as Σ_i g·r_i = b_c too. Conversely let a row s of the cone keep these
equalities. The two rows θ·s and (1, …, 1) − θ·s keep what has room if θ > 0 is small, by continuity; and what has none, since near
(1, …, 1) only those planes count: h_c((1, …, 1) − θ·s) = b_c − θ·h_c(s). So they are a mechanism.

A pair without a slack has no room where T = 1, and says s_j = s_l then (T < 1 is kept by no mechanism); with a slack it has room;
a vulnerability has none at exactly what is gained without an answer. Generators leave out already what the last rules out.

Where f is infinite only at rows that no mechanism has, the optimum is finite, and no prices show it, which are compared with f at
them too; so these rows are left to nobody but rropt (`Generators.outside`).
"""

from __future__ import annotations

from rropt.designs.objectives.row_function import Function
from rropt.designs.rows.generators import Generators
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix

__all__ = ["BEYOND", "finite_rows", "refuse_infinite", "require_finite_at"]

BEYOND = "infinite at answers that no mechanism of the demand gives, which prices do not say"


def finite_rows(function: Function, generators: Generators) -> Generators:
    """Set the rows aside that no mechanism has and at which f is infinite; refuse an infinite optimum."""
    if not (generators.has_zeros and function.is_infinite_at_zeros):
        return generators
    infinite = [n for n, row in enumerate(generators.rows) if function.is_infinite_at(row)]
    require_finite_at(function, tuple(row for n in infinite if generators.may_have(row := generators.rows[n])))
    return generators.without(infinite) if infinite else generators


def require_finite_at(function: Function, rows: Matrix) -> None:
    """Refuse an infinite sum over rows that mechanisms have.

    Of several sums the least is infinite where each is: small multiples of all these rows fit into one mechanism.
    """
    each = function.each if function.is_least else (function,)
    lost = [one for one in each if any(one.is_infinite_at(row) for row in rows)]
    if len(lost) == len(each):
        raise refuse_infinite(function)
    if lost:
        raise InputError(
            f"under this demand an answer may rule out an input, so that the {lost[0].words} is infinite and never the least of "
            f"these {len(each)}; leave it out"
        )


def refuse_infinite(function: Function) -> InputError:
    """Refuse an optimum that is infinite, and say what is finite."""
    return InputError(
        f"under this demand an answer may rule out an input, so that the {function.words} is infinite; take the kind tv or "
        "hellinger"
    )
