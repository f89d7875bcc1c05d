"""Section 2: local differential privacy, Figures 1 and 2, and the general criterion."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Statement
from rropt.claims.evidence import Item

from .definitions import DEFINE, PRIOR, RHO

BETA = {"b": "b > 1"}
PAIR = {"p": "[0, 1]", "q": "[0, 1]"}


def dlp_items() -> Iterator[Item]:
    """P(S|j) <= t P(S|l) for all S from single answers, by adding one answer at a time; single answers are sets."""
    yield Statement("no answers: 0/0 = 1", "0 <= t*0", {"t": "t >= 1"})
    yield Statement(
        "one more answer", "s + x <= t*(r + y)", {"s, r, x, y": "[0, 1]", "t": "t >= 1"}, ("s <= t*r", "x <= t*y")
    )
    yield Statement("a single answer is a set", "x/y <= t iff x <= t*y", {"x": "[0, 1]", "y": "(0, 1]", "t": "t >= 1"})


def equivalence_items() -> Iterator[Item]:
    """Each criterion from the parity, t for both bounds, and the parity from each."""
    yield Statement(
        "beta-factor from parity",
        "post(p,u) <= t*p and post(p,u) >= p/t",
        {"p": "(0, 1]", "t": "t > 1", "u": "u > 0"},
        ("u <= t", "1 <= t*u"),
        DEFINE,
    )
    yield Statement(
        "parity from beta-factor: with p = (g-t)/(2*t*(g-1))",
        "g*p/(g*p + 1-p) > t*p",
        {"t": "t > 1", "g": "g > t", "p": "(0, 1)"},
        ("2*t*(g-1)*p = g - t",),
    )


CLAIMS = [
    Claim(
        "chai_nayak.eq_2_1",
        kernel="ChaiNayakCriteria.eq_2_1_quotients",
        where="Section 2, after Definition 2.1",
        printed="(2.1) is equivalent to eta(P) <= exp(epsilon)",
        reading="a quotient 0/0 is 1 and a/0 infinite in (2.1) too, as Definition 1.3 has it",
        decided_by=dlp_items,
        argument=("A quotient of sums is at most the largest quotient of terms; sets of one answer give the converse.")
        + "; "
        + ("the items are the start and the step of an induction over the answers in S, and the converse"),
    ),
    Claim(
        "chai_nayak.dlp_is_beta",
        kernel="ChaiNayakClauses.dlp_is_beta_by_quotients",
        where="Section 2, after Definition 2.1",
        printed="epsilon-DLP and beta-factor privacy are equivalent, with beta = exp(epsilon)",
        reading="epsilon-DLP is (2.1), by quotients with 0/0 = 1 and a/0 infinite",
        decided_by=equivalence_items,
        argument="the two items hold for every prior and finite parity, with (2.1) as parity by chai_nayak.eq_2_1; an "
        "infinite parity satisfies neither, chai_nayak.theorem_1_2_infinite",
        uses=("chai_nayak.eq_2_1", "chai_nayak.theorem_1_2_infinite"),
    ),
    Claim(
        "chai_nayak.dlp_is_rho",
        "K(r1, r2) > 1 and (t > 1 implies exists a, c: 0 < a and a < c and c < 1 and K(a, c) = t)",
        kernel="ChaiNayakClauses.dlp_is_rho_by_quotients",
        where="Section 2, after Definition 2.1",
        printed="an equivalency of epsilon-DLP and rho_1-to-rho_2 privacy can be observed similarly",
        reading="epsilon-DLP is (2.1), by quotients with 0/0 = 1 and a/0 infinite; exp(epsilon) is the bound of (1.6)",
        uses=("chai_nayak.eq_2_1",),
        argument="every rho_1-to-rho_2 demand is a bound above 1 on the parity, and every such bound comes from some pair",
        given={**RHO, "t": "real"},
        define=DEFINE,
        witness={"a": "1/(1+t)", "c": "1/2"},
    ),
    Claim(
        "chai_nayak.figure_1_rectangles",
        "(p < r1 and q > r2 implies exists v, w: 0 <= v < 1 and 0 < w <= 1 and p = v*r1 and q = r2 + w*(1-r2))"
        " and (p > r2 and q < r1 implies exists a, c: 0 < a <= 1 and 0 <= c < 1 and p = r2 + a*(1-r2) and q = c*r1)"
        " and (0 <= y < 1 and 0 < z <= 1 implies 0 <= y*r1 < r1 and r2 < r2 + z*(1-r2) <= 1)",
        where="Section 2, Figure 1",
        printed="two rectangles are the privacy breach region of rho_1-to-rho_2 privacy",
        reading="the upward breaches of Definition 1.1 are the points between the corners (0, rho_2) and (rho_1, 1), "
        "the downward ones those between (rho_2, 0) and (1, rho_1), without the sides on the lines rho_1 and rho_2; "
        "and all these are breaches: (y rho_1, rho_2 + z (1-rho_2)) upward, and with the places exchanged downward",
        given={**RHO, **PAIR, "y, z": "real"},
        witness={"v": "p/r1", "w": "(q-r2)/(1-r2)", "a": "(p-r2)/(1-r2)", "c": "q/r1"},
    ),
    Claim(
        "chai_nayak.figure_1_triangles",
        "(p > 0 and q/p > b implies exists v, w: v > 0 and w > 0 and v + w <= 1 and p = w/b and q = v + w)"
        " and (y > 0 and z > 0 and y + z <= 1 and p = z/b and q = y + z implies p > 0 and q/p > b)"
        " and (p > 0 and q/p < 1/b implies exists a, c: a > 0 and c >= 0 and a + c <= 1 and q = c/b and p = a + c)"
        " and (y > 0 and z >= 0 and y + z <= 1 and q = z/b and p = y + z implies p > 0 and q/p < 1/b)",
        where="Section 2, Figure 1",
        printed="two triangles are the privacy breach region of beta-factor privacy",
        reading="the upward breaches of (1.4) are the triangle with corners (0,0), (0,1) and (1/beta,1), whose points are "
        "v (0,1) + w (1/beta,1) with v, w >= 0 and v + w <= 1, without its sides p = 0, which Definition 1.2 leaves out, and "
        "p* = beta p; the downward ones that with (0,0), (1,0) and (1,1/beta) without its side p* = p/beta",
        given={**PAIR, **BETA, "y, z": "real"},
        witness={"v": "q - b*p", "w": "b*p", "a": "p - b*q", "c": "b*q"},
    ),
    Claim(
        "chai_nayak.figure_1_mirror",
        "q < p/b iff p > b*q",
        where="Section 2, Figure 1",
        printed="two triangles are the privacy breach region of beta-factor privacy",
        narrowed=(
            "",
            "shown is that the downward triangle is the upward one with prior and posterior exchanged; that both are the "
            "region is chai_nayak.figure_1_triangles",
        ),
        given={**PAIR, **BETA},
    ),
    Claim(
        "chai_nayak.figure_1_beta_not_inside",
        "exists p, q: 0 < p and p < 1 and 0 < q and q < 1 and q > b*p and not (p < r1 and q > r2) and not (p > r2 and"
        " q < r1)",
        where="Section 2, after Figure 1",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        narrowed=(
            "",
            "one half of the sentence, for all rho and beta; the other is chai_nayak.figure_1_rho_not_inside",
        ),
        reading="the region of beta-factor privacy is never inside that of rho_1-to-rho_2 privacy",
        given={**RHO, **BETA},
        witness={"p": "r2/(2*b)", "q": "r2"},
    ),
    Claim(
        "chai_nayak.figure_1_rho_inside_up",
        "b*p < r2",
        where="Section 2, after Figure 1",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        argument="the figure's numbers are not printed: where rho_2 >= beta rho_1 the rectangles do lie inside the triangles, "
        "so the figure has rho_2 < beta rho_1; the upper rectangle, q > rho_2",
        given={**RHO, **BETA, "p": "0 <= p < r1"},
        assuming=("r2 >= b*r1",),
        steps=("b*(r1 - p) > 0",),
    ),
    Claim(
        "chai_nayak.figure_1_rho_inside_down",
        "q < p/b",
        where="Section 2, after Figure 1",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        argument="the lower rectangle lies inside the lower triangle where rho_2 >= beta rho_1",
        given={**RHO, **BETA, "p": "r2 < p <= 1", "q": "0 <= q < r1"},
        assuming=("r2 >= b*r1",),
        steps=("b*q < b*r1",),
    ),
    Claim(
        "chai_nayak.figure_1_rho_not_inside",
        "(exists p, q: 0 < p and p < r1 and r2 < q and q < 1 and not q > b*p and not q < p/b)"
        " and (exists v, w: 0 < v and v < 1 and 0 < w and w < 1 and w > b*v and not (v < r1 and w > r2) and not (v > r2 and"
        " w < r1))",
        where="Section 2, after Figure 1",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        given={**RHO, **BETA},
        narrowed=(
            (
                "r2 < b*r1",
                "the numbers of Figure 1 are not printed; where rho_2 >= beta rho_1 the rectangles lie inside the "
                "triangles, chai_nayak.figure_1_rho_inside_up and chai_nayak.figure_1_rho_inside_down",
            ),
        ),
        witness={"p": "(r1 + r2/b)/2", "q": "(r2 + min(1, (b*r1 + r2)/2))/2", "v": "r2/(2*b)", "w": "r2"},
    ),
    Claim(
        "chai_nayak.figure_1_area",
        "(exists a, c, b: 0 < a and a < c and c < 1 and b > 1 and c < b*a and b*a <= 1 and 1/b > 2*a*(1-c)"
        " and (b*a-c)^2/(2*b) < a*(1-c)/2 and b < K(a, c)) and 1/2 < 3*(3/10) and 1/3 > 2*(3/10)*(1-1/2) and K(3/10, 1/2) < 3",
        where="Section 2, after Figure 1",
        printed="as the beta-factor PBR has a larger area and covers most of the other PBR, one might reasonably consider it "
        "stronger",
        reading="'might' speaks of the regions that are drawn, whose numbers are not printed: rho = (a, c) and beta = b, none a "
        "subset of the other; the triangles have the area 1/b, the rectangles 2 a (1-c), and of each, where beta a is at most 1, "
        "(beta a - c)^2/(2 beta) lies outside of the triangle",
        narrowed=(
            "",
            "shown is that there are such regions, of which the triangles are the larger and the stronger: they allow less parity, "
            "rho = (2/5, 7/10) and beta = 2. Area does not decide: rho = (3/10, 1/2) and beta = 3 have larger triangles, which "
            "allow parity 3 against 7/3; that such regions are not comparable is the paper's next sentence",
        ),
        witness={"a": "2/5", "c": "7/10", "b": "2"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.larger_region_is_stronger",
        "R(p, h) <= R(p, a)",
        kernel="ChaiNayakNotions.larger_region_is_stronger",
        where="Section 2, after Figure 1",
        printed="a larger PBR implies a stronger privacy guarantee",
        narrowed=(
            "",
            "larger is read as containing the other, not by area: what provides (h_l, h_u)-SIP for the larger region provides it "
            "for the smaller one; regions that overlap the paper compares by B(h)",
        ),
        argument="larger in the sense of containing: then h <= h' for the upward boundaries, hence B(h) <= B(h') term by term",
        given={**PRIOR, "h": "p <= h < 1", "a": "h <= a < 1"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.definition_2_2_covers_rho",
        "(p < r1 implies p <= r2 and r2 <= 1) and (p >= r1 implies p <= 1 and not q > 1)"
        " and (p > r2 implies 0 <= r1 and r1 <= p) and (p <= r2 implies 0 <= p and not q < 0)",
        where="Section 2, after Definition 2.2",
        printed="Definition 2.2 covers Definition 1.1 as a special case",
        kernel="ChaiNayakCriteria.covers_rho",
        reading="h_u is rho_2 below rho_1 and 1 from there on, h_l is rho_1 above rho_2 and 0 up to there; they are as "
        "Definition 2.2 wants them, and P provides (h_l, h_u)-SIP exactly if it provides rho_1-to-rho_2 privacy",
        argument="prior by prior: where the boundaries are 1 and 0 no posterior breaches them, as none does in Definition 1.1",
        given={**RHO, **PAIR},
    ),
    Claim(
        "chai_nayak.definition_2_2_covers_beta",
        "(q > b*p iff q > min(1, b*p)) and 0 <= p/b and p/b <= p and p <= min(1, b*p) and min(1, b*p) <= 1",
        where="Section 2, after Definition 2.2",
        printed="Definition 2.2 covers Definition 1.2 as a special case",
        kernel="ChaiNayakCriteria.covers_beta",
        reading="h_u(a) = min(1, beta a) and h_l(a) = a/beta are as Definition 2.2 wants them, and P provides (h_l, h_u)-SIP "
        "exactly if it provides beta-factor privacy",
        argument="pair by pair; an event of prior 0, which Definition 1.2 leaves out, keeps the posterior 0",
        given={**PAIR, **BETA},
    ),
    Claim(
        "chai_nayak.precise_boundaries_nondecreasing",
        "H(g,p) < H(g,c) and L(g,p) < L(g,c)",
        kernel="ChaiNayakRegions.precise_nondecreasing",
        where="Section 2, after Definition 2.2",
        printed="all precise PBRs have nondecreasing boundaries",
        argument="the boundaries of (3.5) increase, and by chai_nayak.precise_only_if.repaired those of a precise PBR "
        "are these, or in the limit 1 and 0 between the ends",
        uses=("chai_nayak.precise_only_if.repaired",),
        given={"g": "g >= 1", "p": "[0, 1]", "c": "p < c <= 1"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.sip_is_inclusion",
        "(p = 0 or p = 1) and p*x/(p*x + (1-p)*y) = q implies not (q < l or q > u)",
        kernel="ChaiNayakNotions.sip_is_inclusion",
        where="Section 2, after Definition 2.4",
        printed="P provides (h_l, h_u)-SIP if and only if W[h_l, h_u] is a subset of W_P",
        argument="pair by pair: an attained pair (p, q) meets (2.2) exactly if it is outside W[h_l, h_u], l and u the "
        "boundaries at p; so no attained pair lies in W[h_l, h_u] exactly if that is a part of W_P. The priors 0 and 1 "
        "attain themselves alone, which no admissible boundaries exclude; x and y are the averages of "
        "chai_nayak.averages",
        uses=("chai_nayak.averages",),
        given={"p, q": "[0, 1]", "l": "0 <= l <= p", "u": "p <= u <= 1", "x, y": "[0, 1]"},
        assuming=("p*x + (1-p)*y > 0",),
    ),
    Claim(
        "chai_nayak.imprecise_is_strictly_larger",
        "exists q: q > g and q <= h and q <= 1",
        kernel="ChaiNayakNotions.imprecise_is_strictly_larger",
        where="Section 2, after Definition 2.4, up to 'and in such cases, we should report W_P'",
        printed="if W[h_l, h_u] is not precise, to guarantee (h_l, h_u)-SIP one must use a procedure for which W_P is strictly "
        "larger",
        reading="precise is what the region of a procedure for the same k categories is, with any number of responses",
        argument="W_P contains W[h_l, h_u] and, as that is not precise, differs from it: at some prior the upper (or, "
        "mirrored, the lower) boundary g of P is another than h, and so below it; a posterior q above g and not above "
        "h makes a pair of W_P that is not in W[h_l, h_u]",
        given={"g, h": "[0, 1]"},
        assuming=("g <= h", "g != h"),
        witness={"q": "h"},
    ),
    Claim(
        "chai_nayak.invariant_pram",
        "(a*x + b*(1-x) = x and a*y + b*(1-y) = y) implies a = 1 and b = 0",
        kernel="ChaiNayakCriteria.invariant_pram",
        where="Section 2, Remark 2.1",
        printed="in invariant PRAM, P must depend on the data",
        reading="a P that leaves the shares unchanged whatever the data are is the identity, so any other P must be chosen by "
        "the data. In Coq for every k",
        narrowed=(
            "",
            "the shares are any positive real numbers that sum to 1, where data give multiples of 1/n; and the identity, which "
            "changes no answer, is left aside",
        ),
        argument="the engine writes out k = 2, with the first row (a, b): already two different data sets make it the identity",
        given={"a, b, x, y": "[0, 1]"},
        assuming=("x != y",),
    ),
    Claim(
        "chai_nayak.flat_likelihood",
        "post(p,u) - p <= (g-1)/(g+1) and p - post(p,u) <= (g-1)/(g+1) and (g-1)/(g+1) <= (g-1)/2",
        kernel="ChaiNayakCriteria.flat_likelihood",
        where="Section 2, before Definition 2.1: the second half of the sentence",
        printed="the change from prior to posterior is small if the likelihood function is relatively flat",
        reading="a row whose likelihoods differ by a factor of at most g moves no probability of an event by more than "
        "(g-1)/(g+1), at most (g-1)/2, which is small where g is near 1",
        argument="u is the ratio of the two averages of the likelihood, through which alone it enters, by chai_nayak.averages",
        uses=("chai_nayak.averages",),
        given={**PRIOR, "g": "g >= 1", "u": "u > 0"},
        assuming=("u <= g", "1 <= g*u"),
        define=DEFINE,
    ),
]
