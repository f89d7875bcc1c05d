"""Section 4.1, beginning: the class, sufficiency of experiments, Remarks 4.1 and 4.2, Theorem 4.1 and Lemma 4.1."""

from rropt.claims import Claim, Formula, Theorem

CLAIMS = [
    Claim(
        "chai_nayak.class_empty_at_1",
        where="Section 4, the class C_gamma at gamma = 1",
        printed="C_gamma, gamma > 1, has m >= 2, eta(P) <= gamma and no proportional rows",
        evidence=Theorem("ChaiNayakProcedures.class_empty_at_1"),
        narrowed=(
            "the printed sentence is a definition; shown is a remark of ours, why gamma = 1 is left out: all rows are "
            "constant then, so the class is empty. That gamma > 1 comes from the requirement is not shown: B(h) may be 1",
        ),
    ),
    Claim(
        "chai_nayak.proportional_rows_carry_the_same",
        where="Section 4, first paragraph, up to 'and the two outcomes should be merged'",
        printed="from likelihood perspective, if rows i and j are proportional, the statistical information from observing d_i "
        "and d_j are the same",
        evidence=Theorem("ChaiNayakSteps.proportional_rows_same"),
        formula=Formula(
            "w*d*x/(w*d*x + d*r) = w*x/(w*x + r)", {"w, x": "[0, 1]", "d": "d > 0", "r": "[0, inf)"}, ("w*x + r > 0",)
        ),
        reading="the likelihoods of pi are proportional, and the posterior probability of every event is the same: for the "
        "engine of a category with prior w and entry x, r the sum over the others of prior times entry",
    ),
    Claim(
        "chai_nayak.proportional_rows_split",
        where="Section 4, first paragraph",
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
    Claim(
        "chai_nayak.product_is_tpm",
        where="Section 4.1, after Definition 4.2",
        printed="if C and P are TPMs, then A = CP is also a TPM",
        evidence=Theorem("ChaiNayakMatrices.product_is_tpm"),
    ),
    Claim(
        "chai_nayak.no_greater_risk",
        where="Section 4.1, after Definition 4.2",
        printed="if P is sufficient for A, for any rule delta based on A there is a rule based on P whose "
        "risk is never larger",
        evidence=Theorem("ChaiNayakProcedures.no_greater_risk"),
        reading="its risk is the same, for every loss and truth: each response is garbled by C, and then delta is used; f is "
        "the loss of delta at the data for one truth w",
        narrowed=("the rule based on P may be randomized, which the sentence does not say",),
    ),
    Claim(
        "chai_nayak.remark_4_1",
        where="Section 4.1, Remark 4.1",
        printed=(
            "merging proportional rows gives an equivalent procedure, A = CP* and P* = C*A; repeating eliminates all"
        ),
        evidence=Theorem("ChaiNayakMerging.remark_4_1"),
        reading="C* has the rows (1, 1, 0) and (0, 0, I): the extracted text shows a row of zeros between them, which no C* "
        "with C*A = P* of m - 1 rows can have, and columns that do not agree, so that damage by the extraction is the "
        "likely cause",
    ),
    Claim(
        "chai_nayak.remark_4_2",
        where="Section 4.1, Remark 4.2",
        printed="if C is a permutation matrix and A = CP, then (i) eta(A) = eta(P) and (ii) A ~ P (as C^-1 is also a "
        "permutation matrix and hence TPM)",
        evidence=Theorem("ChaiNayakClauses.remark_4_2_whole"),
        reading="parities are numbers or infinite",
    ),
    Claim(
        "chai_nayak.theorem_4_1",
        where="Section 4.1, Theorem 4.1",
        printed="two procedures of C_gamma are equivalent if and only if m = r and A = CP with a permutation matrix C",
        evidence=Theorem("ChaiNayak.theorem_4_1_iff"),
        reading="`if` is Remark 4.2",
    ),
    Claim(
        "chai_nayak.lemma_4_1",
        where="Section 4.1, Lemma 4.1",
        printed="if C and P are TPMs, eta(P) = gamma and A = CP, then eta(A) <= gamma",
        evidence=Theorem("ChaiNayakClauses.lemma_4_1_parity"),
        reading="parities are numbers or infinite; a zero row of A has parity 1",
    ),
    Claim(
        "chai_nayak.eq_4_1",
        where="Section 4.1, (4.1)",
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
    Claim(
        "chai_nayak.trade_off",
        where="Section 4.1, after Lemma 4.1",
        printed="if P is at least as informative as A, then A provides at least as much privacy (by parity) as P",
        evidence=Theorem("ChaiNayakClauses.trade_off_parity"),
    ),
    Claim(
        "chai_nayak.privacy_does_not_order",
        where="Section 4.1, after Lemma 4.1",
        printed="it also exhibits a trade-off between privacy and data utility",
        evidence=Theorem("ChaiNayakProcedures.privacy_does_not_order"),
        reading="only in that direction: here A has the smaller parity, and P is not sufficient for it",
        narrowed=(
            "the printed trade-off is Lemma 4.1, chai_nayak.trade_off; shown here is a remark of ours, that its "
            "converse fails: less parity does not make a procedure less informative",
        ),
    ),
]
