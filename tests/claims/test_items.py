"""Items of evidence: certificates of real designs accepted, damaged ones rejected, counts and verdicts."""

import math
import re
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy
from flint import arb, fmpq, fmpq_poly, fmpz, fmpz_poly

from rropt import from_spec
from rropt.certificate.judge import accept
from rropt.claims import Certified, Claim, Fact, Rejected, Statement, decide
from rropt.claims.evidence import Item, is_said
from rropt.claims.record import replay
from rropt.claims.replay.facts import fact_holds
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.variance import Variance
from rropt.exact import read_number
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.privacy import LDP
from rropt.problem.design import design

TRACE = design(Trace(), LDP("every"), inputs=3).certificate
VARIANCE = design(Variance("1/4"), LDP("1/2", delta="1/10")).certificate
assert TRACE is not None and VARIANCE is not None
WRONG = TRACE.replace("3*t", "4*t")


def kind(*items: Item, argument: str = "", some: bool = False) -> str:
    return decide(Claim("mine.items", decided_by=lambda: items, argument=argument, some=some)).kind


def test_a_real_certificate_is_evidence_and_names_the_checker() -> None:
    items = (Certified("trace", TRACE, says="3*t/(t + 2)"), Certified("variance", VARIANCE, says="attained only by"))
    verdict = decide(Claim("mine.designs", decided_by=lambda: items, argument="two designs"))
    assert verdict.kind == "argued"
    assert "a certificate that the checker accepts" in verdict.methods


def test_one_certificate_that_says_it_all_proves() -> None:
    assert kind(Certified("trace", TRACE, says="3*t/(t + 2)")) == "proved"


def test_a_certificate_about_something_else_shows_nothing() -> None:
    assert kind(Certified("trace", TRACE, says="4*t/(t + 2)")) == "undecided"
    assert kind(Certified("trace", "{}", says="is 3*t/(t + 2)")) == "undecided"


@pytest.mark.parametrize(
    ("piece", "sentence", "whole"),
    [
        ("is 3/2", "the maximum is 3/2, attained by", True),
        ("is 3/2", "the maximum is 3/20, attained by", False),
        ("is 3/2", "the maximum is 3/2*t, attained by", False),
        ("is 3/2,", "the maximum is 3/2, attained by", True),
        ("is 3*t", "the maximum is 3*t + 2, attained by", False),
        ("is 3*t", "the maximum is 3*t^2, attained by", False),
        ("is 1", "the maximum is 1.", True),
        ("is 1", "the maximum is 1.5.", False),
        ("3 inputs", "with 13 inputs", False),
        ("1/2, attained", "the maximum is -1/2, attained by", False),
        ("1/2, attained", "the maximum is t - 1/2, attained by", False),
        ("(t + 2)", "is 3*t/(t + 2), attained by", False),
        ("LDP with", "satisfying epsilon-LDP with", True),
        ("[[1, 3/4], [0, 1/4]]", "only by [[1, 3/4], [0, 1/4]] and", True),
        ("", "anything", True),
    ],
)
def test_a_piece_of_a_sentence_is_cut_out_of_no_number_and_no_expression(
    piece: str, sentence: str, whole: bool
) -> None:
    assert is_said(piece, sentence) == whole


def test_a_piece_of_the_value_is_not_the_value() -> None:
    assert "3*t/(t + 2)" in accept(TRACE, "the trace")
    assert kind(Certified("trace", TRACE, says="is 3")) == "undecided"
    assert kind(Certified("trace", TRACE, says="is 3*t/(t")) == "undecided"


@pytest.mark.parametrize("says", ["", " ", "is", "e", "3", "the", "of the", "is the mechanism of", "with the inputs",
    "and 2 outputs", "with 3 inputs", "satisfying epsilon-LDP with e^epsilon = t", "For every t in"])  # fmt: skip
def test_a_certificate_that_may_say_anything_shows_nothing(says: str) -> None:
    claim = Claim("mine.p_np", decided_by=lambda: [Certified("a trace", TRACE, says=says)], printed="P = NP")
    with pytest.raises(InputError, match="could be said of any certificate"):
        decide(claim)
    stored = {"statement": {"id": "mine.p_np"}, "parts": [{"certificate": TRACE, "says": says}]}
    with pytest.raises(InputError, match="could be said of any certificate"):
        replay(stored, {}.__getitem__)


def test_damaged_certificates_are_rejected_and_malformed_ones_are_no_evidence() -> None:
    assert WRONG != TRACE
    assert kind(Rejected("another value", WRONG)) == "checked on instances"
    assert kind(Rejected("a good one", TRACE)) == "refuted"
    assert kind(Rejected("malformed", TRACE[:-20])) == "undecided"
    assert kind(Certified("another value", WRONG, says="is 3*t/(t + 2)")) == "undecided"


