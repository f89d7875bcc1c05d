"""Section 4.2 and Section 5: two categories, the largest trace, the gamma-diagonal procedure, cell collapsing."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import PRIOR, says

GAMMA = {"g": "g > 1"}
SIZE = {"g": "g > 1", "k": "integer k >= 2"}
TRACE_GIVEN = {"k": "integer k >= 1", "g": "g >= 1", "d": "[0, 1]", "s": "s >= 0"}

CLAIMS = listed(
    "Section 4.2, first paragraph",
    Claim(
        "chai_nayak.k_2_m_2",
        printed="for k = 2, if P satisfies C1 and has no proportional rows, then m = 2",
        evidence=Theorem("ChaiNayakProcedures.two_rows"),
        reading="for gamma > 1; C1 is that each row has two entries of ratio gamma, and no larger ratio; no row is zero",
    ),
    Claim(
        "chai_nayak.k_2_two_procedures",
        printed="for k = 2, C_gamma^0 consists of only two TPMs, which are also equivalent (by permutation)",
        evidence=Theorem("ChaiNayakMerging.two_procedures"),
        formula=Formula("(a*g + b = 1 and a + b*g = 1) iff (a = 1/(g+1) and b = 1/(g+1))", {**GAMMA, "a, b": "real"}),
    ),
    "Section 4.2, before Proposition 4.1",
    Claim(
        "chai_nayak.both_optimal",
        printed="thus, both are optimal procedures",
        evidence=Theorem("ChaiNayakSentences.both_optimal_in_class"),
        formula=Formula(
            "(g*p-q)/(g-1) >= 0 and (g*q-p)/(g-1) >= 0 and (g*p-q)/(g-1) + (g*q-p)/(g-1) = p + q and p = "
            "(g*p-q)/(g-1)*(g/(g+1)) + (g*q-p)/(g-1)*(1/(g+1)) and q = (g*p-q)/(g-1)*(1/(g+1)) + (g*q-p)/(g-1)*(g/(g+1))",
            {"g": "g > 1", "p, q": "[0, 1]"},
            ("p <= g*q", "q <= g*p"),
        ),
        reading="both are in C_gamma, and each is at least as informative as every procedure of parity at most gamma: (p, q) is "
        "a row of one that satisfies parity gamma, and its answer is given by the two answers of the first of the two "
        "procedures, or, in the other order, of the second",
    ),
    "Section 4.2, Proposition 4.1",
    Claim(
        "chai_nayak.k_2_is_tpm",
        printed="at privacy level gamma, m = 2, p_11 = p_22 = gamma/(gamma+1), p_12 = p_21 = 1/(gamma+1)",
        evidence=Theorem("ChaiNayakAdmissible.proposition_4_1"),
        formula=Formula("g/(g+1) + 1/(g+1) = 1 and (g/(g+1))/(1/(g+1)) = g", GAMMA),
        reading="that these are a TPM, and that it has the parity gamma; that it is optimal is chai_nayak.proposition_4_1",
    ),
    Claim(
        "chai_nayak.proposition_4_1",
        printed="for binary X, an optimal procedure at privacy level gamma is given by m = 2, p_11 = p_22 = gamma/(gamma+1) and "
        "p_12 = p_21 = 1/(gamma+1)",
        evidence=Theorem("ChaiNayakAdmissible.proposition_4_1"),
        reading="it is at least as informative as every procedure of parity at most gamma, with any number of responses",
    ),
    "Section 4.2, proof of Theorem 4.4, the display",
    Claim(
        "chai_nayak.theorem_4_4_row",
        printed="(gamma - 1 + k) p_ii <= gamma sum_j p_ij or p_ii <= gamma/(gamma+k-1) sum_j p_ij",
        evidence=Theorem("ChaiNayakSteps.theorem_4_4_row"),
        formula=Formula("(g-1+k)*d <= g*(d + s) and d <= g/(g+k-1)*(d + s)", TRACE_GIVEN, ("(k-1)*d <= g*s",)),
    ),
    "Section 4.2, proof of Theorem 4.4",
    Claim(
        "chai_nayak.theorem_4_4_adding",
        printed="summing over j != i and then adding p_ii to both sides, we get (gamma - 1 + k) p_ii <= gamma sum_j p_ij",
        evidence=Counterexample({"g": "2", "k": "2", "d": "1/2", "s": "1"}),
        formula=Formula("(k-1)*d + d = (g-1+k)*d and g*s + d = g*(d + s)", {**SIZE, "d": "(0, 1]", "s": "s > 0"}),
        reading="the two sides (k-1) p_ii and gamma s, s = sum_{j != i} p_ij, before the addition. A slip in the words alone: "
        "the display that follows is right, chai_nayak.theorem_4_4_row",
    ),
    Repair("adding gamma p_ii to both sides", states="(k-1)*d + g*d = (g-1+k)*d and g*s + g*d = g*(d + s)"),
    "Section 4.2, Theorem 4.4 (a)",
    Claim(
        "chai_nayak.theorem_4_4_a",
        printed="the trace is at most gamma k/(gamma + k - 1)",
        evidence=Theorem("ChaiNayak.theorem_4_4_a"),
        reading="the text shows gamma^k; the proof adds k bounds of total gamma k/(gamma+k-1), and the procedure of (b) has "
        "that trace, so damage by extraction is likely. gamma = 1 is included",
    ),
    Claim(
        "chai_nayak.theorem_4_4_a_k_2",
        printed="the trace is at most gamma k/(gamma + k - 1)",
        formula=Formula("x + y <= 2*g/(g+1)", {"x, y": "[0, 1]", "g": "g >= 1"}, ("x <= g*(1-y)", "y <= g*(1-x)")),
        reading="k = 2, with diagonal (x, y), as one inequality",
        narrowed=("k = 2; for every k it is chai_nayak.theorem_4_4_a",),
    ),
    "Section 4.2, Theorem 4.4 (b)",
    Claim(
        "chai_nayak.theorem_4_4_b_if",
        printed="P attains the upper bound in (a) if p_ii = gamma/(gamma+k-1) for all i and p_ij = 1/(gamma+k-1) for all i != j",
        evidence=Theorem("ChaiNayak.theorem_4_4_b"),
        formula=Formula(
            "g/(g+k-1) + (k-1)*(1/(g+k-1)) = 1 and k*(g/(g+k-1)) = g*k/(g+k-1) and (g/(g+k-1))/(1/(g+k-1)) = g", SIZE
        ),
    ),
    Claim(
        "chai_nayak.theorem_4_4_b_only_if",
        printed="P attains the upper bound in (a) only if p_ii = gamma/(gamma+k-1) for all i and p_ij = 1/(gamma+k-1) for all i "
        "!= j",
        evidence=Theorem("ChaiNayak.theorem_4_4_b"),
        reading="gamma > 1, as Section 4 says",
    ),
    "Section 4.2, proof of Theorem 4.4 (b)",
    Claim(
        "chai_nayak.theorem_4_4_equality",
        printed="equality in (a) holds if and only if p_ij = p_ii/gamma for all i != j",
        evidence=Theorem("ChaiNayakConsequences.equality_in_4_4"),
    ),
    "Section 4.2, Theorem 4.4 (b) at gamma = 1",
    Claim(
        "chai_nayak.theorem_4_4_b_at_1",
        printed="gamma > 1 is determined by the privacy requirement",
        evidence=Argued(
            "the excluded edge: at gamma = 1 every procedure of two equal columns (x, y) attains the bound"
        ),
        formula=Formula("exists x, y: 0 < x and x < 1 and y = 1 - x and x + y = 1*2/(1+2-1) and x != 1/2"),
    ),
    "Section 4.2, proof of Theorem 4.4 (b)",
    Claim(
        "chai_nayak.theorem_4_4_column",
        printed="a_j + (1/gamma) sum_{i != j} a_i = 1, we obtain a_j (1 - 1/gamma) + (1/gamma) sum_i a_i = 1",
        formula=Formula("a + (s - a)/g = 1 iff a*(1 - 1/g) + s/g = 1", {**GAMMA, "a, s": "real"}),
        reading="s = sum_i a_i",
    ),
    Claim(
        "chai_nayak.theorem_4_4_a_j",
        printed="a_j (1 - 1/gamma) + (1/gamma) sum_i a_i = 1 or a_j = gamma/(1-gamma) [1 - sum_i a_i]",
        evidence=Counterexample({"g": "3", "k": "4", "a": "1/2", "s": "2"}),
        formula=Formula(
            "a*(1 - 1/g) + s/g = 1 implies a = g/(1-g)*(1 - s)", {**SIZE, "a": "(0, 1]", "s": "s > 0"}, ("s = k*a",)
        ),
        reading="as printed, in its context of a common diagonal, s = k a. The formula is whole in the text, and differs from "
        "the right one in two places, so no single lost glyph explains it; for k = 2 it happens to hold. What the proof "
        "uses, that a_j is the same for all j, does not depend on the slip",
    ),
    Repair(
        "a_j = gamma/(gamma-1) [1 - (1/gamma) sum_i a_i]", states="a*(1 - 1/g) + s/g = 1 implies a = g/(g-1)*(1 - s/g)"
    ),
    Claim(
        "chai_nayak.theorem_4_4_equal_diagonal",
        printed="thus, we must have a_1 = ... = a_k and hence p_ii = gamma/(gamma+k-1) for all i and p_ij = 1/(gamma+k-1) for "
        "all i != j, as each column of P must add to 1",
        formula=Formula(
            "a = b and (s = k*a implies a = g/(g+k-1) and a/g = 1/(g+k-1))",
            {**SIZE, "a, b, s": "real"},
            ("a*(1 - 1/g) + s/g = 1", "b*(1 - 1/g) + s/g = 1"),
        ),
        reading="a and b are any two of the diagonal elements and s the sum of all, k a where they are equal; p_ij = p_ii/gamma "
        "has just been shown; what is given is the sum of a column, chai_nayak.theorem_4_4_column",
    ),
    "Section 4.2, after Theorem 4.4",
    Claim(
        "chai_nayak.p_0_admissible",
        printed="P_0 is in C_gamma^0 and hence admissible",
        evidence=Theorem("ChaiNayakProcedures.P_0_admissible"),
        formula=Formula(
            "(g/(g+k-1))/(1/(g+k-1)) = g and g != 1 and g/(g+k-1)*(g/(g+k-1)) != 1/(g+k-1)*(1/(g+k-1))", SIZE
        ),
        reading="k >= 2, as Section 4.2, which takes k = 2 and k >= 3",
    ),
    Claim(
        "chai_nayak.p_0_eigenvalues",
        printed="P_0 has a common diagonal value and a common off-diagonal value",
        evidence=Theorem("ChaiNayakProcedures.P_0_eigenvalues"),
        formula=Formula("g/(g+k-1) + (k-1)*(1/(g+k-1)) = 1 and g/(g+k-1) - 1/(g+k-1) = (g-1)/(g+k-1)", SIZE),
    ),
    Claim(
        "chai_nayak.p_0_condition_number",
        printed="P_0 has the lowest condition number among all symmetric positive definite P with eta(P) <= gamma",
        evidence=Argued(
            "a symmetric TPM has the eigenvalue 1; with l the least and u >= 1 the largest eigenvalue, the trace is at "
            "least 1 + (k-1) l, and at most gamma k/(gamma+k-1) by Theorem 4.4"
        ),
        formula=Formula(
            "l <= (g-1)/(g+k-1) and u/l >= 1/((g-1)/(g+k-1))",
            {**SIZE, "l": "l > 0", "u": "u >= 1"},
            ("1 + (k-1)*l <= g*k/(g+k-1)",),
        ),
    ),
    "Section 5, last paragraph",
    Claim(
        "chai_nayak.cell_collapsing",
        printed="the parity of a cell collapsing TPM is infinity, unless m = 1",
        evidence=Theorem("ChaiNayakProcedures.cell_collapsing"),
        reading="categories mapped onto m cells: a bound of the parity exists exactly if m is 1",
    ),
    Claim(
        "chai_nayak.cell_collapsing_gives_no_privacy",
        printed="cell collapsing cannot give any strict information privacy without totally destroying data utility",
        evidence=Theorem("ChaiNayakMerging.collapsing_destroys"),
        formula=Formula("not p*1/(p*1 + (1-p)*0) <= h", {**PRIOR, "h": "p <= h < 1"}),
        reading="the collapsing is onto its m cells; utility is destroyed where m = 1, and every posterior is its prior",
        narrowed=(
            "the boundaries exclude something: h_u(p) < 1 or h_l(p) > 0 for some 0 < p < 1. Definition 2.2 allows h_l = "
            "0 and h_u = 1 there, which every procedure keeps",
        ),
    ),
    Claim(
        "chai_nayak.cell_collapsing_useless",
        printed="unless m = 1, in which case data utility is null",
        evidence=Theorem("ChaiNayakSteps.one_response"),
        formula=says("post(p,1) = p", PRIOR),
        reading="every posterior is its prior, and every procedure is at least as informative",
    ),
)
