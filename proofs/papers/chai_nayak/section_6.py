"""Section 6: the displayed proofs, and the theorems of Chakravarti and Taussky that they cite."""

from itertools import product
from typing import Any

import numpy

from rropt.claims import Checked, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import PRIOR, says


def reached(support: Any) -> Any:
    """Whether state i is reached from state j: column j of B leads to the rows of its nonzero entries."""
    size = len(support)
    return numpy.linalg.matrix_power(numpy.eye(size, dtype=int) + support, size) > 0


def triangular_items(m: int) -> bool:
    """Every pattern of nonzero entries, the states that reach more first: 0 above the blocks of mutually reached states."""
    apart = ~numpy.eye(m, dtype=bool)
    for entries in product((0, 1), repeat=m * (m - 1)):
        support = numpy.zeros((m, m), dtype=int)
        support[apart] = entries
        far = reached(support)
        order = sorted(range(m), key=lambda j: (-sum(far[:, j]), *far[:, j]))
        turned, column = support[numpy.ix_(order, order)], far[:, order]
        for i, j in product(range(m), repeat=2):
            if i < j and turned[i, j] != 0 and any(column[:, i] != column[:, j]):  # above the blocks
                return False
        for j in range(m):
            block = [i for i in range(m) if all(far[:, i] == far[:, j])]
            if not reached(support[numpy.ix_(block, block)]).all():  # a reducible block
                return False
    return True


