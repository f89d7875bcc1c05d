"""Section 5: privacy of one answer and of all, and the least variances at a given epsilon.

Definition 2.1 has the users send their answers to the untrusted collector. He receives all N of them, and knows who
answered what: two states of the population that differ in one person must make every vector of answers nearly equally
likely.
"""

from functools import partial

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import ASKED, DEFINE, MANY, MIDDLE, ONE, QUESTION, SHARE, STRICT, says

READING = (
    "neighbours differ in the truth of one person; Definition 2.1 is asked of everything that the untrusted collector of "
    "Section 2.1 receives, the vector of all answers"
)
Q = "(1-p2)"
SMALL = f"{Q}/(t+1)"
LARGE = f"t*{Q}/(t+1)"
BOX = {"p1": f"[{SMALL}, {LARGE}]"}
BELOW = "(1/(t-1) + pi)*(1 + 1/((t-1)*b))/N - 1/(N*(t-1)^2) - (t+1)*pi/(N*(t-1))"
ABOVE = "(1/(t-1) + pi)*(1 + 1/((t-1)*(1-b)))/N - 1/(N*(t-1)^2) - (t+1)*pi/(N*(t-1))"
ABOVE_TRUE = "(1/(t-1) + 1-pi)*(1 + 1/((t-1)*(1-b)))/N - 1/(N*(t-1)^2) - (t+1)*(1-pi)/(N*(t-1))"
HALF = {"p": "p = b*(t-1)/(1 + b*(t-1))"}
OTHER = {"p": "p = (1-b)*(t-1)/(1 + (1-b)*(t-1))"}
NUMBERS = {**DEFINE, "g(p1, p2)": "4*p1 + p2 - 4*p1^2 - p2^2 - 4*p1*p2"}
in_numbers = partial(Formula, define=NUMBERS)
INSIDE = {"p1, p2": "(0, 1)", **ONE}
SIMPLEX = ("p1 + p2 < 1", "2*p1 + p2 != 1")
CARDS_OF_THREE = {"p1, p2": "[0, 1]", "p3": "p3 = 1-p1-p2"}

