"""Section 1: the model, posteriors, parity, and Theorems 1.1 and 1.2."""

from rropt.claims import Checked, Claim, Formula, Theorem
from rropt.families import unary_encoding

from ...listing import listed
from .definitions import RHO, says


def rappor_items() -> bool:
    """Unary encoding has an output for each string of k bits."""
    return all(unary_encoding(k=k, p="3/4", q="1/4").m == 2**k for k in (2, 3, 4, 5))


CLAIMS = listed(
    "Section 1, (1.1)",
    Claim(
        "chai_nayak.eq_1_1",
        printed="the distribution of Z is lambda = P pi",
        evidence=Theorem("ChaiNayakNotions.eq_1_1"),
        reading="lambda = P pi is a distribution, and gives every function of Z the mean that drawing X and then Z gives it",
    ),
    "Section 1, after (1.1)",
    Claim(
        "chai_nayak.estimate_k_2",
        printed="if k = m and P is non-singular, pi is estimated using P^-1 lambda-hat",
        evidence=Theorem("ChaiNayakSentences.estimated_by_inverse"),
        formula=Formula(
            "((1-c)*(a*s + c*(1-s)) - c*((1-a)*s + (1-c)*(1-s)))/(a-c) = s", {"a, c, s": "[0, 1]"}, ("a != c",)
        ),
        reading="lambda-hat are the frequencies of n answers under simple random sampling, P^-1 is the inverse on both sides "
        "that a non-singular matrix has: P^-1 lambda is pi, P^-1 lambda-hat alone solves P x = lambda-hat, and its "
        "expectation is pi; for every k",
    ),
    Claim(
        "chai_nayak.not_identifiable",
        printed="if m < k, or more generally if the columns of P are not linearly independent, the model for Z is not "
        "identifiable with respect to pi, and hence pi is not estimable",
        evidence=Theorem("ChaiNayakSentences.unestimable"),
        reading="two different shares have one lambda, and so the data of n people, for every n, one law; dependent columns are "
        "a v other than 0 with Pv = 0; not estimable: no function of the data has the expectation pi at every pi; in "
        "Coq for every m and k",
    ),
    "Section 1, before (1.1)",
    Claim(
        "chai_nayak.rappor_outputs",
        printed="the sample spaces need not have the same cardinality; in the RAPPOR algorithm, m = 2^k",
        evidence=Checked(rappor_items),
        reading="one bit for each of the k categories, each reported with noise",
    ),
    Claim(
        "chai_nayak.zero_row",
        printed="if the i-th row of P is zero, then P(Z = d_i) is always zero and d_i is irrelevant",
        evidence=Theorem("ChaiNayakWhole.zero_row_whole"),
        formula=Formula("q*e + (s - q)*e = 0", {"q, s": "[0, 1]", "e": "e = 0"}),
        reading="whatever the shares and the prior, in Coq for every k; irrelevant: no sum over the responses, each weighed by "
        "its probability, changes where d_i is left out",
    ),
    "Section 1, after (1.1)",
    Claim(
        "chai_nayak.identifiable_with_fewer",
        printed="in a parametric model, if pi is a function of fewer parameters, identifiability might hold even when m < k",
        formula=Formula(
            "x*(3/4) + x*(1/2) + (1-2*x)*(1/4) = y*(3/4) + y*(1/2) + (1-2*y)*(1/4) implies x = y", {"x, y": "[0, 1/2]"}
        ),
        reading="'might': an instance, k = 3 categories with shares x, x and 1-2x, which one parameter gives, and m = 2 "
        "responses, the first with probabilities 3/4, 1/2 and 1/4",
    ),
    "Section 1, (1.2)",
    Claim(
        "chai_nayak.eq_1_2",
        printed="the posterior probability of c_j is alpha_j p_ij over the sum of alpha_l p_il",
        evidence=Theorem("ChaiNayakNotions.eq_1_2"),
        formula=Formula(
            "w1*x1/(w1*x1+w2*x2+w3*x3) + w2*x2/(w1*x1+w2*x2+w3*x3) + w3*x3/(w1*x1+w2*x2+w3*x3) = 1",
            {"w1, w2, w3, x1, x2, x3": "[0, 1]"},
            ("w1*x1 + w2*x2 + w3*x3 > 0",),
        ),
        reading="the quotient of the joint probability and that of the response, which is positive; these add to 1",
    ),
    "Section 1, after (1.2): the second of the two formulas",
    Claim(
        "chai_nayak.averages",
        printed="P_alpha(X in Q | Z = d_i) is the sum over Q of P_alpha(X = c_j | Z = d_i)",
        evidence=Theorem("ChaiNayakSentences.averages_of_row"),
        reading="the first formula defines the prior of Q. Not printed, and shown too, as other claims rest on it: for 0 < "
        "P_alpha(Q) < 1 it is px/(px + (1-p)y) with x and y the averages of the row over Q and over its complement, and "
        "if this row is positive and its ratios are at most g, 1/g <= x/y <= g",
    ),
    "Section 1, (1.5): the second equality",
    Claim(
        "chai_nayak.definition_1_3",
        printed="the largest quotient of two entries of a row is max_j p_ij / min_j p_ij, with 0/0 = 1 and a/0 = infinity",
        evidence=Theorem("ChaiNayakNotions.definition_1_3"),
        reading="the first equality of (1.5) and its convention are definitions; proved is the second",
    ),
    "Section 1, after Theorem 1.2",
    Claim(
        "chai_nayak.parity_at_least_1",
        printed="clearly, eta(P) >= 1",
        evidence=Theorem("ChaiNayakNotions.parity_at_least_1"),
        formula=Formula(
            "max(x,y,z)/min(x,y,z) >= 1 and (max(x,y,z)/min(x,y,z) = 1 iff x = y and y = z)", {"x, y, z": "(0, 1]"}
        ),
        reading="by (1.5) with its convention for zeros; with equality exactly for constant rows; in Coq for every m and k",
    ),
    Claim(
        "chai_nayak.parity_finite",
        printed="eta(P) is finite if and only if all elements of P are positive",
        evidence=Theorem("ChaiNayakNotions.parity_finite"),
        reading="every row has a nonzero element, as Section 1 requires: a zero row would have parity 1",
    ),
    "Section 1, end",
    Claim(
        "chai_nayak.gamma_diagonal",
        printed="for m >= k, p_ii = eta_0/(eta_0 + m - 1) and p_ij = 1/(eta_0 + m - 1) elsewhere is a P with parity eta_0",
        evidence=Theorem("ChaiNayakCriteria.gamma_diagonal_parity"),
        formula=Formula(
            "g/(g+m-1) + (m-1)*(1/(g+m-1)) = 1 and (g/(g+m-1))/(1/(g+m-1)) = g", {"g": "g >= 1", "m": "integer m >= 2"}
        ),
        reading="eta_0 is a number of at least 1, as every finite parity is; in Coq for every m >= k",
        narrowed=("k >= 2: with one category every parity is 1",),
    ),
    "Section 1, Theorem 1.1",
    Claim(
        "chai_nayak.theorem_1_1_upward",
        printed="(1.6) is sufficient for no upward rho_1-to-rho_2 breach",
        evidence=Theorem("ChaiNayakCriteria.theorem_1_1_parity"),
        formula=says("post(p,u) <= r2", {**RHO, "p": "0 < p < r1", "u": "u > 0"}, ("u <= K(r1, r2)",)),
    ),
    Claim(
        "chai_nayak.theorem_1_1_downward",
        printed="(1.6) is sufficient for no downward rho_2-to-rho_1 breach",
        evidence=Theorem("ChaiNayakCriteria.theorem_1_1_parity"),
        formula=says("post(p,u) >= r1", {**RHO, "p": "r2 < p < 1", "u": "u > 0"}, ("u*K(r1, r2) >= 1",)),
    ),
    "Section 1, after Theorem 1.2",
    Claim(
        "chai_nayak.theorem_1_1_necessary",
        printed="(1.6) is also a necessary condition for P to provide rho_1-to-rho_2 privacy",
        evidence=Theorem("ChaiNayakCriteria.theorem_1_1_parity"),
        formula=says("exists p: 0 < p and p < r1 and post(p, g) > r2", {**RHO, "g": "g > 1"}, ("g > K(r1, r2)",)),
    ),
    Claim(
        "chai_nayak.theorem_1_1_infinite",
        printed="we shall see later that (1.6) is also a necessary condition for P to provide rho_1-to-rho_2 privacy",
        evidence=Theorem("ChaiNayakCriteria.theorem_1_1_parity"),
        formula=Formula("exists p: 0 < p and p < r1 and p*x/(p*x + (1-p)*0) > r2", {**RHO, "x": "(0, 1]"}),
    ),
    "Section 1, Theorem 1.2",
    Claim(
        "chai_nayak.theorem_1_2_if",
        printed="an RR procedure guarantees beta-factor privacy if eta(P) <= beta",
        evidence=Theorem("ChaiNayakCriteria.theorem_1_2_parity"),
        formula=says(
            "post(p,u) <= b*p and post(p,u) >= p/b", {"p": "(0, 1]", "b": "b > 1", "u": "u > 0"}, ("u <= b", "1 <= b*u")
        ),
    ),
    Claim(
        "chai_nayak.theorem_1_2_only_if",
        printed="an RR procedure guarantees beta-factor privacy only if eta(P) <= beta",
        evidence=Theorem("ChaiNayakCriteria.theorem_1_2_parity"),
        formula=says("exists p: 0 < p and p < 1 and post(p, g) > b*p", {"b": "b > 1", "g": "g > b"}),
    ),
    Claim(
        "chai_nayak.theorem_1_2_infinite",
        printed="an RR procedure guarantees beta-factor privacy only if eta(P) <= beta",
        evidence=Theorem("ChaiNayakCriteria.theorem_1_2_parity"),
        formula=Formula("exists p: 0 < p and p < 1 and p*x/(p*x + (1-p)*0) > b*p", {"b": "b > 1", "x": "(0, 1]"}),
    ),
)
