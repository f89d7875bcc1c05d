"""Section 1: the model, posteriors, parity, and Theorems 1.1 and 1.2."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Statement
from rropt.claims.evidence import Item
from rropt.families.bitwise.unary_encoding import unary_encoding

from .definitions import DEFINE, PRIOR, RHO, parity


def lambda_items() -> Iterator[Item]:
    """λ = Pπ sums to one; the last entry of every column and of π is written through the others."""
    for m, k in itertools.product((2, 3), (2, 3)):
        columns = [[f"p{i}{j}" for i in range(m - 1)] for j in range(k)]
        shares = [f"s{j}" for j in range(k - 1)]
        names = [x for c in columns for x in c] + shares
        shares = [*shares, "(1 - " + " - ".join(shares) + ")"]
        columns = [[*c, "(1 - " + " - ".join(c) + ")"] for c in columns]
        total = " + ".join(f"{columns[j][i]}*{shares[j]}" for i in range(m) for j in range(k))
        yield Statement(f"m = {m}, k = {k}", f"{total} = 1", given={", ".join(names): "real"})


def dependent_items() -> Iterator[Item]:
    """Pv = 0 makes the entries of v sum to zero; then uniform ± sv are distributions with the same λ."""
    for m, k in ((1, 2), (2, 2), (2, 3), (3, 3), (2, 4)):
        free = [[f"p{i}{j}" for i in range(m - 1)] for j in range(k)]
        columns = [[*c, "(1" + "".join(f" - {x}" for x in c) + ")"] for c in free]
        names = [x for c in free for x in c] + [f"v{j}" for j in range(k)]
        rows = [" + ".join(f"{columns[j][i]}*v{j}" for j in range(k)) for i in range(m)]
        left = " + ".join(f"({r})" for r in rows)
        total = " + ".join(f"v{j}" for j in range(k))
        yield Statement(
            f"the rows of Pv add to the sum of v: m = {m}, k = {k}", f"{left} = {total}", {", ".join(names): "real"}
        )
    yield Statement(
        "both stay in the unit interval",
        "0 <= 1/k + s*v and 0 <= 1/k - s*v",
        {"k": "k >= 2", "v": "real", "s": "s > 0"},
        ("s*k*v <= 1", "-1 <= s*k*v"),
    )


def rappor_items() -> Iterator[Item]:
    for k in (2, 3, 4, 5):
        yield Fact(f"k = {k}: responses", unary_encoding(k=k, p="3/4", q="1/4").m, "=", 2**k)


def averages_items() -> Iterator[Item]:
    yield Statement(
        "one more category keeps a weighted sum above its weight times the least entry",
        "x + w*e >= (v + w)*a",
        {"x, v": "real", "w": "w >= 0", "e, a": "real"},
        ("x >= v*a", "e >= a"),
    )
    yield Statement(
        "and below its weight times the largest",
        "x + w*e <= (v + w)*b",
        {"x, v": "real", "w": "w >= 0", "e, b": "real"},
        ("x <= v*b", "e <= b"),
    )
    yield Statement(
        "the posterior through the averages",
        "p*x/(p*x + (1-p)*y) = post(p, x/y)",
        {**PRIOR, "x": "x >= 0", "y": "y > 0"},
        define=DEFINE,
    )
    yield Statement("the averages' ratio", "x <= g*y", {"g": "g >= 1", "x, y, a": "real"}, ("x <= g*a", "y >= a"))
    yield Statement(
        "the two ends are attained by averages of single entries",
        "a/(g*a) = 1/g and g*a/a = g",
        {"a": "a > 0", "g": "g >= 1"},
    )


def parity_items() -> Iterator[Item]:
    """(1.5): no quotient of two positive entries exceeds largest over least; rows with zeros one pattern at a time."""
    yield Statement(
        "positive rows", "x/y <= b/a", {"a": "a > 0", "b": "b >= a", "x": "a <= x <= b", "y": "a <= y <= b"}
    )
    for k in (1, 2, 3, 4):
        for row in itertools.product((Fraction(0), Fraction(1), Fraction(3)), repeat=k):
            low, high = min(row), max(row)
            right = high / low if low else (math.inf if high else Fraction(1))
            yield Fact(f"row {tuple(map(int, row))}", parity((row,)), "=", right)


def finite_items() -> Iterator[Item]:
    """Every pattern of zero and positive entries of a nonzero row: its parity is finite exactly without zeros."""
    for k in (1, 2, 3, 4, 5):
        for row in itertools.product((Fraction(0), Fraction(1), Fraction(2)), repeat=k):
            if any(row):
                yield Fact(f"row {tuple(map(int, row))}", int(parity((row,)) < math.inf), "=", int(all(row)))
    yield Statement("any positive entries", "b/a <= g iff b <= g*a", {"a": "a > 0", "b": "b >= a", "g": "g >= 1"})


CLAIMS = [
    Claim(
        "chai_nayak.eq_1_1",
        kernel="ChaiNayakNotions.eq_1_1",
        where="Section 1, (1.1)",
        printed="the distribution of Z is lambda = P pi",
        reading="lambda = P pi is a distribution, and gives every function of Z the mean that drawing X and then Z "
        "gives it; in Coq for every m and k",
        decided_by=lambda_items,
        argument=("sum_i lambda_i = sum_j pi_j sum_i p_ij = sum_j pi_j = 1.")
        + "; "
        + ("the engine writes out m, k up to 3, all values; for other sizes the same double sum is exchanged"),
    ),
    Claim(
        "chai_nayak.estimate_k_2",
        "((1-c)*(a*s + c*(1-s)) - c*((1-a)*s + (1-c)*(1-s)))/(a-c) = s",
        kernel="ChaiNayakSentences.estimated_by_inverse",
        where="Section 1, after (1.1)",
        printed="if k = m and P is non-singular, pi is estimated using P^-1 lambda-hat",
        reading="lambda-hat are the frequencies of n answers under simple random sampling, P^-1 is the inverse on both "
        "sides that a non-singular matrix has: P^-1 lambda is pi, P^-1 lambda-hat alone solves P x = lambda-hat, and "
        "its expectation is pi; for every k",
        argument="the engine writes out P^-1 lambda = pi for k = 2 with columns (a, 1-a) and (c, 1-c)",
        given={"a, c, s": "[0, 1]"},
        assuming=("a != c",),
    ),
    Claim(
        "chai_nayak.not_identifiable",
        kernel="ChaiNayakSentences.unestimable",
        where="Section 1, after (1.1)",
        reading="two different shares have one lambda, and so the data of n people, for every n, one law; dependent columns are a "
        "v other than 0 with Pv = 0; not estimable: no function of the data has the expectation pi at every pi; in Coq for "
        "every m and k",
        printed="if m < k, or more generally if the columns of P are not linearly independent, the model for Z is not "
        "identifiable with respect to pi, and hence pi is not estimable",
        decided_by=dependent_items,
        argument=(
            "Columns are dependent whenever m < k. Let Pv = 0, v != 0. Adding the rows, sum_j v_j = sum_i (Pv)_i = 0, "
            "because columns of P add to 1. So 1/k + s v and 1/k - s v are two distributions for small s > 0, with one lambda."
        )
        + "; "
        + ("the engine writes out the sizes listed, all values; the double sum is the same for every m and k"),
    ),
    Claim(
        "chai_nayak.rappor_outputs",
        where="Section 1, before (1.1)",
        printed="the sample spaces need not have the same cardinality; in the RAPPOR algorithm, m = 2^k",
        reading="one bit for each of the k categories, each reported with noise",
        decided_by=rappor_items,
        argument="k = 2 to 5; a response is any string of k bits",
    ),
    Claim(
        "chai_nayak.zero_row",
        "q*e + (s - q)*e = 0",
        kernel="ChaiNayakWhole.zero_row_whole",
        where="Section 1, before (1.1)",
        printed="if the i-th row of P is zero, then P(Z = d_i) is always zero and d_i is irrelevant",
        reading="whatever the shares and the prior, in Coq for every k; irrelevant: no sum over the responses, each weighed by its "
        "probability, changes where d_i is left out",
        argument="the engine writes out one category with share q and the rest, in a row whose entries are all e = 0",
        given={"q, s": "[0, 1]", "e": "e = 0"},
    ),
    Claim(
        "chai_nayak.identifiable_with_fewer",
        "x*(3/4) + x*(1/2) + (1-2*x)*(1/4) = y*(3/4) + y*(1/2) + (1-2*y)*(1/4) implies x = y",
        where="Section 1, after (1.1)",
        printed="in a parametric model, if pi is a function of fewer parameters, identifiability might hold even when m < k",
        reading="'might': an instance, k = 3 categories with shares x, x and 1-2x, which one parameter gives, and m = 2 "
        "responses, the first with probabilities 3/4, 1/2 "
        "and 1/4",
        given={"x, y": "[0, 1/2]"},
    ),
    Claim(
        "chai_nayak.eq_1_2",
        "w1*x1/(w1*x1+w2*x2+w3*x3) + w2*x2/(w1*x1+w2*x2+w3*x3) + w3*x3/(w1*x1+w2*x2+w3*x3) = 1",
        kernel="ChaiNayakNotions.eq_1_2",
        where="Section 1, (1.2)",
        printed="the posterior probability of c_j is alpha_j p_ij over the sum of alpha_l p_il",
        reading="the quotient of the joint probability and that of the response, which is positive; these add to 1; in Coq "
        "for every k",
        argument="joint over marginal; the engine checks that these are probabilities for k = 3",
        given={"w1, w2, w3, x1, x2, x3": "[0, 1]"},
        assuming=("w1*x1 + w2*x2 + w3*x3 > 0",),
    ),
    Claim(
        "chai_nayak.averages",
        kernel="ChaiNayakSentences.averages_of_row",
        where="Section 1, after (1.2): the second of the two formulas",
        printed="P_alpha(X in Q | Z = d_i) is the sum over Q of P_alpha(X = c_j | Z = d_i)",
        reading="the first formula defines the prior of Q. Not printed, and shown too, as other claims rest on it: for 0 < "
        "P_alpha(Q) < 1 it is px/(px + (1-p)y) with x and y "
        "the averages of the row over Q and over its complement, and if this row is positive and its ratios are at "
        "most g, 1/g <= x/y <= g",
        decided_by=averages_items,
        argument=("With p = P_alpha(Q): sum over Q of alpha_j p_ij = p x and over the complement (1-p) y.")
        + "; "
        + ("the first two items are the steps of an induction over the categories in Q, from the empty sum"),
    ),
    Claim(
        "chai_nayak.definition_1_3",
        kernel="ChaiNayakNotions.definition_1_3",
        where="Section 1, (1.5): the second equality",
        printed="the largest quotient of two entries of a row is max_j p_ij / min_j p_ij, with 0/0 = 1 and a/0 = infinity",
        reading="the first equality of (1.5) and its convention are definitions; proved is the second",
        decided_by=parity_items,
        argument="positive rows of any length by the first item; in a row with a zero only where the zeros are matters, and "
        "every pattern with up to four entries is listed",
    ),
    Claim(
        "chai_nayak.parity_at_least_1",
        "max(x,y,z)/min(x,y,z) >= 1 and (max(x,y,z)/min(x,y,z) = 1 iff x = y and y = z)",
        kernel="ChaiNayakNotions.parity_at_least_1",
        where="Section 1, after Theorem 1.2",
        printed="clearly, eta(P) >= 1",
        reading="by (1.5) with its convention for zeros; with equality exactly for constant rows; in Coq for every m and k",
        argument="the engine writes out a positive row of three entries",
        given={"x, y, z": "(0, 1]"},
    ),
    Claim(
        "chai_nayak.parity_finite",
        kernel="ChaiNayakNotions.parity_finite",
        where="Section 1, after Theorem 1.2",
        printed="eta(P) is finite if and only if all elements of P are positive",
        reading="every row has a nonzero element, as Section 1 requires: a zero row would have parity 1",
        decided_by=finite_items,
        argument="eta is the largest of the rows' parities; where the zeros of a row are decides whether it is infinite",
    ),
    Claim(
        "chai_nayak.gamma_diagonal",
        "g/(g+m-1) + (m-1)*(1/(g+m-1)) = 1 and (g/(g+m-1))/(1/(g+m-1)) = g",
        kernel="ChaiNayakCriteria.gamma_diagonal_parity",
        where="Section 1, end",
        printed="for m >= k, p_ii = eta_0/(eta_0 + m - 1) and p_ij = 1/(eta_0 + m - 1) elsewhere is a P with parity eta_0",
        reading="eta_0 is a number of at least 1, as every finite parity is; in Coq for every m >= k",
        narrowed=("", "k >= 2: with one category every parity is 1"),
        argument="the engine adds up a column, of one large entry and m - 1 small ones, and divides the two entries",
        given={"g": "g >= 1", "m": "integer m >= 2"},
    ),
    Claim(
        "chai_nayak.theorem_1_1_upward",
        "post(p,u) <= r2",
        kernel="ChaiNayakCriteria.theorem_1_1_parity",
        where="Section 1, Theorem 1.1",
        printed="(1.6) is sufficient for no upward rho_1-to-rho_2 breach",
        argument="prior below rho_1, ratio u of averages at most the parity, parity at most the bound of (1.6)",
        given={**RHO, "p": "0 < p < r1", "u": "u > 0"},
        assuming=("u <= K(r1, r2)",),
        define=DEFINE,
        steps=("u*r1*(1-r2) <= r2*(1-r1)", "p*u*(1-r2) <= r2*(1-p)"),
    ),
    Claim(
        "chai_nayak.theorem_1_1_downward",
        "post(p,u) >= r1",
        kernel="ChaiNayakCriteria.theorem_1_1_parity",
        where="Section 1, Theorem 1.1",
        printed="(1.6) is sufficient for no downward rho_2-to-rho_1 breach",
        given={**RHO, "p": "r2 < p < 1", "u": "u > 0"},
        assuming=("u*K(r1, r2) >= 1",),
        define=DEFINE,
        steps=("u*r2*(1-r1) >= r1*(1-r2)", "p*u*(1-r1) >= r1*(1-p)"),
        argument="a posterior is post(p, u), u at least 1/parity, by the averages of its row; the prior is above rho_2",
    ),
    Claim(
        "chai_nayak.theorem_1_1_necessary",
        "exists p: 0 < p and p < r1 and post(p, g) > r2",
        kernel="ChaiNayakCriteria.theorem_1_1_parity",
        where="Section 1, after Theorem 1.2",
        printed="(1.6) is also a necessary condition for P to provide rho_1-to-rho_2 privacy",
        argument="a finite parity g above the bound is breached by a prior on the two categories of the extreme entries",
        given={**RHO, "g": "g > 1"},
        assuming=("g > K(r1, r2)",),
        define=DEFINE,
        witness={"p": "(r1 + r2/(r2 + g*(1-r2)))/2"},
        steps=("g*r1*(1-r2) > r2*(1-r1)", "r2/(r2 + g*(1-r2)) < r1"),
    ),
    Claim(
        "chai_nayak.theorem_1_1_infinite",
        "exists p: 0 < p and p < r1 and p*x/(p*x + (1-p)*0) > r2",
        kernel="ChaiNayakCriteria.theorem_1_1_parity",
        where="Section 1, after Theorem 1.2",
        printed="we shall see later that (1.6) is also a necessary condition for P to provide rho_1-to-rho_2 privacy",
        argument="the case of infinite parity: some row has an entry x > 0 and an entry 0",
        given={**RHO, "x": "(0, 1]"},
        witness={"p": "r1/2"},
    ),
    Claim(
        "chai_nayak.theorem_1_2_if",
        "post(p,u) <= b*p and post(p,u) >= p/b",
        kernel="ChaiNayakCriteria.theorem_1_2_parity",
        where="Section 1, Theorem 1.2",
        printed="an RR procedure guarantees beta-factor privacy if eta(P) <= beta",
        given={"p": "(0, 1]", "b": "b > 1", "u": "u > 0"},
        assuming=("u <= b", "1 <= b*u"),
        define=DEFINE,
        argument="the posterior is post(p, u) with u between the inverse of the parity and the parity, by the averages of its row",
    ),
    Claim(
        "chai_nayak.theorem_1_2_only_if",
        "exists p: 0 < p and p < 1 and post(p, g) > b*p",
        kernel="ChaiNayakCriteria.theorem_1_2_parity",
        where="Section 1, Theorem 1.2",
        printed="an RR procedure guarantees beta-factor privacy only if eta(P) <= beta",
        argument="finite parity; the next claim is infinite parity",
        given={"b": "b > 1", "g": "g > b"},
        define=DEFINE,
        witness={"p": "(g-b)/(2*b*(g-1))"},
    ),
    Claim(
        "chai_nayak.theorem_1_2_infinite",
        "exists p: 0 < p and p < 1 and p*x/(p*x + (1-p)*0) > b*p",
        kernel="ChaiNayakCriteria.theorem_1_2_parity",
        where="Section 1, Theorem 1.2",
        printed="an RR procedure guarantees beta-factor privacy only if eta(P) <= beta",
        argument="infinite parity: an entry x > 0 beside an entry 0",
        given={"b": "b > 1", "x": "(0, 1]"},
        witness={"p": "1/(2*b)"},
    ),
]
