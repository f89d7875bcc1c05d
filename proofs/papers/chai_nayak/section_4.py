"""Section 4.1, beginning: the class, sufficiency of experiments, Remarks 4.1 and 4.2, Theorem 4.1 and Lemma 4.1."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Statement
from rropt.claims.evidence import Item
from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.minimal import minimal_form

from .definitions import fractions, parity, product, proportional_pairs
from .section_6_identity import identity_items

ENTRY = {"x": "[0, 1]"}


def empty_class_items() -> Iterator[Item]:
    """Parity 1 makes every row constant, and constant rows are proportional."""
    yield Statement("entries of parity 1 are equal", "x = y", {"x, y": "(0, 1]"}, ("x <= 1*y", "y <= 1*x"))
    yield Statement("two constant rows are proportional", "x*v = y*u", {"x, y, u, v": "(0, 1]"}, ("x = y", "u = v"))


def column_items() -> Iterator[Item]:
    """Adding one row u of P, with the column of C that belongs to it, keeps sum_i a_ij = sum_u p_uj."""
    yield Statement("one more row of P", "s + c*p + (1-c)*p = t + p", {"s, t, c, p": "real"}, ("s = t",))
    yield Statement("one more row of C", "(v + c)*p = v*p + c*p", {"v, c, p": "real"})
    yield Statement("no entry is negative", "s + c*p >= 0", {"s": "s >= 0", "c, p": "[0, 1]"})


def risk_items() -> Iterator[Item]:
    """delta_*: draw i from column u of C, then decide delta(i). Under every truth its expected loss is delta's with A."""
    for m, r in ((1, 2), (2, 2), (3, 2), (2, 3), (3, 3)):
        c = [[f"c{i}{u}" for u in range(r)] for i in range(m)]
        p, loss = [f"p{u}" for u in range(r)], [f"l{i}" for i in range(m)]
        a = [" + ".join(f"{c[i][u]}*{p[u]}" for u in range(r)) for i in range(m)]
        with_a = " + ".join(f"({a[i]})*{loss[i]}" for i in range(m))
        with_p = " + ".join(f"{p[u]}*({' + '.join(f'{c[i][u]}*{loss[i]}' for i in range(m))})" for u in range(r))
        names = ", ".join([x for row in c for x in row] + p + loss)
        yield Statement(f"A has {m} responses, P has {r}", f"{with_a} = {with_p}", {names: "real"})


def merge_items() -> Iterator[Item]:
    """Column by column: a1 = d s, a2 = (1-d) s with s = a1 + a2; all other rows are untouched."""
    given = {"d": "(0, 1)", "s": "real"}
    yield Statement(
        "C P* has the first two rows of A",
        "d*s = x and (1-d)*s = y",
        {**given, "x, y": "real"},
        ("x = d*(x + y)", "s = x + y"),
    )
    yield Statement("C* A has the first row of P*", "1*x + 1*y = s", {"x, y, s": "real"}, ("s = x + y",))
    yield Statement("columns of C and of C* add to 1", "d + (1-d) = 1 and d > 0 and 1-d > 0 and 1 + 0 = 1", given)
    for rows in ([[2, 4], [1, 2], [3, 0]], [[1, 1, 2], [2, 2, 4], [3, 3, 0]], [[1, 2], [1, 2], [2, 0], [0, 0]]):
        a = Mechanism(fractions(rows, sum(row[0] for row in rows)))
        form = minimal_form(a)
        yield Fact(f"{rows}: merging", product(form.merge, a.rows), "=", form.mechanism.rows)
        yield Fact(f"{rows}: splitting", product(form.split, form.mechanism.rows), "=", a.rows)
        yield Fact(f"{rows}: proportional rows left", proportional_pairs(form.mechanism.rows), "=", 0)


def permutation_items() -> Iterator[Item]:
    """Every permutation of up to five rows: its inverse is a permutation, and rows keep their parities."""
    for m in (1, 2, 3, 4, 5):
        rows = fractions([[i + 1, 2 * i + 1, 7 - i] for i in range(m)], 60)
        unit = fractions([[int(i == j) for j in range(m)] for i in range(m)], 1)
        for order in itertools.permutations(range(m)):
            c = tuple(unit[i] for i in order)
            inverse = tuple(zip(*c, strict=True))
            yield Fact(f"{order}: C^-1 C = I", product(inverse, c), "=", unit)
            yield Fact(f"{order}: parity", parity(product(c, rows)), "=", parity(rows))


