"""Section 2: local differential privacy, Figures 1 and 2, and the general criterion."""

from rropt.claims import Argued, Claim, Decided, Formula, Theorem

from ...listing import listed
from .definitions import PRIOR, RHO, says

BETA = {"b": "b > 1"}
PAIR = {"p": "[0, 1]", "q": "[0, 1]"}

CLAIMS = listed(
    "Section 2, after Definition 2.1",
    Claim(
        "chai_nayak.eq_2_1",
        printed="(2.1) is equivalent to eta(P) <= exp(epsilon)",
        evidence=Theorem("ChaiNayakCriteria.eq_2_1_quotients"),
        reading="a quotient 0/0 is 1 and a/0 infinite in (2.1) too, as Definition 1.3 has it",
    ),
    Claim(
        "chai_nayak.dlp_is_beta",
        printed="epsilon-DLP and beta-factor privacy are equivalent, with beta = exp(epsilon)",
        evidence=Theorem("ChaiNayakClauses.dlp_is_beta_by_quotients"),
        reading="epsilon-DLP is (2.1), by quotients with 0/0 = 1 and a/0 infinite",
    ),
    Claim(
        "chai_nayak.dlp_is_rho",
        printed="an equivalency of epsilon-DLP and rho_1-to-rho_2 privacy can be observed similarly",
        evidence=Theorem("ChaiNayakClauses.dlp_is_rho_by_quotients"),
        formula=says(
            "K(r1, r2) > 1 and (t > 1 implies exists a, c: 0 < a and a < c and c < 1 and K(a, c) = t)",
            {**RHO, "t": "real"},
        ),
        reading="epsilon-DLP is (2.1), by quotients with 0/0 = 1 and a/0 infinite; exp(epsilon) is the bound of (1.6)",
    ),
    "Section 2, Figure 1",
    Claim(
        "chai_nayak.figure_1_rectangles",
        printed="two rectangles are the privacy breach region of rho_1-to-rho_2 privacy",
        evidence=Decided(witness={"v": "p/r1", "w": "(q-r2)/(1-r2)", "a": "(p-r2)/(1-r2)", "c": "q/r1"}),
        formula=Formula(
            "(p < r1 and q > r2 implies exists v, w: 0 <= v < 1 and 0 < w <= 1 and p = v*r1 and q = r2 + w*(1-r2)) and "
            "(p > r2 and q < r1 implies exists a, c: 0 < a <= 1 and 0 <= c < 1 and p = r2 + a*(1-r2) and q = c*r1) and "
            "(0 <= y < 1 and 0 < z <= 1 implies 0 <= y*r1 < r1 and r2 < r2 + z*(1-r2) <= 1)",
            {**RHO, **PAIR, "y, z": "real"},
        ),
        reading="the upward breaches of Definition 1.1 are the points between the corners (0, rho_2) and (rho_1, 1), the "
        "downward ones those between (rho_2, 0) and (1, rho_1), without the sides on the lines rho_1 and rho_2; and all "
        "these are breaches: (y rho_1, rho_2 + z (1-rho_2)) upward, and with the places exchanged downward",
    ),
    Claim(
        "chai_nayak.figure_1_triangles",
        printed="two triangles are the privacy breach region of beta-factor privacy",
        evidence=Decided(witness={"v": "q - b*p", "w": "b*p", "a": "p - b*q", "c": "b*q"}),
        formula=Formula(
            "(p > 0 and q/p > b implies exists v, w: v > 0 and w > 0 and v + w <= 1 and p = w/b and q = v + w) and (y > "
            "0 and z > 0 and y + z <= 1 and p = z/b and q = y + z implies p > 0 and q/p > b) and (p > 0 and q/p < 1/b "
            "implies exists a, c: a > 0 and c >= 0 and a + c <= 1 and q = c/b and p = a + c) and (y > 0 and z >= 0 and "
            "y + z <= 1 and q = z/b and p = y + z implies p > 0 and q/p < 1/b)",
            {**PAIR, **BETA, "y, z": "real"},
        ),
        reading="the upward breaches of (1.4) are the triangle with corners (0,0), (0,1) and (1/beta,1), whose points are v "
        "(0,1) + w (1/beta,1) with v, w >= 0 and v + w <= 1, without its sides p = 0, which Definition 1.2 leaves out, "
        "and p* = beta p; the downward ones that with (0,0), (1,0) and (1,1/beta) without its side p* = p/beta",
    ),
    Claim(
        "chai_nayak.figure_1_mirror",
        printed="two triangles are the privacy breach region of beta-factor privacy",
        formula=Formula("q < p/b iff p > b*q", {**PAIR, **BETA}),
        narrowed=(
            "shown is that the downward triangle is the upward one with prior and posterior exchanged; that both are "
            "the region is chai_nayak.figure_1_triangles",
        ),
    ),
    "Section 2, after Figure 1",
    Claim(
        "chai_nayak.figure_1_beta_not_inside",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        evidence=Decided(witness={"p": "r2/(2*b)", "q": "r2"}),
        formula=Formula(
            "exists p, q: 0 < p and p < 1 and 0 < q and q < 1 and q > b*p and not (p < r1 and q > r2) and not (p > r2 "
            "and q < r1)",
            {**RHO, **BETA},
        ),
        reading="the region of beta-factor privacy is never inside that of rho_1-to-rho_2 privacy",
        narrowed=("one half of the sentence, for all rho and beta; the other is chai_nayak.figure_1_rho_not_inside",),
    ),
    Claim(
        "chai_nayak.figure_1_rho_inside_up",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        evidence=Argued(
            "the figure's numbers are not printed: where rho_2 >= beta rho_1 the rectangles do lie inside the triangles, so "
            "the figure has rho_2 < beta rho_1; the upper rectangle, q > rho_2"
        ),
        formula=Formula("b*p < r2", {**RHO, **BETA, "p": "0 <= p < r1"}, ("r2 >= b*r1",)),
    ),
    Claim(
        "chai_nayak.figure_1_rho_inside_down",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        evidence=Argued("the lower rectangle lies inside the lower triangle where rho_2 >= beta rho_1"),
        formula=Formula("q < p/b", {**RHO, **BETA, "p": "r2 < p <= 1", "q": "0 <= q < r1"}, ("r2 >= b*r1",)),
    ),
    Claim(
        "chai_nayak.figure_1_rho_not_inside",
        printed="among two PBRs in Figure 1, none is a subset of the other one",
        evidence=Decided(
            witness={"p": "(r1 + r2/b)/2", "q": "(r2 + min(1, (b*r1 + r2)/2))/2", "v": "r2/(2*b)", "w": "r2"}
        ),
        formula=Formula(
            "(exists p, q: 0 < p and p < r1 and r2 < q and q < 1 and not q > b*p and not q < p/b) and (exists v, w: 0 < "
            "v and v < 1 and 0 < w and w < 1 and w > b*v and not (v < r1 and w > r2) and not (v > r2 and w < r1))",
            {**RHO, **BETA},
            ("r2 < b*r1",),
        ),
        narrowed=(
            "r2 < b*r1: the numbers of Figure 1 are not printed; where rho_2 >= beta rho_1 the rectangles lie inside "
            "the triangles, chai_nayak.figure_1_rho_inside_up and chai_nayak.figure_1_rho_inside_down",
        ),
    ),
    Claim(
        "chai_nayak.figure_1_area",
        printed="as the beta-factor PBR has a larger area and covers most of the other PBR, one might "
        "reasonably consider it stronger",
        evidence=Decided(witness={"a": "2/5", "c": "7/10", "b": "2"}),
        formula=says(
            "(exists a, c, b: 0 < a and a < c and c < 1 and b > 1 and c < b*a and b*a <= 1 and 1/b > 2*a*(1-c) and "
            "(b*a-c)^2/(2*b) < a*(1-c)/2 and b < K(a, c)) and 1/2 < 3*(3/10) and 1/3 > 2*(3/10)*(1-1/2) and K(3/10, 1/2) < 3"
        ),
        reading="'might' speaks of the regions that are drawn, whose numbers are not printed: rho = (a, c) and beta = b, none a "
        "subset of the other; the triangles have the area 1/b, the rectangles 2 a (1-c), and of each, where beta a is "
        "at most 1, (beta a - c)^2/(2 beta) lies outside of the triangle",
        narrowed=(
            "shown is that there are such regions, of which the triangles are the larger and the stronger: they allow less "
            "parity, rho = (2/5, 7/10) and beta = 2. Area does not decide: rho = (3/10, 1/2) and beta = 3 have larger "
            "triangles, which allow parity 3 against 7/3; that such regions are not comparable is the paper's next sentence",
        ),
    ),
    Claim(
        "chai_nayak.larger_region_is_stronger",
        printed="a larger PBR implies a stronger privacy guarantee",
        evidence=Theorem("ChaiNayakNotions.larger_region_is_stronger"),
        formula=says("R(p, h) <= R(p, a)", {**PRIOR, "h": "p <= h < 1", "a": "h <= a < 1"}),
        narrowed=(
            "larger is read as containing the other, not by area: what provides (h_l, h_u)-SIP for the larger region "
            "provides it for the smaller one; regions that overlap the paper compares by B(h)",
        ),
    ),
    "Section 2, after Definition 2.2",
    Claim(
        "chai_nayak.definition_2_2_covers_rho",
        printed="Definition 2.2 covers Definition 1.1 as a special case",
        evidence=Theorem("ChaiNayakCriteria.covers_rho"),
        formula=Formula(
            "(p < r1 implies p <= r2 and r2 <= 1) and (p >= r1 implies p <= 1 and not q > 1) and (p > r2 implies 0 <= "
            "r1 and r1 <= p) and (p <= r2 implies 0 <= p and not q < 0)",
            {**RHO, **PAIR},
        ),
        reading="h_u is rho_2 below rho_1 and 1 from there on, h_l is rho_1 above rho_2 and 0 up to there; they are as "
        "Definition 2.2 wants them, and P provides (h_l, h_u)-SIP exactly if it provides rho_1-to-rho_2 privacy",
    ),
    Claim(
        "chai_nayak.definition_2_2_covers_beta",
        printed="Definition 2.2 covers Definition 1.2 as a special case",
        evidence=Theorem("ChaiNayakCriteria.covers_beta"),
        formula=Formula(
            "(q > b*p iff q > min(1, b*p)) and 0 <= p/b and p/b <= p and p <= min(1, b*p) and min(1, b*p) <= 1",
            {**PAIR, **BETA},
        ),
        reading="h_u(a) = min(1, beta a) and h_l(a) = a/beta are as Definition 2.2 wants them, and P provides (h_l, h_u)-SIP "
        "exactly if it provides beta-factor privacy",
    ),
    Claim(
        "chai_nayak.precise_boundaries_nondecreasing",
        printed="all precise PBRs have nondecreasing boundaries",
        evidence=Theorem("ChaiNayakRegions.precise_nondecreasing"),
        formula=says("H(g,p) < H(g,c) and L(g,p) < L(g,c)", {"g": "g >= 1", "p": "[0, 1]", "c": "p < c <= 1"}),
    ),
    "Section 2, after Definition 2.4",
    Claim(
        "chai_nayak.sip_is_inclusion",
        printed="P provides (h_l, h_u)-SIP if and only if W[h_l, h_u] is a subset of W_P",
        evidence=Theorem("ChaiNayakNotions.sip_is_inclusion"),
        formula=Formula(
            "(p = 0 or p = 1) and p*x/(p*x + (1-p)*y) = q implies not (q < l or q > u)",
            {"p, q": "[0, 1]", "l": "0 <= l <= p", "u": "p <= u <= 1", "x, y": "[0, 1]"},
            ("p*x + (1-p)*y > 0",),
        ),
    ),
    "Section 2, after Definition 2.4, up to 'and in such cases, we should report W_P'",
    Claim(
        "chai_nayak.imprecise_is_strictly_larger",
        printed="if W[h_l, h_u] is not precise, to guarantee (h_l, h_u)-SIP one must use a procedure for "
        "which W_P is strictly larger",
        evidence=Theorem("ChaiNayakNotions.imprecise_is_strictly_larger"),
        formula=Formula("exists q: q > g and q <= h and q <= 1", {"g, h": "[0, 1]"}, ("g <= h", "g != h")),
        reading="precise is what the region of a procedure for the same k categories is, with any number of responses",
    ),
    "Section 2, Remark 2.1",
    Claim(
        "chai_nayak.invariant_pram",
        printed="in invariant PRAM, P must depend on the data",
        evidence=Theorem("ChaiNayakCriteria.invariant_pram"),
        formula=Formula(
            "(a*x + b*(1-x) = x and a*y + b*(1-y) = y) implies a = 1 and b = 0", {"a, b, x, y": "[0, 1]"}, ("x != y",)
        ),
        reading="only the identity leaves the shares unchanged whatever the data are: any other P is chosen by the data",
        narrowed=(
            "the shares are any positive real numbers that sum to 1, where data give multiples of 1/n; and the "
            "identity, which changes no answer, is left aside",
        ),
    ),
    "Section 2, before Definition 2.1: the second half of the sentence",
    Claim(
        "chai_nayak.flat_likelihood",
        printed="the change from prior to posterior is small if the likelihood function is relatively flat",
        evidence=Theorem("ChaiNayakCriteria.flat_likelihood"),
        formula=says(
            "post(p,u) - p <= (g-1)/(g+1) and p - post(p,u) <= (g-1)/(g+1) and (g-1)/(g+1) <= (g-1)/2",
            {**PRIOR, "g": "g >= 1", "u": "u > 0"},
            ("u <= g", "1 <= g*u"),
        ),
        reading="a row whose likelihoods differ by a factor of at most g moves no probability of an event by more than "
        "(g-1)/(g+1), at most (g-1)/2, which is small where g is near 1",
    ),
)
