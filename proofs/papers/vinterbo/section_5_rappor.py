"""Section 5.3: Rappor's randomizer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Statement
from rropt.claims.evidence import Item
from rropt.mechanism import Mechanism
from rropt.questions.rappor import Rappor

from .definitions import randomizer

Q = Fraction


def rappor_items() -> Iterator[Item]:
    yield Statement(
        "C_q C_{(2-f)/2}",
        "q*(2-f)/2 + (1-q)*(1-(2-f)/2) = q - (q-1/2)*f and (1-q)*(2-f)/2 + q*(1-(2-f)/2) = 1 - (q - (q-1/2)*f)",
        given={"q, f": "[0, 1]"},
    )
    for f, q in ((Q(1, 2), Q(3, 4)), (Q(1, 4), Q(1, 5))):
        keep = q - (q - Q(1, 2)) * f
        yield Fact(
            f"f = {f}, q = {q}: rropt's Rappor",
            Rappor.of(f, 1 - q, q).one_report(),
            "=",
            Mechanism(randomizer(keep, 1)),
        )


def one_time_items() -> Iterator[Item]:
    yield Statement("M_S with p = f", "(1-f) + f/2 = (2-f)/2", given={"f": "[0, 1]"})
    for f in (Q(1, 2), Q(1, 4)):
        yield Fact(f"f = {f}: rropt's Rappor", Rappor.of(f).one_time(), "=", Mechanism(randomizer((2 - f) / 2, 1)))


CLAIMS = [
    Claim(
        "vinterbo.rappor_instantaneous",
        "(1-p) + p = 1 and (1-q) + q = 1 and (p = 1-q implies 1-p = q and 1-q = p)",
        where="Section 5.3, display",
        printed="C_MIR is a randomizer; for p = 1-q it is Warner's C_q",
        given={"p, q": "[0, 1]"},
    ),
    Claim(
        "vinterbo.rappor_one_time",
        kernel="VinterboBits.rappor_one_time",
        where="Section 5.3",
        printed="C_M(1) = C_{(2-f)/2}",
        decided_by=one_time_items,
        argument="every f, by the formula of one bit",
    ),
    Claim(
        "vinterbo.rappor_instant",
        kernel="VinterboBits.rappor_instant",
        where="Section 5.3",
        printed="for p = 1-q, C_M(0) = C_q C_{(2-f)/2} = C_{q - (q-1/2)f}",
        decided_by=rappor_items,
        argument="every q and f, by the formula of one bit",
    ),
    Claim(
        "vinterbo.rappor_in_family",
        "(1-p)*a + (1-q)*(1-a) = p*(1-a) + q*a iff p = 1-q",
        kernel="VinterboFamily.rappor_in_family",
        where="Section 5.3, last sentence; Section 1.1",
        printed="Rappor's randomizer is iterated bisymmetric when p = 1-q or b = 1",
        reading="for b = 0, with a = (2-f)/2: equal diagonal entries, and then the others are equal too; for b = 1 it is "
        "vinterbo.rappor_one_time. The converse holds as well",
        argument="the two cases, b = 0 here and b = 1 by vinterbo.rappor_one_time",
        given={"p, q": "[0, 1]", "a": "[1/2, 1]"},
        uses=("vinterbo.rappor_one_time",),
    ),
]
