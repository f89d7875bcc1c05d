"""Sections 1 and 2: lying about one bit, what may be inferred, and where the family meets k-ary randomized response."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed

LIE = {"q": "[0, 1/2)", "p": "(0, 1)"}
GARBLING = Formula(
    "(t*p-q)/(t^2-1) >= 0 and (t*q-p)/(t^2-1) >= 0 and p = (t*p-q)/(t^2-1)*t + (t*q-p)/(t^2-1) and q = "
    "(t*p-q)/(t^2-1) + (t*q-p)/(t^2-1)*t",
    {"t": "t > 1", "p, q": "[0, 1]"},
    ("p <= t*q", "q <= t*p"),
)

CLAIMS = listed(
    "Section 2, last paragraph",
    Claim(
        "vinterbo.staircase_form",
        printed="staircase mechanisms can be thought of as C = BD, B with at most two values, on the diagonal and elsewhere, "
        "and D diagonal",
        evidence=Counterexample({"t": "2"}),
        formula=Formula("exists e, d: e*d = t/(3*(t+1)) and e*d = 1/(3*(t+1))", {"t": "t > 1"}),
        reading="a staircase mechanism has rows of at most two values whose ratio is e^α; a column of BD is a multiple of one "
        "of B, of which all entries but one are equal. The mechanism has every pattern of two t's among four inputs, "
        "each row divided by 3 (t+1); whatever the order of its rows, a column has both values off the diagonal",
    ),
    Repair(
        "k-RR has this form, with D a multiple of the identity",
        formula=Formula(
            "(t + (k-1))*(1/(t+k-1)) = 1 and (t/(t+k-1))/(1/(t+k-1)) = t", {"t": "t > 1", "k": "integer k >= 2"}
        ),
        reading="B has t on the diagonal and 1 elsewhere, and D is 1/(t+k-1) times the identity: a column of BD sums to 1, and "
        "its two values have the ratio t. Nothing is said of the other staircase mechanisms",
    ),
    "Section 1, second paragraph",
    Claim(
        "vinterbo.mean_one",
        printed="if the observed mean of m bits is 1, every observed bit is 1",
        formula=Formula(
            "b = 1", {"b": "[0, 1]", "m": "integer m >= 1", "rest": "0 <= rest <= m - 1"}, ("(b + rest)/m = 1",)
        ),
        reading="b is one of the bits and rest the sum of the others",
    ),
    Claim(
        "vinterbo.belief_bound",
        printed="when a contributor lies with probability q < 1/2, (1-q)/q is the upper limit to which any adversary can update "
        "their belief about a contributed bit",
        formula=Formula(
            "p*(1-q)/((1-p)*q) = (1-q)/q*(p/(1-p)) and p*q/((1-p)*(1-q)) = q/(1-q)*(p/(1-p)) and q/(1-q) < (1-q)/q and "
            "p*(1-q)/(p*(1-q) + (1-p)*q) <= (1-q)/q*p and p*q/(p*q + (1-p)*(1-q)) >= q/(1-q)*p",
            LIE,
            ("q > 0",),
        ),
        reading="p is the adversary's prior of 1: after the answer 1 the odds are (1-q)/q times the prior "
        "odds and after 0 q/(1-q) times; the probability changes by no larger a factor",
        narrowed=(
            "q > 0: at q = 0 nobody lies, and the printed limit is infinite",
            "0 < p < 1: an adversary who is certain has no odds to update",
        ),
    ),
    "Section 1, second and third paragraphs",
    Claim(
        "vinterbo.belief_ratio",
        printed="the likelihood ratio (1-q)/q of the example is the disclosure risk whose logarithm differential privacy bounds",
        formula=Formula("q/(1-q) < 1 and 1 < (1-q)/q", {"q": "[0, 1/2)"}, ("q > 0",)),
        reading="an answer's probabilities under the two truths have the ratio (1-q)/q, the larger, or q/(1-q)",
        narrowed=("q > 0: at q = 0 nobody lies, and the printed limit is infinite",),
    ),
    "Section 1, second paragraph",
    Claim(
        "vinterbo.lying_costs",
        printed="with lies the share can still be estimated, at a loss of statistical efficiency",
        formula=Formula(
            "((p*(1-q) + (1-p)*q) - q)/(1-2*q) = p and (p*(1-q) + (1-p)*q)*(1 - (p*(1-q) + (1-p)*q))/(1-2*q)^2 > p*(1-p)",
            {"q": "[0, 1/2)", "p": "[0, 1]"},
            ("q > 0",),
        ),
        narrowed=("q > 0: at q = 0 nobody lies, and nothing is lost",),
    ),
    "Section 2, last paragraph",
    Claim(
        "vinterbo.k_rr_for_one_bit",
        printed="for n = 1 the k-RR mechanism is Warner's, a member of the family",
        formula=Formula("t/(t+2-1) = a and 1/(t+2-1) = 1-a iff t = a/(1-a)", {"t": "t >= 1", "a": "[1/2, 1)"}),
        reading="k-RR has t/(t+k-1) on the diagonal and 1/(t+k-1) elsewhere, t = e^α, here k = 2: it is C_a, Warner's device "
        "that tells the truth with probability a, for the one a >= 1/2 of ratio t, and every such C_a with a < 1 is one",
    ),
    Claim(
        "vinterbo.k_rr_best_for_divergence",
        printed="k-RR is optimal with respect to the tradeoff between differential privacy and utility as KL-divergence",
        evidence=Argued(
            "an output with probabilities (p, q) is reached from the two answers of k-RR with the probabilities t+1 times "
            "the two coefficients, and what is made of answers has no larger divergence than they"
        ),
        formula=GARBLING,
        narrowed=(
            "k = 2, where k-RR is Warner's device. The sentence tells what another paper shows and names neither a number of "
            "inputs nor levels or distributions; for more inputs it needs some, by vinterbo.k_rr_beaten_on_halves",
        ),
    ),
    "for the last paragraph of Section 2: four inputs, the uniform distributions on {1, 2} and on {3, 4}",
    Claim(
        "vinterbo.k_rr_beaten_on_halves",
        evidence=Argued("a is log((t+1)/2) and b is log(t)"),
        reading="k-RR of level t = e^α has the divergence (t-1)/(t+3) log((t+1)/2), a randomized response about which of the "
        "two sets holds the truth, also of level t, has (t-1)/(t+1) log(t), which is larger",
    ),
    "Section 2, last paragraph; Section 4.3, before Corollary 2",
    Claim(
        "vinterbo.warner_optimal_for_one_bit",
        printed="for n = 1 Warner's proposal is optimal for any loss and any differential privacy level",
        evidence=Theorem("AnyLoss.warner_for_any_loss"),
        formula=GARBLING,
        reading="every mechanism of level t = e^α on one bit, with any outputs, is a post-processing of Warner's with "
        "probabilities t/(t+1), 1/(t+1); p, q are one of its rows. For any number of respondents, any law of their "
        "bits, any rule and any loss, that post-processing followed by the rule has the same expected loss; the "
        "engine's statement is for α > 0",
        narrowed=("rules may be randomized, as that post-processing is, which the sentence does not say",),
    ),
    "Section 2, last paragraph",
    Claim(
        "vinterbo.k_rr_meets_family_once",
        printed="n = 1 is the only case in which the k-RR family intersects the iterated bisymmetric randomizers",
        evidence=Theorem("VinterboBits.k_rr_meets_family_once"),
        formula=Formula("u*a = u*(1-a) implies a = 1/2", {"a": "0 < a < 1", "u": "u > 0"}),
        narrowed=("a is none of 0, 1/2 and 1, where C_a(n) is a k-RR of infinite or no privacy or a permutation",),
    ),
)
