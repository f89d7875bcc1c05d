"""Chai and Nayak: what `rropt audit CLAIM --at …` evaluates beside formulas.

Of the optima of Sections 3 and 4 g is e^epsilon. Theorems about mechanisms are told of one with three inputs:
`rropt audit chai_nayak.theorem_3_1 --at p=1/2,q=1/3,r=1/4,rho1=1/5,rho2=1/2` is of the one with two outputs whose first row
is p, q, r.
"""

from itertools import permutations, product

from rropt.claims.claim import Case, Optimum, Printed, Twin
from rropt.exact.matrix import determinant, product as times, rank

from ...twins import Q, Rows, equal, joined, shares, twins
from .definitions import DEFINE

V = {"V(x, y, pi)": "(1/4 - (x - 1/2 - pi*(x+y-1))^2)/(x+y-1)^2"}

OPTIMA = [
    Printed(
        "chai_nayak.proposition_4_1",
        Optimum.VARIANCE,
        (Case("", "V(t/(t+1),t/(t+1),pi)", (("t/(t+1)", "t/(t+1)"),)),),
        domain="t > 1 and 0 < pi and pi < 1",
        left_out={"delta": "0"},
        define=V,
    ),
    Printed(
        "chai_nayak.theorem_4_4_a",
        Optimum.TRACE,
        (Case("", "t*k/(t+k-1)"),),
        domain="t >= 1 and k >= 2",
        left_out={"delta": "0"},
    ),
    Printed(
        "chai_nayak.b_of_rho",
        Optimum.BREACH_RHO,
        (Case("", "K(r1,r2)"),),
        domain="0 < r1 and r1 < r2 and r2 < 1",
        define=DEFINE,
    ),
    Printed("chai_nayak.b_of_beta", Optimum.BREACH_BETA, (Case("", "b"),), domain="b >= 1"),
]

ROW = {"p, q, r": "(0, 1)"}
PRIOR = {"x, y, z": "(0, 1]"}
CHANNEL = {"u, v": "[0, 1]"}
RHO = {"rho1": "(0, 1)", "rho2": "(0, 1)"}


def two_rows(p: Q, q: Q, r: Q) -> Rows:
    return [[p, q, r], [1 - p, 1 - q, 1 - r]]


def parity(rows: Rows) -> Q:
    return max(max(row) / min(row) for row in rows)


def after(u: Q, v: Q, rows: Rows) -> Rows:
    """CP for the channel of two outputs that keeps the first with probability u and the second with probability v."""
    return times([[u, 1 - v], [1 - u, v]], rows)


def no_larger_parity(p: Q, q: Q, r: Q, u: Q, v: Q) -> str:
    return f"{parity(after(u, v, two_rows(p, q, r)))} <= {parity(two_rows(p, q, r))}"


def posterior(row: list[Q], prior: list[Q], j: int) -> Q:
    return row[j] * prior[j] / sum(a * b for a, b in zip(row, prior, strict=True))


def bound_of_rho(rho1: Q, rho2: Q) -> Q:
    return rho2 / (1 - rho2) / (rho1 / (1 - rho1))


def breaches(rows: Rows, rho1: Q) -> list[Q]:
    """The posteriors of an input of prior rho1, all else on another input: the largest posteriors are among them."""
    return [rho1 * row[j] / (rho1 * row[j] + (1 - rho1) * row[i]) for row in rows for i, j in permutations(range(3), 2)]


def by_rho(p: Q, q: Q, r: Q, rho1: Q, rho2: Q) -> str:
    """No posterior of an input of prior rho1 is above rho2, if and only if the parity is at most B(h)."""
    rows = two_rows(p, q, r)
    return f"{max(breaches(rows, rho1))} <= {rho2} iff {parity(rows)} <= {bound_of_rho(rho1, rho2)}"


def by_beta(p: Q, q: Q, r: Q, beta: Q) -> str:
    """Each quotient of two posteriors' odds to priors' odds is at most beta, if and only if the parity is."""
    rows, prior = two_rows(p, q, r), [Q(1, 2), Q(1, 3), Q(1, 6)]
    factors = [
        posterior(row, prior, j) / posterior(row, prior, i) / (prior[j] / prior[i])
        for row in rows
        for i, j in permutations(range(3), 2)
    ]
    return f"{max(factors)} <= {beta} iff {parity(rows)} <= {beta}"


def risk(rows: Rows, prior: list[Q], losses: list[list[Q]]) -> Q:
    """The least risk of a decision for each output; a loss for each action and input."""
    return sum((min(sum(w * row[j] * cost[j] for j, w in enumerate(prior)) for cost in losses) for row in rows), Q(0))


def no_greater_risk(p: Q, q: Q, r: Q, u: Q, v: Q, x: Q, y: Q, z: Q, s: Q, t: Q) -> str:
    rows, prior, losses = two_rows(p, q, r), shares(x, y, z), [[Q(0), s, Q(1)], [t, Q(0), s], [Q(1), t, Q(0)]]
    return f"{risk(rows, prior, losses)} <= {risk(after(u, v, rows), prior, losses)}"


