"""Shows by multipliers that prices bound linear functions at all rows that a demand allows. SPEC.md, section 4.1.

This is the first of three ways to show the inequality of the lemma on prices (rows/prices.py); the others are patterns and rays.
The letters are those of that file. C is the cone of the rows s that the demand allows. W_i has the weights of the output i. The
prices are y for the inputs, z_c for each thing c that the demand asks, and u_n for each condition n, which has the coefficients
a_n,i at the output i. The inequality is

    W_i s <= y s + sum_c z_c h_c(s) + sum_n u_n a_n,i s, for all s in C.

Each c is about an input j against an input l, with a ratio T_c. Its excess is h_c(s) = max(0, s_j - T_c s_l). For each c, let
mu_i,c >= 0 be a multiplier, and let mu_i,c <= z_c if c has slack. Let e_j be the row that is 1 at j and 0 elsewhere. Put

    x_i = W_i - y - sum_n u_n a_n,i - sum_c mu_i,c (e_j - T_c e_l).

For s in C, mu_i,c (s_j - T_c s_l) is at most z_c h_c(s) if c has slack, and at most 0 if c has no slack.

A vulnerability is a bound on the mean gain of a guesser, whose action a gains g_a s from the row s. It adds z h(s) to the right
side, where z is its price and h(s) = max_a g_a s. Let mu_i,a >= 0 be multipliers with sum_a mu_i,a = z for every i, and subtract
sum_a mu_i,a g_a from x_i too. Then sum_a mu_i,a g_a s <= z max_a g_a s = z h(s), whatever signs the g_a s have.

So the inequality holds if x_i s <= 0 for all s in C. There are two ways to show this. First, it is enough that no entry of x_i is
positive. Second, suppose that the demand, or one of several demands, is pure with a ratio T >= 1. (A pure demand asks one ratio of
all pairs, without slack.) Then x_i s <= 0 for all s in C if

    T sum_j max(x_ij, 0) + sum_j min(x_ij, 0) <= 0.

The reason is that all entries of s lie between its least entry u and T u, so that x_i s is at most u times the left side. (If a
pure demand has T < 1, and there are two inputs or more, the row 0 is the only row in the cone.)
"""

from functools import partial

from ..arithmetic.quotient import ONE, ZERO, Quotient, total
from ..limits import spend
from ..model.condition import Conditions
from ..model.demand import Demand, Name
from ..model.mechanism import Rows
from ..refusals import require
from ..speed import is_surely_bounded, remember
from .prices import Prices, subtract_conditions


def require_by_multipliers(weights: Rows, prices: Prices, demand: Demand, conditions: Conditions) -> None:
    """Reject unless the multipliers show that the prices bound W_i s at every output i and every row s that the demand allows.

    This is the inequality of the lemma on prices (rows/prices.py). `weights` is the matrix W, with one row W_i per output.
    """
    _require_multipliers(prices)
    _require_shares(prices, len(weights))
    ratio = demand.pure_ratio()
    if ratio is not None and ratio < ONE and len(prices.column) > 1:
        return  # for two inputs s_j <= T s_l <= T^2 s_j with T^2 < 1, so that C has the row 0 alone
    spend((24 * len(weights) + 8) * len(prices.column))
    left = left_of_prices(weights, prices, conditions)
    if ratio is None:
        for i, row in enumerate(left):
            covered = all(w <= y for w, y in zip(row, prices.column, strict=True))
            require(covered, "weight-reached", f"the prices do not reach every weight of output {i}")
    else:
        _require_rows(left, prices.column, ratio)


def left_of_prices(weights: Rows, prices: Prices, conditions: Conditions) -> Rows:
    """Subtract the prices of the conditions, and the multipliers of the demand, from the weights of every output.

    The result has one row per output and one column per input. The prices of the inputs are not subtracted from it.
    """
    moved: dict[int, dict[Name, Quotient]] = {}
    for (i, name), mu in prices.multipliers.items():
        moved.setdefault(i, {})[name] = mu
    left = subtract_conditions(prices, conditions, weights)
    return [_subtract(row, prices, moved[i]) if i in moved else row for i, row in enumerate(left)]


