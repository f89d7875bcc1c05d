"""What the notions share: witnesses that print and convert to plain data, worst first."""

import itertools
import json
from fractions import Fraction

import pytest

from rropt import InputError, Mechanism
from rropt.exact.grammar import read_number
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Notion, Parity, RhoBreach, Violation
from rropt.privacy.notion import worst_first

P = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
NOTIONS: list[Notion] = [
    LDP("1/2"),
    LDP("ln2", delta="1/10"),
    Parity("2"),
    RhoBreach("1/5", "3/10"),
    BetaFactor("2"),
    BayesFactor("e"),
    CSIP("0=1/5,8/9=1,1=1"),
    CSIP("odds:2; 0=1/5,1=1"),
    SIP("beta:2", "rho:1/5,1/4"),
    SIP("odds:1/2", "odds:3"),
]


@pytest.mark.parametrize("notion", NOTIONS, ids=repr)
def test_every_notion_keeps_the_protocol(notion: Notion) -> None:
    assert isinstance(notion, Notion)
    violations = notion.violations(P)
    assert not notion.holds(P) and violations
    assert all(v.amount > 0 for v in violations)
    amounts = [v.amount for v in violations]
    assert all(a >= b for a, b in itertools.pairwise(amounts))
    json.dumps([v.to_dict() for v in violations] + [notion.to_dict()])
    assert "exceeded by" in str(violations[0])
    assert notion.sentence().endswith(".") and len(notion.sentence()) < 260


@pytest.mark.parametrize("notion", NOTIONS, ids=repr)
def test_every_notion_is_an_immutable_value_whose_repr_makes_it_again(notion: Notion) -> None:
    names = {"LDP": LDP, "Parity": Parity, "RhoBreach": RhoBreach, "BetaFactor": BetaFactor}
    names |= {"BayesFactor": BayesFactor, "CSIP": CSIP, "SIP": SIP}
    again = eval(repr(notion), names)  # noqa: S307 - the text is this test's own
    assert again == notion and hash(again) == hash(notion)
    with pytest.raises((AttributeError, TypeError)):
        notion.epsilon = 1  # type: ignore[attr-defined]


def test_the_bayesian_notions_show_a_breach_that_is_one() -> None:
    for notion in NOTIONS[3:]:
        for v in notion.violations(P):
            b = v.breach
            assert b is not None and b.output == v.outputs[0]
            assert sum(b.prior) == 1 and sum(b.prior[j] for j in b.event) == b.before
            weights = [a * x for a, x in zip(b.prior, P.rows[b.output], strict=True)]
            assert sum(weights[j] for j in b.event) / sum(weights) == b.after
            assert b.after > b.limit >= b.before or b.after < b.limit <= b.before


def test_a_violation_speaks_in_labels() -> None:
    p = P.relabel(inputs=["no", "yes"], outputs=["tails", "heads"])
    expected = "upper[0,0]: Pr(tails | no) is too large beside Pr(tails | yes), by 1/4 ≈ 0.25"
    assert Parity(2).violations(p)[0].describe(p) == expected


def test_amounts_are_ordered_exactly() -> None:
    def violation(amount: str) -> Violation:
        return Violation(amount, read_number(amount), (0,), 0, 1)

    texts = ["1/10", "e - 271828/100000", "1e-40", "e - 2", "1/10", "(e-2)*(1+1e-40)"]
    assert [v.name for v in worst_first(map(violation, texts))] == [
        "(e-2)*(1+1e-40)",
        "e - 2",
        "1/10",
        "1/10",
        "e - 271828/100000",
        "1e-40",
    ]
    free = [Violation("a", Fraction(1, 2), (0,), 0, 1), Violation("b", read_number("t/(t+1)"), (0,), 0, 1)]
    assert [v.name for v in worst_first(free)] == ["b", "a"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: LDP("-1"),
        lambda: LDP("1", delta="2"),
        lambda: LDP("1", delta="-1/2"),
        lambda: LDP("1", delta="nan"),
        lambda: LDP("e"),
        lambda: LDP(True),
        lambda: Parity("1/2"),
        lambda: Parity("x"),
        lambda: Parity(None),
        lambda: Parity("1/t"),
        lambda: RhoBreach("1/2", "1/5"),
        lambda: RhoBreach("1/2", "1/2"),
        lambda: RhoBreach("0", "1/2"),
        lambda: RhoBreach("1/2", "1"),
        lambda: RhoBreach("1/2", "inf"),
        lambda: BetaFactor("0"),
        lambda: BayesFactor("-inf"),
        lambda: CSIP("0=0,1/2=1/4,1=1"),
        lambda: CSIP("0=0,1/2=3/4"),
        lambda: CSIP("1/2"),
        lambda: CSIP("0=0,1=2"),
        lambda: CSIP("0=0,1/2=1,1/4=1,1=1"),
        lambda: CSIP("rho:1/2"),
        lambda: CSIP("nothing:3"),
        lambda: CSIP("odds:1/2"),
        lambda: CSIP(3),
        lambda: SIP("odds:2", "odds:2"),
        lambda: SIP("0=0,1/2=3/4,1=1", "odds:2"),
        lambda: SIP("odds:2;0=0,1=1/2", "odds:2"),
        lambda: LDP('__import__("os").system("true")'),
        lambda: Parity("10**10**10"),
    ],
)
def test_bad_numbers_are_refused_in_one_sentence(make: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        make()  # type: ignore[operator]
