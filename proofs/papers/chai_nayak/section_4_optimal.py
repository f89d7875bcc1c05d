"""Section 4.2 and Section 5: two categories, the largest trace, the gamma-diagonal procedure, cell collapsing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item

from .definitions import DEFINE, PRIOR, parity

GAMMA = {"g": "g > 1"}
SIZE = {"g": "g > 1", "k": "integer k >= 2"}
TRACE_GIVEN = {"k": "integer k >= 1", "g": "g >= 1", "d": "[0, 1]", "s": "s >= 0"}


def two_rows_items() -> Iterator[Item]:
    """k = 2: a row of C1 is a multiple of (g, 1) or of (1, g), so m <= 2; and m = 1 is the row (1, 1)."""
    yield Statement(
        "a row of parity g", "x = g*y or y = g*x", {**GAMMA, "x, y": "(0, 1]"}, ("max(x, y) = g*min(x, y)",)
    )
    yield Statement(
        "two rows (x, y) and (u, v) of the same kind are proportional",
        "x*v = y*u",
        {**GAMMA, "x, y, u, v": "(0, 1]"},
        ("x = g*y and u = g*v or y = g*x and v = g*u",),
    )
    yield Statement(
        "m = 1: both columns add to 1, so the row has parity 1",
        "max(x, y)/min(x, y) = 1",
        {"x, y": "(0, 1]"},
        ("x = 1", "y = 1"),
    )


def garbling_items() -> Iterator[Item]:
    """Every row (x, y) of parity at most g is c P_0 with c = ((g x - y), (g y - x))/(g - 1) >= 0; the c add to (1, 1)."""
    given = {**GAMMA, "x, y": "[0, 1]"}
    first, second = "(g*x - y)/(g-1)", "(g*y - x)/(g-1)"
    yield Statement(
        "C P_0 = A", f"{first}*g/(g+1) + {second}/(g+1) = x and {first}/(g+1) + {second}*g/(g+1) = y", given
    )
    yield Statement(
        "no entry is negative exactly if the row keeps gamma",
        f"({first} >= 0 and {second} >= 0) iff (y <= g*x and x <= g*y)",
        given,
    )
    yield Statement(
        "columns of C add to 1: sums of x and of y over the rows are 1",
        "(g*s - r)/(g-1) = 1 and (g*r - s)/(g-1) = 1",
        {**GAMMA, "s, r": "real"},
        ("s = 1", "r = 1"),
    )


def trace_items() -> Iterator[Item]:
    yield Statement(
        "one row: d on the diagonal, s the rest", "d <= g/(g+k-1)*(d + s)", TRACE_GIVEN, ("(k-1)*d <= g*s",)
    )
    yield Statement(
        "adding entries of a row",
        "n*d + d <= g*(s + x)",
        {"n": "n >= 0", "d, x": "[0, 1]", "s": "s >= 0", "g": "g >= 1"},
        ("n*d <= g*s", "d <= g*x"),
    )
    yield Statement(
        "adding rows",
        "a + d <= g/(g+k-1)*(v + w)",
        {"k": "k >= 1", "g": "g >= 1", "a, d, v, w": "real"},
        ("a <= g/(g+k-1)*v", "d <= g/(g+k-1)*w"),
    )
    yield Statement("all entries add to k", "g/(g+k-1)*k = g*k/(g+k-1)", {"k": "k >= 1", "g": "g >= 1"})


def only_if_items() -> Iterator[Item]:
    yield Statement(
        "no row may fall short of its bound",
        "a = v and d = w",
        {"a, d, v, w": "real"},
        ("a <= v", "d <= w", "a + d = v + w"),
    )
    yield Statement(
        "nor an entry of its own",
        "n*d = g*s and d = g*x",
        {"n": "n >= 0", "d, x": "[0, 1]", "s": "s >= 0", "g": "g >= 1"},
        ("n*d <= g*s", "d <= g*x", "n*d + d = g*(s + x)"),
    )
    yield Statement(
        "columns j and l: diagonals a and b, the other rows' share r of both",
        "a = b",
        {**GAMMA, "a, b, r": "real"},
        ("a + b/g + r = 1", "b + a/g + r = 1"),
    )
    yield Statement(
        "a common diagonal is g/(g+k-1)",
        "a = g/(g+k-1) and a/g = 1/(g+k-1)",
        {**SIZE, "a": "real"},
        ("a + (k-1)*a/g = 1",),
    )


def collapse_items() -> Iterator[Item]:
    """Every map of k categories onto m cells: parity 1 for m = 1, infinite else."""
    for k in (1, 2, 3, 4, 5):
        for m in range(1, k + 1):
            for cells in itertools.product(range(m), repeat=k):
                if len(set(cells)) == m:
                    rows = [[Fraction(int(c == i)) for c in cells] for i in range(m)]
                    yield Fact(f"cells {cells}", parity(rows), "=", Fraction(1) if m == 1 else math.inf)


def equality_items() -> Iterator[Item]:
    """Bounds added: r and s are the sums of the bounds so far and of what they bound, d <= g*x is the next one."""
    yield Statement(
        "one more entry",
        "r + d = g*(s + x) iff r = g*s and d = g*x",
        {"g": "g >= 1", "d, r, s, x": "[0, inf)"},
        ("r <= g*s", "d <= g*x"),
    )
    yield Statement(
        "a row: its bound is attained exactly if the sum of the others is (k-1)/g times its diagonal",
        "d = g/(g+k-1)*(d + s) iff (k-1)*d = g*s",
        {**SIZE, "d, s": "[0, inf)"},
    )
    yield Statement("one more row", "u + d = v + b iff u = v and d = b", {"b, d, u, v": "real"}, ("u <= v", "d <= b"))


CLAIMS = [
    Claim(
        "chai_nayak.k_2_m_2",
        kernel="ChaiNayakProcedures.two_rows",
        where="Section 4.2, first paragraph",
        printed="for k = 2, if P satisfies C1 and has no proportional rows, then m = 2",
        reading="for gamma > 1; C1 is that each row has two entries of ratio gamma, and no larger ratio; no row is zero",
        decided_by=two_rows_items,
        argument="every row is of one of two kinds and each kind occurs once at most; m = 1 violates C1",
    ),
    Claim(
        "chai_nayak.k_2_two_procedures",
        "(a*g + b = 1 and a + b*g = 1) iff (a = 1/(g+1) and b = 1/(g+1))",
        kernel="ChaiNayakMerging.two_procedures",
        where="Section 4.2, first paragraph",
        printed="for k = 2, C_gamma^0 consists of only two TPMs, which are also equivalent (by permutation)",
        argument="m = 2 by chai_nayak.k_2_m_2; the rows are a(g, 1) and b(1, g), in either order, whose columns add up to 1 for "
        "these a "
        "and b alone; the two orders differ, and are equivalent by chai_nayak.remark_4_2",
        uses=("chai_nayak.k_2_m_2", "chai_nayak.remark_4_2"),
        given={**GAMMA, "a, b": "real"},
    ),
    Claim(
        "chai_nayak.both_optimal",
        "(g*p-q)/(g-1) >= 0 and (g*q-p)/(g-1) >= 0 and (g*p-q)/(g-1) + (g*q-p)/(g-1) = p + q"
        " and p = (g*p-q)/(g-1)*(g/(g+1)) + (g*q-p)/(g-1)*(1/(g+1))"
        " and q = (g*p-q)/(g-1)*(1/(g+1)) + (g*q-p)/(g-1)*(g/(g+1))",
        kernel="ChaiNayakSentences.both_optimal_in_class",
        where="Section 4.2, before Proposition 4.1",
        printed="thus, both are optimal procedures",
        reading="both are in C_gamma, and each is at least as informative as every procedure of parity at most gamma: (p, "
        "q) is a row of one that satisfies parity gamma, and its "
        "answer is given by the two answers of the first of the two procedures, or, in the other order, of the second",
        argument="the coefficients of all rows add up to 1 for each of the two answers, since the rows add up to (1, 1): so each "
        "procedure of the class is a randomisation of the one and, its answers exchanged, of the other",
        given={"g": "g > 1", "p, q": "[0, 1]"},
        assuming=("p <= g*q", "q <= g*p"),
    ),
    Claim(
        "chai_nayak.k_2_is_tpm",
        "g/(g+1) + 1/(g+1) = 1 and (g/(g+1))/(1/(g+1)) = g",
        kernel="ChaiNayakAdmissible.proposition_4_1",
        where="Section 4.2, Proposition 4.1",
        printed="at privacy level gamma, m = 2, p_11 = p_22 = gamma/(gamma+1), p_12 = p_21 = 1/(gamma+1)",
        reading="that these are a TPM, and that it has the parity gamma; that it is optimal is chai_nayak.proposition_4_1",
        given=GAMMA,
    ),
    Claim(
        "chai_nayak.proposition_4_1",
        kernel="ChaiNayakAdmissible.proposition_4_1",
        where="Section 4.2, Proposition 4.1",
        printed="for binary X, an optimal procedure at privacy level gamma is given by m = 2, p_11 = p_22 = gamma/(gamma+1) and "
        "p_12 = p_21 = 1/(gamma+1)",
        reading="it is at least as informative as every procedure of parity at most gamma, with any number of responses",
        decided_by=garbling_items,
        argument="each row of A by itself, for any m; columns by adding the rows",
    ),
    Claim(
        "chai_nayak.theorem_4_4_row",
        "(g-1+k)*d <= g*(d + s) and d <= g/(g+k-1)*(d + s)",
        kernel="ChaiNayakSteps.theorem_4_4_row",
        where="Section 4.2, proof of Theorem 4.4, the display",
        printed="(gamma - 1 + k) p_ii <= gamma sum_j p_ij or p_ii <= gamma/(gamma+k-1) sum_j p_ij",
        argument="from (k-1) p_ii <= gamma sum_{j != i} p_ij; d = p_ii, s the other entries' sum",
        given=TRACE_GIVEN,
        assuming=("(k-1)*d <= g*s",),
    ),
    Claim(
        "chai_nayak.theorem_4_4_adding",
        "(k-1)*d + d = (g-1+k)*d and g*s + d = g*(d + s)",
        where="Section 4.2, proof of Theorem 4.4",
        printed="summing over j != i and then adding p_ii to both sides, we get (gamma - 1 + k) p_ii <= gamma sum_j p_ij",
        reading="the two sides (k-1) p_ii and gamma s, s = sum_{j != i} p_ij, before the addition. A slip in the words alone: "
        "the display that follows is right, chai_nayak.theorem_4_4_row",
        given={**SIZE, "d": "(0, 1]", "s": "s > 0"},
        repairs=(
            Repair(states="(k-1)*d + g*d = (g-1+k)*d and g*s + g*d = g*(d + s)", why="adding gamma p_ii to both sides"),
        ),
    ),
    Claim(
        "chai_nayak.theorem_4_4_a",
        kernel="ChaiNayak.theorem_4_4_a",
        where="Section 4.2, Theorem 4.4 (a)",
        printed="the trace is at most gamma k/(gamma + k - 1)",
        reading="the text shows gamma^k; the proof adds k bounds of total gamma k/(gamma+k-1), and the procedure of (b) has that "
        "trace, so "
        "damage by extraction is likely. gamma = 1 is included",
        decided_by=trace_items,
        argument="a row by adding its entries, all rows by adding them, for every k and all P",
    ),
    Claim(
        "chai_nayak.theorem_4_4_a_k_2",
        "x + y <= 2*g/(g+1)",
        where="Section 4.2, Theorem 4.4 (a)",
        printed="the trace is at most gamma k/(gamma + k - 1)",
        reading="k = 2, with diagonal (x, y), as one inequality",
        given={"x, y": "[0, 1]", "g": "g >= 1"},
        assuming=("x <= g*(1-y)", "y <= g*(1-x)"),
        narrowed=("", "k = 2; for every k it is chai_nayak.theorem_4_4_a"),
    ),
    Claim(
        "chai_nayak.theorem_4_4_b_if",
        "g/(g+k-1) + (k-1)*(1/(g+k-1)) = 1 and k*(g/(g+k-1)) = g*k/(g+k-1) and (g/(g+k-1))/(1/(g+k-1)) = g",
        kernel="ChaiNayak.theorem_4_4_b",
        where="Section 4.2, Theorem 4.4 (b)",
        printed="P attains the upper bound in (a) if p_ii = gamma/(gamma+k-1) for all i and p_ij = 1/(gamma+k-1) for all i != j",
        given=SIZE,
    ),
    Claim(
        "chai_nayak.theorem_4_4_b_only_if",
        kernel="ChaiNayak.theorem_4_4_b",
        where="Section 4.2, Theorem 4.4 (b)",
        printed="P attains the upper bound in (a) only if p_ii = gamma/(gamma+k-1) for all i and p_ij = 1/(gamma+k-1) for all i "
        "!= j",
        reading="gamma > 1, as Section 4 says",
        decided_by=only_if_items,
        argument="equality of the sums forces it in each row and entry; any two columns of any P",
    ),
    Claim(
        "chai_nayak.theorem_4_4_equality",
        kernel="ChaiNayakConsequences.equality_in_4_4",
        where="Section 4.2, proof of Theorem 4.4 (b)",
        printed="equality in (a) holds if and only if p_ij = p_ii/gamma for all i != j",
        decided_by=equality_items,
        argument="the entries of a row beside its diagonal are added one by one, then the rows: a sum of bounds is attained "
        "exactly if each is; k bounds of total gamma k/(gamma + k - 1) by chai_nayak.theorem_4_4_a",
        uses=("chai_nayak.theorem_4_4_a",),
    ),
    Claim(
        "chai_nayak.theorem_4_4_b_at_1",
        "exists x, y: 0 < x and x < 1 and y = 1 - x and x + y = 1*2/(1+2-1) and x != 1/2",
        where="Section 4.2, Theorem 4.4 (b) at gamma = 1",
        printed="gamma > 1 is determined by the privacy requirement",
        argument="the excluded edge: at gamma = 1 every procedure of two equal columns (x, y) attains the bound",
        witness={"x": "1/4", "y": "3/4"},
    ),
    Claim(
        "chai_nayak.theorem_4_4_column",
        "a + (s - a)/g = 1 iff a*(1 - 1/g) + s/g = 1",
        where="Section 4.2, proof of Theorem 4.4 (b)",
        printed="a_j + (1/gamma) sum_{i != j} a_i = 1, we obtain a_j (1 - 1/gamma) + (1/gamma) sum_i a_i = 1",
        reading="s = sum_i a_i",
        given={**GAMMA, "a, s": "real"},
    ),
    Claim(
        "chai_nayak.theorem_4_4_a_j",
        "a*(1 - 1/g) + s/g = 1 implies a = g/(1-g)*(1 - s)",
        where="Section 4.2, proof of Theorem 4.4 (b)",
        printed="a_j (1 - 1/gamma) + (1/gamma) sum_i a_i = 1 or a_j = gamma/(1-gamma) [1 - sum_i a_i]",
        reading="as printed, in its context of a common diagonal, s = k a. The formula is whole in the text, and differs from "
        "the right one in two places, so no single lost glyph explains it; for k = 2 it happens to hold. What the proof uses, "
        "that a_j is the same for all j, does not depend on the slip",
        given={**SIZE, "a": "(0, 1]", "s": "s > 0"},
        assuming=("s = k*a",),
        repairs=(
            Repair(
                states="a*(1 - 1/g) + s/g = 1 implies a = g/(g-1)*(1 - s/g)",
                why="a_j = gamma/(gamma-1) [1 - (1/gamma) sum_i a_i]",
            ),
        ),
    ),
    Claim(
        "chai_nayak.theorem_4_4_equal_diagonal",
        "a = b and (s = k*a implies a = g/(g+k-1) and a/g = 1/(g+k-1))",
        where="Section 4.2, proof of Theorem 4.4 (b)",
        printed="thus, we must have a_1 = ... = a_k and hence p_ii = gamma/(gamma+k-1) for all i and p_ij = 1/(gamma+k-1) for all "
        "i != j, as each column of P must add to 1",
        reading="a and b are any two of the diagonal elements and s the sum of all, k a where they are equal; p_ij = p_ii/gamma "
        "has just been shown; what is given is the sum of a column, chai_nayak.theorem_4_4_column",
        given={**SIZE, "a, b, s": "real"},
        assuming=("a*(1 - 1/g) + s/g = 1", "b*(1 - 1/g) + s/g = 1"),
    ),
    Claim(
        "chai_nayak.p_0_admissible",
        "(g/(g+k-1))/(1/(g+k-1)) = g and g != 1 and g/(g+k-1)*(g/(g+k-1)) != 1/(g+k-1)*(1/(g+k-1))",
        kernel="ChaiNayakProcedures.P_0_admissible",
        where="Section 4.2, after Theorem 4.4",
        printed="P_0 is in C_gamma^0 and hence admissible",
        reading="k >= 2, as Section 4.2, which takes k = 2 and k >= 3",
        argument="two values of ratio gamma in each row, and no two rows proportional; admissible by chai_nayak.theorem_4_2",
        given=SIZE,
        uses=("chai_nayak.theorem_4_2",),
    ),
    Claim(
        "chai_nayak.p_0_eigenvalues",
        "g/(g+k-1) + (k-1)*(1/(g+k-1)) = 1 and g/(g+k-1) - 1/(g+k-1) = (g-1)/(g+k-1)",
        kernel="ChaiNayakProcedures.P_0_eigenvalues",
        where="Section 4.2, after Theorem 4.4",
        printed="P_0 has a common diagonal value and a common off-diagonal value",
        argument="eigenvalues: 1 on (1, ..., 1), and (gamma-1)/(gamma+k-1) on every e_i - e_j",
        given=SIZE,
    ),
    Claim(
        "chai_nayak.p_0_condition_number",
        "l <= (g-1)/(g+k-1) and u/l >= 1/((g-1)/(g+k-1))",
        where="Section 4.2, after Theorem 4.4",
        printed="P_0 has the lowest condition number among all symmetric positive definite P with eta(P) <= gamma",
        argument="a symmetric TPM has the eigenvalue 1; with l the least and u >= 1 the largest eigenvalue, the trace is at "
        "least 1 + (k-1) l, and at most gamma k/(gamma+k-1) by Theorem 4.4",
        given={**SIZE, "l": "l > 0", "u": "u >= 1"},
        assuming=("1 + (k-1)*l <= g*k/(g+k-1)",),
        steps=("(k-1)*l <= (k-1)*((g-1)/(g+k-1))", "l <= (g-1)/(g+k-1)"),
    ),
    Claim(
        "chai_nayak.cell_collapsing",
        kernel="ChaiNayakProcedures.cell_collapsing",
        where="Section 5, last paragraph",
        printed="the parity of a cell collapsing TPM is infinity, unless m = 1",
        decided_by=collapse_items,
        reading="categories mapped onto m cells: a bound of the parity exists exactly if m is 1",
        argument="the engine lists all maps of up to five categories; with m >= 2 a cell has categories inside and outside, "
        "entries 1 and 0",
    ),
    Claim(
        "chai_nayak.cell_collapsing_gives_no_privacy",
        "not p*1/(p*1 + (1-p)*0) <= h",
        kernel="ChaiNayakMerging.collapsing_destroys",
        where="Section 5, last paragraph",
        printed="cell collapsing cannot give any strict information privacy without totally destroying data utility",
        reading="the collapsing is onto its m cells; utility is destroyed where m = 1, and every posterior is its prior",
        narrowed=(
            "",
            "the boundaries exclude something: h_u(p) < 1 or h_l(p) > 0 for some 0 < p < 1. Definition 2.2 allows h_l = 0 and "
            "h_u = 1 there, which every procedure keeps",
        ),
        argument="any demand that excludes something has h(p) < 1 for some p; a category inside a cell and one outside breach it",
        given={**PRIOR, "h": "p <= h < 1"},
    ),
    Claim(
        "chai_nayak.cell_collapsing_useless",
        "post(p,1) = p",
        kernel="ChaiNayakSteps.one_response",
        where="Section 5, last paragraph",
        printed="unless m = 1, in which case data utility is null",
        reading="every posterior is its prior, and every procedure is at least as informative",
        given=PRIOR,
        define=DEFINE,
    ),
]
