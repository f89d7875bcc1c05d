"""Section 4.1: Lemmas 4.2 to 4.4 and the steps of their proofs, of which one is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Certified, Item
from rropt.mechanism import Mechanism
from rropt.order.blackwell import compare

from .definitions import fractions, line, parity, product, proportional_pairs
from .section_6_identity import identity_items

XI = {"z": "z > 1"}
STRETCHED = fractions([[4, 3], [3, 6], [3, 1]], 10)


def stretch(z: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """C of the proof of Lemma 4.2 for m = 3."""
    return ((Fraction(1), 1 - z, Fraction(0)), (Fraction(0), z, Fraction(0)), (Fraction(0), Fraction(0), Fraction(1)))


def only_c_items() -> Iterator[Item]:
    """m = 3, k = 2: the rows of A are dependent, so a multiple of the relation may be added to any row of C."""
    z = Fraction(7, 6)
    c = stretch(z)
    p = product(c, STRETCHED)
    relation = (Fraction(-1), Fraction(1, 3), Fraction(1))
    null = product((relation,), STRETCHED)[0]
    yield Fact("the rows of A have the relation (-1, 1/3, 1)A = 0", null, "=", (Fraction(0), Fraction(0)))
    d = (tuple(x + y for x, y in zip(c[0], relation, strict=True)), c[1], c[2])
    yield Fact("DA = P", product(d, STRETCHED), "=", p)
    yield Fact(
        "A = ((4,3),(3,6),(3,1))/10, gamma = 4, xi = 7/6: first row of a D with DA = P against C's",
        line(d[0]),
        "=",
        line(c[0]),
    )


def independent_items() -> Iterator[Item]:
    """DA = CA says that the rows of D - C are relations among the rows of A; independent rows have none."""
    yield Statement(
        "two rows",
        "d = 0 and e = 0",
        {"d, e": "real", "a1, a2, b1, b2": "(0, 1]"},
        ("d*a1 + e*b1 = 0", "d*a2 + e*b2 = 0", "a1*b2 != a2*b1"),
    )
    yield Statement("C has a negative entry", "1 - z < 0", XI)


def any_xi_items() -> Iterator[Item]:
    z = Fraction(4, 3)
    p = product(stretch(z), STRETCHED)
    yield Fact("A is in the class: no proportional rows", proportional_pairs(STRETCHED), "=", 0)
    yield Fact("and parity at most 4", parity(STRETCHED), "<=", Fraction(4))
    yield Fact("its first row has parity 4/3, between 1 and 4", parity((STRETCHED[0],)), "=", Fraction(4, 3))
    yield Fact("xi = 4/3: the first row of P keeps parity at most 4", parity((p[0],)), "<=", Fraction(4))
    yield Fact("A = ((4,3),(3,6),(3,1))/10, gamma = 4, xi = 4/3: proportional rows of P", proportional_pairs(p), "=", 1)
    merged = (tuple(x + y for x, y in zip(p[0], p[2], strict=True)), p[1])
    yield Fact("merged as in Remark 4.1: proportional rows", proportional_pairs(merged), "=", 0)
    yield Fact("merged as in Remark 4.1: parity at most 4", parity(merged), "<=", Fraction(4))
    yield Statement(
        "merging two proportional rows keeps their quotients",
        "(x + c*x)/(y + c*y) = x/y",
        {"x, y": "(0, 1]", "c": "c > 0"},
    )
    yield Statement(
        "two rows remain: were all proportional to (u, w), columns adding to 1 would make it constant, and a_2 is not",
        "u = w",
        {"c": "c > 0", "u, w": "(0, 1]"},
        ("c*u = 1", "c*w = 1"),
    )
    yield from almost_all_xi_items()


def almost_all_xi_items() -> Iterator[Item]:
    """p_1 = a_1 - s a_2 is proportional to a given row for one s at most, because a_1 and a_2 are not proportional."""
    yield Statement(
        "two values s and v of xi - 1 with proportional first rows are equal",
        "s = v",
        {"s, v": "real", "x, y, u, w": "(0, 1]"},
        ("x*w != y*u", "(x - s*u)*(y - v*w) = (y - s*w)*(x - v*u)"),
    )
    yield Statement(
        "p_2 is proportional to a_2, and p_1 to it only if a_1 is",
        "x*w = y*u",
        {"s": "s >= 0", "x, y, u, w": "(0, 1]"},
        ("(x - s*u)*w = (y - s*w)*u",),
    )


def lemma_4_2_items() -> Iterator[Item]:
    yield from almost_all_xi_items()
    yield Statement(
        "some xi > 1 keeps a pair of the first row within gamma",
        "x - s*u <= g*(y - s*w)",
        {"g": "g > 1", "x, y, u, w": "(0, 1]", "s": "s >= 0"},
        ("x < g*y", "2*g*w*s <= g*y - x"),
    )
    yield Statement(
        "A = C^-1 P, C^-1 a TPM",
        "x - (z-1)*u + (1-1/z)*(z*u) = x and 1/z*(z*u) = u and 0 < 1/z and 0 < 1 - 1/z",
        {"z": "z > 1", "x, u": "(0, 1]"},
    )
    yield from identity_items()


def lemma_4_3_items() -> Iterator[Item]:
    yield Statement("the other rows add to 1 - d", "s/(1-d) = 1", {"d": "(0, 1)", "s": "real"}, ("d + s = 1",))
    yield Statement(
        "A = CP", "d*s = d and (1-d)*(x/(1-d)) = x", {"d": "(0, 1)", "s": "real", "x": "[0, 1]"}, ("s = 1",)
    )
    yield Statement("columns of C add to 1", "d + (1-d) = 1", {"d": "(0, 1)"})
    yield Statement(
        "row parities remain, and proportions of rows", "(x/(1-d))/(y/(1-d)) = x/y", {"d": "(0, 1)", "x, y": "(0, 1]"}
    )
    yield Statement(
        "at least two rows are left: a second row alone would be constant as well",
        "x = y",
        {"d": "(0, 1)", "x, y": "(0, 1]"},
        ("d + x = 1", "d + y = 1"),
    )


def better_items() -> Iterator[Item]:
    yield Statement("a constant row does not satisfy C1", "x/x != g", {"g": "g > 1", "x": "(0, 1]"})
    for rows, over in (([[2, 1], [1, 2]], 3), ([[2, 2, 1], [1, 1, 2]], 3), ([[3, 1, 1], [1, 3, 1], [1, 1, 3]], 5)):
        better = Mechanism(fractions(rows, over))
        mixed = Mechanism([[Fraction(1, 4)] * better.k, *[[x * 3 / 4 for x in row] for row in better.rows]])
        yield Certified(
            f"{rows} over {over}, with a constant row of 1/4",
            compare(better, mixed).certificate,
            "strictly more informative",
        )
    yield from lemma_4_3_items()


def lemma_4_4_items() -> Iterator[Item]:
    """a is the middle value, (b, c) two other entries of its row; lo and hi its least and largest value."""
    given = {"lo": "lo > 0", "a": "a > lo", "hi": "hi > a", "b": "lo <= b <= hi"}
    share = "(hi - a)/(hi - lo)"
    yield Statement("0 < delta < 1", f"0 < {share} and {share} < 1", given)
    yield Statement(
        "the two rows add to the old one", f"{share}*lo + (1-{share})*hi = a and {share}*b + (1-{share})*b = b", given
    )
    yield Statement(
        "their parities are gamma",
        f"({share}*hi)/({share}*lo) = hi/lo and ((1-{share})*hi)/((1-{share})*lo) = hi/lo",
        given,
    )
    yield Statement("other entries stay between", f"{share}*lo <= {share}*b and {share}*b <= {share}*hi", given)
    yield Statement(
        "merged two-valued rows are two-valued: sums of proportional rows",
        "x*d + x*e = x*(d + e)",
        {"x, d, e": "(0, 1]"},
    )


SPLIT = {"lo": "lo > 0", "a": "a > lo", "hi": "hi > a"}
SHARE = "(hi - a)/(hi - lo)"
CLAIMS = [
    Claim(
        "chai_nayak.lemma_4_2_opposite_row",
        "not (a + s = 1 and b + r = 1)",
        kernel="ChaiNayakProcedures.opposite_row",
        where="Section 4.1, proof of Lemma 4.2",
        printed="there exists a row i such that a_i1 < a_i2 because each column of A adds to 1",
        argument="if none did, the rest of the first column, s, were at least that of the second, r",
        given={"a": "a > b", "b": "b > 0", "s": "s >= r", "r": "real"},
    ),
    Claim(
        "chai_nayak.lemma_4_2_tpm",
        "(a + (1-z)*u) + z*u = a + u and (z <= 1 + a/u implies a + (1-z)*u >= 0)",
        kernel="ChaiNayakDisplays.positive_and_range",
        where="Section 4.1, proof of Lemma 4.2",
        printed="as all elements of A are positive, implied by eta(A) <= gamma, there exists xi_0 such that P is a TPM for all "
        "1 <= xi < xi_0",
        argument="xi_0 = 1 + min_j a_1j/a_2j, above 1 because all elements are positive",
        given={"a, u": "(0, 1]", "z": "z >= 1"},
    ),
    Claim(
        "chai_nayak.lemma_4_2_other_parities",
        "(z*x)/(z*y) = x/y",
        kernel="ChaiNayakDisplays.parity_by_first_row",
        where="Section 4.1, proof of Lemma 4.2",
        printed="eta_i(A) = eta_i(P) for i = 2, ..., m and so, any difference in eta(A) and eta(P) comes from the difference "
        "between "
        "eta_1(A) and eta_1(P)",
        reading="two parities are equal where the same numbers bound them; and what bounds eta is what bounds eta_1 and the "
        "others, "
        "which A and P share",
        given={"z": "z >= 1", "x, y": "(0, 1]"},
    ),
    Claim(
        "chai_nayak.lemma_4_2_continuity",
        "x - s*u <= g*(y - s*w)",
        kernel="ChaiNayakConsequences.lemma_4_2_some_xi",
        where="Section 4.1, proof of Lemma 4.2",
        printed="eta_1(P) is continuous in xi and below gamma at xi = 1, so there exists 1 < xi < xi_0 for which eta_1(P) <= "
        "gamma and consequently, eta(P) <= gamma",
        reading="continuous where P is a TPM, 1 <= xi < xi_0",
        argument="an explicit range of s = xi - 1 for each pair of entries of the first row; there are finitely many pairs",
        given={"g": "g > 1", "x, y, u, w": "(0, 1]", "s": "s >= 0"},
        assuming=("x < g*y", "2*g*w*s <= g*y - x"),
    ),
    Claim(
        "chai_nayak.lemma_4_2_inverse",
        "1*1 + (1-z)*0 = 1 and 1*(1-1/z) + (1-z)*(1/z) = 0 and 0*1 + z*0 = 0 and 0*(1-1/z) + z*(1/z) = 1"
        " and 1*(1-z) + (1-1/z)*z = 0 and 0*(1-z) + 1/z*z = 1",
        kernel="ChaiNayakSteps.lemma_4_2_matrices",
        where="Section 4.1, proof of Lemma 4.2",
        printed="C and C^-1 as displayed",
        reading="the two are inverse to each other, both products; the engine multiplies the upper left blocks (1, 1-xi; 0, xi) "
        "and (1, 1-1/xi; 0, 1/xi)",
        given=XI,
    ),
    Claim(
        "chai_nayak.lemma_4_2_p_is_ca",
        "1*a + (1-z)*u = a + (1-z)*u and 0*a + z*u = z*u and 1*(a + (1-z)*u) + (1-1/z)*(z*u) = a and 1/z*(z*u) = u",
        kernel="ChaiNayakSteps.lemma_4_2_products",
        where="Section 4.1, proof of Lemma 4.2",
        printed="P = CA and A = C^-1 P",
        given={**XI, "a, u": "(0, 1]"},
    ),
    Claim(
        "chai_nayak.lemma_4_2_inverse_is_tpm",
        "1 + 0 = 1 and (1-1/z) + 1/z = 1 and 0 < 1-1/z and 0 < 1/z and (1-z) + z = 1 and 1-z < 0",
        kernel="ChaiNayakSteps.lemma_4_2_matrices",
        where="Section 4.1, proof of Lemma 4.2",
        printed="as xi_* > 1, C^-1 is a TPM; C is not a TPM, as xi_* > 1",
        reading="what the two sentences conclude from it, that P is sufficient for A and A is not for P, is "
        "chai_nayak.lemma_4_2_any_xi",
        given=XI,
    ),
    Claim(
        "chai_nayak.lemma_4_2_only_c",
        kernel="Slips.not_chai_nayak_only_c",
        where="Section 4.1, proof of Lemma 4.2",
        printed="as C is nonsingular, P = DA only with D = C",
        reading="DA = CA leaves D = C only if the rows of A are linearly independent; the class has procedures with m > k. "
        "The lemma itself stands, see chai_nayak.lemma_4_2",
        decided_by=only_c_items,
        repairs=(
            Repair(
                kernel="ChaiNayakSentences.only_c_repaired",
                why="if the rows of A are linearly independent, P = DA only with D = C, and C is not a TPM",
                decided_by=independent_items,
                argument="independence of the rows is what is used, for any number of them; two rows are written out",
            ),
        ),
    ),
    Claim(
        "chai_nayak.lemma_4_2_any_xi",
        kernel="ChaiNayakConsequences.lemma_4_2_any_xi",
        where="Section 4.1, proof of Lemma 4.2",
        printed="there exists 1 < xi < xi_0 for which eta(P) <= gamma; take such a xi_* in the construction of P; P is better "
        "than A and hence A is inadmissible within C_gamma",
        reading="the first row of P may have become proportional to another one, as for A = ((4,3),(3,6),(3,1))/10 and "
        "xi = 4/3; the proof does not say that P itself is in C_gamma, and by Remark 4.1 merging such rows gives an "
        "equivalent procedure, which is",
        decided_by=any_xi_items,
        argument="any number of proportional rows, merged one pair at a time; and one xi at most for each of the other rows "
        "makes p_1 proportional to it, so that it can be avoided as well",
    ),
    Claim(
        "chai_nayak.lemma_4_2",
        kernel="ChaiNayakAdmissible.lemma_4_2",
        where="Section 4.1, Lemma 4.2",
        printed="if A is in C_gamma and 1 < eta_i(A) < gamma for some i, then A is inadmissible",
        reading="with a xi that leaves no proportional rows, and strictness by the function of rows instead of the printed step",
        decided_by=lemma_4_2_items,
        argument=(
            "P is sufficient for A by C^-1. If A were sufficient for P, all rows mixed in a row of A would be "
            "proportional (F of the last items), so p_1 and p_2 and with them a_1 and a_2, which the class excludes."
        )
        + "; "
        + ("every pair of entries of the first row, every other row, any k and m"),
    ),
    Claim(
        "chai_nayak.lemma_4_3_one_constant_row",
        "exists c: c > 0 and x = c*y",
        kernel="ChaiNayakSteps.one_constant_row",
        where="Section 4.1, proof of Lemma 4.3",
        printed="A can have at most one constant row because it cannot have proportional rows",
        given={"x, y": "(0, 1]"},
        witness={"c": "x/y"},
    ),
    Claim(
        "chai_nayak.lemma_4_3_no_information",
        "v + q*d = d*(w + q) and (w + q = 1 implies v + q*d = d)",
        kernel="ChaiNayakProcedures.constant_row",
        where="Section 4.1, proof of Lemma 4.3",
        printed="a response with a constant row does not give any information about pi",
        argument="by induction over the categories: the weighted sum of a constant row is d times the weights so far, hence the "
        "response has probability d whatever pi is",
        given={"v, w": "real", "q": "[0, 1]", "d": "[0, 1]"},
        assuming=("v = d*w",),
    ),
    Claim(
        "chai_nayak.lemma_4_3_weights",
        "d < 1 and (1/(1-d))*(1-d) = 1 and d + (1-d) = 1",
        kernel="ChaiNayakSteps.lemma_4_3_construction",
        where="Section 4.1, proof of Lemma 4.3",
        printed="delete the first row, with the value delta, and multiply all other elements by 1/(1 - delta); A = CP, where the "
        "first row of C is delta and the remaining rows are (1 - delta)I",
        reading="P and C are TPMs, so P is sufficient for A: delta < 1, as another row has a positive entry e",
        given={"d": "[0, 1]", "e": "e > 0"},
        assuming=("d + e <= 1",),
    ),
    Claim(
        "chai_nayak.lemma_4_3_parities",
        "(x/(1-d))/(y/(1-d)) = x/y",
        kernel="ChaiNayakSteps.lemma_4_3_construction",
        where="Section 4.1, proof of Lemma 4.3",
        printed="it can be seen easily that row parity of the retained rows remain the same",
        given={"d": "(0, 1)", "x, y": "(0, 1]"},
    ),
    Claim(
        "chai_nayak.lemma_4_3",
        kernel="ChaiNayakAdmissible.lemma_4_3",
        where="Section 4.1, Lemma 4.3",
        printed="if each eta_i(A) is 1 or gamma and some is 1, then some P of C_gamma satisfies C1 and P is sufficient for A",
        decided_by=lemma_4_3_items,
        argument="each entry and each pair of entries of the construction, for every k and m",
    ),
    Claim(
        "chai_nayak.after_lemma_4_3",
        kernel="ChaiNayakConsequences.better_than_constant",
        where="Section 4.1, after Lemma 4.3",
        printed="if P as constructed in Lemma 4.3 also satisfies C2, then P is better than A and hence A is inadmissible",
        decided_by=better_items,
        argument="A has a constant row, so it is no permutation of P, and minimal procedures are equivalent only then (Theorem "
        "4.1); the certificates are of instances",
    ),
    Claim(
        "chai_nayak.lemmas_cover_c1",
        "not (x = g and y = g and z = g) iff (1 < x < g or 1 < y < g or 1 < z < g or"
        " ((x = 1 or x = g) and (y = 1 or y = g) and (z = 1 or z = g) and (x = 1 or y = 1 or z = 1)))",
        kernel="ChaiNayakProcedures.lemmas_cover_c1",
        where="Section 4.1, after Lemma 4.3",
        printed="together Lemmas 4.2 and 4.3 cover all forms of violations of C1",
        reading="a procedure of C_gamma violates C1 exactly if it meets the hypotheses of one of the two lemmas; in Coq for "
        "every m and k",
        argument="the engine writes out three rows, with parities between 1 and gamma",
        given={"g": "g > 1", "x": "1 <= x <= g", "y": "1 <= y <= g", "z": "1 <= z <= g"},
    ),
    Claim(
        "chai_nayak.lemma_4_4_share",
        f"0 < {SHARE} and {SHARE} < 1",
        kernel="ChaiNayakSteps.lemma_4_4_construction",
        where="Section 4.1, proof of Lemma 4.4",
        printed="T/t = gamma as A satisfies C1",
        reading="and the share delta = (T - a_11)/(T - t), which the next sentence names, is between 0 and 1: t = lo, T = hi, "
        "a_11 = a",
        given=SPLIT,
    ),
    Claim(
        "chai_nayak.lemma_4_4_sum",
        f"{SHARE}*lo + (1-{SHARE})*hi = a and {SHARE}*b + (1-{SHARE})*b = b",
        kernel="ChaiNayakSteps.lemma_4_4_construction",
        where="Section 4.1, proof of Lemma 4.4",
        printed="P* is a TPM and A = CP*, with C = (1 1 | 0; 0 0 | I) and thus P* is sufficient for A",
        reading="the text shows T for I in C, which the sizes and A = CP* leave no room for: damage by extraction is likely",
        given={**SPLIT, "b": "real"},
    ),
    Claim(
        "chai_nayak.lemma_4_4_parity",
        f"({SHARE}*hi)/({SHARE}*lo) = hi/lo and ((1-{SHARE})*hi)/((1-{SHARE})*lo) = hi/lo"
        f" and (lo <= b and b <= hi implies {SHARE}*lo <= {SHARE}*b and {SHARE}*b <= {SHARE}*hi"
        f" and (1-{SHARE})*lo <= (1-{SHARE})*b and (1-{SHARE})*b <= (1-{SHARE})*hi)",
        kernel="ChaiNayakSteps.lemma_4_4_construction",
        where="Section 4.1, proof of Lemma 4.4",
        printed="eta_i(P*) = gamma for i = 1, ..., m + 1",
        argument="of the two new rows, hi/lo being gamma: each has the least and the largest of the old one, times its "
        "share, among its entries b times that share; the other rows are those of A, which satisfies C1",
        given={**SPLIT, "b": "real"},
    ),
    Claim(
        "chai_nayak.lemma_4_4",
        kernel="ChaiNayakAdmissible.lemma_4_4",
        where="Section 4.1, Lemma 4.4",
        printed="any A in C_gamma that satisfies C1 but not C2 is inadmissible within C_gamma",
        decided_by=lemma_4_4_items,
        argument=(
            "The merged result satisfies C1 and C2 and is sufficient for A, which does not: by Corollary 4.1 it is better."
        )
        + "; "
        + ("one middle value of one row, any k and m; each split leaves fewer middle values in each row, so it ends"),
    ),
]
