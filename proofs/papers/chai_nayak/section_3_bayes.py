"""Section 3, end: Bayes factors and the practical conclusions."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Statement
from rropt.claims.evidence import Item

from .definitions import AVERAGES, DEFINE, PRIOR

GAMMA = {"g": "g > 1"}


def bayes_items() -> Iterator[Item]:
    yield Statement(
        "the Bayes factor is the ratio of averages",
        "post(p,u)/(1-post(p,u))*(1-p)/p = u",
        {**PRIOR, "u": "u > 0"},
        (),
        DEFINE,
    )
    yield Statement(
        "h-CSIP from a bound B(h) <= R(p, h) on it",
        "post(p,u) <= h",
        {**PRIOR, "h": "p <= h < 1", "g": "g >= 1", "u": "0 < u <= g"},
        ("g <= R(p, h)",),
        DEFINE,
    )
    yield Statement(
        "a larger Bayes factor g breaks h-CSIP where R(p, h) < g",
        "post(p,g) > h",
        {**PRIOR, "h": "p <= h < 1", "g": "g >= 1"},
        ("g > R(p, h)",),
        DEFINE,
    )


def many_items() -> Iterator[Item]:
    """Rows w(g,1)/(g+1), w(1,g)/(g+1), (1-w)(1,1): a different procedure of parity g for every w."""
    yield Statement(
        "columns add to 1, entries positive, parity g",
        "w*g/(g+1) + w/(g+1) + 1-w = 1 and w/(g+1) > 0 and 1-w > 0 and (w*g/(g+1))/(w/(g+1)) = g",
        {**GAMMA, "w": "(0, 1)"},
    )
    yield Statement(
        "different w, different procedures", "w*g/(g+1) = v*g/(g+1) implies w = v", {**GAMMA, "v, w": "(0, 1)"}
    )
    yield Statement(
        "no two rows proportional", "w*w*(g^2 - 1)/(g+1)^2 != 0 and w*(1-w)*(g-1)/(g+1) != 0", {**GAMMA, "w": "(0, 1)"}
    )


def least_region_items() -> Iterator[Item]:
    yield Statement(
        "W is inside the region of B = B(h): h lies above H(B, p)",
        "h >= H(g,p)",
        {**PRIOR, "g": "g >= 1", "h": "p <= h < 1"},
        ("g <= R(p, h)",),
        DEFINE,
    )
    yield Statement(
        "regions of smaller parity are larger",
        "H(v,p) <= H(g,p) and L(v,p) >= L(g,p)",
        {**PRIOR, "g": "g >= 1", "v": "1 <= v <= g"},
        (),
        DEFINE,
    )
    yield Statement(
        "a larger parity does not contain W",
        "H(g,p) > h",
        {**PRIOR, "g": "g >= 1", "h": "p <= h < 1"},
        ("g > R(p, h)",),
        DEFINE,
    )


CLAIMS = [
    Claim(
        "chai_nayak.eq_3_7",
        "(q < 1 implies (q/(1-q)*(1-p)/p <= g iff q <= H(g,p))) and (q = 1 implies not q <= H(g,p))",
        where="Section 3, (3.6) and (3.7)",
        printed="by routine algebra, (3.6) is equivalent to (3.7)",
        reading="pair by pair, p a prior and q a posterior, of the responses with P(Z = d_i) > 0, as (3.6): (3.7) prints "
        "no range, and has the same; a posterior 1 has infinite odds, which (3.6) excludes",
        given={**PRIOR, **GAMMA, "q": "[0, 1]"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.eq_3_7_at_1",
        "not 1 <= H(g,p)",
        where="Section 3, (3.6) and (3.7)",
        printed="(3.6) is equivalent to (3.7)",
        narrowed=("", "a posterior 1, whose odds are infinite, alone; all are chai_nayak.eq_3_7"),
        given={**PRIOR, **GAMMA},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.bayes_factor_is_ratio",
        "post(p,u)/(1-post(p,u))*((1-p)/p) = post(p,u)/(1-post(p,u))/(p/(1-p)) and post(p,u)/(1-post(p,u))*((1-p)/p) = u",
        kernel="ChaiNayakCriteria.bayes_factor",
        where="Section 3, after (3.6)",
        printed="the left side of (3.6) is the ratio of posterior odds of Q to its prior odds, or the Bayes factor for testing X "
        "in Q "
        "against X not in Q",
        reading="the Bayes factor is the ratio of the probabilities of the response under X in Q and under X not in Q; where the "
        "latter is 0, the "
        "posterior is 1 and both are infinite",
        given={**PRIOR, "u": "u > 0"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.bayes_factor_below",
        "q > 0 and (q < 1 implies q/(1-q)*((1-p)/p) >= 1/g)",
        kernel="ChaiNayakMerging.bayes_factors_below",
        where="Section 3, after (3.6)",
        printed="considering Q^c, (3.6) also implies that all Bayes factors are at least 1/gamma",
        reading="(3.6) for Q^c, of prior 1-p and posterior 1-q, is written without its quotients, as q may be 0: then its Bayes "
        "factor "
        "is infinite and (3.6) fails; where q = 1 that of Q is infinite",
        given={**PRIOR, **GAMMA, "q": "[0, 1]"},
        assuming=("(1-q)*p <= g*((1-p)*q)",),
    ),
    Claim(
        "chai_nayak.any_demand_bounds_bayes_factors",
        kernel="ChaiNayakClauses.any_specification",
        where="Section 1, second paragraph",
        printed="any privacy specification amounts to putting an upper bound on all Bayes factors",
        reading="(h_l, h_u)-SIP holds exactly if all Bayes factors are at most B(h), h = [h_l * h_u], written as products, so that "
        "nothing is divided by 0; where h = 1 on (0, 1), the bound is infinite and nothing is asked",
        decided_by=bayes_items,
        argument=AVERAGES + "; B(h) is the infimum of R(p, h), and h(p) = 1 excludes nothing",
        uses=("chai_nayak.averages",),
    ),
    Claim(
        "chai_nayak.always_possible",
        "1 <= R(p, h) and post(p, 1) <= h",
        kernel="ChaiNayakNotions.always_possible",
        where="Section 3, conclusion (2), up to 'but not uniquely'",
        printed="we can always find a procedure to provide required privacy",
        reading="every h of Definition 3.1 is provided by the procedure with all entries 1/m, for any m and k, which tells "
        "nothing: of the classes C_gamma, which Section 4 introduces and which bar proportional rows, it is in none",
        argument="a procedure of parity 1 does, because B(h) >= 1: its posteriors are the priors",
        given={**PRIOR, "h": "p <= h < 1"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.many_of_one_parity",
        kernel="ChaiNayakProcedures.many_of_one_parity",
        where="Section 3, conclusion (2)",
        printed="for any gamma > 1, there exist many P with eta(P) = gamma",
        reading="a continuum of them: the rows of two responses and a constant one of weight w; in Coq for every k >= 2",
        narrowed=("", "k >= 2: with one category every parity is 1"),
        decided_by=many_items,
        argument="the engine writes out k = 2, for every gamma > 1 and every weight w between 0 and 1",
    ),
    Claim(
        "chai_nayak.dlp_is_csip",
        "(u <= exp(e) implies post(p,u) <= H(exp(e),p)) and (u > exp(e) implies post(p,u) > H(exp(e),p)) and exp(e) >"
        " 1",
        kernel="ChaiNayakClauses.dlp_is_csip_by_quotients",
        where="Section 3, conclusion (3)",
        printed="epsilon-DLP is equivalent to h_gamma-CSIP with gamma = exp(epsilon)",
        reading="epsilon-DLP is (2.1), by quotients with 0/0 = 1 and a/0 infinite",
        uses=("chai_nayak.eq_2_1",),
        argument="the ratio u of averages reaches the parity, which (2.1) bounds by exp(epsilon)",
        given={**PRIOR, "e": "e > 0", "u": "u > 0"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.least_region",
        kernel="ChaiNayakRegions.least_region",
        where="Section 2, end, and Section 3",
        printed="is there a minimal W_P satisfying W[h_l, h_u] in W_P? We answer these questions in the next section",
        reading="the region of any P of parity B(h); it contains W, and every W_P that contains W contains it. ",
        narrowed=(
            "",
            "k >= 3 and B(h) finite; for k = 2 regions are not determined by the parity, see chai_nayak.region_by_parity",
        ),
        decided_by=least_region_items,
        argument=AVERAGES + "; regions between the boundaries by chai_nayak.region_by_parity.repaired",
        uses=("chai_nayak.averages", "chai_nayak.region_by_parity.repaired"),
    ),
    Claim(
        "chai_nayak.parity_1",
        "post(p,1) = p and H(1,p) = p and L(1,p) = p",
        narrowed=(
            (
                "",
                "the paper speaks of parity above 1; shown is the edge that it leaves out, where the formulas of (3.5) leave "
                "every opinion as it was",
            ),
        ),
        where="Section 3, (3.5) at gamma = 1",
        printed="P with parity gamma > 1",
        reading="the excluded edge: parity 1 leaves every opinion as it was, and its boundaries are the diagonal",
        given=PRIOR,
        define=DEFINE,
    ),
]
