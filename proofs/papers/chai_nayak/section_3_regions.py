"""Section 3: the boundaries of (3.5) and the precise privacy breach regions."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import DEFINE, PRIOR

GAMMA = {"g": "g > 1"}


CLAIMS = with_repairs(
    Claim(
        "chai_nayak.eq_3_5",
        where="Section 3, (3.5) and the sentence that it ends",
        printed="P with eta(P) = gamma > 1 guarantees h-CSIP for all h such that gamma <= (1-p)/p h(p)/[1 - h(p)] for all 0 < p "
        "< 1, or equivalently h(p) >= h_gamma(p), where h_gamma(p) = gamma p/(1 + (gamma-1) p)",
        evidence=Theorem("ChaiNayakClauses.eq_3_5_whole"),
        formula=Formula(
            "(h < 1 implies (g <= R(p, h) iff h >= H(g, p))) and (h = 1 implies h >= H(g, p))",
            {**PRIOR, **GAMMA, "h": "p <= h <= 1"},
            define=DEFINE,
        ),
        reading="where h(p) = 1 the quotient is infinite, and both sides hold; h is as Definition 3.1 wants it",
    ),
    Claim(
        "chai_nayak.eq_3_5_where_h_is_1",
        where="Section 3, (3.5)",
        printed="the same, where h(p) = 1",
        evidence=Argued("there both sides of the equivalence hold; and p < h_gamma(p) < 1 makes it a boundary"),
        formula=Formula("H(g, p) < 1 and p < H(g, p)", {**PRIOR, **GAMMA}, define=DEFINE),
    ),
    Claim(
        "chai_nayak.up_boundary",
        where="Section 3, after (3.5)",
        printed="h_gamma is the up breach boundary of any P with parity gamma",
        evidence=Theorem("ChaiNayakNotions.boundaries"),
        formula=Formula(
            "post(p,u) <= H(g,p) and post(p,g) = H(g,p)", {**PRIOR, **GAMMA, "u": "0 < u <= g"}, define=DEFINE
        ),
        narrowed=(
            "the boundary is read as the largest posterior attained from p, for 0 < p < 1; that all below it is "
            "attained too, as a region W[h_l, h_u] has it, is false for k = 2 (chai_nayak.region_by_parity)",
        ),
    ),
    Claim(
        "chai_nayak.down_boundary",
        where="Section 3, after (3.5)",
        printed="the corresponding down boundary is 1 - h_gamma(1-p)",
        evidence=Theorem("ChaiNayakNotions.boundaries"),
        formula=Formula(
            "L(g,p) = p/(p + g*(1-p)) and post(p,u) >= L(g,p) and post(p,1/g) = L(g,p)",
            {**PRIOR, **GAMMA, "u": "u > 0"},
            ("g*u >= 1",),
            DEFINE,
        ),
        narrowed=(
            "the boundary is read as the least posterior attained from p, for 0 < p < 1; what lies between the two "
            "boundaries is chai_nayak.region_by_parity",
        ),
    ),
    Claim(
        "chai_nayak.b_of_precise",
        where="Section 3, after Theorem 3.1",
        printed="in h-CSIP context, B(h) quantifies the privacy demand of h",
        evidence=Theorem("ChaiNayakCriteria.demand_is_bound"),
        formula=Formula("R(p, H(g,p)) = g", {**PRIOR, **GAMMA}, define=DEFINE),
        reading="of two demands that of the larger bound is met by all that meets the other, and by more if it is larger; "
        "h-CSIP is h_gamma-CSIP at gamma = B(h), and B(h_gamma) = gamma",
        narrowed=("B(h) is finite; an infinite bound, chai_nayak.h_is_1, asks nothing",),
    ),
    Claim(
        "chai_nayak.region_by_parity",
        where="Section 3, after (3.5)",
        printed="the PBR of P is determined only by its parity, so all P with a common parity have the same PBR",
        evidence=Counterexample(
            {"p": "1/2", "q": "1/2", "a": "2/3", "b": "1/3", "c": "1/3", "d": "1/6", "u": "1/2", "v": "1/2"}
        ),
        formula=Formula(
            "q = post(p,u/v) implies q = post(p,a/b) or q = post(p,b/a) or q = post(p,A/B) or q = post(p,B/A)",
            {**PRIOR, "q, a, b, c, d, u, v": "(0, 1)"},
            (
                "c + u < 1 and d + v < 1",
                "max(a/b, b/a, A/B, B/A) = max(c/d, d/c, u/v, v/u, (1-c-u)/(1-d-v), (1-d-v)/(1-c-u))",
            ),
            {**DEFINE, "A": "1 - a", "B": "1 - b"},
        ),
        reading="the PBR of Definition 2.3, the pairs that are not attained. With two categories an event is one category, so "
        "each response attains two posteriors from a prior, not the interval between them; with infinite parity a "
        "response that singles out one category attains 0 and 1 alone. Entered for procedures of two responses, (a, b) and "
        "(A, B), and of three, (c, d), (u, v) and what is left",
    ),
    Repair(
        "k >= 3 and finite parity: the attained pairs are exactly those between the boundaries of (3.5)",
        evidence=Theorem("ChaiNayakRegions.region_by_parity_repaired"),
    ),
    Claim(
        "chai_nayak.precise_if",
        where="Section 3, after (3.5)",
        printed=(
            "W is a precise PBR if its up and down breach boundaries are h_gamma and its mirror image for some gamma > 1"
        ),
        evidence=Theorem("ChaiNayakRegions.not_precise_if"),
        reading="for a survey variable of k >= 2 categories, as in Proposition 4.1; Definition 2.4 with Definition 2.3",
    ),
    Repair(
        "k >= 3: the gamma-diagonal procedure, or any other of parity gamma, has this region",
        evidence=Theorem("ChaiNayakRegions.precise_if_repaired"),
    ),
    Claim(
        "chai_nayak.precise_only_if",
        where="Section 3, after (3.5)",
        printed=(
            "W is a precise PBR only if its up and down breach boundaries are h_gamma and its mirror image for some gamma > 1"
        ),
        evidence=Counterexample({"p": "1/2", "x": "1/2", "y": "1/2"}),
        formula=Formula(
            "exists g: g > 1 and H(g,p) = max(post(p,x/y), post(p,y/x), post(p,(1-x)/(1-y)), post(p,(1-y)/(1-x)))",
            {**PRIOR, "x, y": "(0, 1)"},
            define=DEFINE,
        ),
        reading="gamma = 1 is left out, though a procedure of equal columns has a PBR, and it satisfies every demand. Entered for "
        "two categories and the responses (x, y) and (1-x, 1-y): the boundary is the largest posterior that is attained",
    ),
    Repair(
        "for some gamma >= 1, or h_u = 1 and h_l = 0 on (0, 1), the limit at infinity",
        evidence=Theorem("ChaiNayakRegions.precise_only_if_repaired"),
    ),
    Claim(
        "chai_nayak.shifts_upward",
        where="Section 3, after (3.5)",
        printed="as gamma increases, h_gamma(p) shifts upward and the PBR gets smaller",
        formula=Formula(
            "H(v,p) > H(g,p) and L(v,p) < L(g,p) and (q > H(v,p) or q < L(v,p) implies q > H(g,p) or q < L(g,p)) and "
            "L(v,p) <= H(v,p) <= 1",
            {**PRIOR, **GAMMA, "v": "v > g", "q": "[0, 1]"},
            define=DEFINE,
        ),
        reading=(
            "where 0 < p < 1: at v > gamma the PBR lacks the pair of p and h_v(p), and has none that it did not have"
        ),
        narrowed=(
            "the PBR is read as the region with the boundaries of (3.5), which that of a procedure is for k >= 3 "
            "(chai_nayak.region_by_parity)",
        ),
    ),
    Claim(
        "chai_nayak.figure_4_ends",
        where="Section 3, Figure 4",
        printed="plots of precise up breach boundaries",
        formula=Formula(
            "H(g,0) = 0 and H(g,1) = 1 and H(g, 1/2) = g/(g+1) and L(g, 1/2) = 1/(g+1)", GAMMA, define=DEFINE
        ),
        narrowed=(
            "shown is where all curves begin and end, (0, 0) and (1, 1), and that they pass (1/2, gamma/(gamma+1))",
        ),
    ),
)