def _require_multipliers(prices: Prices) -> None:
    """Reject a multiplier that is negative, or too large, or belongs to something that the demand does not ask.

    If a multiplier belongs to a pair of inputs with a slack, it is too large if it exceeds the price of this pair. The
    multiplier of a pair without slack, or of an action of a guesser, is not compared with a price here.
    """
    for (i, name), mu in prices.multipliers.items():
        numbers = [i, *name]
        require(
            prices.is_plane(name) or name in prices.asked,
            "budget-asked",
            f"a multiplier {numbers} of what is not asked",
        )
        require(mu >= ZERO, "excess-sign", f"the multiplier {numbers} may be negative")
        if name in prices.asked and not prices.asked[name].is_firm():
            most = prices.budget.get(name, ZERO)
            require(mu <= most, "excess-share", f"the multiplier {numbers} is more than the price of its budget")


def _require_shares(prices: Prices, outputs: int) -> None:
    """Reject unless, at every output, the multipliers of a guesser's actions sum to the price of the vulnerability."""
    for n, vulnerability in prices.vulnerabilities.items():
        spend(20 * outputs * vulnerability.actions())
        price = prices.budget.get((n,), ZERO)
        for i in range(outputs):
            shares = [prices.multipliers.get((i, (a, n)), ZERO) for a in range(vulnerability.actions())]
            said = f"the multipliers of the actions on output {i} do not sum to the price of demand {n}"
            require(total(shares) == price, "action-shares", said)


def _subtract(row: list[Quotient], prices: Prices, moved: dict[Name, Quotient]) -> list[Quotient]:
    """Subtract the multipliers of one output from the weights of this output, which are the `row`.

    `moved` has the multipliers by name. The name may stand for a bound on an input j against an input l, with a ratio T. Then the
    multiplier is subtracted at j, and T times the multiplier is added at l. The name may also stand for an action of a guesser.
    Then the product of the multiplier, the prior and the gain is subtracted at every input.
    """
    parts = [[w] for w in row]
    for name, mu in moved.items():
        if prices.is_plane(name):
            for of_input, g in zip(parts, prices.vulnerabilities[name[1]].plane(name[0]), strict=True):
                of_input.append(-mu * g)
            continue
        asked = prices.asked[name]
        parts[asked.input].append(-mu)
        parts[asked.against].append(asked.ratio * mu)
    return [total(of_input) for of_input in parts]


def _require_rows(left: Rows, columns: list[Quotient], ratio: Quotient) -> None:
    """Reject unless T sum_j max(x_j, 0) + sum_j min(x_j, 0) <= 0 at every output.

    Here j runs over the inputs, T is `ratio`, and x_j = v_j - y_j. `columns` has the price y_j of each input. `left` has the
    numbers v_j of each output. These numbers are the output's weights, minus the prices of the conditions and the multipliers
    (`left_of_prices`).

    Every x is equal to max(x, 0) + min(x, 0). So the inequality says (T - 1) sum_j max(x_j, 0) + sum_j v_j <= sum_j y_j. The v_j
    and the y_j are summed separately, because their differences would have longer denominators. If two outputs have the same pairs
    (v_j, y_j), in any order, one check is enough for both.
    """
    ranges, most, paid = [y.in_steps() for y in columns], ratio.in_steps()[1], total(columns)
    known: dict[tuple[tuple[int, int], ...], bool] = {}
    for i, weights in enumerate(left):
        if is_surely_bounded([v.in_steps() for v in weights], ranges, most):
            continue
        pairs = tuple(sorted((id(v), id(y)) for v, y in zip(weights, columns, strict=True)))
        bounded = remember(known, pairs, partial(_is_row_bounded, i, weights, columns, ratio, paid))
        require(bounded, "row-bound", f"the prices do not bound output {i}")


def _is_row_bounded(i: int, weights: list[Quotient], columns: list[Quotient], ratio: Quotient, paid: Quotient) -> bool:
    """Whether (T - 1) sum_j max(v_j - y_j, 0) + sum_j v_j <= paid, with v_j from `weights`, y_j from `columns` and T the `ratio`.

    Reject if the sign of a v_j - y_j changes on the domain. `i` is the index of the output, for the message.
    """
    above = []  # the pairs (v_j, y_j) of the x_j > 0
    for v, y in zip(weights, columns, strict=True):
        if not v <= y:
            require(y <= v, "row-sign", f"the sign of a weight of output {i} less its column's price changes")
            above.append((v, y))
    excess = total([v for v, _ in above]) - total([y for _, y in above])
    return (ratio - ONE) * excess + total(weights) <= paid