CLAIMS = listed(
    "Section 6, proof of Lemma 3.2",
    Claim(
        "chai_nayak.lemma_3_2_prior",
        printed="consider the prior alpha~ with elements alpha_j off Q, P_alpha(Q) at c_q and 0 for all other j; then, we have "
        "P_alpha~(X = c_q) = alpha~_q = P_alpha(Q)",
        evidence=Theorem("ChaiNayakDisplays.moved_prior_whole"),
        formula=Formula(
            "(b + c) + 0 + 0 + r = 1 and b + c >= 0 and b + c <= 1", {"b, c, r": "[0, 1]"}, ("b + c + r = 1",)
        ),
        reading="that it is a prior, and the second sentence",
    ),
    "Section 6, proof of Lemma 3.2, display, from its second line on; and the second inequality in the sentence after it",
    Claim(
        "chai_nayak.lemma_3_2_posterior_defined",
        printed="p_iq sum_{j in Q} alpha_j / (p_iq sum_{j in Q} alpha_j + sum_{j not in Q} alpha_j p_ij) = alpha~_q p_iq / "
        "sum_j alpha~_j p_ij = P_alpha~(X = c_q | Z = d_i) <= h(P_alpha~(X = c_q)) = h(P_alpha(Q)), where the second "
        "inequality follows from (3.4)",
        evidence=Theorem("ChaiNayakDisplays.display_of_lemma_3_2"),
        formula=Formula("p*M + s >= p*x + s", {"p, s": "[0, 1]", "x": "[0, 1]", "M": "x <= M <= 1"}),
        reading="(3.4) holds, as the proof supposes, and p_iq is the largest likelihood in Q; P_alpha(Q) stands for the sum "
        "over Q; in Coq the whole display. The engine: the response is at least as probable under the new prior, hence "
        "still possible: x is the average over Q and M its largest likelihood",
    ),
    "Section 6, proof of Lemma 3.2, display, its first inequality",
    Claim(
        "chai_nayak.lemma_3_2_inequality",
        printed="the first inequality of the display, M = p_iq the largest likelihood in Q",
        evidence=Theorem("ChaiNayakSentences.lemma_3_2_inequality_all"),
        formula=Formula(
            "(b*x + c*y)/(b*x + c*y + s) <= (b + c)*M/((b + c)*M + s)",
            {"b, c, s": "[0, 1]", "x": "0 <= x <= M", "y": "0 <= y <= M", "M": "(0, 1]"},
            ("b*x + c*y > 0", "s > 0"),
        ),
        reading="in Coq for every Q and k, and also where the response excludes the complement of Q, s = 0",
    ),
    "Section 6, proof of Lemma 3.2, after the display, first half of the sentence",
    Claim(
        "chai_nayak.lemma_3_2_inequality_at_ends",
        printed="the first inequality holds because psi(x) = x/(x+a), a > 0, increases on (0, infinity)",
        formula=Formula("X <= Y implies X/(X + s) <= Y/(Y + s)", {"s, X, Y": "[0, inf)"}, ("X + s > 0",)),
        reading="X and Y are the two numerators and s the sum off Q, psi's a; also where X = 0 or s = 0, no likelihood in Q or "
        "none off Q, which psi on (0, infinity) with a > 0 leaves out",
    ),
    "Section 6, proof of Lemma 3.2",
    Claim(
        "chai_nayak.psi_increases",
        printed="for a > 0, psi(x) = x/(x+a) is an increasing function of x over (0, infinity)",
        formula=Formula(
            "(x < y implies x/(x+a) < y/(y+a)) and diff(x/(x+a), x) = a/(x+a)^2 and diff(x/(x+a), x) > 0",
            {"x, y": "(0, inf)", "a": "a > 0"},
        ),
    ),
    "Section 6, proof of Lemma 3.3",
    Claim(
        "chai_nayak.lemma_3_3_trivial_cases",
        printed="(3.4) holds if alpha_j = 0 or 1, or p_ij = 0",
        evidence=Theorem("ChaiNayakSteps.trivial_cases"),
        formula=Formula(
            "0 <= h and (p = 1 and h >= p implies 1 <= h) and p*0/(p*0 + s) <= h",
            {"p": "[0, 1]", "h": "p <= h <= 1", "s": "(0, 1]"},
        ),
    ),
    "Section 6, (6.1)",
    Claim(
        "chai_nayak.eq_6_1",
        printed="for 0 < alpha_j < 1, P_alpha(X = c_j | Z = d_i) = alpha_j p_ij / sum_l alpha_l p_il = [1 + "
        "((1-alpha_j)/alpha_j) (1/p_ij) sum_{l != j} (alpha_l/(1-alpha_j)) p_il]^-1",
        evidence=Theorem("ChaiNayakProcedures.eq_6_1"),
        formula=Formula(
            "p*x/(p*x + (1-p)*(v*y + w*z)) = 1/(1 + (1-p)/p*(1/x)*(v*y + w*z))",
            {**PRIOR, "x": "(0, 1]", "y, z": "[0, 1]", "v, w": "[0, 1]"},
            ("v + w = 1",),
        ),
        reading="p_ij > 0, as the proof has it there; in Coq for every k",
    ),
    "Section 6, (6.2)",
    Claim(
        "chai_nayak.eq_6_2",
        printed="for fixed i and j, (3.4) holds for all alpha if and only if the mixture of quotients is at least "
        "(alpha_j/(1-alpha_j)) (1-h)/h for all alpha such that 0 < alpha_j < 1",
        evidence=Theorem("ChaiNayakMerging.eq_6_2"),
        formula=Formula(
            "1/(1 + (1-p)/p*m) <= h iff m >= p/(1-p)*((1-h)/h)", {**PRIOR, "h": "p <= h <= 1", "m": "m >= 0"}
        ),
        reading="p_ij > 0, as chosen there",
    ),
    "Section 6, after (6.2)",
    Claim(
        "chai_nayak.weights",
        printed="letting w_l = alpha_l/(1 - alpha_j) for l != j, it is seen that (6.2) is equivalent to sum_{l != j} w_l "
        "(p_il/p_ij) >= (alpha_j/(1-alpha_j)) ((1-h(alpha_j))/h(alpha_j)) for all 0 < alpha_j < 1 and all {w_l} such "
        "that 0 <= w_l <= 1 and sum_{l != j} w_l = 1",
        evidence=Theorem("ChaiNayakDisplays.weights_for_priors"),
        formula=Formula(
            "a/(1-p) + b/(1-p) = 1 and 0 <= a/(1-p) and a/(1-p) <= 1", {**PRIOR, "a, b": "[0, 1]"}, ("p + a + b = 1",)
        ),
        reading="the weights of a prior are such, and all such are those of a prior: in Coq both, in the formula the first",
    ),
    "Section 6, (6.3)",
    Claim(
        "chai_nayak.eq_6_3",
        printed="this holds if and only if inf over {w_l} of sum_{l != j} w_l (p_il/p_ij) >= sup over 0 < p < 1 of (p/(1-p)) "
        "((1-h(p))/h(p))",
        evidence=Theorem("ChaiNayakConsequences.eq_6_3"),
        reading="'this' is the display before, which is (6.2) for all alpha with 0 < alpha_j < 1 by chai_nayak.weights; p_ij > "
        "0 as chosen there; the infimum is the least quotient, chai_nayak.eq_6_3_infimum",
    ),
    "Section 6, after (6.3)",
    Claim(
        "chai_nayak.eq_6_3_infimum",
        printed="the infimum in (6.3) is min{p_il/p_ij : l != j}",
        evidence=Theorem("ChaiNayakProcedures.eq_6_3_infimum"),
        reading="for k >= 2, where there is another category than j, and p_ij > 0; the weights are those of all w of sum 1 off j",
    ),
    Claim(
        "chai_nayak.eq_6_3_positive",
        printed="h(p) cannot be 1 for all 0 < p < 1 and hence the right side of (6.3) is positive",
        evidence=Counterexample({"c": "1"}),
        formula=Formula("exists p: 0 < p and p < 1 and max(p, c) < 1", {"c": "[0, 1]"}),
        reading="Definition 3.1 asks a <= h(a) <= 1 alone, so h = 1 is allowed; Lemma 3.3 then holds all the same, with B(h) "
        "infinite and procedures with zeros, which the step excludes. Entered for the demands h(a) = max(a, c)",
    ),
    Repair(
        "if h(p) < 1 for some 0 < p < 1; else B(h) is infinite and every P provides h-CSIP",
        evidence=Theorem("ChaiNayakSentences.right_side_repaired"),
    ),
    Claim(
        "chai_nayak.eq_6_3_no_zero",
        printed="this implies that p_ij must be positive for all j",
        evidence=Theorem("ChaiNayakConsequences.eq_6_3"),
        formula=Formula("not 0 >= p/(1-p)*((1-h)/h)", {**PRIOR, "h": "p <= h < 1"}),
        narrowed=(
            "h(p) < 1 for some 0 < p < 1: where h is 1 throughout, the supremum is 0 and rows with zeros satisfy (6.3), "
            "chai_nayak.eq_6_3_positive",
        ),
    ),
    "Section 6, after (6.4): the left side of (6.4)",
    Claim(
        "chai_nayak.eq_6_4",
        printed="the least quotient of two elements of the row is 1/eta_i(P)",
        evidence=Theorem("ChaiNayakProcedures.eq_6_4"),
        formula=Formula(
            "z/x <= y/x and z/x <= z/y and z/x <= y/z and z/x <= x/y and z/x <= x/z and z/x <= 1 and z/x = 1/(x/z)",
            {"z": "z > 0", "y": "y >= z", "x": "x >= y"},
        ),
        reading="for a row of positive elements, which is what the proof has then; in Coq for every k",
    ),
    "Section 6, (6.4)",
    Claim(
        "chai_nayak.eq_6_4_equivalent",
        printed="for our fixed i, (3.4) holds for all j and alpha if and only if (6.3) holds for j = 1, ..., k, or "
        "equivalently, min{p_il/p_ij : j, l = 1, ..., k} >= sup (p/(1-p))((1-h(p))/h(p))",
        evidence=Theorem("ChaiNayakDisplays.eq_6_4_from_3_4"),
        reading="for a row of positive elements, as the sentence before has it; (6.3) asks for l != j, where (6.4) has l = j too",
    ),
    "Section 6, after (6.4)",
    Claim(
        "chai_nayak.eq_6_4_finite",
        printed="both sides of (6.4) are positive and finite",
        evidence=Counterexample({"p": "1/2", "h": "1"}),
        formula=Formula("0 < p/(1-p)*((1-h)/h) and p/(1-p)*((1-h)/h) <= 1", {**PRIOR, "h": "p <= h <= 1"}),
        reading="for an h that is one number off the ends, as h = 1 is, which Definition 3.1 allows: each of the values of "
        "which the right side is the supremum",
    ),
    Repair("where h is below 1 somewhere: that value is positive, and none exceeds 1", assuming=("h < 1",)),
    "Section 6, end of the proof of Lemma 3.3",
    Claim(
        "chai_nayak.eq_6_4_reciprocals",
        printed="both sides of (6.4) being positive and finite, the inequality can be recognized as 1/eta_i(P) >= 1/B(h), which "
        "yields eta_i(P) <= B(h)",
        evidence=Theorem("ChaiNayakSteps.eq_6_4_as_parities"),
        formula=says(
            "(1/e >= 1/b iff e <= b) and p/(1-p)*((1-h)/h) = 1/R(p, h)",
            {**PRIOR, "h": "p <= h < 1", "e": "e >= 1", "b": "b >= 1"},
        ),
        reading="its right side is 1/B(h), by the theorem, with e = eta_i(P)",
        narrowed=("both sides are positive and finite; that the left one is 1/eta_i(P) is chai_nayak.eq_6_4",),
    ),
    # Section 6: the proof of Theorem 4.1, Lemma 6.1 and the theorems of Chakravarti and Taussky that it cites
    "Section 6, proof of Theorem 4.1",
    Claim(
        "chai_nayak.theorem_4_1_products",
        printed="C*C and CC* are TPMs",
        evidence=Theorem("ChaiNayakMatrices.theorem_4_1_products"),
        formula=Formula("a*d + b*(1-d) + (1-a)*d + (1-b)*(1-d) = 1 and a*d + b*(1-d) >= 0", {"a, b, d": "[0, 1]"}),
    ),
    Claim(
        "chai_nayak.theorem_4_1_permutation",
        printed="by Lemma 6.1 both CC* and C*C are identity matrices and consequently m = r and C^-1 = C*; since both are TPMs, "
        "C must be a permutation matrix",
        evidence=Theorem("ChaiNayakSteps.theorem_4_1_steps"),
    ),
    "Section 6, Lemma 6.1",
    Claim(
        "chai_nayak.lemma_6_1",
        printed="if B and P are TPMs, P has no zero or proportional rows and (B - I)P = 0, then B = I",
        evidence=Theorem("ChaiNayak.lemma_6_1"),
    ),
    "Section 6, Theorem 6.1",
    Claim(
        "chai_nayak.theorem_6_1",
        printed="if a nonnegative B is irreducible, B - D(r), r the column sums, has rank m - 1",
        evidence=Theorem("ChaiNayakMatrices.theorem_6_1"),
        reading="minors of a Laplacian are sums of products of entries over spanning trees: positive exactly if some tree lies "
        "in the support, whatever the entries",
    ),
    "Section 6, Theorem 6.2",
    Claim(
        "chai_nayak.theorem_6_2",
        printed="an irreducible matrix whose columns are weakly and at least one strictly diagonally dominant is nonsingular",
        evidence=Theorem("ChaiNayakMatrices.theorem_6_2"),
    ),
    "Section 6, proof of Lemma 6.1, irreducible B",
    Claim(
        "chai_nayak.lemma_6_1_same_rows",
        printed="all columns of P are identical and hence all rows of P are also identical",
        evidence=Counterexample({"a": "1/3", "b": "1/3"}),
        formula=Formula("a = 1 - a and b = 1 - b", {"a, b": "[0, 1]"}, ("a = b",)),
        reading="the rows are constant, and so proportional, as the contradiction needs. Entered for columns (a, 1-a), (b, 1-b)",
    ),
    Repair(
        "all columns of P are identical and hence all rows of P are proportional: (x, y) and (u, v) are two of them in "
        "any two columns",
        formula=Formula("x*v = y*u", {"x, u": "real", "y": "y = x", "v": "v = u"}),
    ),
    Claim(
        "chai_nayak.lemma_6_1_not_irreducible",
        printed="thus, B cannot be irreducible",
        evidence=Theorem("ChaiNayakMatrices.must_be_reducible"),
        narrowed=("m >= 2, as in the class C_gamma; for m = 1 the matrix (1) is irreducible, and B = I all the same",),
    ),
    Claim(
        "chai_nayak.lemma_6_1_identical_columns",
        printed="hence all columns of P are proportional; actually, they are identical (as the sum of each column is 1)",
        evidence=Theorem("ChaiNayakSteps.identical_columns"),
        formula=Formula("c = 1", {"c, s": "real"}, ("s = 1", "c*s = 1")),
        reading="by a road of its own: the halves of the sentences on V_0 and on the rows are not part of this claim; for the "
        "rows see chai_nayak.lemma_6_1_same_rows",
    ),
    "Section 6, proof of Lemma 6.1, reducible B",
    Claim(
        "chai_nayak.lemma_6_1_unit_blocks",
        printed="if all blocks are 1 x 1 identity matrices then B = I; off-diagonal entries of the first t columns are 0",
        evidence=Theorem("ChaiNayakSteps.unit_blocks_first"),
        formula=Formula("x = 0 and y = 0", {"x, y": "[0, 1]"}, ("1 + x + y = 1",)),
    ),
    "Section 6, (6.7)",
    Claim(
        "chai_nayak.eq_6_7",
        printed="(B - I)P = 0 implies (Q^-1BQ - I)P* = 0, where P* = Q^-1 P, which is also a TPM with no proportional rows",
        evidence=Theorem("ChaiNayakWhole.eq_6_7_whole"),
        reading="P is a TPM without a zero row and without proportional rows, as Lemma 6.1 supposes; P* has no zero row either",
    ),
    "Section 6, proof of Lemma 6.1, case (i)",
    Claim(
        "chai_nayak.lemma_6_1_case_i",
        printed="all columns of P_s are constant multiples of a common vector and consequently all rows of P_s are the same",
        evidence=Counterexample({"a": "1/3", "b": "2/3", "c": "1", "d": "1"}),
        formula=Formula("c*a = c*b and d*a = d*b", {"a, b, c, d": "(0, 1]"}, ("c*a + c*b <= 1", "d*a + d*b <= 1")),
        reading="rows are multiples of one row, and so proportional, which is what the contradiction needs. Entered for the "
        "columns c and d times (a, b), two responses among others",
    ),
    Repair(
        "consequently all rows of P_s are proportional: (x, y) and (u, v) are two of them, (a, b) the common vector",
        formula=Formula(
            "x*v = u*y", {"a, b, c, d": "real", "x": "x = c*a", "y": "y = d*a", "u": "u = c*b", "v": "v = d*b"}
        ),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_i_size",
        printed="s >= 2, since R is not the 1 x 1 identity matrix",
        evidence=Theorem("ChaiNayakSteps.block_of_two"),
        formula=Formula("r = 1", {"r": "[0, 1]"}, ("r + 0 = 1",)),
    ),
    "Section 6, proof of Lemma 6.1, case (ii)",
    Claim(
        "chai_nayak.lemma_6_1_case_ii",
        printed="sum_{i != j} |r*_ij| <= |r*_jj|, for j = 1, ..., s and < holds for some j",
        evidence=Theorem("ChaiNayakMatrices.case_ii"),
        formula=Formula(
            "x + y <= abs(d - 1) and (l > 0 implies x + y < abs(d - 1))",
            {"d, x, y, l": "[0, 1]"},
            ("d + x + y + l = 1",),
        ),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_ii_one_state",
        printed="rank(R*) = s, and (R - I)P_s = 0 implies P_s = 0, a contradiction",
        evidence=Theorem("ChaiNayakSentences.case_ii_contradiction"),
        formula=Formula("r - 1 != 0 and ((r - 1)*p = 0 implies p = 0)", {"r": "[0, 1)", "p": "[0, 1]"}),
        reading="a contradiction to P having no zero row, which the lemma supposes; s >= 1, and the rows of P_s are numbered "
        "first. The printed 'i.e., (R - I) is nonsingular' is what rank s means",
    ),
    "Section 6, after Definition 6.1",
    Claim(
        "chai_nayak.diagonal_permutation",
        printed="Q^-1 B Q permutes the diagonal entries of B by exchanging the corresponding row and columns",
        evidence=Theorem("ChaiNayakMatrices.diagonal_permutation"),
    ),
    Claim(
        "chai_nayak.block_triangular",
        printed="if B is reducible, then through diagonal permutation we can get a block lower-triangular matrix with "
        "irreducible diagonal blocks",
        evidence=Checked(triangular_items, {"m": (2, 3, 4)}),
    ),
    Claim(
        "chai_nayak.definition_6_1",
        printed="if B is the TPM of a Markov chain, then B is irreducible means that one can always find a path between any two "
        "states",
        evidence=Theorem("ChaiNayakMatrices.definition_6_1"),
        reading="no permutation shows a block of zeros above the diagonal exactly if every state reaches every other",
    ),
)