def test_multipliers_of_statements_are_counted() -> None:
    item = Statement("x", "(x - 1)*(t - 1)*(t - x) >= 0", given={"t": "t > 1", "x": "1 <= x <= t"})
    verdict = decide(Claim("mine.products", decided_by=lambda: [item, item], argument="one, twice"))
    assert verdict.kind == "argued"
    assert verdict.proofs >= 2


def test_existence_needs_one_case_and_all_to_fail() -> None:
    good, bad = Fact("good", 1, "<", 2), Fact("bad", 2, "<", 1)
    assert kind(good, bad, some=True) == "proved"
    assert kind(bad, bad, some=True) == "undecided"
    both = Claim(
        "mine.both",
        decided_by=lambda n: [Fact("a", n, ">", 1), Fact("b", n, "<", 4)],
        exhausts={"n": (1, 3)},
        some=True,
    )
    assert decide(both).evidence == ("shown by the case n = 3: a and n = 3: b",)
    none = Claim("mine.items", decided_by=lambda n: [Fact("bad", n, ">", 9)], exhausts={"n": (1, 2)}, some=True)
    assert decide(none).kind == "refuted"
    assert kind(good, bad) == "refuted"
    assert kind() == "undecided"


@pytest.mark.parametrize(
    ("least", "domain", "printed", "some", "kind"),
    [
        (4, range(1, 11), "for some n from 1 to 10, the number n + 1 is large", True, "proved"),
        (10, range(1, 11), "for some n from 1 to 10, the number n + 1 is large", True, "refuted"),
        (5, [1, 2], "for some n from 1 to 10, the number n + 1 is large", True, "undecided"),  # 6 is not tried
        (15, [20], "for some n from 1 to 10, the number n + 1 is large", True, "undecided"),  # 20 is not printed
        (1, [1, 2], "for n = 1 or 2, the number n + 1 is large", True, "undecided"),  # not for some n alone
        (1, [1, 2], "for every n in {1, 2}, the number n + 1 is large", True, "undecided"),
        (0, [1, 2], "for every n in {1, 2}, the number n + 1 is large", False, "proved"),
        (1, [1, 2], "for every n in {1, 2}, the number n + 1 is large", False, "refuted"),
        (1, [1, 2], "for some n in {1, 2}, the number n + 1 is large", False, "undecided"),
        (30, [20], "for n from 1 to 10, the number n + 1 is large", False, "undecided"),  # 20 is not printed
        (1, [1, 20], "for n from 1 to 10, the number n + 1 is large", False, "undecided"),
        (0, [1, 20], "for n from 1 to 10, the number n + 1 is large", False, "checked on instances"),
        (0, [1, 2], "the number n + 1 is large", False, "checked on instances"),
    ],
)
def test_only_the_printed_domain_is_decided(
    least: int, domain: Sequence[int], printed: str, some: bool, kind: str
) -> None:
    claim = Claim(
        "mine.n",
        decided_by=lambda n: [Fact("large", n, ">", least)],
        exhausts={"n": domain},
        printed=printed,
        some=some,
    )
    assert decide(claim).kind == kind
    assert decide(replace(claim, printed="")).kind in ("proved", "refuted")
    stepped = decide(replace(claim, argument="n stands for all")).kind
    assert stepped in ("argued", "checked on instances", "undecided", "refuted")


def test_facts_are_exact() -> None:
    t = read_epsilon("every").t
    assert fact_holds(Fact("t", t + 1, ">", t)) is True
    assert fact_holds(Fact("t", t, "<", 5)) is None
    for value in (0.5, True):
        with pytest.raises(InputError):
            fact_holds(Fact("no", value, "=", 1))
    with pytest.raises(InputError, match="relation"):
        fact_holds(Fact("no", 1, "~", 1))


@dataclass(frozen=True)
class Held:
    value: object
    said: object = field(default=None, compare=False)


