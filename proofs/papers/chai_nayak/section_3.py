"""Section 3, first half: from (h_l, h_u)-SIP to h-CSIP, B(h), Lemmas 3.1 to 3.3 and Theorem 3.1."""

from rropt.claims import Claim, Decided, Formula, Theorem

from .definitions import DEFINE, PRIOR, RHO

BOUNDARIES = {"a": "[0, 1]", "l": "0 <= l <= a", "u": "a <= u <= 1", "lc": "0 <= lc <= 1-a", "uc": "1-a <= uc <= 1"}
STATES = "(l, u) are (h_l, h_u) at a and (lc, uc) at 1 - a"


CLAIMS = [
    Claim(
        "chai_nayak.prior_0_or_1",
        where="Section 3, first paragraph, 'First, note that'",
        printed="P_alpha(Q) = 0 implies P_alpha(Q|d_i) = 0 and P_alpha(Q) = 1 implies P_alpha(Q|d_i) = 1",
        evidence=Theorem("ChaiNayakMerging.certain_stays"),
        formula=Formula(
            "(p = 0 implies s/(s + t) = 0) and (p = 1 implies s/(s + t) = 1)",
            {"p": "[0, 1]", "s": "0 <= s <= p", "t": "0 <= t <= 1 - p"},
            ("s + t > 0",),
        ),
        reading="for responses d_i of positive probability, as a posterior must",
    ),
    Claim(
        "chai_nayak.complement",
        where="Section 3, first paragraph",
        printed="the first inequality of (2.2) is equivalent to 1 - h_l(P_alpha(Q)) >= 1 - P_alpha(Q|d_i) or P_alpha(Q^c|d_i) "
        "<= 1 - h_l(1 - P_alpha(Q^c)). So it holds for all Q if and only if P_alpha(Q|d_i) <= 1 - h_l(1 - P_alpha(Q)) "
        "for all Q, i.e., the condition for downward privacy breach is equivalent to an upward privacy breach criterion",
        evidence=Theorem("ChaiNayakCriteria.lower_is_upper"),
        formula=Formula(
            "p*x/(p*x + (1-p)*y) + (1-p)*y/(p*x + (1-p)*y) = 1 and (l <= q iff 1 - q <= 1 - l)",
            {"p": "[0, 1]", "x": "x >= 0", "y": "y >= 0", "l, q": "[0, 1]"},
            ("p*x + (1-p)*y > 0",),
        ),
        reading="for each prior and each response that occurs; what follows 'i.e.' says in words what the equivalence for all Q "
        "says",
    ),
    Claim(
        "chai_nayak.rho_downward_is_upward",
        where="Section 3, first paragraph",
        printed="Evfimievski et al. made a similar observation for rho_1-to-rho_2 privacy",
        evidence=Theorem("ChaiNayakCriteria.downward_is_upward"),
        formula=Formula(
            "(p > r2 and q < r1 iff 1 - p < 1 - r2 and 1 - q > 1 - r1) and K(1-r2, 1-r1) = K(r1, r2)",
            {**RHO, "p, q": "[0, 1]"},
            define=DEFINE,
        ),
        reading=(
            "a downward breach of Q is an upward (1-rho_2)-to-(1-rho_1) breach of its complement, of the same bound (1.6)"
        ),
        narrowed=("shown is the observation, and not that they made it",),
    ),
    Claim(
        "chai_nayak.lemma_3_1",
        where="Section 3, Lemma 3.1",
        printed="P provides (h_l, h_u)-SIP if and only if P_alpha(Q|d_i) <= [h_l * h_u](P_alpha(Q)) for all i, alpha and Q such "
        "that 0 < P_alpha(Q) < 1",
        evidence=Theorem("ChaiNayak.lemma_3_1"),
        formula=Formula(
            "(l <= q <= u and lc <= 1-q <= uc) iff (q <= min(u, 1-lc) and 1-q <= min(uc, 1-l))",
            {**BOUNDARIES, "q": "[0, 1]"},
        ),
    ),
    Claim(
        "chai_nayak.star_is_upper",
        where="Section 3, after Lemma 3.1",
        printed="a <= [h_l * h_u](a) <= 1 for all 0 <= a <= 1",
        formula=Formula("a <= min(u, 1-lc) and min(u, 1-lc) <= 1", BOUNDARIES),
    ),
    Claim(
        "chai_nayak.tilde_is_lower",
        where="Section 3, after Definition 3.1",
        printed="the upper and lower boundaries of the PBR of h-CSIP are h and 1 - h(1 - a)",
        evidence=Theorem("ChaiNayakCriteria.csip_boundaries"),
        formula=Formula("0 <= 1 - h and 1 - h <= a", {"a": "[0, 1]", "h": "1 - a <= h <= 1"}),
        reading="the two are as Definition 2.2 wants boundaries, and the demand of their region is h-CSIP: P "
        "provides the one exactly if it provides the other",
        narrowed=(
            "that they are boundaries of which h-CSIP is the demand; a smaller lower boundary has the same demand",
        ),
    ),
    Claim(
        "chai_nayak.csip_downward",
        where="Section 3, after Definition 3.1",
        printed="h-CSIP also provides P_alpha(Q|d_i) >= 1 - h(1 - P_alpha(Q)) for i = 1, ..., m and all alpha and Q",
        evidence=Theorem("ChaiNayakSentences.csip_downward_all"),
        formula=Formula("q >= 1 - h", {"p, q": "[0, 1]", "h": "1 - p <= h <= 1"}, ("1 - q <= h",)),
        reading="for all alpha and Q, of the prior probabilities 0 and 1 too, and responses of positive probability; (3.2) for "
        "the complement, whose posterior is 1 - q and whose prior 1 - p has h(1 - p) = h",
    ),
    Claim(
        "chai_nayak.csip_downward_at_ends",
        where="Section 3, after Definition 3.1",
        printed="h-CSIP also provides the downward guarantee for all alpha and Q",
        evidence=Theorem("ChaiNayakSentences.csip_downward_all"),
        formula=Formula(
            "(p = 0 implies 0 >= 1 - h) and (p = 1 implies 1 >= 1 - h)", {"p": "[0, 1]", "h": "1 - p <= h <= 1"}
        ),
        reading="for responses of positive probability",
    ),
    Claim(
        "chai_nayak.sip_region_inside",
        where="Section 3, after Definition 3.1",
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
        where="Section 3, after Definition 3.1",
        printed="the PBR given by some (h_l, h_u)-SIP can be a proper subset of the PBR of the corresponding CSIP",
        evidence=Decided(witness={"a": "1/2", "c": "7/8"}),
        formula=Formula(
            "(q < p/2 or q > min(1, 2*p) implies q > min(min(1, 2*p), 1 - (1-p)/2) or q < 1 - min(min(1, 2*(1-p)), 1 - "
            "p/2)) and (exists a, c: 0 < a and a < 1 and c > min(min(1, 2*a), 1 - (1-a)/2) and a/2 <= c and c <= min(1, "
            "2*a))",
            {"p, q": "[0, 1]"},
        ),
        reading="2-factor privacy: h_u(a) = min(1, 2a), h_l(a) = a/2; its region lies in the other, and a pair (a, c) of the "
        "other is not in it",
    ),
    Claim(
        "chai_nayak.regions_identical",
        where="Section 3, after Definition 3.1",
        printed="the two PBRs would be identical only when h_l(a) = 1 - h_u(1-a), 0 <= a <= 1",
        evidence=Theorem("ChaiNayakCriteria.regions_identical"),
        formula=Formula(
            "(min(u, 1-lc) = u and min(uc, 1-l) = uc and 1 - min(uc, 1-l) = l and 1 - min(u, 1-lc) = lc) iff (l = 1 - "
            "uc and lc = 1 - u)",
            BOUNDARIES,
        ),
    ),
    Claim(
        "chai_nayak.eq_3_3_at_least_1",
        where="Section 3, (3.3)",
        printed="for any given h, define B(h) = inf over 0 < p < 1 of (1-p)/p h(p)/[1 - h(p)]",
        evidence=Theorem("ChaiNayakSentences.bound_is_infimum"),
        formula=Formula("R(p, h) >= 1 and (R(p, h) = 1 iff h = p)", {**PRIOR, "h": "p <= h < 1"}, define=DEFINE),
        reading="printed under (3.3), a term with h(p) = 1 is infinite",
        narrowed=(
            "the printed words define B(h), and a definition is not proved; shown is that it defines a number or "
            "infinity for every h of Definition 3.1, and that all terms and B(h) are at least 1",
        ),
    ),
    Claim(
        "chai_nayak.eq_3_3_alternative",
        where="Section 3, after (3.3)",
        printed="alternatively, we can take the infimum over {0 < p < 1 : h(p) < 1}",
        evidence=Theorem("ChaiNayakNotions.eq_3_3_alternative"),
        reading="an infimum over no p at all (h = 1) is infinite",
    ),
    Claim(
        "chai_nayak.lemma_3_2",
        where="Section 3, Lemma 3.2",
        printed="P provides h-CSIP if and only if (3.4) holds for all atomic events",
        evidence=Theorem("ChaiNayak.lemma_3_2"),
    ),
    Claim(
        "chai_nayak.theorem_3_1",
        where="Section 3, Theorem 3.1",
        printed="for any given h, P provides h-CSIP if and only if eta(P) <= B(h)",
        evidence=Theorem("ChaiNayakCriteria.theorem_3_1_parity"),
        reading="h = 1 has B(h) infinite, and an infinite parity is at most that",
    ),
    Claim(
        "chai_nayak.lemma_3_3",
        where="Section 3, Lemma 3.3",
        printed="(3.4) for all i, j and alpha if and only if eta(P) <= B(h)",
        evidence=Theorem("ChaiNayakCriteria.lemma_3_3_parity"),
        reading="the same items as Theorem 3.1: the breaches shown there are of single categories",
    ),
    Claim(
        "chai_nayak.b_of_rho",
        where="Section 3, after Theorem 3.1",
        printed="Theorem 1.1 can be obtained from Theorem 3.1 by calculating B(h)",
        evidence=Theorem("ChaiNayakBounds.theorem_1_1_again"),
        reading="rho_1-to-rho_2 privacy is [h_l * h_u]-CSIP with B = rho_2 (1-rho_1)/(rho_1 (1-rho_2)), so Theorem 3.1 says "
        "that it is (1.6): Theorem 1.1 with its converse",
    ),
    Claim(
        "chai_nayak.b_of_beta",
        where="Section 3, after Theorem 3.1",
        printed="Theorem 1.2 can be obtained from Theorem 3.1 by calculating B(h)",
        evidence=Theorem("ChaiNayakBounds.theorem_1_2_again"),
        reading=(
            "beta-factor privacy is [h_l * h_u]-CSIP with B = beta, so Theorem 3.1 says that it is parity at most beta"
        ),
    ),
    Claim(
        "chai_nayak.h_is_1",
        where="Section 3, after (3.3)",
        printed="we take h(p)/[1 - h(p)] = infinity when h(p) = 1",
        evidence=Theorem("ChaiNayakWhole.infinite_where_h_is_1"),
        reading="prior by prior: the odds x/(1-x) grow beyond every bound as x rises to 1; with it the term of (3.3) at p is "
        "infinite exactly if h(p) = 1; and there h bars no posterior of any procedure, zeros or not",
        narrowed=("the printed words are a convention, which is not proved; shown is what makes it right",),
    ),
]
