"""Figure 1 of Vinterbo: the loss L of the unrelated coin (p = 1/2), printed and exact, and its growth with n.

(a) π = (1/20, 3/20, 3/10, 1/2), n = 2 bits, p = 1/2: a = 3/4, c = ((a² + (1 − a)²)/(2a − 1)²)² = 25/4 and
    s = Σ π² = 73/200. L = (c − s)/(1 − s) = 1177/127 ≈ 9.268. The printed 9.75 is the approximation at
    s = 2/(2² + 1) = 2/5, not L: a sample enlarged by it is 5 % larger than needed.
(b) log of the approximation f_L(2/(2ⁿ + 1)) for n = 1, …, 12, here with the lower bound f_L(2⁻ⁿ) of Theorem 4.6.
(c) f_L(s)/f_L(2/(2ⁿ + 1)), s = Σ π², for 100 uniformly random π; here its least value over all π, f_L(2⁻ⁿ) on top, and
    the range over 100 draws of π with a stated seed, in doubles. It has no largest value (s → 1).
Reference: Vinterbo (2018), A simple algorithm for estimating distribution parameters from n-dimensional randomized
binary responses, §5.1 and Figure 1.
"""

from __future__ import annotations

from fractions import Fraction

import flint

from rropt.estimates.balls import ball_of
from rropt.estimates.loss import approximate_loss, least_loss, loss
from rropt.estimates.tables import number
from rropt.exact.enclosure import enclose_ball
from rropt.exact.field import Number
from rropt.families import unrelated_coin
from rropt.planning.report import Cell, Table

__all__ = ["PRINTED_LOSS", "exact_loss", "vinterbo_figure_1"]

SHARES = (Fraction(1, 20), Fraction(3, 20), Fraction(3, 10), Fraction(1, 2))
PRINTED_LOSS = Fraction(39, 4)
COINS = (Fraction(1, 10000), Fraction(1, 2), Fraction(9999, 10000))
DRAWS, SEED = 100, 1
HEADER = ("panel", "quantity", "printed", "correct", "at least")


def exact_loss() -> Number:
    """L of panel (a)."""
    return loss([unrelated_coin(p=Fraction(1, 2))] * 2, SHARES).value


def _log(x: Number) -> str:
    with flint.ctx.workprec(80):
        return number(enclose_ball(ball_of(x).log())[0])


def _panel_a() -> list[tuple[Cell, ...]]:
    coin = [unrelated_coin(p=Fraction(1, 2))] * 2
    found, near = loss(coin, SHARES), approximate_loss(coin).value
    exact = found.value
    return [
        ("(a)", "L for π = (0.05, 0.15, 0.3, 0.5), p = 0.5", "9.75", exact, ""),
        ("(a)", "the approximation f_L(2/(2ⁿ + 1)) at n = 2", "", number(near), ""),
        ("(a)", "respondents that do the work of 1000 truthful ones", "9750", str(found.sample_size(1000)), ""),
    ]


def _growth(n: int) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for p in COINS:
        coins = [unrelated_coin(p=p)] * n
        values = (_log(approximate_loss(coins).value), _log(least_loss(coins).value))
        rows.append(("(b)", f"log f_L(2/(2ⁿ + 1)) at n = {n}, p = {number(p)}", "(plotted)", *values))
    return rows


def _ratios(n: int) -> list[tuple[Cell, ...]]:
    import numpy as np

    squares = [float((x * x).sum()) for x in np.random.default_rng(SEED).dirichlet(np.ones(1 << n), DRAWS)]
    rows: list[tuple[Cell, ...]] = []
    for p in COINS:
        coins = [unrelated_coin(p=p)] * n
        typical = approximate_loss(coins).value
        # c of Lemma 4.5, by f_L(s) = (c − s)/(1 − s) at s = 2/(2ⁿ + 1)
        s = Fraction(2, (1 << n) + 1)
        c = float(s + typical * (1 - s))
        drawn = [(c - x) / (1 - x) / float(typical) for x in squares]
        least = number(least_loss(coins).value / typical)
        for end, value in (("least", min(drawn)), ("largest", max(drawn))):
            said = f"{end} f_L(Σ π²)/f_L(2/(2ⁿ + 1)) at n = {n}, p = {number(p)}"
            rows.append(("(c)", said, "(plotted)", f"{value:.6g}", least))
    return rows


def vinterbo_figure_1() -> Table:
    """Panel (a)'s number printed and correct, panel (b)'s curve with the exact lower bound of log L, panel (c)'s ratios."""
    growth, ratios = (
        (row for n in range(1, 13) for row in _growth(n)),
        (row for n in range(2, 13) for row in _ratios(n)),
    )
    notes = (
        "The printed L = 9.75 is the approximation for a typical π, not the loss at the π of the panel.",
        "The paper names no p for panel (b); the three of panel (c) are taken. at least: over all π (Theorem 4.6).",
        f"Panel (c): the extremes of {DRAWS} uniformly random π, seed {SEED}, in doubles; `at least` is exact, rounded.",
    )
    title = "Vinterbo, Figure 1: the loss factor of the unrelated coin"
    return Table("published", title, HEADER, (*_panel_a(), *growth, *ratios), notes)
