"""Section 5: what the privacy theorems 5.1, 5.2, 5.4 and 5.6 claim of one answer."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs

CLAIMS = with_repairs(
    Claim(
        "sun.theorem_5_1_cases",
        where="Section 5.1, proof of Theorem 5.1, cases 1-4",
        printed="yes has probability p with the attribute and 1-p without, no has 1-p and p",
        evidence=Theorem("SunPrivacy.warner_chances"),
    ),
    Claim(
        "sun.theorem_5_1_one_answer",
        where="Section 5.1, Theorem 5.1 and the last line of its proof",
        printed="modified Warner satisfies epsilon-differential privacy with epsilon = ln((1-p)/p), the maximum ratio",
        evidence=Theorem("SunPrivacy.theorem_5_1"),
        reading="of one answer; for all answers together sun.theorem_5_1_collector",
        narrowed=("p > 0: at p = 0 the printed epsilon is infinite",),
    ),
    Claim(
        "sun.theorem_5_2_cases",
        where="Section 5.2, proof of Theorem 5.2, cases 1-4",
        printed="p+(1-p)pi_B, (1-p)(1-pi_B), (1-p)pi_B and p+(1-p)(1-pi_B)",
        evidence=Theorem("SunPrivacy.simmons_chances"),
    ),
    Claim(
        "sun.theorem_5_2_one_answer",
        where="Section 5.2, Theorem 5.2 (4) and the last display of its proof",
        printed="modified Simmons satisfies epsilon-differential privacy, e^epsilon = (p+(1-p)pi_B)/((1-p)pi_B) for pi_B <= "
        "1/2, else with 1-pi_B in place of pi_B",
        evidence=Theorem("SunPrivacy.theorem_5_2"),
        reading="of one answer; for all answers together sun.theorem_5_2_collector",
        narrowed=("0 < p < 1 and 0 < pi_B < 1: elsewhere the printed epsilon is infinite or 0",),
    ),
    Claim(
        "sun.theorem_5_4_cases",
        where="Sections 5.3 and 5.4, proofs of Theorems 5.4 and 5.6, cases 1-4",
        printed="with the attribute and card k the answer L+1-k has probability p_k, with card L+1-k the answer k has "
        "p_{L+1-k}; without it k has p_k and L+1-k has p_{L+1-k}",
        evidence=Theorem("SunOrder.cases_of_proofs"),
        narrowed=(
            "the condition is read as the attribute alone: printed is the attribute and card k, and with both given the "
            "answer is certain; p_k is the chance of that card",
        ),
    ),
    Claim(
        "sun.theorem_5_4_one_answer",
        where="Section 5.3, Theorem 5.4 and the last display of its proof",
        printed=(
            "modified Christofides satisfies epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)"
        ),
        evidence=Theorem("SunPrivacy.theorem_5_4"),
        reading="of one answer; for all answers together sun.theorem_5_4_collector",
        narrowed=(
            "all p_k > 0: a quotient of the printed maximum has no value otherwise, not even where p2 = 0 alone",
        ),
    ),
    Claim(
        "sun.three_cards_budget",
        where="Sections 5.3 and 5.4, the displays 'We fix number L = 3'",
        printed="for L = 3, epsilon = max{ln p1/p3, ln p3/p1}",
        evidence=Theorem("SunSentences.three_cards_budget"),
        formula=Formula("max(w, 1, u) = max(u, w)", {"u, w": "(0, inf)"}, ("u*w = 1",)),
        reading="of one answer, as the theorems before them; p2 may be 0. The formula beside it is about the ratios u = p1/p3 "
        "and w = p3/p1, where the middle card has the ratio 1",
        narrowed=("p1 > 0 and p3 > 0: a quotient has no value otherwise",),
    ),
    Claim(
        "sun.maximum_ratio",
        where="Sections 5.2 to 5.4, last displays of the proofs of Theorems 5.2, 5.4 and 5.6",
        printed="the maximum ratio of probabilities is epsilon = max over k of ln(p_{L+1-k}/p_k)",
        evidence=Counterexample({"u": "2/3", "w": "3/2"}),
        formula=Formula("max(u, w) = max(log(u), log(w))", {"u, w": "(0, inf)"}, ("u*w = 1",)),
        reading="for L = 3; u = p1/p3 and w = p3/p1 are the ratios, epsilon is the logarithm of the larger",
    ),
    Repair(
        "the logarithm of the maximum ratio is epsilon",
        evidence=Theorem("SunPrivacy.theorem_5_4"),
        states="(u >= w implies max(u, w) = u and log(u) >= log(w)) and (u <= w implies max(u, w) = w and log(w) >= log(u))",
        narrowed=(
            "with Christofides' cards, all p_k > 0, as the quotients need; of Simmons' device the claim "
            "sun.theorem_5_2_one_answer says it, of cards that are kept sun.theorem_5_6_one_answer",
        ),
    ),
    Claim(
        "sun.theorem_5_6_one_answer",
        where="Section 5.4, Theorem 5.6, and the last display of its proof",
        printed="if no respondent knows the cards others drew and the numbers others answered, the improved mechanism satisfies "
        "epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunCollector.theorem_5_6"),
        reading="of one answer seen alone, whatever the truths of the others: what the cases of the proof show",
        narrowed=("all p_k > 0: a quotient of the printed maximum has no value otherwise",),
    ),
    Claim(
        "sun.theorem_5_6_hypothesis",
        where="Section 5.4, Theorem 5.6, and Section 6.4, 'the freedom to know ... is sacrificed'",
        printed="the supposition that no respondent knows the cards others drew and the numbers others answered is needed: the "
        "freedom to know them is sacrificed for the budget",
        evidence=Theorem("SunSentences.supposition_of_theorem_5_6"),
        reading="to somebody who knows the card or the answer of one other person, one answer has a larger epsilon than the "
        "theorem's, with every deck that shows two numbers or more",
        narrowed=("all p_k > 0: a quotient of the theorem's maximum has no value otherwise",),
    ),
)
