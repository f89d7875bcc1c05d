"""Appendix A: the proof of Theorem 3.1."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import CARDS, DEFINE, EVERY, ONE, POSSIBLE, SHARE, SURVEY

MIRROR = "((L+1)^2 - 2*(L+1)*m + s)"
START = f"N*pi*({MIRROR} - (L+1-m)^2) + N*(1-pi)*(s - m^2)"
SECOND = f"N*pi*({MIRROR} - s) + N*pi*(-(L+1-m)^2 + m^2) + N*(s - m^2)"
THIRD = "N*pi*((L+1)^2 - 2*(L+1)*m) - N*pi*(-(L+1-m)^2 + m^2) + N*pi*((L+1)*(L+1-2*m))"
CORRECT = "N*pi*((L+1)^2 - 2*(L+1)*m) - N*pi*((L+1)*(L+1-2*m)) + N*(s - m^2)"
ALL = {**CARDS, **SHARE, **ONE}
MOMENTS = "the sums over k in terms of m = sum k p_k and s = sum k^2 p_k, with sum p_k = 1 (sun.appendix_a_sums)"


CLAIMS = with_repairs(
    Claim(
        "sun.appendix_a_sums",
        where="Appendix A, the step between two lines of the display, which no sentence tells",
        printed="the sums with p_{L+1-k} are the sums with (L+1-k) and p_k",
        evidence=Theorem("SunComparison.appendix_a_sums"),
    ),
    Claim(
        "sun.appendix_a_1",
        where="Appendix A, Var(sum X), first form",
        printed="Var(sum X) = N pi [sum k^2 p_{L+1-k} - (sum k p_{L+1-k})^2] + N(1-pi)[sum k^2 p_k - (sum k p_k)^2]",
        evidence=Theorem("SunReplaced.appendix_a"),
        formula=Formula(f"{START} = N*pi*(s - m^2) + N*(1-pi)*(s - m^2)", ALL),
    ),
    Claim(
        "sun.appendix_a_2",
        where="Appendix A, Var(sum X), first equality",
        printed="= N pi [sum (L+1-k)^2 p_k - sum k^2 p_k] + N pi [-(sum (L+1-k)p_k)^2 + (sum k p_k)^2] + N Var Y",
        evidence=Theorem("SunReplaced.appendix_a"),
        formula=Formula(f"{START} = {SECOND}", ALL),
    ),
    Claim(
        "sun.appendix_a_3",
        where="Appendix A, Var(sum X), second equality",
        printed="= N pi [sum ((L+1)^2 - 2(L+1)k)p_k] - N pi [-(sum (L+1-k)p_k)^2 + (sum k p_k)^2] + N pi [(sum (L+1)p_k)(sum "
        "(L+1-2k)p_k)]",
        evidence=Counterexample(
            {"N": "100", "A": "10", "B1": "20", "B2": "50", "L": "3", "pi": "1/10", "m": "21/10", "s": "49/10"}
        ),
        formula=Formula(f"{SECOND} = {THIRD}", SURVEY, POSSIBLE),
        reading=MOMENTS
        + ". The bracket has lost its sign, it stands beside its own factorisation, and N Var Y is missing",
    ),
    Repair(
        "N pi [sum ((L+1)^2 - 2(L+1)k)p_k] - N pi [(sum (L+1)p_k)(sum (L+1-2k)p_k)] + N Var Y",
        evidence=Theorem("SunRepaired.appendix_a_corrected"),
        formula=Formula(f"{SECOND} = {CORRECT}", {**SURVEY, **EVERY}, POSSIBLE),
    ),
    Claim(
        "sun.appendix_a_4",
        where="Appendix A, Var(sum X), last equality",
        printed="= N [sum k^2 p_k - (sum k p_k)^2]",
        evidence=Counterexample(
            {"N": "100", "A": "10", "B1": "20", "B2": "50", "L": "3", "pi": "1/10", "m": "21/10", "s": "49/10"}
        ),
        formula=Formula(f"{THIRD} = N*(s - m^2)", SURVEY, POSSIBLE),
        reading=MOMENTS + "; from the line before it, as printed",
    ),
    Repair(
        "from the corrected line before it",
        evidence=Theorem("SunRepaired.appendix_a_corrected"),
        formula=Formula(f"{CORRECT} = N*(s - m^2)", {**SURVEY, **EVERY}, POSSIBLE),
    ),
    Claim(
        "sun.appendix_a_5",
        where="Appendix A, last display",
        printed="Var of the estimator = Var(mean of X)/(L+1-2EY)^2 = Var Y/(N(L+1-2EY)^2)",
        evidence=Theorem("SunReplaced.appendix_a_estimator"),
        formula=Formula(f"({START})/(N^2*(L+1-2*m)^2) = C(v, L+1-2*m, N)", ALL, ("L + 1 - 2*m != 0",), DEFINE),
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
)
