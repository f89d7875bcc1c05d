"""Section 4.3: differential privacy of bitwise independent randomizers, and the loss at a given privacy level."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import DEFINE

KEPT = {"a": "0 < a < 1"}
LEVEL = {"u": "u > 1"}
WARNER = {"x, y": "[0, 1]", "t": "t > 1", "pi": "(0, 1)"}
ERROR = {"V(x, y)": "(x - pi*(x+y-1))*(1 - x + pi*(x+y-1))/(x+y-1)^2"}


CLAIMS = with_repairs(
    Claim(
        "vinterbo.bit_privacy",
        where="Section 4.3",
        printed="a bit randomizer M is log(l_M)-differentially private for l_M the largest ratio in a row of C_M",
        evidence=Theorem("VinterboSurveys.bit_privacy"),
        reading="of the answers of any number of individuals",
        narrowed=("the four probabilities of M are positive: else a ratio is infinite or 0/0",),
    ),
    Claim(
        "vinterbo.sequence_privacy",
        where="Section 4.3",
        printed="R(M) is log(l)-differentially private, l the product of the k largest l_M, for inputs differing in at most k "
        "bits",
        evidence=Theorem("VinterboSurveys.sequence_privacy"),
        reading="of one respondent's answer, as the section has it; k is at most n",
        narrowed=("the four probabilities of each randomizer are positive: else a ratio is infinite or 0/0",),
    ),
    Claim(
        "vinterbo.bisymmetric_ratio",
        where="Section 4.3",
        printed="for bisymmetric M, l_M = r(a) = max((1-a)/a, a/(1-a))",
        evidence=Theorem("VinterboSurveys.bisymmetric_ratio"),
        formula=Formula(
            (
                "(a >= 1/2 implies a/(1-a) >= (1-a)/a) and (a <= 1/2 implies (1-a)/a >= a/(1-a)) and (1-a)/a = a^(-1)*(1-a)"
            ),
            KEPT,
        ),
        reading="both rows of C_a hold a and 1-a, so their ratio is the larger of the two quotients",
        narrowed=("a is neither 0 nor 1, where a quotient has no value",),
    ),
    Claim(
        "vinterbo.iterated_privacy",
        where="Section 4.3",
        printed="an iterated bisymmetric randomizer is α-differentially private for α = log(l_a^k) = k log(r(a))",
        evidence=Theorem("VinterboFamily.iterated_privacy"),
        reading="k is at most n",
        narrowed=("a is neither 0 nor 1, where the ratio is infinite",),
    ),
    Claim(
        "vinterbo.iterated_size",
        where="Section 4.3, before the displays of φ",
        printed="(if) R(M) is an iterated bisymmetric randomizer, i.e., C_R(M) = C_a(m)",
        evidence=Argued(
            "Section 4.1 calls a randomizer with this matrix iterated bisymmetric. By vinterbo.prop_4_2 m identical bit "
            "randomizers with b = 1 - a have it; each bit doubles the rows of both sides.",
            uses=("vinterbo.prop_4_2",),
        ),
        formula=Formula("2^(m+1) = 2*2^m", {"m": "integer [1, inf)"}),
        reading="a condition, which only says again what the words mean; m, which elsewhere counts respondents, is how many bit "
        "randomizers R(M) has, a letter that the section does not tie to anything else",
    ),
    Claim(
        "vinterbo.ratio_inverse",
        where="Section 4.3, display of φ_α",
        printed="r has an inverse, φ_α(α) = a_φ⁻¹(r⁻¹(exp(α/k)))",
        evidence=Counterexample({"a": "1/4", "b": "3/4"}),
        formula=Formula("r(a) = r(b) implies a = b", {"a, b": "(0, 1)"}, define=DEFINE),
        reading="r would have to take each value once; it takes the same at a and 1-a",
    ),
    Repair(
        "for a >= 1/2, r has the inverse u/(1+u), and so φ_α(α) = a_φ⁻¹(u/(1+u)) at u = exp(α/k)",
        formula=Formula(
            "(r(a) = r(b) implies a = b) and (r(a) = u iff a = u/(1+u)) and 1/2 <= u/(1+u) and u/(1+u) < 1",
            {"a, b": "[1/2, 1)", "u": "u >= 1"},
            define=DEFINE,
        ),
        reading="r takes each value on [1/2, 1) once, every u >= 1, and no other",
    ),
    Claim(
        "vinterbo.composition",
        where="Section 4.3, displays of c_α and the sentence after them",
        printed="c_α = c_a ∘ a_φ ∘ a_φ⁻¹ ∘ r⁻¹ ∘ exp ∘ (x ↦ x/k) does not depend on the parameter φ, and "
        "therefore L does not either",
        evidence=Theorem("VinterboBits.composition"),
        formula=Formula(
            "ca(u) = base(u/(1+u)) and ca(u) = base(1/(1+u)) and fL(base(u/(1+u))^n, s) = fL(base(1/(1+u))^n, s)",
            {**LEVEL, "n": "integer n >= 1", "s": "[0, 1)"},
            define=DEFINE,
        ),
        reading="r⁻¹(u) is u/(1+u) or 1/(1+u), and both give the same c. φ enters through a alone, and two a of the same level "
        "α, for the same k, have the same r; α > 0, without which there is no c",
    ),
    Claim(
        "vinterbo.theorem_4_9",
        where="Section 4.3, Theorem 4.9, first display",
        printed="for an α-differentially private iterated bisymmetric randomizer, inputs differing in at most k bits, c >= "
        "((exp(2α/k) + 1)/(exp(α/k) - 1)²)^n",
        evidence=Theorem("VinterboBounds.theorem_4_9"),
        narrowed=(
            (
                "k is at most n and some inputs differ in k bits, so that α-privacy says r(a)^k <= exp(α): a larger k makes "
                "the bound false"
            ),
            "a parenthesis is missing in print; what is decided has it after the square",
        ),
    ),
    Claim(
        "vinterbo.theorem_4_9_loss",
        where="Section 4.3, Theorem 4.9, second display",
        printed="L >= (c_α(α) - s)/(1 - s)",
        evidence=Theorem("VinterboBounds.theorem_4_9_loss"),
        reading="s < 1, as in Theorem 4.6",
        narrowed=(
            "k is at most n and some inputs differ in k bits, so that α-privacy says r(a)^k <= exp(α): a larger k makes "
            "the bound false",
        ),
    ),
    Claim(
        "vinterbo.corollary_2",
        where="Section 4.3, Corollary 2",
        printed="for n = 1, bisymmetric randomizers are optimal with respect to L at every privacy level",
        evidence=Theorem("VinterboBounds.corollary_2"),
        formula=Formula("V(x,y) >= V(t/(t+1), t/(t+1))", WARNER, ("x + y > 1", "x <= t*(1-y)", "y <= t*(1-x)"), ERROR),
        narrowed=("alpha > 0 and 0 < pi < 1: elsewhere there is no estimator, or the loss divides by 0",),
    ),
)
