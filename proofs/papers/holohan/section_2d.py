"""Section II-D: Warner's model, in which both truths are kept with one probability."""

from rropt.claims import Checked, Claim, Counterexample, Formula, Theorem
from rropt.exact.element import generator
from rropt.exact.fields import Free

from ...repairs import Repair, with_repairs
from .definitions import DEFINE, SHARE
from .section_2 import COUNT, WORDS


def spinner_items(truth: int) -> None:
    """Warner's procedure run over every path; the probability p of the first question stays free."""
    p = generator(Free())

    answers = {0: 0 * p, 1: 0 * p}
    for is_first, probability in ((True, p), (False, 1 - p)):
        # yes to "always faithful" is what those without the attribute say
        answers[truth if is_first else 1 - truth] += probability
    assert answers[truth] == p, "Pr(the truth)"
    assert answers[1 - truth] == 1 - p, "Pr(the other answer)"


CLAIMS = with_repairs(
    Claim(
        "holohan.warner_spinner",
        where="Section II-D, the spinner",
        printed="a spinner points to a question with probability p_w and to its complement otherwise, and the respondent "
        "answers the chosen one truthfully: this is the case p00 = p11 = p_w, for a truth of 0 or 1",
        evidence=Checked(spinner_items, cases={"truth": (0, 1)}, whole=True),
    ),
    Claim(
        "holohan.warner_mass",
        where="Section II-D, unnumbered display",
        printed="Warner's model: the probabilities of the two answers",
        formula=Formula(
            "P0(p,p,pi) = p - pi*(2*p-1) and P1(p,p,pi) = 1 - p + pi*(2*p-1)", {"p": "[0, 1]", **SHARE}, define=DEFINE
        ),
        reading="they are those of (3) at p00 = p11 = p_w, which holohan.eq_3a and holohan.eq_3b derive",
    ),
    Claim(
        "holohan.eq_8",
        where="Section II-D, (8)",
        printed="by (6), the error of Warner's model is (8)",
        evidence=Theorem("HolohanLemmas.corollary_1"),
        formula=Formula(
            "P1(p,p,pi)*P0(p,p,pi)/((p+p-1)^2*n) = (1/4 - (p - 1/2 - pi*(2*p-1))^2)/((2*p-1)^2*n)",
            {"p": "[0, 1]", **SHARE, "n": "integer n >= 1"},
            ("p != 1/2",),
            DEFINE,
        ),
        reading="in Coq for every p00 and p11, here p00 = p11 = p_w, where p00 + p11 - 1 is 2 p_w - 1",
    ),
    Claim(
        "holohan.warner_unbiased",
        where="Section II-D, before (8)",
        printed="(4) is unbiased for Warner's model",
        evidence=Theorem("HolohanLemmas.corollary_1"),
        formula=Formula("(p-1)/(2*p-1) + P1(p,p,pi)/(2*p-1) = pi", {"p": "[0, 1]", **SHARE}, ("p != 1/2",), DEFINE),
        reading="in Coq for every p00 and p11, here p00 = p11 = p_w, and the expectation is over all draws",
    ),
    Claim(
        "holohan.warner_mle",
        where="Section II-D, before (8)",
        printed="(4) is the maximum likelihood estimate for Warner's model",
        evidence=Counterexample({"p": "1/3", "n": "1", "N": "0"}),
        formula=Formula("0 <= H(p,p,N,n) and H(p,p,N,n) <= 1", {"p": "[0, 1]", **COUNT}, ("p != 1/2",), WORDS),
        reading="as for Theorem 1: an estimate of a proportion lies in [0, 1]",
    ),
    Repair(
        "where N/n lies between 1 - p and p, (4) is a proportion, and the likelihood is largest there alone",
        evidence=Theorem("HolohanLemmas.theorem_1_repaired"),
        assuming=("1-p <= N/n and N/n <= p or p <= N/n and N/n <= 1-p",),
    ),
)