def equivalence_items() -> Iterator[Item]:
    yield from identity_items()
    yield Statement(
        "CC* = I and c*_ul > 0: the other entries of C's column u vanish",
        "c = 0",
        {"c": "c >= 0", "d": "d > 0", "s": "s >= 0"},
        ("c*d + s = 0",),
    )
    yield Statement(
        "size 2: two TPMs inverse to each other are permutations",
        "(a = 1 and b = 0) or (a = 0 and b = 1)",
        {"a, b, c, d": "[0, 1]"},
        ("a*c + b*(1-c) = 1", "a*d + b*(1-d) = 0"),
    )
    for first, second in itertools.combinations(
        ([[2, 1], [1, 2]], [[1, 2], [2, 1]], [[3, 2], [1, 2]], [[2, 2], [1, 1]]), 2
    ):
        p = Mechanism(fractions(first, sum(row[0] for row in first)))
        q = Mechanism(fractions(second, sum(row[0] for row in second)))
        both = int(bool(dominates(p, q)) and bool(dominates(q, p)))
        yield Fact(f"{first} and {second}, by certified dominance", both, "=", int(sorted(p.rows) == sorted(q.rows)))


def parity_of_product_items() -> Iterator[Item]:
    yield Statement("the empty sum", "0 <= g*0", {"g": "g >= 1"})
    yield Statement(
        "one more row u of P",
        "a + c*p <= g*(b + c*q)",
        {"a, b": "real", "c, p, q": "[0, 1]", "g": "g >= 1"},
        ("a <= g*b", "p <= g*q"),
    )
    yield Statement(
        "a row of A without zeros has then parity at most g",
        "a/b <= g",
        {"a, b": "(0, 1]", "g": "g >= 1"},
        ("a <= g*b",),
    )


