"""Section 3: from (h_l, h_u)-SIP to h-CSIP, the boundaries of (3.5) and their regions, Bayes factors."""

from rropt.claims import Argued, Claim, Counterexample, Decided, Formula, Theorem

from ...listing import Repair, listed
from .definitions import DEFINE, PRIOR, RHO, says

BOUNDARIES = {"a": "[0, 1]", "l": "0 <= l <= a", "u": "a <= u <= 1", "lc": "0 <= lc <= 1-a", "uc": "1-a <= uc <= 1"}
STATES = "(l, u) are (h_l, h_u) at a and (lc, uc) at 1 - a"
GAMMA = {"g": "g > 1"}

CLAIMS = listed(
    # Section 3, first half: from (h_l, h_u)-SIP to h-CSIP, B(h), Lemmas 3.1 to 3.3 and Theorem 3.1
    "Section 3, first paragraph, 'First, note that'",
    Claim(
        "chai_nayak.prior_0_or_1",
        printed="P_alpha(Q) = 0 implies P_alpha(Q|d_i) = 0 and P_alpha(Q) = 1 implies P_alpha(Q|d_i) = 1",
        evidence=Theorem("ChaiNayakMerging.certain_stays"),
        formula=Formula(
            "(p = 0 implies s/(s + t) = 0) and (p = 1 implies s/(s + t) = 1)",
            {"p": "[0, 1]", "s": "0 <= s <= p", "t": "0 <= t <= 1 - p"},
            ("s + t > 0",),
        ),
        reading="for responses d_i of positive probability, as a posterior must",
    ),
    "Section 3, first paragraph",
    Claim(
        "chai_nayak.complement",
        printed="the first inequality of (2.2) is equivalent to 1 - h_l(P_alpha(Q)) >= 1 - P_alpha(Q|d_i) or P_alpha(Q^c|d_i) "
        "<= 1 - h_l(1 - P_alpha(Q^c)). So it holds for all Q if and only if P_alpha(Q|d_i) <= 1 - h_l(1 - P_alpha(Q)) "
        "for all Q, i.e., the condition for downward privacy breach is equivalent to an upward privacy breach criterion",
        evidence=Theorem("ChaiNayakCriteria.lower_is_upper"),
        formula=Formula(
            "p*x/(p*x + (1-p)*y) + (1-p)*y/(p*x + (1-p)*y) = 1 and (l <= q iff 1 - q <= 1 - l)",
            {"p": "[0, 1]", "x": "x >= 0", "y": "y >= 0", "l, q": "[0, 1]"},
            ("p*x + (1-p)*y > 0",),
        ),
        reading="for each prior and each response that occurs; 'i.e.' tells the equivalence for all Q in words",
    ),
    Claim(
        "chai_nayak.rho_downward_is_upward",
        printed="Evfimievski et al. made a similar observation for rho_1-to-rho_2 privacy",
        evidence=Theorem("ChaiNayakCriteria.downward_is_upward"),
        formula=says(
            "(p > r2 and q < r1 iff 1 - p < 1 - r2 and 1 - q > 1 - r1) and K(1-r2, 1-r1) = K(r1, r2)",
            {**RHO, "p, q": "[0, 1]"},
        ),
        reading="a downward breach of Q is an upward (1-rho_2)-to-(1-rho_1) breach of its complement, of the same bound (1.6)",
        narrowed=("shown is the observation, and not that they made it",),
    ),
    "Section 3, Lemma 3.1",
    Claim(
        "chai_nayak.lemma_3_1",
        printed="P provides (h_l, h_u)-SIP if and only if P_alpha(Q|d_i) <= [h_l * h_u](P_alpha(Q)) for all i, alpha and Q such "
        "that 0 < P_alpha(Q) < 1",
        evidence=Theorem("ChaiNayak.lemma_3_1"),
        formula=Formula(
            "(l <= q <= u and lc <= 1-q <= uc) iff (q <= min(u, 1-lc) and 1-q <= min(uc, 1-l))",
            {**BOUNDARIES, "q": "[0, 1]"},
        ),
    ),
    "Section 3, after Lemma 3.1",
    Claim(
        "chai_nayak.star_is_upper",
        printed="a <= [h_l * h_u](a) <= 1 for all 0 <= a <= 1",
        formula=Formula("a <= min(u, 1-lc) and min(u, 1-lc) <= 1", BOUNDARIES),
    ),
    "Section 3, after Definition 3.1",
    Claim(
        "chai_nayak.tilde_is_lower",
        printed="the upper and lower boundaries of the PBR of h-CSIP are h and 1 - h(1 - a)",
        evidence=Theorem("ChaiNayakCriteria.csip_boundaries"),
        formula=Formula("0 <= 1 - h and 1 - h <= a", {"a": "[0, 1]", "h": "1 - a <= h <= 1"}),
        reading="the two are as Definition 2.2 wants boundaries, and the demand of their region is h-CSIP: P "
        "provides the one exactly if it provides the other",
        narrowed=("that h-CSIP is the demand of these boundaries; a smaller lower one has the same demand",),
    ),
    Claim(
        "chai_nayak.csip_downward",
        printed="h-CSIP also provides P_alpha(Q|d_i) >= 1 - h(1 - P_alpha(Q)) for i = 1, ..., m and all alpha and Q",
        evidence=Theorem("ChaiNayakSentences.csip_downward_all"),
        formula=Formula("q >= 1 - h", {"p, q": "[0, 1]", "h": "1 - p <= h <= 1"}, ("1 - q <= h",)),
        reading="for all alpha and Q, of the prior probabilities 0 and 1 too, and responses of positive probability; (3.2) for "
        "the complement, whose posterior is 1 - q and whose prior 1 - p has h(1 - p) = h",
    ),
    Claim(
        "chai_nayak.csip_downward_at_ends",
        printed="h-CSIP also provides the downward guarantee for all alpha and Q",
        evidence=Theorem("ChaiNayakSentences.csip_downward_all"),
        formula=Formula(
            "(p = 0 implies 0 >= 1 - h) and (p = 1 implies 1 >= 1 - h)", {"p": "[0, 1]", "h": "1 - p <= h <= 1"}
        ),
        reading="for responses of positive probability",
    ),
    Claim(
        "chai_nayak.sip_region_inside",
        printed="the PBR of [h_l * h_u]-CSIP is the PBR of (h_l, h_u)-SIP plus two parts (Figure 3)",
        formula=Formula(
            "(q > min(u, 1-lc) iff q > u or 1 - lc < q <= u) and (q < 1 - min(uc, 1-l) implies q < l or l <= q < 1 - "
            "uc) and (q < l implies q < 1 - min(uc, 1-l)) and (q < 1 - uc implies q < 1 - min(uc, 1-l))",
            {**BOUNDARIES, "q": "[0, 1]"},
        ),
        reading=f"{STATES}; A is the part from 1 - h_l(1 - a) up to h_u(a) and B that from h_l(a) up to 1 - h_u(1 - a), for all "
        "boundaries, those of Figure 3 too, which are not printed",
    ),
    Claim(
        "chai_nayak.sip_region_proper",
        printed="the PBR given by some (h_l, h_u)-SIP can be a proper subset of the PBR of the corresponding CSIP",
        evidence=Decided(witness={"a": "1/2", "c": "7/8"}),
        formula=Formula(
            "(q < p/2 or q > min(1, 2*p) implies q > min(min(1, 2*p), 1 - (1-p)/2) or q < 1 - min(min(1, 2*(1-p)), 1 - p/2)) "
            "and (exists a, c: 0 < a and a < 1 and c > min(min(1, 2*a), 1 - (1-a)/2) and a/2 <= c and c <= min(1, 2*a))",
            {"p, q": "[0, 1]"},
        ),
        reading="2-factor privacy: h_u(a) = min(1, 2a), h_l(a) = a/2; its region lies in the other, which has a pair (a, c) more",
    ),
    Claim(
        "chai_nayak.regions_identical",
        printed="the two PBRs would be identical only when h_l(a) = 1 - h_u(1-a), 0 <= a <= 1",
        evidence=Theorem("ChaiNayakCriteria.regions_identical"),
        formula=Formula(
            "(min(u, 1-lc) = u and min(uc, 1-l) = uc and 1 - min(uc, 1-l) = l and 1 - min(u, 1-lc) = lc) iff (l = 1 - "
            "uc and lc = 1 - u)",
            BOUNDARIES,
        ),
    ),
    "Section 3, (3.3)",
    Claim(
        "chai_nayak.eq_3_3_at_least_1",
        printed="for any given h, define B(h) = inf over 0 < p < 1 of (1-p)/p h(p)/[1 - h(p)]",
        evidence=Theorem("ChaiNayakSentences.bound_is_infimum"),
        formula=says("R(p, h) >= 1 and (R(p, h) = 1 iff h = p)", {**PRIOR, "h": "p <= h < 1"}),
        reading="printed under (3.3), a term with h(p) = 1 is infinite",
        narrowed=(
            "the printed words define B(h), and a definition is not proved; shown is that it defines a number or "
            "infinity for every h of Definition 3.1, and that all terms and B(h) are at least 1",
        ),
    ),
    "Section 3, after (3.3)",
    Claim(
        "chai_nayak.eq_3_3_alternative",
        printed="alternatively, we can take the infimum over {0 < p < 1 : h(p) < 1}",
        evidence=Theorem("ChaiNayakNotions.eq_3_3_alternative"),
        reading="an infimum over no p at all (h = 1) is infinite",
    ),
    "Section 3, Lemma 3.2",
    Claim(
        "chai_nayak.lemma_3_2",
        printed="P provides h-CSIP if and only if (3.4) holds for all atomic events",
        evidence=Theorem("ChaiNayak.lemma_3_2"),
    ),
    "Section 3, Theorem 3.1",
    Claim(
        "chai_nayak.theorem_3_1",
        printed="for any given h, P provides h-CSIP if and only if eta(P) <= B(h)",
        evidence=Theorem("ChaiNayakCriteria.theorem_3_1_parity"),
        reading="h = 1 has B(h) infinite, and an infinite parity is at most that",
    ),
    "Section 3, Lemma 3.3",
    Claim(
        "chai_nayak.lemma_3_3",
        printed="(3.4) for all i, j and alpha if and only if eta(P) <= B(h)",
        evidence=Theorem("ChaiNayakCriteria.lemma_3_3_parity"),
        reading="the same items as Theorem 3.1: the breaches shown there are of single categories",
    ),
    "Section 3, after Theorem 3.1",
    Claim(
        "chai_nayak.b_of_rho",
        printed="Theorem 1.1 can be obtained from Theorem 3.1 by calculating B(h)",
        evidence=Theorem("ChaiNayakBounds.theorem_1_1_again"),
        reading="rho_1-to-rho_2 privacy is [h_l * h_u]-CSIP with B = rho_2 (1-rho_1)/(rho_1 (1-rho_2)), so Theorem 3.1 says "
        "that it is (1.6): Theorem 1.1 with its converse",
    ),
    Claim(
        "chai_nayak.b_of_beta",
        printed="Theorem 1.2 can be obtained from Theorem 3.1 by calculating B(h)",
        evidence=Theorem("ChaiNayakBounds.theorem_1_2_again"),
        reading="beta-factor privacy is [h_l * h_u]-CSIP with B = beta, so Theorem 3.1 says that it is parity at most beta",
    ),
    "Section 3, after (3.3)",
    Claim(
        "chai_nayak.h_is_1",
        printed="we take h(p)/[1 - h(p)] = infinity when h(p) = 1",
        evidence=Theorem("ChaiNayakWhole.infinite_where_h_is_1"),
        reading="prior by prior: the odds x/(1-x) grow beyond every bound as x rises to 1; with it the term of (3.3) at p is "
        "infinite exactly if h(p) = 1; and there h bars no posterior of any procedure, zeros or not",
        narrowed=("the printed words are a convention, which is not proved; shown is what makes it right",),
    ),
    # Section 3, end: Bayes factors and the practical conclusions
    "Section 3, (3.6) and (3.7)",
    Claim(
        "chai_nayak.eq_3_7",
        printed="by routine algebra, (3.6) is equivalent to (3.7)",
        formula=says(
            "(q < 1 implies (q/(1-q)*(1-p)/p <= g iff q <= H(g,p))) and (q = 1 implies not q <= H(g,p))",
            {**PRIOR, **GAMMA, "q": "[0, 1]"},
        ),
        reading="pair by pair, p a prior and q a posterior, of the responses with P(Z = d_i) > 0, as (3.6): (3.7) prints no "
        "range, and has the same; a posterior 1 has infinite odds, which (3.6) excludes",
    ),
    Claim(
        "chai_nayak.eq_3_7_at_1",
        printed="(3.6) is equivalent to (3.7)",
        formula=says("not 1 <= H(g,p)", {**PRIOR, **GAMMA}),
        narrowed=("a posterior 1, whose odds are infinite, alone; all are chai_nayak.eq_3_7",),
    ),
    "Section 3, after (3.6)",
    Claim(
        "chai_nayak.bayes_factor_is_ratio",
        printed="the left side of (3.6) is the ratio of posterior odds of Q to its prior odds, or the Bayes factor for testing "
        "X in Q against X not in Q",
        evidence=Theorem("ChaiNayakCriteria.bayes_factor"),
        formula=says(
            "post(p,u)/(1-post(p,u))*((1-p)/p) = post(p,u)/(1-post(p,u))/(p/(1-p)) and post(p,u)/(1-post(p,u))*((1-p)/p) = u",
            {**PRIOR, "u": "u > 0"},
        ),
        reading="the Bayes factor is the ratio of the probabilities of the response under X in Q and under X not in Q; where "
        "the latter is 0, the posterior is 1 and both are infinite",
    ),
    Claim(
        "chai_nayak.bayes_factor_below",
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
    "Section 1, second paragraph",
    Claim(
        "chai_nayak.any_demand_bounds_bayes_factors",
        printed="any privacy specification amounts to putting an upper bound on all Bayes factors",
        evidence=Theorem("ChaiNayakClauses.any_specification"),
        reading="(h_l, h_u)-SIP holds exactly if all Bayes factors are at most B(h), h = [h_l * h_u], written as products, so "
        "that nothing is divided by 0; where h = 1 on (0, 1), the bound is infinite and nothing is asked",
    ),
    "Section 3, conclusion (2), up to 'but not uniquely'",
    Claim(
        "chai_nayak.always_possible",
        printed="we can always find a procedure to provide required privacy",
        evidence=Theorem("ChaiNayakNotions.always_possible"),
        formula=says("1 <= R(p, h) and post(p, 1) <= h", {**PRIOR, "h": "p <= h < 1"}),
        reading="every h of Definition 3.1 is provided by the procedure with all entries 1/m, for any m and k, which tells "
        "nothing: of the classes C_gamma, which Section 4 introduces and which bar proportional rows, it is in none",
    ),
    "Section 3, conclusion (2)",
    Claim(
        "chai_nayak.many_of_one_parity",
        printed="for any gamma > 1, there exist many P with eta(P) = gamma",
        evidence=Theorem("ChaiNayakProcedures.many_of_one_parity"),
        reading="a continuum of them: the rows of two responses and a constant one of weight w; in Coq for every k >= 2",
        narrowed=("k >= 2: with one category every parity is 1",),
    ),
    "Section 3, conclusion (3)",
    Claim(
        "chai_nayak.dlp_is_csip",
        printed="epsilon-DLP is equivalent to h_gamma-CSIP with gamma = exp(epsilon)",
        evidence=Theorem("ChaiNayakClauses.dlp_is_csip_by_quotients"),
        formula=says(
            "(u <= exp(e) implies post(p,u) <= H(exp(e),p)) and (u > exp(e) implies post(p,u) > H(exp(e),p)) and exp(e) > 1",
            {**PRIOR, "e": "e > 0", "u": "u > 0"},
        ),
        reading="epsilon-DLP is (2.1), by quotients with 0/0 = 1 and a/0 infinite",
    ),
    "Section 2, end, and Section 3",
    Claim(
        "chai_nayak.least_region",
        printed="is there a minimal W_P satisfying W[h_l, h_u] in W_P? We answer these questions in the next section",
        evidence=Theorem("ChaiNayakRegions.least_region"),
        reading="the region of any P of parity B(h); it contains W, and every W_P that contains W contains it",
        narrowed=("k >= 3 and B(h) finite; for k = 2 the parity determines no region, chai_nayak.region_by_parity",),
    ),
    "Section 3, (3.5) at gamma = 1",
    Claim(
        "chai_nayak.parity_1",
        printed="P with parity gamma > 1",
        formula=says("post(p,1) = p and H(1,p) = p and L(1,p) = p", PRIOR),
        narrowed=(
            "the paper speaks of parity above 1; shown is the edge that it leaves out, where the formulas of (3.5) "
            "leave every opinion as it was",
        ),
    ),
    # Section 3: the boundaries of (3.5) and the precise privacy breach regions
    "Section 3, (3.5) and the sentence that it ends",
    Claim(
        "chai_nayak.eq_3_5",
        printed="P with eta(P) = gamma > 1 guarantees h-CSIP for all h such that gamma <= (1-p)/p h(p)/[1 - h(p)] for all 0 < p "
        "< 1, or equivalently h(p) >= h_gamma(p), where h_gamma(p) = gamma p/(1 + (gamma-1) p)",
        evidence=Theorem("ChaiNayakClauses.eq_3_5_whole"),
        formula=says(
            "(h < 1 implies (g <= R(p, h) iff h >= H(g, p))) and (h = 1 implies h >= H(g, p))",
            {**PRIOR, **GAMMA, "h": "p <= h <= 1"},
        ),
        reading="where h(p) = 1 the quotient is infinite, and both sides hold; h is as Definition 3.1 wants it",
    ),
    "Section 3, (3.5)",
    Claim(
        "chai_nayak.eq_3_5_where_h_is_1",
        printed="the same, where h(p) = 1",
        evidence=Argued("there both sides of the equivalence hold; and p < h_gamma(p) < 1 makes it a boundary"),
        formula=says("H(g, p) < 1 and p < H(g, p)", {**PRIOR, **GAMMA}),
    ),
    "Section 3, after (3.5)",
    Claim(
        "chai_nayak.up_boundary",
        printed="h_gamma is the up breach boundary of any P with parity gamma",
        evidence=Theorem("ChaiNayakNotions.boundaries"),
        formula=says("post(p,u) <= H(g,p) and post(p,g) = H(g,p)", {**PRIOR, **GAMMA, "u": "0 < u <= g"}),
        narrowed=(
            "the boundary is read as the largest posterior attained from p, for 0 < p < 1; that all below it is "
            "attained too, as a region W[h_l, h_u] has it, is false for k = 2 (chai_nayak.region_by_parity)",
        ),
    ),
    Claim(
        "chai_nayak.down_boundary",
        printed="the corresponding down boundary is 1 - h_gamma(1-p)",
        evidence=Theorem("ChaiNayakNotions.boundaries"),
        formula=says(
            "L(g,p) = p/(p + g*(1-p)) and post(p,u) >= L(g,p) and post(p,1/g) = L(g,p)",
            {**PRIOR, **GAMMA, "u": "u > 0"},
            ("g*u >= 1",),
        ),
        narrowed=(
            "the boundary is read as the least posterior attained from p, for 0 < p < 1; what lies between the two "
            "boundaries is chai_nayak.region_by_parity",
        ),
    ),
    "Section 3, after Theorem 3.1",
    Claim(
        "chai_nayak.b_of_precise",
        printed="in h-CSIP context, B(h) quantifies the privacy demand of h",
        evidence=Theorem("ChaiNayakCriteria.demand_is_bound"),
        formula=says("R(p, H(g,p)) = g", {**PRIOR, **GAMMA}),
        reading="of two demands that of the larger bound is met by all that meets the other, and by more if it is larger; "
        "h-CSIP is h_gamma-CSIP at gamma = B(h), and B(h_gamma) = gamma",
        narrowed=("B(h) is finite; an infinite bound, chai_nayak.h_is_1, asks nothing",),
    ),
    "Section 3, after (3.5)",
    Claim(
        "chai_nayak.region_by_parity",
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
        printed="W is a precise PBR if its up and down breach boundaries are h_gamma and its mirror image for some gamma > 1",
        evidence=Theorem("ChaiNayakRegions.not_precise_if"),
        reading="for a survey variable of k >= 2 categories, as in Proposition 4.1; Definition 2.4 with Definition 2.3",
    ),
    Repair(
        "k >= 3: the gamma-diagonal procedure, or any other of parity gamma, has this region",
        evidence=Theorem("ChaiNayakRegions.precise_if_repaired"),
    ),
    Claim(
        "chai_nayak.precise_only_if",
        printed="W is a precise PBR only if its up and down breach boundaries are h_gamma and its mirror image for some gamma > 1",
        evidence=Counterexample({"p": "1/2", "x": "1/2", "y": "1/2"}),
        formula=says(
            "exists g: g > 1 and H(g,p) = max(post(p,x/y), post(p,y/x), post(p,(1-x)/(1-y)), post(p,(1-y)/(1-x)))",
            {**PRIOR, "x, y": "(0, 1)"},
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
        printed="as gamma increases, h_gamma(p) shifts upward and the PBR gets smaller",
        formula=says(
            "H(v,p) > H(g,p) and L(v,p) < L(g,p) and (q > H(v,p) or q < L(v,p) implies q > H(g,p) or q < L(g,p)) and "
            "L(v,p) <= H(v,p) <= 1",
            {**PRIOR, **GAMMA, "v": "v > g", "q": "[0, 1]"},
        ),
        reading="where 0 < p < 1: at v > gamma the PBR lacks the pair of p and h_v(p), and has none that it did not have",
        narrowed=(
            "the PBR is read as the region with the boundaries of (3.5), which that of a procedure is for k >= 3 "
            "(chai_nayak.region_by_parity)",
        ),
    ),
    "Section 3, Figure 4",
    Claim(
        "chai_nayak.figure_4_ends",
        printed="plots of precise up breach boundaries",
        formula=says("H(g,0) = 0 and H(g,1) = 1 and H(g, 1/2) = g/(g+1) and L(g, 1/2) = 1/(g+1)", GAMMA),
        narrowed=("shown is that all curves run from (0, 0) to (1, 1) through (1/2, gamma/(gamma+1))",),
    ),
)
