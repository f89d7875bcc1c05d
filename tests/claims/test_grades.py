"""Grades are computed: what is not proved is not called proved, whatever text stands beside it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from rropt.claims import Claim, Fact, Finding, Grade, Repair, Statement, Use, decide, repaired
from rropt.claims.claim import instance_of
from rropt.claims.language.grammar import read_formula
from rropt.claims.language.show import text
from rropt.claims.printed import unprinted_hypotheses, unprinted_values
from rropt.exact.errors import InputError

REAL = {"x": "real"}


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def forty_primes():
    return [Fact(f"n = {n}", int(is_prime(n * n + n + 41)), "=", 1) for n in range(40)]


def one_prime(n: int):
    return [Fact(f"n = {n}", int(is_prime(n * n + n + 41)), "=", 1)]


EULER = "n^2 + n + 41 is prime for every n"
GOLDBACH = "every even number above 2 is a sum of two primes"
NOT_PROVED = [
    (Claim("no.euler", decided_by=forty_primes, exhausts="every n, by induction", printed=EULER), Grade.CHECKED),
    (Claim("no.euler", decided_by=forty_primes, argument="by induction", printed=EULER), Grade.CHECKED),
    (Claim("no.euler", decided_by=one_prime, exhausts={"n": range(40)}, printed=EULER), Grade.CHECKED),
    (Claim("no.goldbach", "2 + 2 = 4", printed=GOLDBACH), Grade.UNDECIDED),
    (
        Claim("no.goldbach", decided_by=lambda: [Fact("4", 2 + 2, "=", 4)], exhausts="all", printed=GOLDBACH),
        Grade.CHECKED,
    ),
    (
        Claim("no.goldbach", decided_by=lambda: [Statement("4", "2 + 2 = 4")], exhausts="all", printed=GOLDBACH),
        Grade.CHECKED,
    ),
    (Claim("no.root", "x >= 0 or sqrt(x) = sqrt(x) + 1", given=REAL), Grade.UNDECIDED),
    (Claim("no.root", "x < 0 implies sqrt(x) = 7", given=REAL), Grade.UNDECIDED),
    (Claim("no.root", "sqrt(x)^2 >= 0", given=REAL), Grade.UNDECIDED),
    (Claim("no.power", "x^(3/2)*x^(1/2) = x^2", given=REAL), Grade.UNDECIDED),
    (Claim("no.log", "log(x) <= x - 1", given=REAL), Grade.UNDECIDED),
    (Claim("no.log", "exp(0*log(x)) = 1", given=REAL), Grade.UNDECIDED),
    (Claim("no.log", "diff(log(x), x) = 1/x", given={"x": "x != 0"}), Grade.UNDECIDED),
    (Claim("no.log", "diff(log(y), x) = 0", given={"x, y": "real"}), Grade.UNDECIDED),
    (Claim("no.division", "at(1/x, x, 0) = at(1/x, x, 0)"), Grade.UNDECIDED),
    (Claim("no.division", "y*at(1/x, x, 0) = y*at(1/x, x, 0)", given={"y": "real"}), Grade.UNDECIDED),
    (Claim("no.division", "2/x != 3 implies 1 >= 0", given=REAL), Grade.NARROWED),
    (Claim("no.log", "log(x) > 1 implies exp(1) > 2", given=REAL), Grade.UNDECIDED),
    (Claim("no.minimiser", "argmin[x] 1/x = {0}", given={"x": "[0, 1]"}), Grade.UNDECIDED),
    (Claim("no.hypothesis", "x = 7", given=REAL, assuming=("1 = 2",)), Grade.VACUOUS),
    (Claim("no.hypothesis", "2 = 2", assuming=("1 = 2",)), Grade.VACUOUS),
    (Claim("no.hypothesis", "x > 5", given=REAL, assuming=("1/x > 0", "1/x < 0")), Grade.VACUOUS),
    (Claim("no.hypothesis", "x > 5", given=REAL, assuming=("1/x > 0 and 1/x < 0",)), Grade.VACUOUS),
    (Claim("no.hypothesis", "x < 3", given=REAL, assuming=("sqrt(x - 5) < -1",)), Grade.VACUOUS),
    (Claim("no.hypothesis", "x = 7", given=REAL, assuming=("1/(x - 2) = 0",)), Grade.VACUOUS),
    (Claim("no.hypothesis", "1/x > 0 implies x = 3", given=REAL, assuming=("1/x < 0",)), Grade.VACUOUS),
    (Claim("no.hypothesis", "x > 3 iff 1/x < 1/3", given=REAL, assuming=("1/x > 5", "1/x < 4")), Grade.VACUOUS),
    (Claim("no.hypothesis", "1 = 2 implies x = 7", given=REAL), Grade.VACUOUS),
    (Claim("no.hypothesis", "exists y: y = 1", assuming=("1 = 2",)), Grade.VACUOUS),
    (Claim("no.hypothesis", "x = 7", given={"x": "0 < x < 1"}, assuming=("x^2 > x",)), Grade.VACUOUS),
]


@pytest.mark.slow_at("no.log-4", "no.minimiser-")
@pytest.mark.parametrize(("claim", "grade"), NOT_PROVED, ids=lambda x: getattr(x, "id", ""))
def test_what_is_not_proved(claim: Claim, grade: Grade) -> None:
    assert decide(claim).kind == grade


TRUE = [
    Claim("yes.root", "sqrt(x)^2 = x", given={"x": "[0, inf)"}),
    Claim("yes.root", "x >= 0 implies sqrt(x)^2 = x", given=REAL),
    Claim("yes.root", "x < 0 or sqrt(x) >= 0", given=REAL),
    Claim("yes.log", "log(x) <= x - 1", given={"x": "x > 0"}),
    Claim("yes.whole", "n >= 1", given={"n": "integer n > 0"}),
    Claim("yes.whole", "n^2 >= n", given={"n": "integer"}),
    Claim("yes.whole", "2*n != 1", given={"n": "integer"}),
    Claim("yes.premise", "x^2 < 0 iff 1 = 2", given=REAL),
]


@pytest.mark.parametrize("claim", TRUE, ids=lambda c: c.states)
def test_what_is_proved(claim: Claim) -> None:
    assert decide(claim).kind == Grade.PROVED


def test_a_hypothesis_that_is_not_printed_is_declared_or_seen() -> None:
    narrow = Claim("mine.x", "x^2 >= x", given=REAL, narrowed=("x >= 1", "false between 0 and 1"))
    verdict = decide(narrow)
    assert (verdict.kind, verdict.added) == (Grade.NARROWED, ("x >= 1",))
    words = "x^2 >= x for every real x"
    silent = decide(Claim("mine.x", "x^2 >= x", given={"x": "x >= 1"}, printed=words))
    assert (silent.kind, silent.added) == (Grade.NARROWED, ("x >= 1",))
    printed = decide(Claim("mine.x", "x^2 >= x", given={"x": "x >= 1"}, printed="x^2 >= x for every x >= 1"))
    assert printed.kind == Grade.PROVED


def test_an_unknown_word_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        Claim("mine.x", "1 < 2", exhaust="all")  # type: ignore[call-arg]


def test_parts_joined_by_a_written_step_are_argued() -> None:
    step = Statement("the step", "x^2 + 1 > x", given=REAL)
    assert decide(Claim("mine.x", decided_by=lambda: [step, step], exhausts="by induction")).kind == Grade.ARGUED
    assert decide(Claim("mine.x", decided_by=lambda: [step, step], argument="by induction")).kind == Grade.ARGUED
    assert decide(Claim("mine.x", "x^2 + 1 > x", given=REAL, argument="the rest by induction")).kind == Grade.ARGUED
    assert decide(Claim("mine.x", decided_by=lambda: [step, step])).kind == Grade.CHECKED
    assert decide(Claim("mine.x", decided_by=lambda: [step])).kind == Grade.PROVED


def test_the_engine_enumerates_a_stated_finite_domain_itself() -> None:
    seen = []

    def powers(n: int):
        seen.append(n)
        return [Fact(f"n = {n}", 2**n, ">", n)]

    words = "2^n - n > 0, for n = 2, ..., 5"
    claim = Claim("mine.x", decided_by=powers, exhausts={"n": range(2, 6)}, printed=words)
    assert decide(claim).kind == Grade.PROVED
    assert seen == [2, 3, 4, 5]
    with pytest.raises(InputError, match="finite"):
        Claim("mine.x", decided_by=powers, exhausts={"n": "integer n >= 1"})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("printed", "values"),
    [
        ("The sum k - 1 is small, for k from −1 to 3.", range(-1, 4)),
        ("for k = 3 or 8, (k-3)(k-8) is 0", (3, 8)),
        ("for every k in {3, 8}: it is 0", (3, 8)),
        ("it is large, for a k of 1/2 or 2/3.", (Fraction(1, 2), Fraction(2, 3))),
        ("Theorem 2: for k = 1, 2, …, 5, it holds", range(1, 6)),
        ("f(k) is at most 2^k + k*t, where k is 1 or 2 and every t > 1", (1, 2)),
        ("If k is even or odd, the word f(k) is odd", ("even", "odd")),
        ("it is k(t + 1), for k = 2, ..., 5 and every epsilon > 0", range(2, 6)),
        ("for epsilon from 1/2 to 2 it is 0, for k = 0 and 1/10, for every m in {1, 2}", ("0", "1/10")),
    ],
)
def test_values_that_the_sentence_prints_are_found(printed: str, values: Sequence[Any]) -> None:
    assert unprinted_values(printed, {"k": values}) == []
    assert unprinted_values(printed, {"k": values}, some=True) == ["k"]
    for other in (values[1:], values[:-1], [*values, 99], [*values[1:], values[0]], []):
        assert unprinted_values(printed, {"k": other}) == ["k"]
    first, last = f"for k = 3, {printed}", f"{printed}, for k = 3"
    for wider in (
        first,
        last,
        printed.replace("k", "K"),
        f"{printed}. It holds in general",
        f"{printed} and also for m > 1",
    ):
        assert unprinted_values(wider, {"k": values}) == ["k"]


@pytest.mark.parametrize(
    "printed",
    ["For k = 3 or 8{}, it is 0", "It is 0, for k in {{3, 8}}{}", "Lemma 1: if k is 3 or 8{}: it is 0"],
)
def test_nothing_may_stand_beside_the_values(printed: str) -> None:
    domain = {"k": (3, 8)}
    assert unprinted_values(printed.format(""), domain) == []
    for more in (" or 9", " and 9", ", 9", ", m", ", ..., 12", " to 12", " and up", " or k > 9", " and k ≥ 9", " and all larger k",
                 " and every integer k > 9", " and every integer > 9", " and for all larger k", " and its multiples", " or more",
                 "/2", ".5", "*m", " + m", "m", "th", ", including 9", ", as for larger numbers", " and so on", " unless k = 9",
                 ", n + 1", ", k + 1", ", forty two", ", as well as 9", ", respectively 9", ", with (k) arbitrary",
                 " (or 9)", ", (or 9)",
                 ". More generally, k may be any number. It", "; for 9, it", ", not for 9", " even for others, and"):  # fmt: skip
        assert unprinted_values(printed.format(more), domain) == ["k"], more


@pytest.mark.parametrize(
    "more",
    [
        "the case 9 is similar",
        "the case 9 is analogous",
        "conversely",
        "n is arbitrary",
        "9 is like 3",
        "in both cases",
    ],
)
def test_nothing_in_the_sentence_may_say_more_cases(more: str) -> None:
    for printed in ("For k = 3 or 8, it is 0, and {}", "It is 0 and {}, for k in {{3, 8}}"):
        assert unprinted_values(printed.format("n is 1"), {"k": (3, 8)}) == []
        assert unprinted_values(printed.format(more), {"k": (3, 8)}) == ["k"]


@pytest.mark.parametrize(
    "value", ["3 or m", "3, 8", "3 and every m", "3: m", "3, it is 0, where m", "", "3.", "(3, 8)"]
)
def test_a_value_that_is_no_word_and_no_number_is_not_printed(value: str) -> None:
    assert unprinted_values(f"for k = {value}, it is 0", {"k": [value]}) == ["k"]
    assert unprinted_values(f"it is 0, for every k in {{{value}}}", {"k": [value]}) == ["k"]
    assert unprinted_values("for k = 3, it is 0", {value: [3]}) == [value]


def spelled(values: Sequence[int]) -> list[str]:
    """The ways in which a list of whole numbers is written, by hand."""
    texts = list(map(str, values))
    found = [
        f"= {', '.join(texts)}",
        f"in {{{', '.join(texts)}}}",
        f"is {' or '.join(texts)}".replace(" or ", ", ", len(texts) - 2),
    ]
    if len(values) > 1 and list(values) == list(range(values[0], values[-1] + 1)):
        found += [f"from {values[0]} to {values[-1]}", f"= {values[0]}, ..., {values[-1]}"]
    return found


@pytest.mark.slow
def test_a_domain_is_printed_if_and_only_if_it_is_the_list_that_is_spelled() -> None:
    lists = [x for n in range(1, 4) for x in permutations((-1, 0, 1, 2, 11), n)]
    for values in lists:
        for way in spelled(values):
            for sentence in (f"For k {way}, it is 0", f"It is 0, for every k {way}."):
                assert [x for x in lists if unprinted_values(sentence, {"k": x}) == []] == [values], sentence


@pytest.mark.parametrize(
    "printed",
    [
        "For every real x: if x >= 0 and x <= 1, then it is small",
        "it is small for every real x whenever x<=1 and x >= 0.",
        "For every real x such that x >= 0 and x <= 1, it is small",
        "For every real x we suppose that x >= 0 and x <= 1; it is small",
    ],
)
def test_hypotheses_that_the_sentence_prints_as_conditions_are_found(printed: str) -> None:
    hypotheses = [read_formula("x >= 0"), read_formula("x <= 1")]
    assert unprinted_hypotheses(printed, hypotheses, frozenset()) == ()
    assert len(unprinted_hypotheses(printed.replace("1", "12"), hypotheses, frozenset())) == 1


def test_a_written_step_makes_existence_argued() -> None:
    claim = Claim("mine.x", decided_by=lambda: [Fact("a", 1, "<", 2)], some=True)
    assert decide(claim).kind == Grade.PROVED
    assert decide(replace(claim, argument="1 stands for all")).kind == Grade.ARGUED
    assert decide(replace(claim, exhausts="1 stands for all")).kind == Grade.ARGUED


def test_a_repair_has_no_text_but_its_own() -> None:
    step = Statement("the step", "x^2 + 1 > x", given=REAL)
    wrong = Claim(
        "mine.x",
        decided_by=lambda: [Fact("1", 1, ">", 2)],
        exhausts="every n, by induction",
        argument="by induction",
        printed="something",
        reading="read so",
        repairs=(Repair(decided_by=lambda: [step, step], why="what holds"),),
    )
    (other,) = repaired(wrong)
    assert (other.exhausts, other.argument, other.reading, other.printed) == ("", "", "", "what holds")
    assert decide(other).kind == Grade.CHECKED
    said = replace(wrong, repairs=(Repair(states="x^2 >= 0", given=REAL, reading="its own"),))
    assert repaired(said)[0].reading == "its own"


@pytest.mark.parametrize("kind", [Grade.NARROWED, Grade.ARGUED, Grade.CHECKED])
def test_evidence_inherits_the_weakest_verdict_of_what_it_uses(kind: Grade) -> None:
    lemma = Claim("mine.lemma", "x^2 >= 0", given=REAL)
    step = Statement("the step", "x^2 + 1 > x", given=REAL)
    for uses in (("mine.lemma",), (Use("mine.lemma", {"x": "y"}),)):
        claim = Claim("mine.x", decided_by=lambda: [step], uses=uses)
        assert decide(claim, lookup=lambda _: (lemma, Finding(kind))).kind == kind
    assert decide(claim, lookup=lambda _: (lemma, Finding(Grade.REFUTED))).kind == Grade.UNDECIDED
    assert decide(claim).kind == Grade.UNDECIDED


def test_every_positive_verdict_shows_a_point_of_its_hypotheses_or_says_that_none_is_known() -> None:
    shown = decide(Claim("mine.x", "x^2 > 1", given={"x": "x > 1"}))
    assert dict(shown.witness) and Fraction(dict(shown.witness)["x"]) > 1
    none = decide(Claim("mine.x", "x^4 = 4", given=REAL, assuming=("x^2 = 2",)))
    assert none.kind == Grade.PROVED and not none.witness
    assert any("hypotheses not shown satisfiable" in line for line in none.evidence)


def test_a_lemma_about_whole_numbers_is_used_for_whole_numbers_alone() -> None:
    lemma = Claim("mine.lemma", "n^2 >= n", given={"n": "integer"})
    for at, name in (({"n": "x"}, "x"), ({"n": "1/2"}, "x"), ({}, "n")):
        with pytest.raises(InputError, match="whole"):
            instance_of(Use("mine.lemma", at), lemma, (), Claim("mine.x", f"{name} > 0", given={name: "real"}))
    fine = Claim("mine.x", "m > 0", given={"m": "integer"})
    assert text(instance_of(Use("mine.lemma", {"n": "2*m - 1"}), lemma, (), fine)) == "(2*m - 1)^2 >= 2*m - 1"


def test_a_minimiser_among_whole_numbers_is_one() -> None:
    with pytest.raises(InputError, match="whole"):
        decide(Claim("mine.x", "argmin[n] (n-1/2)^2 = {1/2}", given={"n": "integer"}))
    assert decide(Claim("mine.x", "argmin[n] (n-1/2)^2 = {0, 1}", given={"n": "integer"})).kind == Grade.PROVED


def test_an_unused_whole_variable_changes_nothing() -> None:
    assert decide(Claim("mine.x", "x^2 + 1 > x", given={"x": "real", "n": "integer"})).kind == Grade.PROVED


@pytest.mark.slow
def test_a_hypothesis_that_holds_where_a_part_of_it_has_no_value_is_not_called_contradictory() -> None:
    either = Claim("mine.x", "x^2 = 2", given=REAL, assuming=("1/(x^2 - 2) > 0 or x^2 = 2", "x^2 = 2"))
    assert decide(either).kind != Grade.VACUOUS
    found = decide(Claim("mine.x", "x < 3", given=REAL, assuming=("sqrt(x - 5) < -1",)))
    said = "its hypotheses contradict each other wherever x - 5 >= 0, and elsewhere they have no value; accepted by the replay"
    assert found.evidence == (said,)


@pytest.mark.parametrize(
    ("hypothesis", "listed"), [("n > 0", 0), ("n >= 1", 0), ("n > 1", 1), ("1 < n", 1), ("n >= 2", 1)]
)
def test_every_whole_number_begins_at_0_or_1(hypothesis: str, listed: int) -> None:
    found = unprinted_hypotheses("f(n) < 2 for every whole n.", [read_formula(hypothesis)], frozenset({"n"}))
    assert len(found) == listed