@pytest.mark.parametrize(
    ("left", "relation", "right", "said"),
    [
        *[(a, r, b, f"compares the text '{a}' by {r}") for a, r, b in (("10", "<", "2"), ("9", "<", "10"), ("exp(1)", ">", "3"))],
        ((1, 2), "<", (1, 3), "compares (1, 2) by <"),
        ({1}, "<=", {1, 2}, "only numbers have an order"),
        ("1/2", "!=", "0.5", "read as numbers"),
        ("ln3", "=", "log(3)", "read as numbers"),
        (("1/2",), "=", ("0.5",), "read as numbers"),
        ({"1/2", "a"}, "=", {"0.5", "a"}, "read as numbers"),
        ({"a": "1/2"}, "=", {"a": "0.5"}, "read as numbers"),
        (1, "=", "1", "compares 1 with the text '1'"),
        ((("1",),), "=", ((1,),), "with 1, a value of another type"),
        ({"1": 2}, "=", {1: 2}, "of another type"),
        ({"1"}, "!=", {1}, "of another type"),
        (1, "=", (1,), "of another type"),
        ((0.1 + 0.2,), ">", (0.3,), "compares the float 0.3"),
        ([(1, 0.5)], "=", [(1, 0.5)], "compares the float 0.5"),
        ({0.5}, "=", {0.5}, "compares the float 0.5"),
        ({"a": {1: 0.5}}, "=", {}, "compares the float 0.5"),
        ((math.nan,), "=", (math.nan,), "compares the float nan"),
        (np.float32(1), "=", 1, "compares the float32"),
        ((True,), "=", (1,), "truth values"),
        ((np.bool_(True),), "=", (1,), "truth values"),
        (None, "=", None, "no exact equality"),
        ((None,), "=", (None,), "no exact equality"),
        (deque([0.1 + 0.2]), "!=", deque([0.3]), "no exact equality"),
        ({0.1 + 0.2: 1}.keys(), "!=", {0.3: 1}.keys(), "no exact equality"),
        ({1: 0.5}.items(), "!=", {1: 0.25}.items(), "no exact equality"),
        (np.array([0.5]), "=", np.array([0.5]), "no exact equality"),
        (arb(1) / 3, "=", arb(1) / 3, "no exact equality"),
        (Held(0.1 + 0.2), "!=", Held(0.3), "compares the float 0.3"),
        (Held(Held(deque())), "=", Held(Held(deque())), "no exact equality"),
        (Held(fmpq(1, 2)), "!=", Held(F(1, 2)), "no exact equality"),
        (Held("1/2"), "!=", Held("0.5"), "read as numbers"),
        (Held(1), "!=", 1, "of another type"),
        (Held(1), "<", Held(2), "only numbers have an order"),
        (fmpz_poly([0, 1]), "<", 2, "compares x with 2 by <, but only numbers have an order"),
        (1, "<", fmpz_poly([0, 1]), "compares 1 with x by <, but only numbers have an order"),
    ],
)  # fmt: skip
def test_a_fact_compares_two_exact_values_of_one_kind(left: object, relation: str, right: object, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        fact_holds(Fact("no", left, relation, right))
    claim = Claim("mine.no", decided_by=lambda k: [Fact("no", left, relation, right)], exhausts={"k": (1, 2)})
    with pytest.raises(InputError, match=re.escape(said)):
        decide(claim)


def test_a_number_of_one_library_equals_the_same_number_of_another() -> None:
    ones = (1, F(1), np.int64(1), fmpz(1), fmpq(1), fmpz_poly([1]), fmpq_poly([1]), sympy.Integer(1), read_number("1"))
    halves = (F(1, 2), fmpq(1, 2), fmpq_poly([fmpq(1, 2)]), sympy.Rational(1, 2), read_number("1/2"))
    for a, b in [*product(ones, ones), *product(halves, halves), *product((math.inf, Decimal("inf")), repeat=2)]:
        within = [((a,), [b]), ({1: a}, {1: b})]
        if not isinstance(a, fmpz_poly | fmpq_poly) and not isinstance(b, fmpz_poly | fmpq_poly):  # those have no hash
            within += [({a}, {b}), ({a: 1}, {b: 1})]
        for left, right in ((a, b), *within):
            assert fact_holds(Fact("the same", left, "=", right)) is True
            assert fact_holds(Fact("another", left, "!=", right)) is False
        assert fact_holds(Fact("as large", a, ">=", b)) is True
        assert fact_holds(Fact("larger", a, ">", b)) is False
    assert fact_holds(Fact("less", fmpq(1, 3), "<", Decimal("inf"))) is True


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        ("yes", "=", "yes"), ("yes", "!=", "no"), (1, "<", math.inf), (-math.inf, "<", F(1, 2)), ([1, 2], "=", (1, 2)),
        ({1, 2}, "=", {F(1), 2}), ({"a": F(1, 2)}, "=", {"a": F(2, 4)}), ((math.inf,), "=", (math.inf,)),
        (("a", 1), "!=", ("b", 2)), ({"a": 1}, "!=", {"b": 1}), ({1}, "!=", {1, "x"}), (np.int64(3), "=", 3),
        (Held(F(1, 2)), "=", Held(F(2, 4))), (Held(None, 0.5), "=", Held(None, 0.25)), (Counter("aab"), "=", {"a": 2, "b": 1}),
        (fmpz_poly([1, 2]), "=", fmpz_poly([1, 2])), (from_spec("direct_question"), "=", from_spec("direct_question")),
    ],
)  # fmt: skip
def test_exact_values_of_one_kind_are_compared_at_any_depth(left: object, relation: str, right: object) -> None:
    assert fact_holds(Fact("yes", left, relation, right)) is True
