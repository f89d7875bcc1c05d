"""Section II-D: Warner's model, in which both truths are kept with one probability."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Fact, Repair
from rropt.claims.chance import Chance, outcomes
from rropt.claims.evidence import Item
from rropt.exact.element import generator
from rropt.exact.fields import Free

from .definitions import DEFINE, SHARE
from .section_2 import COUNT, WORDS


def spinner_items(truth: int) -> Iterator[Item]:
    """Warner's procedure run over every path; the probability p of the first question stays free."""
    p = generator(Free())

    def answer(chance: Chance) -> int:
        is_first = chance.flip(p)
        return truth if is_first else 1 - truth  # yes to "always faithful" is what those without the attribute say

    answers = outcomes(answer)
    yield Fact("Pr(the truth)", answers[truth], "=", p)
    yield Fact("Pr(the other answer)", answers[1 - truth], "=", 1 - p)


CLAIMS = [
    Claim(
        "holohan.warner_spinner",
        where="Section II-D, the spinner",
        printed="a spinner points to a question with probability p_w and to its complement otherwise, and the respondent answers "
        "the chosen one truthfully: this is the case p00 = p11 = p_w, for a truth of 0 or 1",
        decided_by=spinner_items,
        exhausts={"truth": (0, 1)},
    ),
    Claim(
        "holohan.warner_mass",
        "P0(p,p,pi) = p - pi*(2*p-1) and P1(p,p,pi) = 1 - p + pi*(2*p-1)",
        where="Section II-D, unnumbered display",
        printed="Warner's model: the probabilities of the two answers",
        reading="they are those of (3) at p00 = p11 = p_w, which holohan.eq_3a and holohan.eq_3b derive",
        given={"p": "[0, 1]", **SHARE},
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_8",
        "P1(p,p,pi)*P0(p,p,pi)/((p+p-1)^2*n) = (1/4 - (p - 1/2 - pi*(2*p-1))^2)/((2*p-1)^2*n)",
        kernel="HolohanLemmas.corollary_1",
        where="Section II-D, (8)",
        printed="by (6), the error of Warner's model is (8)",
        reading="in Coq for every p00 and p11, here p00 = p11 = p_w, where p00 + p11 - 1 is 2 p_w - 1",
        given={"p": "[0, 1]", **SHARE, "n": "integer n >= 1"},
        assuming=("p != 1/2",),
        define=DEFINE,
    ),
    Claim(
        "holohan.warner_unbiased",
        "(p-1)/(2*p-1) + P1(p,p,pi)/(2*p-1) = pi",
        kernel="HolohanLemmas.corollary_1",
        where="Section II-D, before (8)",
        printed="(4) is unbiased for Warner's model",
        reading="in Coq for every p00 and p11, here p00 = p11 = p_w, and the expectation is over all draws",
        given={"p": "[0, 1]", **SHARE},
        assuming=("p != 1/2",),
        define=DEFINE,
    ),
    Claim(
        "holohan.warner_mle",
        "0 <= H(p,p,N,n) and H(p,p,N,n) <= 1",
        where="Section II-D, before (8)",
        printed="(4) is the maximum likelihood estimate for Warner's model",
        reading="as for Theorem 1: an estimate of a proportion lies in [0, 1]",
        given={"p": "[0, 1]", **COUNT},
        assuming=("p != 1/2",),
        define=WORDS,
        repairs=(
            Repair(
                adding=("1-p <= N/n and N/n <= p or p <= N/n and N/n <= 1-p",),
                kernel="HolohanLemmas.theorem_1_repaired",
                why="where N/n lies between 1 - p and p, (4) is a proportion, and the likelihood is largest there alone",
            ),
        ),
    ),
]