def of_trace(g: Q, d1: Q, d2: Q, d3: Q) -> str:
    """Equality in (a) for a mechanism whose row i is p_ii times (1, c_i, …), c_i ≥ 1/γ, c_i = 1/γ + d_i of the rest."""
    rows = square(g, d1, d2, d3)
    trace, k = sum(rows[i][i] for i in range(3)), 3
    tight = joined(equal(rows[i][j], rows[i][i] / g) for i in range(3) for j in range(3) if i != j)
    return f"{trace} = {g * k / (g + k - 1)} iff ({tight})"


def square(g: Q, d1: Q, d2: Q, d3: Q) -> Rows:
    """The diagonal procedure of parity γ mixed with the constant one, each column by itself."""
    keep, other = g / (g + 2), 1 / (g + 2)
    return [[(keep if i == j else other) * (1 - d) + d / 3 for j, d in enumerate((d1, d2, d3))] for i in range(3)]


def only_if(g: Q, d1: Q, d2: Q, d3: Q) -> str:
    rows = square(g, d1, d2, d3)
    trace = sum(rows[i][i] for i in range(3))
    form = joined(equal(rows[i][j], g / (g + 2) if i == j else 1 / (g + 2)) for i in range(3) for j in range(3))
    return f"{trace} = {3 * g / (g + 2)} implies ({form})"


def rank_after_columns(a: Q, b: Q, c: Q, d: Q, e: Q, f: Q) -> str:
    """B − D(r) for B with 0 on its diagonal and these six other entries, which are positive: B is irreducible."""
    return equal(rank([[-(c + e), a, b], [c, -(a + f), d], [e, f, -(b + d)]]), 2)


def dominant(a: Q, b: Q, c: Q, d: Q, e: Q, f: Q, s: Q) -> str:
    """Columns whose diagonal is the sum of the rest, and of the first column more by s."""
    return f"{determinant([[c + e + s, a, b], [c, a + f, d], [e, f, b + d]])} != 0"


SIX = {"a, b, c, d, e, f": "(0, 1]"}
SQUARE = {"g": "(1, 10]", "d1, d2, d3": "[0, 1]"}

FORMULAS = [
    *OPTIMA,
    *twins(
        {
            "chai_nayak.averages": lambda p, q, r, x, y, z: equal(
                (p * x + q * y) / (p * x + q * y + r * z),
                posterior([p, q, r], shares(x, y, z), 0) + posterior([p, q, r], shares(x, y, z), 1),
            ),
            "chai_nayak.eq_6_3_infimum": lambda p, q, r, x, y, z: (
                f"{min(p, q, r)} <= {sum(w * v for w, v in zip(shares(x, y, z), (p, q, r), strict=True))}"
            ),
        },
        {**ROW, **PRIOR},
    ),
    *twins(
        {
            "chai_nayak.definition_1_3": lambda p, q, r: joined(
                equal(max(a / b for a, b in product(row, row)), max(row) / min(row)) for row in two_rows(p, q, r)
            ),
            "chai_nayak.remark_4_2": lambda p, q, r: equal(parity(two_rows(p, q, r)[::-1]), parity(two_rows(p, q, r))),
        },
        ROW,
    ),
    Twin(
        "chai_nayak.eq_2_1",
        lambda p, q, r, epsilon: (
            joined(f"{a} <= exp({epsilon})*{b}" for row in two_rows(p, q, r) for a, b in product(row, row))
            + f" iff {parity(two_rows(p, q, r))} <= exp({epsilon})"
        ),
        {**ROW, "epsilon": "(0, 4]"},
    ),
    Twin("chai_nayak.dlp_is_beta", by_beta, {**ROW, "beta": "[1, 20]"}),
    *twins(
        {
            "chai_nayak.theorem_3_1": by_rho,
            "chai_nayak.lemma_3_2": by_rho,
            "chai_nayak.lemma_3_3": by_rho,
            "chai_nayak.eq_6_4_equivalent": by_rho,
            "chai_nayak.any_demand_bounds_bayes_factors": by_rho,
        },
        {**ROW, **RHO},
        ("rho1 < rho2",),
    ),
    *twins(
        {
            "chai_nayak.product_is_tpm": lambda p, q, r, u, v: joined(
                equal(sum(column), 1) for column in zip(*after(u, v, two_rows(p, q, r)), strict=True)
            ),
            "chai_nayak.lemma_4_1": no_larger_parity,
            "chai_nayak.trade_off": no_larger_parity,
        },
        {**ROW, **CHANNEL},
    ),
    Twin("chai_nayak.no_greater_risk", no_greater_risk, {**ROW, **CHANNEL, **PRIOR, "s, t": "[0, 1]"}),
    *twins({"chai_nayak.theorem_4_4_equality": of_trace, "chai_nayak.theorem_4_4_b_only_if": only_if}, SQUARE),
    Twin("chai_nayak.theorem_6_1", rank_after_columns, SIX),
    Twin("chai_nayak.theorem_6_2", dominant, {**SIX, "s": "(0, 1]"}),
]