CLAIMS = listed(
    "Section 5.1, proof of Theorem 5.1, cases 1-4",
    Claim(
        "sun.theorem_5_1_cases",
        printed="yes has probability p with the attribute and 1-p without, no has 1-p and p",
        evidence=Theorem("SunPrivacy.warner_chances"),
    ),
    "Section 5.1, Theorem 5.1 and the last line of its proof",
    Claim(
        "sun.theorem_5_1_one_answer",
        printed="modified Warner satisfies epsilon-differential privacy with epsilon = ln((1-p)/p), the maximum ratio",
        evidence=Theorem("SunPrivacy.theorem_5_1"),
        reading="of one answer; for all answers together sun.theorem_5_1_collector",
        narrowed=("p > 0: at p = 0 the printed epsilon is infinite",),
    ),
    "Section 5.2, proof of Theorem 5.2, cases 1-4",
    Claim(
        "sun.theorem_5_2_cases",
        printed="p+(1-p)pi_B, (1-p)(1-pi_B), (1-p)pi_B and p+(1-p)(1-pi_B)",
        evidence=Theorem("SunPrivacy.simmons_chances"),
    ),
    "Section 5.2, Theorem 5.2 (4) and the last display of its proof",
    Claim(
        "sun.theorem_5_2_one_answer",
        printed="modified Simmons satisfies epsilon-differential privacy, e^epsilon = (p+(1-p)pi_B)/((1-p)pi_B) for pi_B <= "
        "1/2, else with 1-pi_B in place of pi_B",
        evidence=Theorem("SunPrivacy.theorem_5_2"),
        reading="of one answer; for all answers together sun.theorem_5_2_collector",
        narrowed=("0 < p < 1 and 0 < pi_B < 1: elsewhere the printed epsilon is infinite or 0",),
    ),
    "Sections 5.3 and 5.4, proofs of Theorems 5.4 and 5.6, cases 1-4",
    Claim(
        "sun.theorem_5_4_cases",
        printed="with the attribute and card k the answer L+1-k has probability p_k, with card L+1-k the answer k has "
        "p_{L+1-k}; without it k has p_k and L+1-k has p_{L+1-k}",
        evidence=Theorem("SunOrder.cases_of_proofs"),
        narrowed=(
            "the condition is read as the attribute alone: printed is the attribute and card k, and with both given the "
            "answer is certain; p_k is the chance of that card",
        ),
    ),
    "Section 5.3, Theorem 5.4 and the last display of its proof",
    Claim(
        "sun.theorem_5_4_one_answer",
        printed="modified Christofides satisfies epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunPrivacy.theorem_5_4"),
        reading="of one answer; for all answers together sun.theorem_5_4_collector",
        narrowed=("all p_k > 0: else, and also where p2 = 0 alone, a quotient of the printed maximum has no value",),
    ),
    "Sections 5.3 and 5.4, the displays 'We fix number L = 3'",
    Claim(
        "sun.three_cards_budget",
        printed="for L = 3, epsilon = max{ln p1/p3, ln p3/p1}",
        evidence=Theorem("SunSentences.three_cards_budget"),
        formula=Formula("max(w, 1, u) = max(u, w)", {"u, w": "(0, inf)"}, ("u*w = 1",)),
        reading="of one answer, as the theorems before them; p2 may be 0. The formula beside it is about the ratios u = p1/p3 "
        "and w = p3/p1, where the middle card has the ratio 1",
        narrowed=("p1 > 0 and p3 > 0: a quotient has no value otherwise",),
    ),
    "Sections 5.2 to 5.4, last displays of the proofs of Theorems 5.2, 5.4 and 5.6",
    Claim(
        "sun.maximum_ratio",
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
    "Section 5.4, Theorem 5.6, and the last display of its proof",
    Claim(
        "sun.theorem_5_6_one_answer",
        printed="if no respondent knows the cards others drew and the numbers others answered, the improved mechanism satisfies "
        "epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunCollector.theorem_5_6"),
        reading="of one answer seen alone, whatever the truths of the others: what the cases of the proof show",
        narrowed=("all p_k > 0: a quotient of the printed maximum has no value otherwise",),
    ),
    "Section 5.4, Theorem 5.6, and Section 6.4, 'the freedom to know ... is sacrificed'",
    Claim(
        "sun.theorem_5_6_hypothesis",
        printed="the supposition that no respondent knows the cards others drew and the numbers others answered is needed: the "
        "freedom to know them is sacrificed for the budget",
        evidence=Theorem("SunSentences.supposition_of_theorem_5_6"),
        reading="to somebody who knows the card or the answer of one other person, one answer has a larger epsilon than the "
        "theorem's, with every deck that shows two numbers or more",
        narrowed=("all p_k > 0: a quotient of the theorem's maximum has no value otherwise",),
    ),
    # Section 5, the collector: what the privacy theorems claim of everything he receives, by enumeration of surveys
    "Section 5.1, Theorem 5.1 with Definition 2.1",
    Claim(
        "sun.theorem_5_1_collector",
        printed="modified Warner satisfies epsilon-differential privacy with epsilon = ln((1-p)/p)",
        evidence=Theorem("SunCollector.theorem_5_1"),
        reading=READING,
        narrowed=("p > 0: at p = 0 the printed epsilon is infinite",),
    ),
    "Section 5.2, Theorem 5.2 with Definition 2.1",
    Claim(
        "sun.theorem_5_2_collector",
        printed="modified Simmons satisfies epsilon-differential privacy with (4)",
        evidence=Theorem("SunCollector.theorem_5_2"),
        reading=READING,
        narrowed=("0 < p < 1 and 0 < pi_B < 1: elsewhere the printed epsilon is infinite or 0",),
    ),
    "Section 5.3, Theorem 5.4 with Definition 2.1",
    Claim(
        "sun.theorem_5_4_collector",
        printed="modified Christofides satisfies epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunCollector.theorem_5_4"),
        reading=READING,
        narrowed=("all p_k > 0: a quotient of the printed maximum has no value otherwise",),
    ),
    "Section 5.4, Theorem 5.6 with Definition 2.1",
    Claim(
        "sun.theorem_5_6_collector",
        printed="the improved Christofides mechanism satisfies epsilon-differential privacy with epsilon = max over k of "
        "ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunCollector.not_sun_theorem_5_6_collector"),
        reading=READING
        + ". The theorem's hypothesis is about the respondents; the collector receives the numbers all answered, and knows "
        "the deck that the survey empties. Of one answer alone the theorem is true (sun.theorem_5_6_one_answer)",
    ),
    Repair(
        "if the survey empties a deck that has a card other than the middle one, no finite epsilon holds for all "
        "answers together, and (epsilon, delta) holds exactly from delta = 1 - p_middle on, whatever epsilon is",
        evidence=Theorem("SunCollector.theorem_5_6_collector_repaired"),
    ),
    Repair(
        "with n respondents and a larger deck, c_k cards of k and every c_k >= n, e^epsilon of all answers is the largest "
        "c_k/(c_{L+1-k} - n + 1) over every k but the middle one, and 1 if there is no other",
        evidence=Theorem("SunLargerDeck.larger_deck"),
    ),
    "Section 5.4, Theorem 5.6, for the statistic that the estimator uses",
    Claim(
        "sun.theorem_5_6_sum",
        printed="the improved Christofides mechanism satisfies epsilon-differential privacy with epsilon = max over k of "
        "ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunCollector.not_sun_theorem_5_6_sum"),
        reading="the weakest view of a collector: only the sum of all answers, from which the estimate is made. Of one answer "
        "alone the theorem is true (sun.theorem_5_6_one_answer)",
    ),
    Repair(
        "if the deck has a card other than the middle one, the sum alone has no finite epsilon either",
        evidence=Theorem("SunCollector.theorem_5_6_sum_repaired"),
    ),
    "Section 6.4, 'in exchange for smaller variance under the same privacy budget', and Section 7",
    Claim(
        "sun.same_privacy_budget",
        printed="the four mechanisms are compared under the same privacy budget epsilon",
        evidence=Theorem("SunCollector.not_sun_same_privacy_budget"),
        reading="the budget of everything the collector receives: e^epsilon of all answers of the improved mechanism against "
        "modified Christofides with the same cards. Only the budgets of single answers are the same",
    ),
    Repair(
        "one answer, seen alone",
        evidence=Theorem("SunCollector.answer_of_one"),
        narrowed=("of the two mechanisms with cards: one answer has the same law whether cards go back or not",),
    ),
    # Section 5, the variances at a given epsilon: Theorems 5.3, 5.5 and 5.7, with Appendices C and D
    "Section 5.1, the last display",
    Claim(
        "sun.warner_variance_of_epsilon",
        printed="with epsilon = ln((1-p)/p) and p < 1/2 the variance is e^eps/(N(e^eps-1)^2)",
        formula=says("W(1/(1+t),N) = MW(t,N)", {**STRICT, **ONE}),
        reading="p = 1/(1+t)",
    ),
    "Appendix C, 'Substitute (4) into (2)'",
    Claim(
        "sun.simmons_budget_inverted",
        printed="(4) gives p at a given epsilon",
        formula=Formula(
            "(b <= 1/2 implies ((p+(1-p)*b)/((1-p)*b) = t iff p = b*(t-1)/(1+b*(t-1)))) and (b > 1/2 implies "
            "((p+(1-p)*(1-b))/((1-p)*(1-b)) = t iff p = (1-b)*(t-1)/(1+(1-b)*(t-1))))",
            {**ASKED, **STRICT},
            ("p < 1 and 0 < b and b < 1",),
        ),
        reading="both cases of (4)",
        narrowed=("p < 1 and 0 < b and b < 1: at pi_B = 0 or 1, and at p = 1, (4) divides by 0",),
    ),
    "Appendix C, (1)",
    Claim(
        "sun.appendix_c_1",
        printed="for pi_B <= 1/2 the variance is (1/(e^eps-1)+pi)(1+1/((e^eps-1)pi_B))/N - 1/(N(e^eps-1)^2) - "
        "(e^eps+1)pi/(N(e^eps-1))",
        formula=says(f"S(p,b,pi,N) = {BELOW}", {**STRICT, "b": "0 <= b <= 1/2", **SHARE, **ONE, **HALF}, ("b > 0",)),
        narrowed=("b > 0: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",),
    ),
    "Appendix C, (1), the minimum",
    Claim(
        "sun.appendix_c_1_minimum",
        printed="the minimum is at pi_B = 1/2",
        formula=says(f"argmin[b] {BELOW} = {{1/2}}", {**STRICT, "b": "0 < b <= 1/2", **SHARE, **ONE}),
        reading="at a given epsilon",
        narrowed=("b > 0: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",),
    ),
    "Appendix C, (1), the value of the minimum",
    Claim(
        "sun.appendix_c_1_value",
        printed="= e^eps/(N(e^eps-1)^2)",
        formula=says(f"at({BELOW}, b, 1/2) = MW(t,N)", {**STRICT, "b": "0 < b <= 1/2", **SHARE, **ONE}),
    ),
    "Appendix C, (2)",
    Claim(
        "sun.appendix_c_2",
        printed="for pi_B > 1/2 the variance is (1/(e^eps-1)+pi)(1+1/((e^eps-1)(1-pi_B)))/N - 1/(N(e^eps-1)^2) - "
        "(e^eps+1)pi/(N(e^eps-1))",
        evidence=Counterexample({"t": "2", "b": "2/3", "pi": "1/10", "N": "100", "p": "1/4"}),
        formula=says(f"S(p,b,pi,N) = {ABOVE}", {**STRICT, "b": "1/2 < b < 1", **SHARE, **ONE, **OTHER}),
        reading="(4) for pi_B > 1/2 put into (2). Exchanging yes and no turns pi_B into 1-pi_B and pi into 1-pi as well",
    ),
    Repair(
        "with 1-pi in place of pi in both places",
        formula=says(
            f"S(p,b,pi,N) = {ABOVE_TRUE}", {**STRICT, "b": "1/2 < b <= 1", **SHARE, **ONE, **OTHER}, ("b < 1",)
        ),
        narrowed=("b < 1: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",),
    ),
    Repair("the printed formula, at pi = 1/2 alone", assuming=("pi = 1/2",)),
    "Appendix C, (2), the minimum",
    Claim(
        "sun.appendix_c_2_minimum",
        printed="for pi_B > 1/2 the minimum is that of pi_B = 1/2, e^eps/(N(e^eps-1)^2)",
        formula=says(
            f"S(p,b,pi,N) > MW(t,N) and at({ABOVE_TRUE}, b, 1/2) = MW(t,N)",
            {**STRICT, "b": "1/2 < b <= 1", **SHARE, **ONE, **OTHER},
            ("b < 1",),
        ),
        reading="for the variance (2) itself, of which sun.appendix_c_2.repaired is the right form, at a given epsilon",
        narrowed=(
            "b < 1: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",
            (
                "no pi_B > 1/2 attains the minimum: shown is that the variance is above the value that its formula has at "
                "the end pi_B = 1/2, which belongs to case (1)"
            ),
        ),
    ),
    "Appendix C, (2), the value of the minimum",
    Claim(
        "sun.appendix_c_2_value",
        printed="its value at pi_B = 1/2 is e^eps/(N(e^eps-1)^2)",
        formula=says(f"at({ABOVE}, b, 1/2) = MW(t,N)", {**STRICT, "b": "1/2 < b < 1", **SHARE, **ONE}),
        reading="the printed formula and the right one agree at pi_B = 1/2",
    ),
    "Section 5.2, Theorem 5.3; Appendix C",
    Claim(
        "sun.theorem_5_3",
        printed="the variance of modified Simmons is smallest for pi_B = 1/2",
        evidence=Theorem("SunComparison.theorem_5_3"),
        formula=says(
            "(b <= 1/2 and p = b*(t-1)/(1+b*(t-1)) or b > 1/2 and p = (1-b)*(t-1)/(1+(1-b)*(t-1))) implies S(p,b,pi,N) "
            ">= MW(t,N) and (b = 1/2 implies S(p,b,pi,N) = MW(t,N))",
            {**STRICT, **QUESTION, **SHARE, **ONE},
        ),
        reading="at a given epsilon, with p from (4); of the variance (2), that of the survey by Sun.simmons_variance in Coq; "
        "the value at the minimum, with which the sentence ends, is sun.theorem_5_3_value",
    ),
    "Section 5.2, Theorem 5.3 and the sentence after it",
    Claim(
        "sun.theorem_5_3_value",
        printed="the minimum is e^eps/(N(e^eps-1)^2), the same as for modified Warner",
        evidence=Theorem("SunComparison.theorem_5_3"),
        formula=says("p = (t-1)/(t+1) implies S(p,1/2,pi,N) = MW(t,N)", {**STRICT, "p": "0 < p < 1", **SHARE, **ONE}),
        reading="at pi_B = 1/2, where (4) gives p = (t-1)/(t+1)",
    ),
    "Section 5.3, Theorem 5.5",
    Claim(
        "sun.theorem_5_5",
        printed="for L = 3 the variance of modified Christofides is smallest for p1 = (1-p2)/(e^eps+1), p3 = "
        "e^eps(1-p2)/(e^eps+1), or the other way round",
        evidence=Theorem("SunComparison.theorem_5_5"),
        formula=says(
            f"argmin[p1] f(p1,p2,N) = {{{SMALL}, {LARGE}}}", {**STRICT, **MIDDLE, **BOX, **ONE}, ("2*p1 + p2 != 1",)
        ),
        reading="at given epsilon and p2, with p3 = 1-p1-p2 and both ratios at most e^eps; 2 p1 + p2 = 1 has no estimator",
        narrowed=("2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    "Section 5.3, Theorem 5.5; Appendix D, last display",
    Claim(
        "sun.theorem_5_5_value",
        printed="the minimum is ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        evidence=Theorem("SunComparison.theorem_5_5"),
        formula=says(f"f({SMALL},p2,N) = MC(t,p2,N)", {**STRICT, **MIDDLE, **ONE}),
        reading="at given epsilon and p2, and at the proportions of sun.theorem_5_5, which says that they are the best",
        narrowed=("the minimum is over p1 with 2 p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    "Section 5.3, after Theorem 5.5",
    Claim(
        "sun.no_middle_cards_is_warner",
        printed="when p2 = 0, modified Christofides is substantially equivalent to modified Warner",
        evidence=Theorem("SunSentences.no_middle_cards"),
        reading="1 and 3 for no and yes: the same matrix Pr(answer | truth) and estimator, which neither has at p1 = 1/2",
    ),
    Claim(
        "sun.no_middle_cards_variance",
        printed="when p2 = 0, modified Christofides is substantially equivalent to modified Warner",
        formula=says("MC(t,0,N) = MW(t,N)", {**STRICT, **ONE}),
        narrowed=("'substantially equivalent' is shown of the variance alone",),
    ),
    "Section 5.4, Theorem 5.7",
    Claim(
        "sun.theorem_5_7",
        printed="for L = 3 the variance of the improved mechanism is smallest at the same proportions",
        evidence=Theorem("SunComparison.theorem_5_7"),
        formula=says(
            f"argmin[p1] c*f(p1,p2,1) = {{{SMALL}, {LARGE}}}",
            {**STRICT, **MIDDLE, **BOX, "c": "c > 0"},
            ("2*p1 + p2 != 1",),
        ),
        reading="at given epsilon > 0 and p2 < 1; by (3) the variance is c = 4 pi(1-pi)/(N-1) times f at N = 1",
        narrowed=(
            "2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",
            "c > 0: 0 < pi < 1: in a census of one kind every p1 has the variance 0; and N >= 2: (3) divides by N-1",
        ),
    ),
    Claim(
        "sun.theorem_5_7_value",
        printed="the minimum is pi(1-pi)/(N-1) ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)",
        evidence=Theorem("SunComparison.theorem_5_7"),
        formula=says(f"4*pi*(1-pi)/(N-1)*f({SMALL},p2,1) = IC(t,p2,pi,N)", {**STRICT, **MIDDLE, **MANY, **SHARE}),
        reading="at given epsilon and p2, and at the proportions of sun.theorem_5_7, which says for 0 < pi < 1 that they are "
        "the best; at pi = 0 and 1 every p1 has the variance 0, and so has the formula",
        narrowed=("the minimum is over p1 with 2 p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    "Appendix D, E Y, first line",
    Claim(
        "sun.appendix_d_mean_line_1",
        printed="E Y = p1 + p2 + 3(1-p1-p2)",
        evidence=Counterexample({"p1": "1/5", "p2": "1/2", "p3": "3/10"}),
        formula=Formula("p1 + 2*p2 + 3*p3 = p1 + p2 + 3*(1-p1-p2)", CARDS_OF_THREE, ("p1 + p2 <= 1",)),
        reading="the second card counts 2; the next line is right",
    ),
    Repair("2 p2 in place of p2", states="p1 + 2*p2 + 3*p3 = p1 + 2*p2 + 3*(1-p1-p2)"),
    "Appendix D, E Y, second line",
    Claim(
        "sun.appendix_d_mean_line_2",
        printed="E Y = 3 - 2 p1 - p2",
        formula=Formula("p1 + 2*p2 + 3*p3 = 3 - 2*p1 - p2", CARDS_OF_THREE, ("p1 + p2 <= 1",)),
    ),
    "Appendix D, E Y, from the first line to the second",
    Claim(
        "sun.appendix_d_mean_step",
        printed="p1 + p2 + 3(1-p1-p2) = 3 - 2 p1 - p2",
        evidence=Counterexample({"p1": "1/5", "p2": "1/2"}),
        formula=Formula("p1 + p2 + 3*(1-p1-p2) = 3 - 2*p1 - p2", {"p1, p2": "[0, 1]"}, ("p1 + p2 <= 1",)),
    ),
    Repair("2 p2 in place of p2", states="p1 + 2*p2 + 3*(1-p1-p2) = 3 - 2*p1 - p2"),
    "Appendix D, Var Y",
    Claim(
        "sun.appendix_d_variance_of_y",
        printed="Var Y = p1 + 4p2 + 9(1-p1-p2) - (3-2p1-p2)^2 = 4p1 + p2 - 4p1^2 - p2^2 - 4p1 p2",
        formula=in_numbers(
            "p1 + 4*p2 + 9*p3 - (p1 + 2*p2 + 3*p3)^2 = p1 + 4*p2 + 9*(1-p1-p2) - (3 - 2*p1 - p2)^2 and p1 + 4*p2 + "
            "9*(1-p1-p2) - (3 - 2*p1 - p2)^2 = g(p1,p2)",
            CARDS_OF_THREE,
        ),
    ),
    "Appendix D, the variance of the estimator = f(p1, p2)",
    Claim(
        "sun.appendix_d_variance",
        printed="= Var Y/(N(3+1-2EY)^2) = (4p1+p2-4p1^2-p2^2-4p1p2)/(N(4p1+2p2-2)^2)",
        formula=in_numbers(
            "g(p1,p2)/(N*(3 + 1 - 2*(3 - 2*p1 - p2))^2) = g(p1,p2)/(N*(4*p1 + 2*p2 - 2)^2)",
            {"p1": "[0, 1]", "p2": "0 <= p2 <= 1 - p1", **ONE},
            ("2*p1 + p2 != 1",),
        ),
        narrowed=("2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
)
