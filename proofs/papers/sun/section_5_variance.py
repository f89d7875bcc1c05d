"""Section 5, the variances at a given epsilon: Theorems 5.3, 5.5 and 5.7, with Appendices C and D."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Fact, Repair
from rropt.claims.evidence import Item
from rropt.families import christofides, warner

from .definitions import ASKED, DEFINE, EXAMPLE, MANY, MIDDLE, ONE, QUESTION, SHARE, STRICT
from .surveys import T

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
INSIDE = {"p1, p2": "(0, 1)", **ONE}
NO_BUDGET = "at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon"
SIMPLEX = ("p1 + p2 < 1", "2*p1 + p2 != 1")


def equivalent_items() -> Iterator[Item]:
    """p2 = 0: the answers 1 and 3 are Warner's, and 2 does not occur."""
    cards, device = christofides(cards=(1 / (1 + T), 0, T / (1 + T))).rows, warner(p=1 / (1 + T)).rows
    for x in (0, 1):
        yield Fact(f"answer 1, truth {x}", cards[0][x], "=", device[0][x])
        yield Fact(f"answer 2, truth {x}", cards[1][x], "=", 0)
        yield Fact(f"answer 3, truth {x}", cards[2][x], "=", device[1][x])


CLAIMS = [
    Claim(
        "sun.warner_variance_of_epsilon",
        "W(1/(1+t),N) = MW(t,N)",
        where="Section 5.1, the last display",
        printed="with epsilon = ln((1-p)/p) and p < 1/2 the variance is e^eps/(N(e^eps-1)^2)",
        reading="p = 1/(1+t)",
        given={**STRICT, **ONE},
        define=DEFINE,
    ),
    Claim(
        "sun.simmons_budget_inverted",
        "(b <= 1/2 implies ((p+(1-p)*b)/((1-p)*b) = t iff p = b*(t-1)/(1+b*(t-1)))) and (b > 1/2 implies"
        " ((p+(1-p)*(1-b))/((1-p)*(1-b)) = t iff p = (1-b)*(t-1)/(1+(1-b)*(t-1))))",
        where="Appendix C, 'Substitute (4) into (2)'",
        printed="(4) gives p at a given epsilon",
        reading="both cases of (4)",
        given={**ASKED, **STRICT},
        narrowed=("p < 1 and 0 < b and b < 1", NO_BUDGET),
    ),
    Claim(
        "sun.appendix_c_1",
        f"S(p,b,pi,N) = {BELOW}",
        where="Appendix C, (1)",
        printed="for pi_B <= 1/2 the variance is (1/(e^eps-1)+pi)(1+1/((e^eps-1)pi_B))/N - 1/(N(e^eps-1)^2)"
        " - (e^eps+1)pi/(N(e^eps-1))",
        given={**STRICT, "b": "0 <= b <= 1/2", **SHARE, **ONE, **HALF},
        define=DEFINE,
        narrowed=("b > 0", NO_BUDGET),
    ),
    Claim(
        "sun.appendix_c_1_minimum",
        f"argmin[b] {BELOW} = {{1/2}}",
        where="Appendix C, (1), the minimum",
        printed="the minimum is at pi_B = 1/2",
        reading="at a given epsilon",
        given={**STRICT, "b": "0 < b <= 1/2", **SHARE, **ONE},
        define=DEFINE,
        narrowed=("b > 0", NO_BUDGET),
    ),
    Claim(
        "sun.appendix_c_1_value",
        f"at({BELOW}, b, 1/2) = MW(t,N)",
        where="Appendix C, (1), the value of the minimum",
        printed="= e^eps/(N(e^eps-1)^2)",
        given={**STRICT, "b": "0 < b <= 1/2", **SHARE, **ONE},
        define=DEFINE,
    ),
    Claim(
        "sun.appendix_c_2",
        f"S(p,b,pi,N) = {ABOVE}",
        where="Appendix C, (2)",
        printed="for pi_B > 1/2 the variance is (1/(e^eps-1)+pi)(1+1/((e^eps-1)(1-pi_B)))/N - 1/(N(e^eps-1)^2)"
        " - (e^eps+1)pi/(N(e^eps-1))",
        reading="(4) for pi_B > 1/2 put into (2). Exchanging yes and no turns pi_B into 1-pi_B and pi into 1-pi as well",
        given={**STRICT, "b": "1/2 < b < 1", **SHARE, **ONE, **OTHER},
        define=DEFINE,
        example=EXAMPLE,
        repairs=(
            Repair(
                states=f"S(p,b,pi,N) = {ABOVE_TRUE}",
                given={"b": "1/2 < b <= 1"},
                why="with 1-pi in place of pi in both places",
                narrowed=("b < 1", NO_BUDGET),
            ),
            Repair(adding=("pi = 1/2",), why="the printed formula, at pi = 1/2 alone"),
        ),
    ),
    Claim(
        "sun.appendix_c_2_minimum",
        f"S(p,b,pi,N) > MW(t,N) and at({ABOVE_TRUE}, b, 1/2) = MW(t,N)",
        where="Appendix C, (2), the minimum",
        printed="for pi_B > 1/2 the minimum is that of pi_B = 1/2, e^eps/(N(e^eps-1)^2)",
        reading="for the variance (2) itself, of which sun.appendix_c_2.repaired is the right form, at a given epsilon",
        given={**STRICT, "b": "1/2 < b <= 1", **SHARE, **ONE, **OTHER},
        define=DEFINE,
        narrowed=(
            ("b < 1", NO_BUDGET),
            (
                "",
                "no pi_B > 1/2 attains the minimum: shown is that the variance is above the value that its formula has at the end "
                "pi_B = 1/2, which belongs to case (1)",
            ),
        ),
        steps=(f"S(p,b,pi,N) = {ABOVE_TRUE}", "1 + 1/((t-1)*(1-b)) > 1 + 2/(t-1)"),
    ),
    Claim(
        "sun.appendix_c_2_value",
        f"at({ABOVE}, b, 1/2) = MW(t,N)",
        where="Appendix C, (2), the value of the minimum",
        printed="its value at pi_B = 1/2 is e^eps/(N(e^eps-1)^2)",
        reading="the printed formula and the right one agree at pi_B = 1/2",
        given={**STRICT, "b": "1/2 < b < 1", **SHARE, **ONE},
        define=DEFINE,
    ),
    Claim(
        "sun.theorem_5_3",
        "(b <= 1/2 and p = b*(t-1)/(1+b*(t-1)) or b > 1/2 and p = (1-b)*(t-1)/(1+(1-b)*(t-1))) implies"
        " S(p,b,pi,N) >= MW(t,N) and (b = 1/2 implies S(p,b,pi,N) = MW(t,N))",
        kernel="SunComparison.theorem_5_3",
        where="Section 5.2, Theorem 5.3; Appendix C",
        printed="the variance of modified Simmons is smallest for pi_B = 1/2",
        reading="at a given epsilon, with p from (4); of the variance (2), that of the survey by Sun.simmons_variance in Coq; "
        "the value at the minimum, with which the sentence ends, is sun.theorem_5_3_value",
        given={**STRICT, **QUESTION, **SHARE, **ONE},
        define=DEFINE,
        steps=(
            "b <= 1/2 and p = b*(t-1)/(1+b*(t-1)) implies S(p,b,pi,N) >= MW(t,N)",
            "b > 1/2 and p = (1-b)*(t-1)/(1+(1-b)*(t-1)) implies S(p,b,pi,N) >= MW(t,N)",
            "b = 1/2 and p = (t-1)/(t+1) implies S(p,b,pi,N) = MW(t,N)",
        ),
    ),
    Claim(
        "sun.theorem_5_3_value",
        "p = (t-1)/(t+1) implies S(p,1/2,pi,N) = MW(t,N)",
        kernel="SunComparison.theorem_5_3",
        where="Section 5.2, Theorem 5.3 and the sentence after it",
        printed="the minimum is e^eps/(N(e^eps-1)^2), the same as for modified Warner",
        reading="at pi_B = 1/2, where (4) gives p = (t-1)/(t+1)",
        given={**STRICT, "p": "0 < p < 1", **SHARE, **ONE},
        define=DEFINE,
    ),
    Claim(
        "sun.theorem_5_5",
        f"argmin[p1] f(p1,p2,N) = {{{SMALL}, {LARGE}}}",
        kernel="SunComparison.theorem_5_5",
        where="Section 5.3, Theorem 5.5",
        printed="for L = 3 the variance of modified Christofides is smallest for p1 = (1-p2)/(e^eps+1), "
        "p3 = e^eps(1-p2)/(e^eps+1), or the other way round",
        reading="at given epsilon and p2, with p3 = 1-p1-p2 and both ratios at most e^eps; 2 p1 + p2 = 1 has no estimator",
        given={**STRICT, **MIDDLE, **BOX, **ONE},
        assuming=("2*p1 + p2 != 1",),
        define=DEFINE,
        steps=("(2*p1+p2-1)^2 <= ((1-p2)*(t-1)/(t+1))^2",),
        narrowed=("2*p1 + p2 != 1", "where 2 p1 + p2 = 1 there is no estimator"),
    ),
    Claim(
        "sun.theorem_5_5_value",
        f"f({SMALL},p2,N) = MC(t,p2,N)",
        kernel="SunComparison.theorem_5_5",
        where="Section 5.3, Theorem 5.5; Appendix D, last display",
        printed="the minimum is ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        given={**STRICT, **MIDDLE, **ONE},
        define=DEFINE,
        reading="at given epsilon and p2, and at the proportions of sun.theorem_5_5, which says that they are the best",
        narrowed=("", "the minimum is over p1 with 2 p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator"),
    ),
    Claim(
        "sun.no_middle_cards_is_warner",
        kernel="SunSentences.no_middle_cards",
        where="Section 5.3, after Theorem 5.5",
        printed="when p2 = 0, modified Christofides is substantially equivalent to modified Warner",
        reading="1 and 3 in the place of no and yes: the same matrix Pr(answer | truth), and the same estimator, which neither "
        "has at p1 = 1/2",
        decided_by=equivalent_items,
        argument="both truths and all answers, t free",
    ),
    Claim(
        "sun.no_middle_cards_variance",
        "MC(t,0,N) = MW(t,N)",
        narrowed=(("", "'substantially equivalent' is shown of the variance alone"),),
        where="Section 5.3, after Theorem 5.5",
        printed="when p2 = 0, modified Christofides is substantially equivalent to modified Warner",
        reading="in the variance",
        given={**STRICT, **ONE},
        define=DEFINE,
    ),
    Claim(
        "sun.theorem_5_7",
        f"argmin[p1] c*f(p1,p2,1) = {{{SMALL}, {LARGE}}}",
        kernel="SunComparison.theorem_5_7",
        where="Section 5.4, Theorem 5.7",
        printed="for L = 3 the variance of the improved mechanism is smallest at the same proportions",
        reading="at given epsilon > 0 and p2 < 1; by (3) the variance is c = 4 pi(1-pi)/(N-1) times f at N = 1",
        given={**STRICT, **MIDDLE, **BOX, "c": "c > 0"},
        assuming=("2*p1 + p2 != 1",),
        define=DEFINE,
        steps=("(2*p1+p2-1)^2 <= ((1-p2)*(t-1)/(t+1))^2",),
        narrowed=(
            ("2*p1 + p2 != 1", "where 2 p1 + p2 = 1 there is no estimator"),
            (
                "c > 0",
                "0 < pi < 1: in a census of one kind every p1 has the variance 0; and N >= 2: (3) divides by N-1",
            ),
        ),
    ),
    Claim(
        "sun.theorem_5_7_value",
        f"4*pi*(1-pi)/(N-1)*f({SMALL},p2,1) = IC(t,p2,pi,N)",
        kernel="SunComparison.theorem_5_7",
        where="Section 5.4, Theorem 5.7",
        printed="the minimum is pi(1-pi)/(N-1) ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)",
        given={**STRICT, **MIDDLE, **MANY, **SHARE},
        define=DEFINE,
        reading="at given epsilon and p2, and at the proportions of sun.theorem_5_7, which says for 0 < pi < 1 that they are the "
        "best; at pi = 0 and 1 every p1 has the variance 0, and so has the formula",
        narrowed=("", "the minimum is over p1 with 2 p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator"),
    ),
    Claim(
        "sun.appendix_d_mean_line_1",
        "p1 + 2*p2 + 3*p3 = p1 + p2 + 3*(1-p1-p2)",
        where="Appendix D, E Y, first line",
        printed="E Y = p1 + p2 + 3(1-p1-p2)",
        reading="the second card counts 2; the next line is right",
        given={"p1, p2": "[0, 1]", "p3": "p3 = 1-p1-p2"},
        assuming=("p1 + p2 <= 1",),
        example=EXAMPLE,
        repairs=(Repair(states="p1 + 2*p2 + 3*p3 = p1 + 2*p2 + 3*(1-p1-p2)", why="2 p2 in place of p2"),),
    ),
    Claim(
        "sun.appendix_d_mean_line_2",
        "p1 + 2*p2 + 3*p3 = 3 - 2*p1 - p2",
        where="Appendix D, E Y, second line",
        printed="E Y = 3 - 2 p1 - p2",
        given={"p1, p2": "[0, 1]", "p3": "p3 = 1-p1-p2"},
        assuming=("p1 + p2 <= 1",),
    ),
    Claim(
        "sun.appendix_d_mean_step",
        "p1 + p2 + 3*(1-p1-p2) = 3 - 2*p1 - p2",
        where="Appendix D, E Y, from the first line to the second",
        printed="p1 + p2 + 3(1-p1-p2) = 3 - 2 p1 - p2",
        given={"p1, p2": "[0, 1]"},
        assuming=("p1 + p2 <= 1",),
        example=EXAMPLE,
        repairs=(Repair(states="p1 + 2*p2 + 3*(1-p1-p2) = 3 - 2*p1 - p2", why="2 p2 in place of p2"),),
    ),
    Claim(
        "sun.appendix_d_variance_of_y",
        "p1 + 4*p2 + 9*p3 - (p1 + 2*p2 + 3*p3)^2 = p1 + 4*p2 + 9*(1-p1-p2) - (3 - 2*p1 - p2)^2"
        " and p1 + 4*p2 + 9*(1-p1-p2) - (3 - 2*p1 - p2)^2 = g(p1,p2)",
        where="Appendix D, Var Y",
        printed="Var Y = p1 + 4p2 + 9(1-p1-p2) - (3-2p1-p2)^2 = 4p1 + p2 - 4p1^2 - p2^2 - 4p1 p2",
        given={"p1, p2": "[0, 1]", "p3": "p3 = 1-p1-p2"},
        define=NUMBERS,
    ),
    Claim(
        "sun.appendix_d_variance",
        "g(p1,p2)/(N*(3 + 1 - 2*(3 - 2*p1 - p2))^2) = g(p1,p2)/(N*(4*p1 + 2*p2 - 2)^2)",
        where="Appendix D, the variance of the estimator = f(p1, p2)",
        printed="= Var Y/(N(3+1-2EY)^2) = (4p1+p2-4p1^2-p2^2-4p1p2)/(N(4p1+2p2-2)^2)",
        given={"p1": "[0, 1]", "p2": "0 <= p2 <= 1 - p1", **ONE},
        define=NUMBERS,
        narrowed=("2*p1 + p2 != 1", "where 2 p1 + p2 = 1 there is no estimator"),
    ),
]
