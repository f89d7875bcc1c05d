"""The largest trace, and the largest weighted trace."""

from __future__ import annotations

from typing import Any

from rropt.problem.posed.symbols import Derivation, Step

__all__ = ["derive_trace", "derive_weighted_trace"]


def derive_trace(k: Any, t: Any, d: Any) -> Derivation:
    """Derive the largest trace of k inputs for t = e^epsilon and d = delta; k may be a symbol.

    By symmetry two unknowns are left. The sum of a column gives one of them, and the demand bounds the other, which is taken as
    large as possible; complementary slackness gives the prices.
    """
    import sympy

    a, b, y, z = sympy.symbols("a b y z", real=True)
    # the mean over all relabellings of inputs and outputs keeps the demand and the trace
    column = sympy.solve(sympy.Eq(a + (k - 1) * b, 1), b)[0]
    tight = sympy.solve(sympy.Eq(a, t * column + d), a)[0]
    value = sympy.factor(k * tight)
    # prices: y for each column, and z for each ordered pair (i, j), all of which output i takes
    own, other = sympy.Eq(1 - y - (k - 1) * z, 0), sympy.Eq(-y + t * z, 0)
    prices = sympy.solve([own, other], [y, z], dict=True)[0]
    bound = sympy.factor(sympy.simplify(k * prices[y] + k * (k - 1) * d * prices[z]))
    if sympy.simplify(bound - value) != 0:
        return Derivation(None, (), f"prices prove {bound}, and the vertex has {value}")
    steps = (
        Step("by symmetry p_ii = a and p_ij = b; a column sums to 1, so b", column),
        Step("the trace grows with a, so the demand a - t*b <= delta is tight: a", tight),
        Step("the trace k*a", value),
        Step("prices y of columns and z of pairs, stationary in p_ii and in p_ij", prices),
        Step("what these prices prove, k*y + k*(k-1)*delta*z", bound),
    )
    return Derivation(value, steps)


def derive_weighted_trace(weights: Any, t: Any) -> Derivation:
    """Derive the largest Σ w_i p_ii for t = e^epsilon and delta = 0.

    Here w_i are the weights, and p_ii is the probability that input i is answered by output i. For each number r, the derivation
    takes the outputs with the r largest weights. It solves for dual prices under which the rows of these outputs meet their dual
    inequalities with equality. The sum of the prices is the value for r. The largest of these values is the optimum.
    """
    import sympy

    found, steps, total = [], [], sympy.Integer(0)
    for r, w in enumerate(sorted(weights, reverse=True), 1):
        total += w
        value, y, x = sympy.symbols("Y y w")
        # for an output i that is used, its row meets its dual inequality with equality
        price = sympy.solve(sympy.Eq(t * (x - y) - (value - y), 0), y)[0]
        summed = r * price.subs(x, 0) + total * sympy.diff(price, x)
        form = sympy.factor(sympy.solve(sympy.Eq(summed, value), value)[0])
        steps += [Step(f"with the {r} largest weights, prices that are tight sum to the value", form)]
        found.append(form)
    best = sympy.Max(*found) if len(found) > 1 else found[0]
    return Derivation(best, (*steps, Step("the largest of these", best)))
