"""Section 6: the displayed proofs of Lemmas 3.2 and 3.3."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item
from rropt.exact.element import Number
from rropt.privacy.boundary.function import BreachFunction, piecewise_linear
from rropt.privacy.boundary.infimum import infimum
from rropt.privacy.boundary.named import everything

from .definitions import DEFINE, PRIOR


def supremum(h: BreachFunction) -> Number:
    """The right side of (6.3): the reciprocal of B(h)."""
    least = infimum(h).value
    assert least is not None
    return Fraction(0) if isinstance(least, float) else 1 / least


def positive_items() -> Iterator[Item]:
    for cut in (Fraction(1, 4), Fraction(1, 2)):
        h = piecewise_linear([(0, cut), (cut, 1), (1, 1)])
        yield Fact(f"h rises from {cut} to 1 at {cut}: right side of (6.3)", supremum(h), ">", Fraction(0))
    yield Fact("h = 1, which Definition 3.1 allows: right side of (6.3)", supremum(everything()), ">", Fraction(0))


def positive_repaired() -> Iterator[Item]:
    yield Statement(
        "a term with h(p) < 1 is positive, so the supremum is", "p/(1-p)*((1-h)/h) > 0", {**PRIOR, "h": "p <= h < 1"}
    )
    yield Fact("B(h) is infinite if h = 1", infimum(everything()).value, "=", math.inf)


def infimum_items() -> Iterator[Item]:
    """The least mixture of the quotients p_il/p_ij, l != j, is the least of them."""
    yield Statement(
        "one more quotient", "x + w*e >= (v + w)*a", {"x, v, e, a": "real", "w": "w >= 0"}, ("x >= v*a", "e >= a")
    )
    yield Statement("attained by the whole weight on the least", "0*e + 1*a = a", {"e, a": "real"})


def every_alpha_items() -> Iterator[Item]:
    """Left side L(w) and right side T(p) of (6.2) have no variable in common."""
    yield Statement(
        "if the least of one side is at least the largest of the other, every pair is in order",
        "x >= y",
        {"x, y, a, b": "real"},
        ("x >= a", "b >= y", "a >= b"),
    )
    yield Statement(
        "if not, some pair near the two is not: within (b - a)/2 of both",
        "x < y",
        {"x, y, a, b": "real"},
        ("a < b", "x < a + (b-a)/2", "y >= b - (b-a)/2"),
    )
    yield Statement(
        "every belief is a prior p and weights of sum 1, and conversely",
        "w*(1-p) + v*(1-p) + p = 1",
        {**PRIOR, "w, v": "[0, 1]"},
        ("w + v = 1",),
    )


def display_items() -> Iterator[Item]:
    """The quotient 1, which (6.4) has and (6.3) has not, bars nothing; and the least of all quotients."""
    yield Statement("no right side exceeds 1", "p/(1-p)*((1-h)/h) <= 1", {**PRIOR, "h": "p <= h <= 1"})
    yield Statement(
        "the least quotient of three elements",
        "z/x <= y/x and z/x <= z/y and z/x <= y/z and z/x <= x/y and z/x <= x/z and z/x <= 1",
        {"z": "z > 0", "y": "y >= z", "x": "x >= y"},
    )


CLAIMS = [
    Claim(
        "chai_nayak.lemma_3_2_prior",
        "(b + c) + 0 + 0 + r = 1 and b + c >= 0 and b + c <= 1",
        kernel="ChaiNayakDisplays.moved_prior_whole",
        where="Section 6, proof of Lemma 3.2",
        printed="consider the prior alpha~ with elements alpha_j off Q, P_alpha(Q) at c_q and 0 for all other j; then, we have "
        "P_alpha~(X = c_q) = alpha~_q = P_alpha(Q)",
        reading="that it is a prior, and the second sentence",
        argument="it is a distribution, with probability P_alpha(Q) at c_q; b + c are Q's elements and r those off Q",
        given={"b, c, r": "[0, 1]"},
        assuming=("b + c + r = 1",),
    ),
    Claim(
        "chai_nayak.lemma_3_2_posterior_defined",
        "p*M + s >= p*x + s",
        kernel="ChaiNayakDisplays.display_of_lemma_3_2",
        where="Section 6, proof of Lemma 3.2, display, from its second line on; and the second inequality in the sentence after it",
        printed="p_iq sum_{j in Q} alpha_j / (p_iq sum_{j in Q} alpha_j + sum_{j not in Q} alpha_j p_ij) = alpha~_q p_iq / "
        "sum_j alpha~_j p_ij = P_alpha~(X = c_q | Z = d_i) <= h(P_alpha~(X = c_q)) = h(P_alpha(Q)), where the second inequality "
        "follows from (3.4)",
        reading="(3.4) holds, as the proof supposes, and p_iq is the largest likelihood in Q; P_alpha(Q) stands for the sum over "
        "Q; in Coq the whole display. The engine: the response is at least as "
        "probable under the new prior, hence still possible: x is the average over Q and M its largest likelihood",
        given={"p, s": "[0, 1]", "x": "[0, 1]", "M": "x <= M <= 1"},
    ),
    Claim(
        "chai_nayak.lemma_3_2_inequality",
        "(b*x + c*y)/(b*x + c*y + s) <= (b + c)*M/((b + c)*M + s)",
        kernel="ChaiNayakSentences.lemma_3_2_inequality_all",
        where="Section 6, proof of Lemma 3.2, display, its first inequality",
        printed="the first inequality of the display, M = p_iq the largest likelihood in Q",
        reading="in Coq for every Q and k, and also where the response excludes the complement of Q, s = 0",
        argument="the engine writes out a Q of two categories; more by their average, chai_nayak.lemma_3_2",
        given={"b, c, s": "[0, 1]", "x": "0 <= x <= M", "y": "0 <= y <= M", "M": "(0, 1]"},
        assuming=("b*x + c*y > 0", "s > 0"),
        steps=("b*x + c*y <= (b + c)*M", "(b*x + c*y)*((b + c)*M + s) <= (b + c)*M*(b*x + c*y + s)"),
        uses=("chai_nayak.lemma_3_2",),
    ),
    Claim(
        "chai_nayak.lemma_3_2_inequality_at_ends",
        "X <= Y implies X/(X + s) <= Y/(Y + s)",
        where="Section 6, proof of Lemma 3.2, after the display, first half of the sentence",
        printed="the first inequality holds because psi(x) = x/(x+a), a > 0, increases on (0, infinity)",
        reading="X and Y are the two numerators and s the sum off Q, psi's a; also where X = 0 or s = 0, no likelihood in Q or "
        "none off Q, which psi on (0, infinity) with a > 0 leaves out",
        given={"s, X, Y": "[0, inf)"},
        assuming=("X + s > 0",),
    ),
    Claim(
        "chai_nayak.psi_increases",
        "(x < y implies x/(x+a) < y/(y+a)) and diff(x/(x+a), x) = a/(x+a)^2 and diff(x/(x+a), x) > 0",
        where="Section 6, proof of Lemma 3.2",
        printed="for a > 0, psi(x) = x/(x+a) is an increasing function of x over (0, infinity)",
        given={"x, y": "(0, inf)", "a": "a > 0"},
    ),
    Claim(
        "chai_nayak.lemma_3_3_trivial_cases",
        "0 <= h and (p = 1 and h >= p implies 1 <= h) and p*0/(p*0 + s) <= h",
        kernel="ChaiNayakSteps.trivial_cases",
        where="Section 6, proof of Lemma 3.3",
        printed="(3.4) holds if alpha_j = 0 or 1, or p_ij = 0",
        argument="posteriors 0, 1 <= h(1) = 1, and 0 (s is the probability of the response)",
        given={"p": "[0, 1]", "h": "p <= h <= 1", "s": "(0, 1]"},
    ),
    Claim(
        "chai_nayak.eq_6_1",
        "p*x/(p*x + (1-p)*(v*y + w*z)) = 1/(1 + (1-p)/p*(1/x)*(v*y + w*z))",
        kernel="ChaiNayakProcedures.eq_6_1",
        where="Section 6, (6.1)",
        printed="for 0 < alpha_j < 1, P_alpha(X = c_j | Z = d_i) = alpha_j p_ij / sum_l alpha_l p_il = [1 + "
        "((1-alpha_j)/alpha_j) (1/p_ij) sum_{l != j} (alpha_l/(1-alpha_j)) p_il]^-1",
        reading="p_ij > 0, as the proof has it there; in Coq for every k",
        argument="the engine writes out k = 3, weights v and w = 1 - v; in general the sum is the one average y' = v y + w z",
        given={**PRIOR, "x": "(0, 1]", "y, z": "[0, 1]", "v, w": "[0, 1]"},
        assuming=("v + w = 1",),
    ),
    Claim(
        "chai_nayak.eq_6_2",
        "1/(1 + (1-p)/p*m) <= h iff m >= p/(1-p)*((1-h)/h)",
        kernel="ChaiNayakMerging.eq_6_2",
        where="Section 6, (6.2)",
        printed="for fixed i and j, (3.4) holds for all alpha if and only if the mixture of quotients is at least "
        "(alpha_j/(1-alpha_j)) (1-h)/h for all alpha such that 0 < alpha_j < 1",
        reading="p_ij > 0, as chosen there",
        argument="p = alpha_j, m = sum_l (alpha_l/(1-alpha_j)) p_il/p_ij and h = h(p): the left side is the posterior "
        "probability by "
        "chai_nayak.eq_6_1; where alpha_j is 0 or 1, (3.4) holds by chai_nayak.lemma_3_3_trivial_cases",
        uses=("chai_nayak.eq_6_1", "chai_nayak.lemma_3_3_trivial_cases"),
        given={**PRIOR, "h": "p <= h <= 1", "m": "m >= 0"},
    ),
    Claim(
        "chai_nayak.weights",
        "a/(1-p) + b/(1-p) = 1 and 0 <= a/(1-p) and a/(1-p) <= 1",
        kernel="ChaiNayakDisplays.weights_for_priors",
        where="Section 6, after (6.2)",
        printed="letting w_l = alpha_l/(1 - alpha_j) for l != j, it is seen that (6.2) is equivalent to sum_{l != j} w_l "
        "(p_il/p_ij) >= (alpha_j/(1-alpha_j)) ((1-h(alpha_j))/h(alpha_j)) for all 0 < alpha_j < 1 and all {w_l} such that "
        "0 <= w_l <= 1 and sum_{l != j} w_l = 1",
        reading="the weights of a prior are such, and all such are those of a prior: both directions in Coq, for every k; the "
        "engine has the first",
        argument="a is one of the other elements and b the sum of the rest, which is divided term by term",
        given={**PRIOR, "a, b": "[0, 1]"},
        assuming=("p + a + b = 1",),
    ),
    Claim(
        "chai_nayak.eq_6_3",
        kernel="ChaiNayakConsequences.eq_6_3",
        where="Section 6, (6.3)",
        printed="this holds if and only if inf over {w_l} of sum_{l != j} w_l (p_il/p_ij) >= sup over 0 < p < 1 of (p/(1-p)) "
        "((1-h(p))/h(p))",
        reading="'this' is the display before, which is (6.2) for all alpha with 0 < alpha_j < 1 by chai_nayak.weights; p_ij > 0 "
        "as chosen there; the infimum is the least quotient, "
        "chai_nayak.eq_6_3_infimum",
        decided_by=every_alpha_items,
        argument="both directions; p and the weights vary independently of each other",
    ),
    Claim(
        "chai_nayak.eq_6_3_infimum",
        kernel="ChaiNayakProcedures.eq_6_3_infimum",
        where="Section 6, after (6.3)",
        printed="the infimum in (6.3) is min{p_il/p_ij : l != j}",
        reading="for k >= 2, where there is another category than j, and p_ij > 0; the weights are those of all w of sum 1 off j",
        decided_by=infimum_items,
        argument="the step of an induction over the categories, and where the minimum is attained",
    ),
    Claim(
        "chai_nayak.eq_6_3_positive",
        kernel="Slips.not_chai_nayak_6_3_positive",
        where="Section 6, after (6.3)",
        printed="h(p) cannot be 1 for all 0 < p < 1 and hence the right side of (6.3) is positive",
        reading="Definition 3.1 asks a <= h(a) <= 1 alone, so h = 1 is allowed; Lemma 3.3 then holds all the same, with B(h) "
        "infinite and procedures with zeros, which the step excludes",
        decided_by=positive_items,
        repairs=(
            Repair(
                kernel="ChaiNayakSentences.right_side_repaired",
                why="if h(p) < 1 for some 0 < p < 1; else B(h) is infinite and every P provides h-CSIP",
                decided_by=positive_repaired,
                argument="h is below 1 somewhere or nowhere",
            ),
        ),
    ),
    Claim(
        "chai_nayak.eq_6_3_no_zero",
        "not 0 >= p/(1-p)*((1-h)/h)",
        kernel="ChaiNayakConsequences.eq_6_3",
        where="Section 6, after (6.3)",
        printed="this implies that p_ij must be positive for all j",
        narrowed=(
            "",
            "h(p) < 1 for some 0 < p < 1: where h is 1 throughout, the supremum is 0 and rows with zeros satisfy (6.3), "
            "chai_nayak.eq_6_3_positive",
        ),
        argument="where h(p) < 1 for some p: a zero beside p_ij > 0 makes the infimum 0, below the right side",
        given={**PRIOR, "h": "p <= h < 1"},
    ),
    Claim(
        "chai_nayak.eq_6_4",
        "z/x <= y/x and z/x <= z/y and z/x <= y/z and z/x <= x/y and z/x <= x/z and z/x <= 1 and z/x = 1/(x/z)",
        kernel="ChaiNayakProcedures.eq_6_4",
        where="Section 6, after (6.4): the left side of (6.4)",
        printed="the least quotient of two elements of the row is 1/eta_i(P)",
        reading="for a row of positive elements, which is what the proof has then; in Coq for every k",
        argument="the engine writes out three positive elements x >= y >= z; l = j adds the quotient 1, which no right side "
        "exceeds",
        given={"z": "z > 0", "y": "y >= z", "x": "x >= y"},
    ),
    Claim(
        "chai_nayak.eq_6_4_equivalent",
        kernel="ChaiNayakDisplays.eq_6_4_from_3_4",
        where="Section 6, (6.4)",
        printed="for our fixed i, (3.4) holds for all j and alpha if and only if (6.3) holds for j = 1, ..., k, or equivalently, "
        "min{p_il/p_ij : j, l = 1, ..., k} >= sup (p/(1-p))((1-h(p))/h(p))",
        reading="for a row of positive elements, as the sentence before has it; (6.3) asks for l != j, where (6.4) has l = j too",
        decided_by=display_items,
        argument="a belief in c_j and one other category makes of (6.2) the bound on one quotient; l = j adds 1, which "
        "no right side exceeds, as h(p) >= p",
    ),
    Claim(
        "chai_nayak.eq_6_4_finite",
        "0 < p/(1-p)*((1-h)/h) and p/(1-p)*((1-h)/h) <= 1",
        where="Section 6, after (6.4)",
        printed="both sides of (6.4) are positive and finite",
        reading="for an h that is one number off the ends, as h = 1 is, which Definition 3.1 allows: each of the values of which "
        "the right side is the supremum",
        given={**PRIOR, "h": "p <= h <= 1"},
        repairs=(
            Repair(adding=("h < 1",), why="where h is below 1 somewhere: that value is positive, and none exceeds 1"),
        ),
    ),
    Claim(
        "chai_nayak.eq_6_4_reciprocals",
        "(1/e >= 1/b iff e <= b) and p/(1-p)*((1-h)/h) = 1/R(p, h)",
        kernel="ChaiNayakSteps.eq_6_4_as_parities",
        where="Section 6, end of the proof of Lemma 3.3",
        printed="both sides of (6.4) being positive and finite, the inequality can be recognized as 1/eta_i(P) >= 1/B(h), which "
        "yields eta_i(P) <= B(h)",
        reading="its right side is 1/B(h), by the theorem, with e = eta_i(P)",
        narrowed=(
            "",
            "both sides are taken as positive and finite; that the left side is 1/eta_i(P) is chai_nayak.eq_6_4",
        ),
        argument="the terms of the supremum are the reciprocals of those of which B(h) is the infimum",
        given={**PRIOR, "h": "p <= h < 1", "e": "e >= 1", "b": "b >= 1"},
        define=DEFINE,
    ),
]
