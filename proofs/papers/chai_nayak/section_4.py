"""Section 4.1: sufficiency, admissible procedures and the lemmas."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed

XI = {"z": "z > 1"}
SPLIT = {"lo": "lo > 0", "a": "a > lo", "hi": "hi > a"}
SHARE = "(hi - a)/(hi - lo)"
# matrices C and D of three rows, and DA = CA for the matrix A of the columns (a1, a2, a3) and (b1, b2, b3)
CELLS = [f"{matrix}{i}{j}" for matrix in "cd" for i in (1, 2, 3) for j in (1, 2, 3)]
DETERMINANT = "(c11*(c22*c33 - c23*c32) - c12*(c21*c33 - c23*c31) + c13*(c21*c32 - c22*c31))"
SAME_CELLS = " and ".join(f"d{i}{j} = c{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3))
SAME_PRODUCTS = " and ".join(
    f"d{i}1*{x}1 + d{i}2*{x}2 + d{i}3*{x}3 = c{i}1*{x}1 + c{i}2*{x}2 + c{i}3*{x}3" for i in (1, 2, 3) for x in "ab"
)

CLAIMS = listed(
    "Section 4, the class C_gamma at gamma = 1",
    Claim(
        "chai_nayak.class_empty_at_1",
        printed="C_gamma, gamma > 1, has m >= 2, eta(P) <= gamma and no proportional rows",
        evidence=Theorem("ChaiNayakProcedures.class_empty_at_1"),
        narrowed=(
            "the printed sentence is a definition; shown is a remark of ours, why gamma = 1 is left out: all rows are "
            "constant then, so the class is empty. That gamma > 1 comes from the requirement is not shown: B(h) may be 1",
        ),
    ),
    "Section 4, first paragraph, up to 'and the two outcomes should be merged'",
    Claim(
        "chai_nayak.proportional_rows_carry_the_same",
        printed="from likelihood perspective, if rows i and j are proportional, the statistical information from observing d_i "
        "and d_j are the same",
        evidence=Theorem("ChaiNayakSteps.proportional_rows_same"),
        formula=Formula(
            "w*d*x/(w*d*x + d*r) = w*x/(w*x + r)", {"w, x": "[0, 1]", "d": "d > 0", "r": "[0, inf)"}, ("w*x + r > 0",)
        ),
        reading="the likelihoods of pi are proportional, and the posterior probability of every event is the same: for the "
        "engine of a category with prior w and entry x, r the sum over the others of prior times entry",
    ),
    "Section 4, first paragraph",
    Claim(
        "chai_nayak.proportional_rows_split",
        printed="two proportional rows can be viewed as obtained from randomly splitting one outcome into two. Also, if "
        "proportional rows are allowed, then S_Z and m cannot be defined uniquely",
        evidence=Theorem("ChaiNayakMerging.proportional_rows_split"),
        formula=Formula(
            "x = (c/(1+c))*(x + y) and y = (1 - c/(1+c))*(x + y) and 0 < c/(1+c) and c/(1+c) < 1",
            {"c": "c > 0", "y": "[0, 1]", "x": "x = c*y"},
        ),
        reading="the outcome is one of an equivalent procedure with one response less, and every outcome of every procedure can "
        "be split so: of equivalent procedures one has m responses and another m + 1",
    ),
    "Section 4.1, after Definition 4.2",
    Claim(
        "chai_nayak.product_is_tpm",
        printed="if C and P are TPMs, then A = CP is also a TPM",
        evidence=Theorem("ChaiNayakMatrices.product_is_tpm"),
    ),
    Claim(
        "chai_nayak.no_greater_risk",
        printed="if P is sufficient for A, for any rule delta based on A there is a rule based on P whose risk is never larger",
        evidence=Theorem("ChaiNayakProcedures.no_greater_risk"),
        reading="its risk is the same, for every loss and truth: each response is garbled by C, and then delta is used; f is "
        "the loss of delta at the data for one truth w",
        narrowed=("the rule based on P may be randomized, which the sentence does not say",),
    ),
    "Section 4.1, Remark 4.1",
    Claim(
        "chai_nayak.remark_4_1",
        printed="merging proportional rows gives an equivalent procedure, A = CP* and P* = C*A; repeating eliminates all",
        evidence=Theorem("ChaiNayakMerging.remark_4_1"),
        reading="C* has the rows (1, 1, 0) and (0, 0, I): the extracted text shows a row of zeros between them, which no C* "
        "with C*A = P* of m - 1 rows can have, and columns that do not agree, so that damage by the extraction is the "
        "likely cause",
    ),
    "Section 4.1, Remark 4.2",
    Claim(
        "chai_nayak.remark_4_2",
        printed="if C is a permutation matrix and A = CP, then (i) eta(A) = eta(P) and (ii) A ~ P (as C^-1 is also a "
        "permutation matrix and hence TPM)",
        evidence=Theorem("ChaiNayakClauses.remark_4_2_whole"),
        reading="parities are numbers or infinite",
    ),
    "Section 4.1, Theorem 4.1",
    Claim(
        "chai_nayak.theorem_4_1",
        printed="two procedures of C_gamma are equivalent if and only if m = r and A = CP with a permutation matrix C",
        evidence=Theorem("ChaiNayak.theorem_4_1_iff"),
        reading="`if` is Remark 4.2",
    ),
    "Section 4.1, Lemma 4.1",
    Claim(
        "chai_nayak.lemma_4_1",
        printed="if C and P are TPMs, eta(P) = gamma and A = CP, then eta(A) <= gamma",
        evidence=Theorem("ChaiNayakClauses.lemma_4_1_parity"),
        reading="parities are numbers or infinite; a zero row of A has parity 1",
    ),
    "Section 4.1, (4.1)",
    Claim(
        "chai_nayak.eq_4_1",
        printed="a_ij = sum c_iu p_uj <= sum c_iu (gamma p_ul) = gamma a_il",
        evidence=Theorem("ChaiNayakSteps.eq_4_1_all"),
        formula=Formula(
            "a = c1*p1 + c2*p2 + c3*p3 and b = c1*q1 + c2*q2 + c3*q3 implies a <= c1*(g*q1) + c2*(g*q2) + c3*(g*q3) and "
            "c1*(g*q1) + c2*(g*q2) + c3*(g*q3) = g*b",
            {"c1, c2, c3": "[0, 1]", "p1, p2, p3, q1, q2, q3": "[0, 1]", "g": "g >= 1", "a, b": "real"},
            ("p1 <= g*q1", "p2 <= g*q2", "p3 <= g*q3"),
        ),
        reading="in Coq for every r, i, j and l, as displayed",
    ),
    "Section 4.1, after Lemma 4.1",
    Claim(
        "chai_nayak.trade_off",
        printed="if P is at least as informative as A, then A provides at least as much privacy (by parity) as P",
        evidence=Theorem("ChaiNayakClauses.trade_off_parity"),
    ),
    Claim(
        "chai_nayak.privacy_does_not_order",
        printed="it also exhibits a trade-off between privacy and data utility",
        evidence=Theorem("ChaiNayakProcedures.privacy_does_not_order"),
        reading="only in that direction: here A has the smaller parity, and P is not sufficient for it",
        narrowed=(
            "the printed trade-off is Lemma 4.1, chai_nayak.trade_off; shown here is a remark of ours, that its "
            "converse fails: less parity does not make a procedure less informative",
        ),
    ),
    # Section 4.1: admissible procedures are those of C1 and C2 (Theorems 4.2 and 4.3, Corollary 4.1)
    "Section 4.1, proof of Theorem 4.2",
    Claim(
        "chai_nayak.rows_of_c_not_zero",
        printed="each row of C must contain at least one nonzero element, as A does not have any zero row",
        evidence=Theorem("ChaiNayakProcedures.rows_of_c_not_zero"),
        formula=Formula("not (p = c1*q1 + c2*q2 and c1 = 0 and c2 = 0)", {"c1, c2, q1, q2": "[0, 1]", "p": "(0, 1]"}),
    ),
    Claim(
        "chai_nayak.support_is_proportional",
        printed="c_iu != 0 implies that the u-th row of P is proportional to the i-th row of A",
        evidence=Theorem("ChaiNayakProcedures.support_is_proportional"),
        reading="A satisfies C1 and C2, eta(P) <= gamma, A = CP",
    ),
    Claim(
        "chai_nayak.one_entry_a_row",
        printed="each row of C has exactly one nonzero entry; otherwise, P will have proportional rows",
        evidence=Theorem("ChaiNayakProcedures.one_entry_a_row"),
        formula=Formula("not (p*x = q*y and w*x = v*y) or p*v = q*w", {"x, y": "(0, 1]", "p, q, w, v": "[0, 1]"}),
    ),
    Claim(
        "chai_nayak.c_is_permutation",
        printed="if m < r, C must have some zero columns hence would not be a TPM. Also, if m > r, at least two rows of C must "
        "be proportional, and the corresponding rows of A are also proportional, which is a contradiction. So, we must "
        "have m = r and C must be a permutation matrix, to be a TPM, and thus A ~ P",
        evidence=Theorem("ChaiNayakClauses.permutation_step_whole"),
        reading="for every matrix with exactly one nonzero entry a row, as C has: m < r leaves a zero column, and m > r two "
        "proportional rows, whose rows of the product are proportional; and for this C, m = r, C is a permutation "
        "matrix and A ~ P",
    ),
    "Section 4.1, Theorem 4.2",
    Claim(
        "chai_nayak.theorem_4_2",
        printed="any A in the class of C1 and C2 is admissible within C_gamma",
        evidence=Theorem("ChaiNayakAdmissible.theorem_4_2_in_class"),
        reading="gamma > 1",
    ),
    "Section 4.1, Corollary 4.1",
    Claim(
        "chai_nayak.corollary_4_1",
        printed="if A satisfies C1 and C2, no P of C_gamma that does not is equivalent to A; if A is at "
        "least as informative as such a P, it is better",
        evidence=Theorem("ChaiNayakAdmissible.corollary_4_1"),
    ),
    "Section 4.1, Theorem 4.3",
    Claim(
        "chai_nayak.theorem_4_3",
        printed="P of C_gamma is admissible within C_gamma only if it satisfies C1 and C2",
        evidence=Theorem("ChaiNayakAdmissible.theorem_4_3"),
        reading="gamma > 1; by a road of its own, apart from the lemmas of the paper, whose steps are claims by themselves",
    ),
    "Section 4, first paragraphs",
    Claim(
        "chai_nayak.not_needed",
        printed="one may also impose m >= k and rank(P) = k; however, these are not needed for our results",
        evidence=Argued("one procedure for every gamma, and the certificate of one of them"),
        reading="procedures with m < k are in the class and may be admissible in it",
    ),
    "Section 4.2, first sentence",
    Claim(
        "chai_nayak.many_admissible",
        printed="generally, the class of all admissible procedures contains many P",
        evidence=Argued("the items hold for every gamma and every weight w"),
        reading="k = 3: a continuum for every gamma > 1",
    ),
    # Section 4.1: Lemmas 4.2 to 4.4 and the steps of their proofs, of which one is wrong
    "Section 4.1, proof of Lemma 4.2",
    Claim(
        "chai_nayak.lemma_4_2_opposite_row",
        printed="there exists a row i such that a_i1 < a_i2 because each column of A adds to 1",
        evidence=Theorem("ChaiNayakProcedures.opposite_row"),
        formula=Formula("not (a + s = 1 and b + r = 1)", {"a": "a > b", "b": "b > 0", "s": "s >= r", "r": "real"}),
    ),
    Claim(
        "chai_nayak.lemma_4_2_tpm",
        printed="as all elements of A are positive, implied by eta(A) <= gamma, there exists xi_0 such that P is a TPM for all "
        "1 <= xi < xi_0",
        evidence=Theorem("ChaiNayakDisplays.positive_and_range"),
        formula=Formula(
            "(a + (1-z)*u) + z*u = a + u and (z <= 1 + a/u implies a + (1-z)*u >= 0)", {"a, u": "(0, 1]", "z": "z >= 1"}
        ),
    ),
    Claim(
        "chai_nayak.lemma_4_2_other_parities",
        printed="eta_i(A) = eta_i(P) for i = 2, ..., m and so, any difference in eta(A) and eta(P) comes from the difference "
        "between eta_1(A) and eta_1(P)",
        evidence=Theorem("ChaiNayakDisplays.parity_by_first_row"),
        formula=Formula("(z*x)/(z*y) = x/y", {"z": "z >= 1", "x, y": "(0, 1]"}),
        reading="two parities are equal where the same numbers bound them; and what bounds eta is what bounds eta_1 and the "
        "others, which A and P share",
    ),
    Claim(
        "chai_nayak.lemma_4_2_continuity",
        printed="eta_1(P) is continuous in xi and below gamma at xi = 1, so there exists 1 < xi < xi_0 for which eta_1(P) <= "
        "gamma and consequently, eta(P) <= gamma",
        evidence=Theorem("ChaiNayakConsequences.lemma_4_2_some_xi"),
        formula=Formula(
            "x - s*u <= g*(y - s*w)",
            {"g": "g > 1", "x, y, u, w": "(0, 1]", "s": "s >= 0"},
            ("x < g*y", "2*g*w*s <= g*y - x"),
        ),
        reading="continuous where P is a TPM, 1 <= xi < xi_0",
    ),
    Claim(
        "chai_nayak.lemma_4_2_inverse",
        printed="C and C^-1 as displayed",
        evidence=Theorem("ChaiNayakSteps.lemma_4_2_matrices"),
        formula=Formula(
            "1*1 + (1-z)*0 = 1 and 1*(1-1/z) + (1-z)*(1/z) = 0 and 0*1 + z*0 = 0 and 0*(1-1/z) + z*(1/z) = 1 and "
            "1*(1-z) + (1-1/z)*z = 0 and 0*(1-z) + 1/z*z = 1",
            XI,
        ),
        reading="the two are inverse to each other, both products; the engine multiplies the upper left blocks (1, 1-xi; 0, xi) "
        "and (1, 1-1/xi; 0, 1/xi)",
    ),
    Claim(
        "chai_nayak.lemma_4_2_p_is_ca",
        printed="P = CA and A = C^-1 P",
        evidence=Theorem("ChaiNayakSteps.lemma_4_2_products"),
        formula=Formula(
            "1*a + (1-z)*u = a + (1-z)*u and 0*a + z*u = z*u and 1*(a + (1-z)*u) + (1-1/z)*(z*u) = a and 1/z*(z*u) = u",
            {**XI, "a, u": "(0, 1]"},
        ),
    ),
    Claim(
        "chai_nayak.lemma_4_2_inverse_is_tpm",
        printed="as xi_* > 1, C^-1 is a TPM; C is not a TPM, as xi_* > 1",
        evidence=Theorem("ChaiNayakSteps.lemma_4_2_matrices"),
        formula=Formula("1 + 0 = 1 and (1-1/z) + 1/z = 1 and 0 < 1-1/z and 0 < 1/z and (1-z) + z = 1 and 1-z < 0", XI),
        reading="that P is sufficient for A and A is not for P is chai_nayak.lemma_4_2_any_xi",
    ),
    Claim(
        "chai_nayak.lemma_4_2_only_c",
        printed="as C is nonsingular, P = DA only with D = C",
        evidence=Counterexample(
            {**dict.fromkeys(CELLS, "0"), "c11": "1", "c22": "1", "c33": "1", "d11": "2", "d12": "-1/3", "d13": "-1"}
            | {"d22": "1", "d33": "1", "a1": "2/5", "a2": "3/10", "a3": "3/10", "b1": "3/10", "b2": "3/5", "b3": "1/10"}
        ),
        formula=Formula(
            SAME_CELLS,
            {"a1, a2, a3, b1, b2, b3": "[0, 1]", ", ".join(CELLS): "real"},
            ("a1 + a2 + a3 = 1 and b1 + b2 + b3 = 1", f"{DETERMINANT} != 0", SAME_PRODUCTS),
        ),
        reading="DA = CA leaves D = C only if the rows of A are linearly independent; the class has procedures with m > k. The "
        "lemma itself stands, see chai_nayak.lemma_4_2. Entered for A of three responses and two categories",
    ),
    Repair(
        "if the rows of A are linearly independent, P = DA only with D = C, and C is not a TPM",
        evidence=Theorem("ChaiNayakSentences.only_c_repaired"),
    ),
    Claim(
        "chai_nayak.lemma_4_2_any_xi",
        printed="there exists 1 < xi < xi_0 for which eta(P) <= gamma; take such a xi_* in the construction of P; P is better "
        "than A and hence A is inadmissible within C_gamma",
        evidence=Theorem("ChaiNayakConsequences.lemma_4_2_any_xi"),
        reading="the first row of P may have become proportional to another one, as for A = ((4,3),(3,6),(3,1))/10 and xi = "
        "4/3; the proof does not say that P itself is in C_gamma, and by Remark 4.1 merging such rows gives an "
        "equivalent procedure, which is",
    ),
    "Section 4.1, Lemma 4.2",
    Claim(
        "chai_nayak.lemma_4_2",
        printed="if A is in C_gamma and 1 < eta_i(A) < gamma for some i, then A is inadmissible",
        evidence=Theorem("ChaiNayakAdmissible.lemma_4_2"),
        reading="with a xi that leaves no proportional rows, and strictness by the function of rows instead of the printed step",
    ),
    "Section 4.1, proof of Lemma 4.3",
    Claim(
        "chai_nayak.lemma_4_3_one_constant_row",
        printed="A can have at most one constant row because it cannot have proportional rows",
        evidence=Theorem("ChaiNayakSteps.one_constant_row"),
        formula=Formula("exists c: c > 0 and x = c*y", {"x, y": "(0, 1]"}),
    ),
    Claim(
        "chai_nayak.lemma_4_3_no_information",
        printed="a response with a constant row does not give any information about pi",
        evidence=Theorem("ChaiNayakProcedures.constant_row"),
        formula=Formula(
            "v + q*d = d*(w + q) and (w + q = 1 implies v + q*d = d)",
            {"v, w": "real", "q": "[0, 1]", "d": "[0, 1]"},
            ("v = d*w",),
        ),
    ),
    Claim(
        "chai_nayak.lemma_4_3_weights",
        printed="delete the first row, with the value delta, and multiply all other elements by 1/(1 - delta); A = CP, where "
        "the first row of C is delta and the remaining rows are (1 - delta)I",
        evidence=Theorem("ChaiNayakSteps.lemma_4_3_construction"),
        formula=Formula(
            "d < 1 and (1/(1-d))*(1-d) = 1 and d + (1-d) = 1", {"d": "[0, 1]", "e": "e > 0"}, ("d + e <= 1",)
        ),
        reading="P and C are TPMs, so P is sufficient for A: delta < 1, as another row has a positive entry e",
    ),
    Claim(
        "chai_nayak.lemma_4_3_parities",
        printed="it can be seen easily that row parity of the retained rows remain the same",
        evidence=Theorem("ChaiNayakSteps.lemma_4_3_construction"),
        formula=Formula("(x/(1-d))/(y/(1-d)) = x/y", {"d": "(0, 1)", "x, y": "(0, 1]"}),
    ),
    "Section 4.1, Lemma 4.3",
    Claim(
        "chai_nayak.lemma_4_3",
        printed="if each eta_i(A) is 1 or gamma and some is 1, then some P of C_gamma satisfies C1 and P is sufficient for A",
        evidence=Theorem("ChaiNayakAdmissible.lemma_4_3"),
    ),
    "Section 4.1, after Lemma 4.3",
    Claim(
        "chai_nayak.after_lemma_4_3",
        printed="if P as constructed in Lemma 4.3 also satisfies C2, then P is better than A and hence A is inadmissible",
        evidence=Theorem("ChaiNayakConsequences.better_than_constant"),
    ),
    Claim(
        "chai_nayak.lemmas_cover_c1",
        printed="together Lemmas 4.2 and 4.3 cover all forms of violations of C1",
        evidence=Theorem("ChaiNayakProcedures.lemmas_cover_c1"),
        formula=Formula(
            "not (x = g and y = g and z = g) iff (1 < x < g or 1 < y < g or 1 < z < g or ((x = 1 or x = g) and (y = 1 "
            "or y = g) and (z = 1 or z = g) and (x = 1 or y = 1 or z = 1)))",
            {"g": "g > 1", "x": "1 <= x <= g", "y": "1 <= y <= g", "z": "1 <= z <= g"},
        ),
        reading="a procedure of C_gamma violates C1 exactly if it meets the hypotheses of one of the two lemmas",
    ),
    "Section 4.1, proof of Lemma 4.4",
    Claim(
        "chai_nayak.lemma_4_4_share",
        printed="T/t = gamma as A satisfies C1",
        evidence=Theorem("ChaiNayakSteps.lemma_4_4_construction"),
        formula=Formula(f"0 < {SHARE} and {SHARE} < 1", SPLIT),
        reading="the share delta = (T - a_11)/(T - t) of the next sentence is between 0 and 1; t = lo, T = hi, a_11 = a",
    ),
    Claim(
        "chai_nayak.lemma_4_4_sum",
        printed="P* is a TPM and A = CP*, with C = (1 1 | 0; 0 0 | I) and thus P* is sufficient for A",
        evidence=Theorem("ChaiNayakSteps.lemma_4_4_construction"),
        formula=Formula(f"{SHARE}*lo + (1-{SHARE})*hi = a and {SHARE}*b + (1-{SHARE})*b = b", {**SPLIT, "b": "real"}),
        reading="the text shows T for I in C, which the sizes and A = CP* leave no room for: damage by extraction is likely",
    ),
    Claim(
        "chai_nayak.lemma_4_4_parity",
        printed="eta_i(P*) = gamma for i = 1, ..., m + 1",
        evidence=Theorem("ChaiNayakSteps.lemma_4_4_construction"),
        formula=Formula(
            f"({SHARE}*hi)/({SHARE}*lo) = hi/lo and ((1-{SHARE})*hi)/((1-{SHARE})*lo) = hi/lo"
            f" and (lo <= b and b <= hi implies {SHARE}*lo <= {SHARE}*b and {SHARE}*b <= {SHARE}*hi"
            f" and (1-{SHARE})*lo <= (1-{SHARE})*b and (1-{SHARE})*b <= (1-{SHARE})*hi)",
            {**SPLIT, "b": "real"},
        ),
    ),
    "Section 4.1, Lemma 4.4",
    Claim(
        "chai_nayak.lemma_4_4",
        printed="any A in C_gamma that satisfies C1 but not C2 is inadmissible within C_gamma",
        evidence=Theorem("ChaiNayakAdmissible.lemma_4_4"),
    ),
)
