"""Section 4.1: admissible procedures are those of C1 and C2 (Theorems 4.2 and 4.3, Corollary 4.1)."""

from rropt.claims import Argued, Claim, Formula, Theorem

CLAIMS = [
    Claim(
        "chai_nayak.rows_of_c_not_zero",
        where="Section 4.1, proof of Theorem 4.2",
        printed="each row of C must contain at least one nonzero element, as A does not have any zero row",
        evidence=Theorem("ChaiNayakProcedures.rows_of_c_not_zero"),
        formula=Formula("not (p = c1*q1 + c2*q2 and c1 = 0 and c2 = 0)", {"c1, c2, q1, q2": "[0, 1]", "p": "(0, 1]"}),
    ),
    Claim(
        "chai_nayak.support_is_proportional",
        where="Section 4.1, proof of Theorem 4.2",
        printed="c_iu != 0 implies that the u-th row of P is proportional to the i-th row of A",
        evidence=Theorem("ChaiNayakProcedures.support_is_proportional"),
        reading="A satisfies C1 and C2, eta(P) <= gamma, A = CP",
    ),
    Claim(
        "chai_nayak.one_entry_a_row",
        where="Section 4.1, proof of Theorem 4.2",
        printed="each row of C has exactly one nonzero entry; otherwise, P will have proportional rows",
        evidence=Theorem("ChaiNayakProcedures.one_entry_a_row"),
        formula=Formula("not (p*x = q*y and w*x = v*y) or p*v = q*w", {"x, y": "(0, 1]", "p, q, w, v": "[0, 1]"}),
    ),
    Claim(
        "chai_nayak.c_is_permutation",
        where="Section 4.1, proof of Theorem 4.2",
        printed="if m < r, C must have some zero columns hence would not be a TPM. Also, if m > r, at least two rows of C must "
        "be proportional, and the corresponding rows of A are also proportional, which is a contradiction. So, we must "
        "have m = r and C must be a permutation matrix, to be a TPM, and thus A ~ P",
        evidence=Theorem("ChaiNayakClauses.permutation_step_whole"),
        reading="for every matrix with exactly one nonzero entry a row, as C has: m < r leaves a zero column, and m > r two "
        "proportional rows, whose rows of the product are proportional; and for this C, m = r, C is a permutation "
        "matrix and A ~ P",
    ),
    Claim(
        "chai_nayak.theorem_4_2",
        where="Section 4.1, Theorem 4.2",
        printed="any A in the class of C1 and C2 is admissible within C_gamma",
        evidence=Theorem("ChaiNayakAdmissible.theorem_4_2_in_class"),
        reading="gamma > 1",
    ),
    Claim(
        "chai_nayak.corollary_4_1",
        where="Section 4.1, Corollary 4.1",
        printed="if A satisfies C1 and C2, no P of C_gamma that does not is equivalent to A; if A is at "
        "least as informative as such a P, it is better",
        evidence=Theorem("ChaiNayakAdmissible.corollary_4_1"),
    ),
    Claim(
        "chai_nayak.theorem_4_3",
        where="Section 4.1, Theorem 4.3",
        printed="P of C_gamma is admissible within C_gamma only if it satisfies C1 and C2",
        evidence=Theorem("ChaiNayakAdmissible.theorem_4_3"),
        reading=(
            "gamma > 1; by a road of its own, apart from the lemmas of the paper, whose steps are claims by themselves"
        ),
    ),
    Claim(
        "chai_nayak.not_needed",
        where="Section 4, first paragraphs",
        printed="one may also impose m >= k and rank(P) = k; however, these are not needed for our results",
        evidence=Argued("one procedure for every gamma, and the certificate of one of them"),
        reading="procedures with m < k are in the class and may be admissible in it",
    ),
    Claim(
        "chai_nayak.many_admissible",
        where="Section 4.2, first sentence",
        printed="generally, the class of all admissible procedures contains many P",
        evidence=Argued("the items hold for every gamma and every weight w"),
        reading="k = 3: a continuum for every gamma > 1",
    ),
]