CLAIMS = [
    Claim(
        "chai_nayak.class_empty_at_1",
        kernel="ChaiNayakProcedures.class_empty_at_1",
        where="Section 4, the class C_gamma at gamma = 1",
        printed="C_gamma, gamma > 1, has m >= 2, eta(P) <= gamma and no proportional rows",
        narrowed=(
            "",
            "the printed sentence is a definition; shown is a remark of ours, why gamma = 1 is left out: all rows are constant "
            "then, so the class is empty. That gamma > 1 comes from the requirement is not shown: B(h) may be 1",
        ),
        decided_by=empty_class_items,
        argument="any two of the at least two rows of a procedure of parity 1",
    ),
    Claim(
        "chai_nayak.proportional_rows_carry_the_same",
        "w*d*x/(w*d*x + d*r) = w*x/(w*x + r)",
        kernel="ChaiNayakSteps.proportional_rows_same",
        where="Section 4, first paragraph, up to 'and the two outcomes should be merged'",
        printed="from likelihood perspective, if rows i and j are proportional, the statistical information from observing d_i "
        "and d_j are the same",
        reading="the likelihoods of pi are proportional, and the posterior probability of every event is the same: for the engine "
        "of a category with prior w and entry x, r the sum over the others of prior times entry",
        given={"w, x": "[0, 1]", "d": "d > 0", "r": "[0, inf)"},
        assuming=("w*x + r > 0",),
    ),
    Claim(
        "chai_nayak.proportional_rows_split",
        "x = (c/(1+c))*(x + y) and y = (1 - c/(1+c))*(x + y) and 0 < c/(1+c) and c/(1+c) < 1",
        kernel="ChaiNayakMerging.proportional_rows_split",
        where="Section 4, first paragraph",
        printed="two proportional rows can be viewed as obtained from randomly splitting one outcome into two. Also, if "
        "proportional "
        "rows are allowed, then S_Z and m cannot be defined uniquely",
        reading="the outcome is one of an equivalent procedure with one response less, and every outcome of every procedure can be "
        "split so: of equivalent procedures one has m responses and another m + 1",
        argument="(x, y) are the entries of the two rows in any column, x = c y in all: the two rows are the shares z = c/(1 + "
        "c) and "
        "1 - z of their sum; that merging them gives an equivalent procedure is chai_nayak.remark_4_1",
        uses=("chai_nayak.remark_4_1",),
        given={"c": "c > 0", "y": "[0, 1]", "x": "x = c*y"},
    ),
    Claim(
        "chai_nayak.product_is_tpm",
        kernel="ChaiNayakMatrices.product_is_tpm",
        where="Section 4.1, after Definition 4.2",
        printed="if C and P are TPMs, then A = CP is also a TPM",
        decided_by=column_items,
        argument=("sum_i a_ij = sum_u p_uj sum_i c_iu = sum_u p_uj = 1.")
        + "; "
        + ("the steps of the induction over the rows of P and of C, starting from empty sums"),
    ),
    Claim(
        "chai_nayak.no_greater_risk",
        kernel="ChaiNayakProcedures.no_greater_risk",
        where="Section 4.1, after Definition 4.2",
        printed="if P is sufficient for A, for any rule delta based on A there is a rule based on P whose risk is never larger",
        reading="its risk is the same, for every loss and truth: each response is garbled by C, and then delta is used; f is the "
        "loss of delta at the data for one truth w",
        decided_by=risk_items,
        argument="the sizes listed, all values; for other sizes the same double sum is exchanged. For n respondents C is "
        "applied to each response, a garbling of the product",
        narrowed=("", "the rule based on P may be randomized, which the sentence does not say"),
    ),
    Claim(
        "chai_nayak.remark_4_1",
        kernel="ChaiNayakMerging.remark_4_1",
        where="Section 4.1, Remark 4.1",
        printed="merging proportional rows gives an equivalent procedure, A = CP* and P* = C*A; repeating eliminates all",
        reading="C* has the rows (1, 1, 0) and (0, 0, I): the extracted text shows a row of zeros between them, which no C* with "
        "C*A = P* of m - 1 rows can have, and columns that do not agree, so that damage by the extraction is the likely cause",
        decided_by=merge_items,
        argument="two proportional rows, every column; each merging leaves one row less, so it ends",
    ),
    Claim(
        "chai_nayak.remark_4_2",
        kernel="ChaiNayakClauses.remark_4_2_whole",
        where="Section 4.1, Remark 4.2",
        printed="if C is a permutation matrix and A = CP, then (i) eta(A) = eta(P) and (ii) A ~ P (as C^-1 is also a permutation "
        "matrix and hence TPM)",
        reading="parities are numbers or infinite",
        decided_by=permutation_items,
        argument="all permutations of up to five rows; eta is a maximum over rows, in whatever order, and the inverse of any "
        "permutation is one",
    ),
    Claim(
        "chai_nayak.theorem_4_1",
        kernel="ChaiNayak.theorem_4_1_iff",
        where="Section 4.1, Theorem 4.1",
        printed="two procedures of C_gamma are equivalent if and only if m = r and A = CP with a permutation matrix C",
        reading="`if` is Remark 4.2",
        decided_by=equivalence_items,
        argument=(
            "From CC* = I and C*C = I, m = r. Row u of C* is not zero; with c*_ul > 0, (CC*)_il = 0 for i != l makes "
            "c_iu = 0: column u of C has the one entry c_lu = 1. C is invertible, so it is a permutation."
        )
        + "; "
        + (
            "P = C*CP and A = CC*A give C*C = I and CC* = I by Lemma 6.1 (the first items); then the step for one "
            "column of C, which has a nonzero entry because it adds to 1"
        ),
    ),
    Claim(
        "chai_nayak.lemma_4_1",
        kernel="ChaiNayakClauses.lemma_4_1_parity",
        where="Section 4.1, Lemma 4.1",
        printed="if C and P are TPMs, eta(P) = gamma and A = CP, then eta(A) <= gamma",
        reading="parities are numbers or infinite; a zero row of A has parity 1",
        decided_by=parity_of_product_items,
        argument="the start and the step of an induction over the rows of P, for any two columns of A",
    ),
    Claim(
        "chai_nayak.eq_4_1",
        "a = c1*p1 + c2*p2 + c3*p3 and b = c1*q1 + c2*q2 + c3*q3 implies a <= c1*(g*q1) + c2*(g*q2) + c3*(g*q3) and"
        " c1*(g*q1) + c2*(g*q2) + c3*(g*q3) = g*b",
        kernel="ChaiNayakSteps.eq_4_1_all",
        where="Section 4.1, (4.1)",
        printed="a_ij = sum c_iu p_uj <= sum c_iu (gamma p_ul) = gamma a_il",
        reading="in Coq for every r, i, j and l, as displayed",
        argument="the engine writes out r = 3; all r by chai_nayak.lemma_4_1",
        given={"c1, c2, c3": "[0, 1]", "p1, p2, p3, q1, q2, q3": "[0, 1]", "g": "g >= 1", "a, b": "real"},
        assuming=("p1 <= g*q1", "p2 <= g*q2", "p3 <= g*q3"),
        uses=("chai_nayak.lemma_4_1",),
    ),
    Claim(
        "chai_nayak.trade_off",
        kernel="ChaiNayakClauses.trade_off_parity",
        where="Section 4.1, after Lemma 4.1",
        printed="if P is at least as informative as A, then A provides at least as much privacy (by parity) as P",
        decided_by=parity_of_product_items,
        argument="Lemma 4.1 with gamma = eta(P), by the same induction",
    ),
    Claim(
        "chai_nayak.privacy_does_not_order",
        kernel="ChaiNayakProcedures.privacy_does_not_order",
        narrowed=(
            "",
            "the printed trade-off is Lemma 4.1, chai_nayak.trade_off; shown here is a remark of ours, that its "
            "converse fails: less parity does not make a procedure less informative",
        ),
        where="Section 4.1, after Lemma 4.1",
        printed="it also exhibits a trade-off between privacy and data utility",
        reading="only in that direction: here A has the smaller parity, and P is not sufficient for it",
        decided_by=lambda: (
            Fact(
                "parity of A = ((2,1,1),(1,2,2))/3",
                parity(fractions([[2, 1, 1], [1, 2, 2]], 3)),
                "<",
                parity(fractions([[1, 3, 1], [3, 1, 3]], 4)),
            ),
            Fact(
                "P = ((1,3,1),(3,1,3))/4 sees no difference between c_1 and c_3, A does",
                Fraction(2, 3) - Fraction(1, 3),
                "!=",
                Fraction(1, 4) - Fraction(1, 4),
            ),
        ),
        argument="a single pair of procedures is shown; every CP has equal first and third columns, as P has",
    ),
]
