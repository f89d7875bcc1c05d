"""Section 4.1: admissible procedures are those of C1 and C2 (Theorems 4.2 and 4.3, Corollary 4.1)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Statement
from rropt.claims.evidence import Certified, Item
from rropt.mechanism import Mechanism
from rropt.order.admissibility import admissible

from .definitions import fractions
from .section_6_identity import identity_items

ROW = {"g": "g > 1", "x, y": "(0, 1]"}


def tight_items() -> Iterator[Item]:
    """Equality in (4.1) where a_ij = g a_il: the other terms of the sum are s <= g v."""
    yield Statement(
        "c_iu != 0 forces p_uj = g p_ul",
        "p = g*q",
        {"s, v": "real", "c": "(0, 1]", "p, q": "[0, 1]", "g": "g > 1"},
        ("s <= g*v", "p <= g*q", "s + c*p = g*(v + c*q)"),
    )
    yield Statement(
        "two columns where a_i is large agree in p_u, and two where it is small",
        "p = w and q = v",
        {"p, q, w, v": "[0, 1]", "g": "g > 1"},
        ("p = g*q", "p = g*v", "w = g*q"),
    )
    yield Statement("p_u is proportional to a_i", "p*x = q*(g*x)", {"p, q, x": "[0, 1]", "g": "g > 1"}, ("p = g*q",))


def supports_items() -> Iterator[Item]:
    """Which response u of P each response i of A comes from: a map, onto because no column of C is zero."""
    for m, r in itertools.product((1, 2, 3, 4), repeat=2):
        maps = list(itertools.product(range(r), repeat=m))
        onto = [f for f in maps if len(set(f)) == r]
        if m < r:
            yield Fact(f"m = {m} < r = {r}: no such C without a zero column", len(onto), "=", 0)
        if m > r:
            split = [f for f in maps if len(set(f)) < m]
            yield Fact(f"m = {m} > r = {r}: two rows of A come from one row of P", len(split), "=", len(maps))
        if m == r:
            yield Fact(f"m = r = {m}: a permutation", sorted(onto), "=", sorted(itertools.permutations(range(m))))
    yield Statement("its entry is 1, as the column adds to 1", "c = 1", {"c": "[0, 1]"}, ("c + 0 = 1",))


def admissible_items() -> Iterator[Item]:
    yield from tight_items()
    yield from supports_items()
    for rows, over, gamma in (
        ([[2, 1], [1, 2]], 3, 2),
        ([[3, 1, 1], [1, 3, 1], [1, 1, 3]], 5, 3),
        ([[2, 2, 1], [1, 1, 2]], 3, 2),
        ([[6, 6, 3, 3], [3, 3, 6, 6], [2, 1, 2, 1], [1, 2, 1, 2]], 12, 2),
    ):
        found = admissible(Mechanism(fractions(rows, over)), gamma)
        yield Certified(f"{rows} over {over}", found.certificates[0], "no mechanism of parity at most")


def permuted_items() -> Iterator[Item]:
    """A row of two values at ratio g stays one wherever it stands; all orders of up to four rows."""
    for m in (2, 3, 4):
        rows = tuple((Fraction(i + 1), 2 * Fraction(i + 1), Fraction(i + 1)) for i in range(m))
        for order in itertools.permutations(range(m)):
            kept = sum(max(rows[i]) == 2 * min(rows[i]) and len(set(rows[i])) == 2 for i in order)
            yield Fact(f"rows in the order {order}", kept, "=", m)


def staircase_items() -> Iterator[Item]:
    """An independent road to Theorem 4.3: every row of parity at most g is a mixture of two-valued rows and a constant."""
    given = {"g": "g > 1", "x": "x > 0", "y": "y >= x", "z": "z >= y"}
    yield Statement(
        "entries x <= y <= z in proportion",
        "(z-y)/(g-1) + (y-x)/(g-1) + (g*x-z)/(g-1) = x and (z-y)/(g-1) + g*(y-x)/(g-1) + (g*x-z)/(g-1) = y"
        " and g*(z-y)/(g-1) + g*(y-x)/(g-1) + (g*x-z)/(g-1) = z",
        given,
    )
    yield Statement(
        "with nonnegative weights", "(z-y)/(g-1) >= 0 and (y-x)/(g-1) >= 0 and (g*x-z)/(g-1) >= 0", given, ("z <= g*x",)
    )
    yield Statement("one more entry between: the gap is divided", "(z-y)/(g-1) + (y-x)/(g-1) = (z-x)/(g-1)", given)
    yield Statement(
        "the constants, of total w < 1, are handed to the others in proportion",
        "(1-w)*(s/(1-w)) = s and s/(1-w) >= 0",
        {"w": "[0, 1)", "s": "[0, 1]"},
    )
    yield Statement(
        "if all is constant (w = 1) every row is, and constant rows are proportional",
        "z <= x",
        given,
        ("g*x - z = (g-1)*x",),
    )
    yield from identity_items()
    for rows, over, gamma in (
        ([[4, 2, 1], [1, 2, 4], [2, 3, 2]], 7, 4),
        ([[3, 2], [1, 2]], 4, 4),
        ([[2, 2, 1], [1, 1, 2], [1, 1, 1]], 4, 2),
    ):
        found = admissible(Mechanism(fractions(rows, over)), gamma)
        yield Certified(
            f"above {rows} over {over}: admissible", found.certificates[0], "no mechanism of parity at most"
        )
        yield Certified(f"above {rows} over {over}: better", found.certificates[1], "is strictly more informative")


def small_class_items() -> Iterator[Item]:
    """m = 2 < k = 3, rank 2: rows (2,2,1)/3 and (1,1,2)/3 satisfy C1 and C2."""
    p = fractions([[2, 2, 1], [1, 1, 2]], 3)
    yield Fact("m < k", len(p), "<", len(p[0]))
    yield Certified("admissible", admissible(Mechanism(p), 2).certificates[0], "no mechanism of parity at most")
    yield Statement("for every gamma", "g/(g+1) + 1/(g+1) = 1 and (g/(g+1))/(1/(g+1)) = g", {"g": "g > 1"})


def many_items() -> Iterator[Item]:
    """k = 3: the patterns of one category with weight w and those of two with the rest; a procedure for every w."""
    yield Statement("columns add to 1", "w*(g + 2)/(g+2) + (1-w)*(2*g+1)/(2*g+1) = 1", {"g": "g > 1", "w": "(0, 1)"})
    yield Statement(
        "rows have two values of ratio g and are not proportional",
        "(w*g/(g+2))/(w/(g+2)) = g and g*g != 1 and g*1 != 1*1",
        {"g": "g > 1", "w": "(0, 1)"},
    )
    yield Statement(
        "different w, different procedures, none a permutation of the other's six rows",
        "w/(g+2) = v/(g+2) implies w = v",
        {"g": "g > 1", "w": "(0, 1)", "v": "(0, 1)"},
    )


SUFFICIENT = (
    "the tight items hold for every row of C and pair of columns, whatever k and r; the maps listed are all for m, r up to 4, "
    "and for other sizes a map of m things onto r needs m >= r, and is injective only if m <= r"
)

CLAIMS = [
    Claim(
        "chai_nayak.rows_of_c_not_zero",
        "not (p = c1*q1 + c2*q2 and c1 = 0 and c2 = 0)",
        kernel="ChaiNayakProcedures.rows_of_c_not_zero",
        where="Section 4.1, proof of Theorem 4.2",
        printed="each row of C must contain at least one nonzero element, as A does not have any zero row",
        given={"c1, c2, q1, q2": "[0, 1]", "p": "(0, 1]"},
        argument="two rows of P; a row of zeros of any length adds nothing",
    ),
    Claim(
        "chai_nayak.support_is_proportional",
        kernel="ChaiNayakProcedures.support_is_proportional",
        where="Section 4.1, proof of Theorem 4.2",
        printed="c_iu != 0 implies that the u-th row of P is proportional to the i-th row of A",
        reading="A satisfies C1 and C2, eta(P) <= gamma, A = CP",
        decided_by=tight_items,
        argument="any pair of columns where a_ij = gamma a_il, of which C2 leaves no others than the large and the small",
    ),
    Claim(
        "chai_nayak.one_entry_a_row",
        "not (p*x = q*y and w*x = v*y) or p*v = q*w",
        kernel="ChaiNayakProcedures.one_entry_a_row",
        where="Section 4.1, proof of Theorem 4.2",
        printed="each row of C has exactly one nonzero entry; otherwise, P will have proportional rows",
        argument="two rows (p, q) and (w, v) of P that are proportional to one row (y, x) of A are so to each other",
        given={"x, y": "(0, 1]", "p, q, w, v": "[0, 1]"},
    ),
    Claim(
        "chai_nayak.c_is_permutation",
        kernel="ChaiNayakClauses.permutation_step_whole",
        where="Section 4.1, proof of Theorem 4.2",
        printed="if m < r, C must have some zero columns hence would not be a TPM. Also, if m > r, at least two rows of C must be "
        "proportional, and the corresponding rows of A are also proportional, which is a contradiction. So, we must have m = r and "
        "C must be a permutation matrix, to be a TPM, and thus A ~ P",
        decided_by=supports_items,
        reading="for every matrix with exactly one nonzero entry a row, as C has: m < r leaves a zero column, and m > "
        "r two proportional rows, whose rows of the product are proportional; and for this C, m = r, C is a "
        "permutation matrix and A ~ P",
        argument="the engine lists all maps for m, r up to 4; beyond by the pigeonhole principle, as printed",
    ),
    Claim(
        "chai_nayak.theorem_4_2",
        kernel="ChaiNayakAdmissible.theorem_4_2_in_class",
        where="Section 4.1, Theorem 4.2",
        printed="any A in the class of C1 and C2 is admissible within C_gamma",
        reading="gamma > 1",
        decided_by=admissible_items,
        argument=(
            "If P in C_gamma is sufficient for A, A = CP, then equality in (4.1) makes each row of P that C uses "
            "proportional to a row of A, so C is a permutation and P is equivalent to A, not better."
        )
        + "; "
        + (SUFFICIENT),
    ),
    Claim(
        "chai_nayak.corollary_4_1",
        kernel="ChaiNayakAdmissible.corollary_4_1",
        where="Section 4.1, Corollary 4.1",
        printed="if A satisfies C1 and C2, no P of C_gamma that does not is equivalent to A; if A is at least as informative "
        "as such a P, it is better",
        decided_by=permuted_items,
        argument="an equivalent P has the rows of A in another order by Theorem 4.1, and C1 and C2 speak of single rows",
    ),
    Claim(
        "chai_nayak.theorem_4_3",
        kernel="ChaiNayakAdmissible.theorem_4_3",
        where="Section 4.1, Theorem 4.3",
        printed="P of C_gamma is admissible within C_gamma only if it satisfies C1 and C2",
        reading="gamma > 1; by a road of its own, apart from the lemmas of the paper, whose steps are claims by themselves",
        decided_by=staircase_items,
        argument=(
            "Let the two-valued rows of all rows of P, constants handed out in proportion, form S: P = CS. If P were "
            "sufficient for S, both, minimal, would have the same rows (Theorem 4.1, first items of its evidence), and P would "
            "satisfy C1 and C2."
        )
        + "; "
        + (
            "sorted entries of any number by the division of gaps; the dominating procedure has rows of C1 and C2, "
            "merged where proportional, and is strictly better by the argument unless the rows are the same"
        ),
    ),
    Claim(
        "chai_nayak.not_needed",
        where="Section 4, first paragraphs",
        printed="one may also impose m >= k and rank(P) = k; however, these are not needed for our results",
        reading="procedures with m < k are in the class and may be admissible in it",
        decided_by=small_class_items,
        argument="one procedure for every gamma, and the certificate of one of them",
    ),
    Claim(
        "chai_nayak.many_admissible",
        where="Section 4.2, first sentence",
        printed="generally, the class of all admissible procedures contains many P",
        reading="k = 3: a continuum for every gamma > 1",
        decided_by=many_items,
        argument="the items hold for every gamma and every weight w",
    ),
]
