"""Section 5, the variances at a given epsilon: Theorems 5.3, 5.5 and 5.7, with Appendices C and D."""

from rropt.claims import Claim, Counterexample, Decided, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import ASKED, DEFINE, MANY, MIDDLE, ONE, QUESTION, SHARE, STRICT

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
SIMPLEX = ("p1 + p2 < 1", "2*p1 + p2 != 1")


CLAIMS = with_repairs(
    Claim(
        "sun.warner_variance_of_epsilon",
        where="Section 5.1, the last display",
        printed="with epsilon = ln((1-p)/p) and p < 1/2 the variance is e^eps/(N(e^eps-1)^2)",
        formula=Formula("W(1/(1+t),N) = MW(t,N)", {**STRICT, **ONE}, define=DEFINE),
        reading="p = 1/(1+t)",
    ),
    Claim(
        "sun.simmons_budget_inverted",
        where="Appendix C, 'Substitute (4) into (2)'",
        printed="(4) gives p at a given epsilon",
        formula=Formula(
            "(b <= 1/2 implies ((p+(1-p)*b)/((1-p)*b) = t iff p = b*(t-1)/(1+b*(t-1)))) and (b > 1/2 implies "
            "((p+(1-p)*(1-b))/((1-p)*(1-b)) = t iff p = (1-b)*(t-1)/(1+(1-b)*(t-1))))",
            {**ASKED, **STRICT},
            ("p < 1 and 0 < b and b < 1",),
        ),
        reading="both cases of (4)",
        narrowed=(
            "p < 1 and 0 < b and b < 1: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",
        ),
    ),
    Claim(
        "sun.appendix_c_1",
        where="Appendix C, (1)",
        printed="for pi_B <= 1/2 the variance is (1/(e^eps-1)+pi)(1+1/((e^eps-1)pi_B))/N - 1/(N(e^eps-1)^2) - "
        "(e^eps+1)pi/(N(e^eps-1))",
        formula=Formula(
            f"S(p,b,pi,N) = {BELOW}", {**STRICT, "b": "0 <= b <= 1/2", **SHARE, **ONE, **HALF}, ("b > 0",), DEFINE
        ),
        narrowed=("b > 0: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",),
    ),
    Claim(
        "sun.appendix_c_1_minimum",
        where="Appendix C, (1), the minimum",
        printed="the minimum is at pi_B = 1/2",
        formula=Formula(
            f"argmin[b] {BELOW} = {{1/2}}", {**STRICT, "b": "0 < b <= 1/2", **SHARE, **ONE}, ("b > 0",), DEFINE
        ),
        reading="at a given epsilon",
        narrowed=("b > 0: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",),
    ),
    Claim(
        "sun.appendix_c_1_value",
        where="Appendix C, (1), the value of the minimum",
        printed="= e^eps/(N(e^eps-1)^2)",
        formula=Formula(
            f"at({BELOW}, b, 1/2) = MW(t,N)", {**STRICT, "b": "0 < b <= 1/2", **SHARE, **ONE}, define=DEFINE
        ),
    ),
    Claim(
        "sun.appendix_c_2",
        where="Appendix C, (2)",
        printed="for pi_B > 1/2 the variance is (1/(e^eps-1)+pi)(1+1/((e^eps-1)(1-pi_B)))/N - 1/(N(e^eps-1)^2) - "
        "(e^eps+1)pi/(N(e^eps-1))",
        evidence=Counterexample({"t": "2", "b": "2/3", "pi": "1/10", "N": "100", "p": "1/4"}),
        formula=Formula(
            f"S(p,b,pi,N) = {ABOVE}", {**STRICT, "b": "1/2 < b < 1", **SHARE, **ONE, **OTHER}, define=DEFINE
        ),
        reading=(
            "(4) for pi_B > 1/2 put into (2). Exchanging yes and no turns pi_B into 1-pi_B and pi into 1-pi as well"
        ),
    ),
    Repair(
        "with 1-pi in place of pi in both places",
        formula=Formula(
            f"S(p,b,pi,N) = {ABOVE_TRUE}",
            {**STRICT, "b": "1/2 < b <= 1", **SHARE, **ONE, **OTHER},
            ("b < 1",),
            DEFINE,
        ),
        narrowed=("b < 1: at pi_B = 0 or 1, and at p = 1, a divisor of (4) is 0: there is no epsilon",),
    ),
    Repair("the printed formula, at pi = 1/2 alone", assuming=("pi = 1/2",)),
    Claim(
        "sun.appendix_c_2_minimum",
        where="Appendix C, (2), the minimum",
        printed="for pi_B > 1/2 the minimum is that of pi_B = 1/2, e^eps/(N(e^eps-1)^2)",
        evidence=Decided(steps=(f"S(p,b,pi,N) = {ABOVE_TRUE}", "1 + 1/((t-1)*(1-b)) > 1 + 2/(t-1)")),
        formula=Formula(
            f"S(p,b,pi,N) > MW(t,N) and at({ABOVE_TRUE}, b, 1/2) = MW(t,N)",
            {**STRICT, "b": "1/2 < b <= 1", **SHARE, **ONE, **OTHER},
            ("b < 1",),
            DEFINE,
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
    Claim(
        "sun.appendix_c_2_value",
        where="Appendix C, (2), the value of the minimum",
        printed="its value at pi_B = 1/2 is e^eps/(N(e^eps-1)^2)",
        formula=Formula(
            f"at({ABOVE}, b, 1/2) = MW(t,N)", {**STRICT, "b": "1/2 < b < 1", **SHARE, **ONE}, define=DEFINE
        ),
        reading="the printed formula and the right one agree at pi_B = 1/2",
    ),
    Claim(
        "sun.theorem_5_3",
        where="Section 5.2, Theorem 5.3; Appendix C",
        printed="the variance of modified Simmons is smallest for pi_B = 1/2",
        evidence=Theorem("SunComparison.theorem_5_3"),
        formula=Formula(
            "(b <= 1/2 and p = b*(t-1)/(1+b*(t-1)) or b > 1/2 and p = (1-b)*(t-1)/(1+(1-b)*(t-1))) implies S(p,b,pi,N) "
            ">= MW(t,N) and (b = 1/2 implies S(p,b,pi,N) = MW(t,N))",
            {**STRICT, **QUESTION, **SHARE, **ONE},
            define=DEFINE,
        ),
        reading="at a given epsilon, with p from (4); of the variance (2), that of the survey by Sun.simmons_variance in Coq; "
        "the value at the minimum, with which the sentence ends, is sun.theorem_5_3_value",
    ),
    Claim(
        "sun.theorem_5_3_value",
        where="Section 5.2, Theorem 5.3 and the sentence after it",
        printed="the minimum is e^eps/(N(e^eps-1)^2), the same as for modified Warner",
        evidence=Theorem("SunComparison.theorem_5_3"),
        formula=Formula(
            "p = (t-1)/(t+1) implies S(p,1/2,pi,N) = MW(t,N)",
            {**STRICT, "p": "0 < p < 1", **SHARE, **ONE},
            define=DEFINE,
        ),
        reading="at pi_B = 1/2, where (4) gives p = (t-1)/(t+1)",
    ),
    Claim(
        "sun.theorem_5_5",
        where="Section 5.3, Theorem 5.5",
        printed="for L = 3 the variance of modified Christofides is smallest for p1 = (1-p2)/(e^eps+1), p3 = "
        "e^eps(1-p2)/(e^eps+1), or the other way round",
        evidence=Theorem("SunComparison.theorem_5_5"),
        formula=Formula(
            f"argmin[p1] f(p1,p2,N) = {{{SMALL}, {LARGE}}}",
            {**STRICT, **MIDDLE, **BOX, **ONE},
            ("2*p1 + p2 != 1",),
            DEFINE,
        ),
        reading=(
            "at given epsilon and p2, with p3 = 1-p1-p2 and both ratios at most e^eps; 2 p1 + p2 = 1 has no estimator"
        ),
        narrowed=("2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    Claim(
        "sun.theorem_5_5_value",
        where="Section 5.3, Theorem 5.5; Appendix D, last display",
        printed="the minimum is ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        evidence=Theorem("SunComparison.theorem_5_5"),
        formula=Formula(f"f({SMALL},p2,N) = MC(t,p2,N)", {**STRICT, **MIDDLE, **ONE}, define=DEFINE),
        reading="at given epsilon and p2, and at the proportions of sun.theorem_5_5, which says that they are the best",
        narrowed=("the minimum is over p1 with 2 p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    Claim(
        "sun.no_middle_cards_is_warner",
        where="Section 5.3, after Theorem 5.5",
        printed="when p2 = 0, modified Christofides is substantially equivalent to modified Warner",
        evidence=Theorem("SunSentences.no_middle_cards"),
        reading="1 and 3 in the place of no and yes: the same matrix Pr(answer | truth), and the same estimator, which neither "
        "has at p1 = 1/2",
    ),
    Claim(
        "sun.no_middle_cards_variance",
        where="Section 5.3, after Theorem 5.5",
        printed="when p2 = 0, modified Christofides is substantially equivalent to modified Warner",
        formula=Formula("MC(t,0,N) = MW(t,N)", {**STRICT, **ONE}, define=DEFINE),
        reading="in the variance",
        narrowed=("'substantially equivalent' is shown of the variance alone",),
    ),
    Claim(
        "sun.theorem_5_7",
        where="Section 5.4, Theorem 5.7",
        printed="for L = 3 the variance of the improved mechanism is smallest at the same proportions",
        evidence=Theorem("SunComparison.theorem_5_7"),
        formula=Formula(
            f"argmin[p1] c*f(p1,p2,1) = {{{SMALL}, {LARGE}}}",
            {**STRICT, **MIDDLE, **BOX, "c": "c > 0"},
            ("2*p1 + p2 != 1", "c > 0"),
            DEFINE,
        ),
        reading="at given epsilon > 0 and p2 < 1; by (3) the variance is c = 4 pi(1-pi)/(N-1) times f at N = 1",
        narrowed=(
            "2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",
            "c > 0: 0 < pi < 1: in a census of one kind every p1 has the variance 0; and N >= 2: (3) divides by N-1",
        ),
    ),
    Claim(
        "sun.theorem_5_7_value",
        where="Section 5.4, Theorem 5.7",
        printed="the minimum is pi(1-pi)/(N-1) ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)",
        evidence=Theorem("SunComparison.theorem_5_7"),
        formula=Formula(
            f"4*pi*(1-pi)/(N-1)*f({SMALL},p2,1) = IC(t,p2,pi,N)", {**STRICT, **MIDDLE, **MANY, **SHARE}, define=DEFINE
        ),
        reading="at given epsilon and p2, and at the proportions of sun.theorem_5_7, which says for 0 < pi < 1 that they are "
        "the best; at pi = 0 and 1 every p1 has the variance 0, and so has the formula",
        narrowed=("the minimum is over p1 with 2 p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    Claim(
        "sun.appendix_d_mean_line_1",
        where="Appendix D, E Y, first line",
        printed="E Y = p1 + p2 + 3(1-p1-p2)",
        evidence=Counterexample({"p1": "1/5", "p2": "1/2", "p3": "3/10"}),
        formula=Formula(
            "p1 + 2*p2 + 3*p3 = p1 + p2 + 3*(1-p1-p2)", {"p1, p2": "[0, 1]", "p3": "p3 = 1-p1-p2"}, ("p1 + p2 <= 1",)
        ),
        reading="the second card counts 2; the next line is right",
    ),
    Repair("2 p2 in place of p2", states="p1 + 2*p2 + 3*p3 = p1 + 2*p2 + 3*(1-p1-p2)"),
    Claim(
        "sun.appendix_d_mean_line_2",
        where="Appendix D, E Y, second line",
        printed="E Y = 3 - 2 p1 - p2",
        formula=Formula(
            "p1 + 2*p2 + 3*p3 = 3 - 2*p1 - p2", {"p1, p2": "[0, 1]", "p3": "p3 = 1-p1-p2"}, ("p1 + p2 <= 1",)
        ),
    ),
    Claim(
        "sun.appendix_d_mean_step",
        where="Appendix D, E Y, from the first line to the second",
        printed="p1 + p2 + 3(1-p1-p2) = 3 - 2 p1 - p2",
        evidence=Counterexample({"p1": "1/5", "p2": "1/2"}),
        formula=Formula("p1 + p2 + 3*(1-p1-p2) = 3 - 2*p1 - p2", {"p1, p2": "[0, 1]"}, ("p1 + p2 <= 1",)),
    ),
    Repair("2 p2 in place of p2", states="p1 + 2*p2 + 3*(1-p1-p2) = 3 - 2*p1 - p2"),
    Claim(
        "sun.appendix_d_variance_of_y",
        where="Appendix D, Var Y",
        printed="Var Y = p1 + 4p2 + 9(1-p1-p2) - (3-2p1-p2)^2 = 4p1 + p2 - 4p1^2 - p2^2 - 4p1 p2",
        formula=Formula(
            "p1 + 4*p2 + 9*p3 - (p1 + 2*p2 + 3*p3)^2 = p1 + 4*p2 + 9*(1-p1-p2) - (3 - 2*p1 - p2)^2 and p1 + 4*p2 + "
            "9*(1-p1-p2) - (3 - 2*p1 - p2)^2 = g(p1,p2)",
            {"p1, p2": "[0, 1]", "p3": "p3 = 1-p1-p2"},
            define=NUMBERS,
        ),
    ),
    Claim(
        "sun.appendix_d_variance",
        where="Appendix D, the variance of the estimator = f(p1, p2)",
        printed="= Var Y/(N(3+1-2EY)^2) = (4p1+p2-4p1^2-p2^2-4p1p2)/(N(4p1+2p2-2)^2)",
        formula=Formula(
            "g(p1,p2)/(N*(3 + 1 - 2*(3 - 2*p1 - p2))^2) = g(p1,p2)/(N*(4*p1 + 2*p2 - 2)^2)",
            {"p1": "[0, 1]", "p2": "0 <= p2 <= 1 - p1", **ONE},
            ("2*p1 + p2 != 1",),
            NUMBERS,
        ),
        narrowed=("2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
)
