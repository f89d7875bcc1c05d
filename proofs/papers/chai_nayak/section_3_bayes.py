"""Section 3, end: Bayes factors and the practical conclusions."""

from rropt.claims import Claim, Formula, Theorem

from .definitions import DEFINE, PRIOR

GAMMA = {"g": "g > 1"}


CLAIMS = [
    Claim(
        "chai_nayak.eq_3_7",
        where="Section 3, (3.6) and (3.7)",
        printed="by routine algebra, (3.6) is equivalent to (3.7)",
        formula=Formula(
            "(q < 1 implies (q/(1-q)*(1-p)/p <= g iff q <= H(g,p))) and (q = 1 implies not q <= H(g,p))",
            {**PRIOR, **GAMMA, "q": "[0, 1]"},
            define=DEFINE,
        ),
        reading="pair by pair, p a prior and q a posterior, of the responses with P(Z = d_i) > 0, as (3.6): (3.7) prints no "
        "range, and has the same; a posterior 1 has infinite odds, which (3.6) excludes",
    ),
    Claim(
        "chai_nayak.eq_3_7_at_1",
        where="Section 3, (3.6) and (3.7)",
        printed="(3.6) is equivalent to (3.7)",
        formula=Formula("not 1 <= H(g,p)", {**PRIOR, **GAMMA}, define=DEFINE),
        narrowed=("a posterior 1, whose odds are infinite, alone; all are chai_nayak.eq_3_7",),
    ),
    Claim(
        "chai_nayak.bayes_factor_is_ratio",
        where="Section 3, after (3.6)",
        printed="the left side of (3.6) is the ratio of posterior odds of Q to its prior odds, or the Bayes factor for testing "
        "X in Q against X not in Q",
        evidence=Theorem("ChaiNayakCriteria.bayes_factor"),
        formula=Formula(
            "post(p,u)/(1-post(p,u))*((1-p)/p) = post(p,u)/(1-post(p,u))/(p/(1-p)) and "
            "post(p,u)/(1-post(p,u))*((1-p)/p) = u",
            {**PRIOR, "u": "u > 0"},
            define=DEFINE,
        ),
        reading="the Bayes factor is the ratio of the probabilities of the response under X in Q and under X not in Q; where "
        "the latter is 0, the posterior is 1 and both are infinite",
    ),
    Claim(
        "chai_nayak.bayes_factor_below",
        where="Section 3, after (3.6)",
        printed="considering Q^c, (3.6) also implies that all Bayes factors are at least 1/gamma",
        evidence=Theorem("ChaiNayakMerging.bayes_factors_below"),
        formula=Formula(
            "q > 0 and (q < 1 implies q/(1-q)*((1-p)/p) >= 1/g)",
            {**PRIOR, **GAMMA, "q": "[0, 1]"},
            ("(1-q)*p <= g*((1-p)*q)",),
        ),
        reading="(3.6) for Q^c, of prior 1-p and posterior 1-q, is written without its quotients, as q may be 0: then its Bayes "
        "factor is infinite and (3.6) fails; where q = 1 that of Q is infinite",
    ),
    Claim(
        "chai_nayak.any_demand_bounds_bayes_factors",
        where="Section 1, second paragraph",
        printed="any privacy specification amounts to putting an upper bound on all Bayes factors",
        evidence=Theorem("ChaiNayakClauses.any_specification"),
        reading="(h_l, h_u)-SIP holds exactly if all Bayes factors are at most B(h), h = [h_l * h_u], written as products, so "
        "that nothing is divided by 0; where h = 1 on (0, 1), the bound is infinite and nothing is asked",
    ),
    Claim(
        "chai_nayak.always_possible",
        where="Section 3, conclusion (2), up to 'but not uniquely'",
        printed="we can always find a procedure to provide required privacy",
        evidence=Theorem("ChaiNayakNotions.always_possible"),
        formula=Formula("1 <= R(p, h) and post(p, 1) <= h", {**PRIOR, "h": "p <= h < 1"}, define=DEFINE),
        reading="every h of Definition 3.1 is provided by the procedure with all entries 1/m, for any m and k, which tells "
        "nothing: of the classes C_gamma, which Section 4 introduces and which bar proportional rows, it is in none",
    ),
    Claim(
        "chai_nayak.many_of_one_parity",
        where="Section 3, conclusion (2)",
        printed="for any gamma > 1, there exist many P with eta(P) = gamma",
        evidence=Theorem("ChaiNayakProcedures.many_of_one_parity"),
        reading=(
            "a continuum of them: the rows of two responses and a constant one of weight w; in Coq for every k >= 2"
        ),
        narrowed=("k >= 2: with one category every parity is 1",),
    ),
    Claim(
        "chai_nayak.dlp_is_csip",
        where="Section 3, conclusion (3)",
        printed="epsilon-DLP is equivalent to h_gamma-CSIP with gamma = exp(epsilon)",
        evidence=Theorem("ChaiNayakClauses.dlp_is_csip_by_quotients"),
        formula=Formula(
            "(u <= exp(e) implies post(p,u) <= H(exp(e),p)) and (u > exp(e) implies post(p,u) > H(exp(e),p)) and exp(e) "
            "> 1",
            {**PRIOR, "e": "e > 0", "u": "u > 0"},
            define=DEFINE,
        ),
        reading="epsilon-DLP is (2.1), by quotients with 0/0 = 1 and a/0 infinite",
    ),
    Claim(
        "chai_nayak.least_region",
        where="Section 2, end, and Section 3",
        printed="is there a minimal W_P satisfying W[h_l, h_u] in W_P? We answer these questions in the next section",
        evidence=Theorem("ChaiNayakRegions.least_region"),
        reading="the region of any P of parity B(h); it contains W, and every W_P that contains W contains it",
        narrowed=(
            (
                "k >= 3 and B(h) finite; for k = 2 regions are not determined by the parity, see chai_nayak.region_by_parity"
            ),
        ),
    ),
    Claim(
        "chai_nayak.parity_1",
        where="Section 3, (3.5) at gamma = 1",
        printed="P with parity gamma > 1",
        formula=Formula("post(p,1) = p and H(1,p) = p and L(1,p) = p", PRIOR, define=DEFINE),
        reading="the excluded edge: parity 1 leaves every opinion as it was, and its boundaries are the diagonal",
        narrowed=(
            "the paper speaks of parity above 1; shown is the edge that it leaves out, where the formulas of (3.5) "
            "leave every opinion as it was",
        ),
    ),
]
