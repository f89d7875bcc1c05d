"""Verdicts of known statements; mutations; statements that are false by a hair."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import rropt.claims
from rropt.claims import Claim, Fact, Repair, Statement, Use, decide, repaired
from rropt.claims.claim import instance_of, read
from rropt.claims.evaluate import holds
from rropt.claims.refuters.points import domain_of, points
from rropt.exact.errors import InputError

DEFINE = {"V(x, y)": "(1/4 - (x - 1/2 - pi*(x+y-1))^2)/(x+y-1)^2"}
UNIT = {"x, y": "[0, 1]", "pi": "(0, 1)"}
PRIVATE = ("x + y > 1", "x <= t*(1-y)", "y <= t*(1-x)")

TRUE = [
    Claim("yes.fraction", "(t-1)/(t+1) <= t/(t+1)", given={"t": "t > 1"}),
    Claim(
        "yes.derivative",
        "diff(V(x,y), y) = -(2*x*(1-x)*(1-pi) + pi*(2*x*y-x-y+1))/(x+y-1)^3",
        given=UNIT,
        assuming=("x + y > 1",),
        define=DEFINE,
    ),
    Claim("yes.decreasing", "diff(V(x,y), y) < 0", given=UNIT, assuming=("x + y > 1",), define=DEFINE),
    Claim(
        "yes.optimum", "V(x,y) >= V(t/(t+1), t/(t+1))", given={**UNIT, "t": "t > 1"}, assuming=PRIVATE, define=DEFINE
    ),
    Claim(
        "yes.only",
        "argmin[x,y] V(x,y) = {(t/(t+1), t/(t+1))}",
        given={**UNIT, "t": "t > 1"},
        assuming=PRIVATE,
        define=DEFINE,
    ),
    Claim("yes.corners", "argmin[x,y] 2*x*y-x-y+1 = {(0,1), (1,0)}", given={"x, y": "[0, 1]"}),
    Claim("yes.subset", "argmin[s] (s-1/2)*(3/2-s) subset {0, 1}", given={"s": "[0, 1]"}),
    Claim("yes.roots", "x^2 = 4 iff x = 2 or x = -2", given={"x": "real"}),
    Claim("yes.monotone", "p < q implies g*p/(1+(g-1)*p) < g*q/(1+(g-1)*q)", given={"g": "g >= 1", "p, q": "[0, 1]"}),
    Claim(
        "yes.bayes",
        "x <= g*y and y <= g*x implies a*x/(a*x+(1-a)*y) <= g*a/(1+(g-1)*a)",
        given={"g": "g >= 1", "a": "(0, 1)", "x, y": "(0, 1]"},
    ),
    Claim("yes.motzkin", "x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2", given={"x, y": "real"}),
    Claim("yes.squares", "2*x^4 + 2*x^3*y - x^2*y^2 + 5*y^4 >= 0", given={"x, y": "real"}),
    Claim("yes.means", "sqrt(x*y) <= (x+y)/2", given={"x, y": "[0, inf)"}),
    Claim("yes.exponential", "exp(2*e) - 1 = (exp(e)-1)*(exp(e)+1) and exp(e)/(1+exp(e)) > 1/2", given={"e": "e > 0"}),
    Claim(
        "yes.variation",
        "abs(x-y) <= (t-1)/(t+1)",
        given={"x, y": "[0, 1]", "t": "t >= 1"},
        assuming=("x <= t*y", "y <= t*x", "1-x <= t*(1-y)", "1-y <= t*(1-x)"),
    ),
    Claim("yes.hair", "x^2 + y^2 + 1/10^30 > 2*x*y", given={"x, y": "real"}),
    Claim("yes.number", "0.1*(exp(1/2)+0.1)/(exp(1/2)+0.2-1)^2 ~ 0.243"),
    Claim("yes.exists", "exists x: x^2 = 2*x and x > 0"),
    Claim("yes.witness", "exists y: t*y = 1", given={"t": "t > 0"}, witness={"y": "1/t"}),
]
FALSE = [
    Claim("no.fraction", "(t-1)/(t+1) >= t/(t+2)", given={"t": "t > 1"}),
    Claim("no.boundary", "x*(1-x) > 0", given={"x": "[0, 1]"}),
    Claim("no.corners", "argmin[x,y] 2*x*y-x-y+1 = {(0,1)}", given={"x, y": "[0, 1]"}),
    Claim("no.point", "argmin[x] x^2 = {2}", given={"x": "[0, 1]"}),
    Claim("no.roots", "x^2 = 4 iff x = 2", given={"x": "real"}),
    Claim("no.number", "0.1*(exp(1/2)+0.1)/(exp(1/2)+0.2-1)^2 ~ 0.244"),
    Claim("no.exists", "exists x: x^2 < 0"),
    Claim("no.thin", "(x-1/3)^2 > 0", given={"x": "[0, 1]"}),
]
HAIR = [
    Claim("hair.square", "x^2 + y^2 >= 2*x*y + 1/10^30", given={"x, y": "real"}),
    Claim("hair.shifted", "(x - 1/7 - 1/10^15)^2 + (y - 1/11)^2 > 0", given={"x, y": "[0, 1]"}),
    Claim("hair.box", "x*(1-x)*y*(1-y) <= 1/16 - 1/10^30", given={"x, y": "[0, 1]"}),
    Claim("hair.large", "t <= 10^30", given={"t": "t > 1"}),
    Claim("hair.number", "exp(1) < 2.718281828459045235360287471352"),
]


@pytest.mark.slow_at("yes.corners", "yes.only")
@pytest.mark.slow_at("yes.exponential", "yes.variation")
@pytest.mark.parametrize("claim", TRUE, ids=lambda c: c.id)
def test_true_statements_are_proved_and_hold_at_exact_points(claim: Claim) -> None:
    assert decide(claim).kind == "proved"
    reading = read(claim)
    domain = domain_of(reading.names, reading.hypotheses, reading.integers)
    for point in points(domain, most=300, seed=5):
        assert holds(reading.conclusion, point) is not False


@pytest.mark.parametrize("claim", FALSE, ids=lambda c: c.id)
def test_false_statements_are_refuted(claim: Claim) -> None:
    verdict = decide(claim)
    assert verdict.kind == "refuted"
    assert verdict.counterexample


@pytest.mark.slow_at("hair.shifted")
@pytest.mark.parametrize("claim", HAIR, ids=lambda c: c.id)
def test_statements_that_are_false_by_a_hair_are_never_proved(claim: Claim) -> None:
    assert decide(claim).kind not in ("proved", "proved with an added hypothesis")


@pytest.mark.parametrize("old, new", [("^2/(x+y-1)", "^3/(x+y-1)"), ("x+y-1)^2", "x+y-1)^3"), ("y)^1", "y)^2")])
def test_one_exponent_changed_refutes_a_proved_identity(old: str, new: str) -> None:
    states = "(x*(1-y)^1 - y)^2/(x+y-1)^2 = (y - x*(1-y))^2/(1-x-y)^2"
    claim = Claim("mine.identity", states, given={"x, y": "real"}, assuming=("x + y > 1",))
    assert decide(claim).kind == "proved"
    mutated = replace(claim, states=states.replace(old, new, 1))
    assert mutated.states != states
    assert decide(mutated).kind == "refuted"


def test_an_undefined_point_asks_for_a_hypothesis_and_is_no_counterexample() -> None:
    verdict = decide(Claim("mine.quotient", "(x^2-1)/(x-1) = x + 1", given={"x": "real"}))
    assert verdict.kind == "proved with an added hypothesis"
    assert verdict.added == ("x - 1 != 0",)


def test_a_repair_is_its_own_claim_and_says_what_it_added() -> None:
    candidates = (Repair(adding=("x >= 1",)), Repair(states="x^2 >= 2*x - 1"))
    claim = Claim("mine.false", "x^2 >= x", given={"x": "real"}, repairs=candidates)
    first, second = repaired(claim)
    assert decide(claim).kind == "refuted"
    assert (first.id, decide(first).kind) == ("mine.false.repaired", "proved with an added hypothesis")
    assert (second.id, decide(second).kind) == ("mine.false.repaired_2", "proved")


@pytest.mark.slow
def test_a_chain_inherits_the_weakest_verdict() -> None:
    lemma = Claim("mine.lemma", "exp(z*z)*exp(w*w) <= 8", given={"z, w": "[0, 1]"})
    claim = Claim(
        "mine.theorem", "exp(u*u)*exp(w*w) <= 9", given={"u, w": "[0, 1]"}, uses=(Use("mine.lemma", {"z": "u"}),)
    )
    alone = decide(claim).kind
    assert alone == "undecided"
    for kind, expected in (
        ("proved with an added hypothesis", "proved with an added hypothesis"),
        ("refuted", alone),
    ):
        assert decide(claim, lookup=lambda _, kind=kind: (lemma, rropt.claims.Finding(kind))).kind == expected  # type: ignore[misc]


def test_items_are_counted_and_one_failure_refutes() -> None:
    good = Claim("mine.all", decided_by=lambda: [Fact(f"n = {n}", 2**n, ">", n) for n in range(5)], exhausts="n < 5")
    some = replace(good, exhausts="")
    bad = Claim("mine.bad", decided_by=lambda: [Fact("n = 1", Fraction(1, 2), ">", 1)], exhausts="only n = 1")
    inner = Claim(
        "mine.inner", decided_by=lambda: [Statement("k = 2", "x^2 >= 0", given={"x": "real"})], exhausts="k = 2"
    )
    kinds = ["checked on instances", "checked on instances", "refuted", "argued"]
    assert [decide(c).kind for c in (good, some, bad, inner)] == kinds
    assert decide(good).instances == 5


def test_no_verdict_is_typed_by_hand_in_the_papers_claims() -> None:
    root = Path(rropt.claims.__file__).parents[2] / "proofs"
    for path in root.glob("**/*.py"):
        text = path.read_text(encoding="utf-8")
        assert "Finding(" not in text and "kind=" not in text, path


def test_the_same_verdict_twice() -> None:
    assert decide(TRUE[3]) == decide(TRUE[3])


@pytest.mark.slow
def test_equalities_that_can_be_solved_in_very_many_orders_end() -> None:
    given = {"x": "x > 0", "y": "integer y >= 1"}
    claim = Claim("mine.orders", "min(-3, max(y, -1/2)) = y", given=given, assuming=("exp(min(y, x)) = abs(y)",))
    assert decide(claim, seconds=2).kind == "undecided"


@pytest.mark.parametrize(
    ("states", "given", "step", "said"),
    [
        ("x^2 >= 0", {"x": "real"}, "x >= 0", "the step x >= 0 is false at x = -1"),
        ("x^2 >= 2*x", {"x": "real"}, "x^2 >= 3", "the step x^2 >= 3 is false at x = "),
        ("exp(1) > 2", {}, "exp(1) > 3", "the step exp(1) > 3 is false, confirmed"),
        ("x = 2 iff 3*x = 6", {"x": "real"}, "x = 3", "the step x = 3 is false at x = 2"),
    ],
)
def test_a_step_that_is_false_is_said(states: str, given: dict[str, str], step: str, said: str) -> None:
    found = decide(Claim("mine.step", states, given=given, steps=(step,)))
    assert any(line.startswith(said) for line in found.evidence), found.evidence


def test_a_step_that_holds_under_one_premise_alone_is_not_called_false() -> None:
    found = decide(Claim("mine.step", "x > 1 implies x^2 > 1", given={"x": "real"}, steps=("x > 0",)))
    assert found.kind == "proved"
    assert not any("is false" in line for line in found.evidence)


def test_a_point_of_six_variables_is_met_after_those_of_the_grid() -> None:
    given = {"r": "0 < r", "s": "r < s < 1", "p, q": "[0, 1]", "y": "[0, 1)", "z": "(0, 1]"}
    found = decide(Claim("mine.corners", "y*r < r and s < s + z*(1-s)", given=given))
    assert found.kind == "proved"
    point = {x: Fraction(value) for x, value in found.witness}
    assert 0 < point["r"] < point["s"] < 1 and 0 <= point["y"] < 1 and 0 < point["z"] <= 1


def test_a_claim_that_a_lookup_does_not_know_is_refused() -> None:
    easy = Claim("mine.x", "x >= 1", given={"x": "x >= 1"}, uses=("mine.no_such",))
    with pytest.raises(InputError, match=r"mine\.x uses 'mine\.no_such', for which the lookup has no verdict"):
        decide(easy, lookup={}.get)
    with pytest.raises(InputError, match=r"mine\.x names itself in `uses`"):
        replace(easy, uses=(Use("mine.x", {"x": "x"}),))
    assert decide(easy).kind == "proved"


@pytest.mark.parametrize(
    ("lemma", "why"),
    [
        (Claim("mine.lemma", "x > x + 1", given={"x": "real"}), "it is refuted"),
        (Claim("mine.lemma", "x > 1", given={"x": "[1, 0]"}), "it is vacuous"),
        (Claim("mine.lemma", decided_by=lambda: [Fact("1", 1, "<", 2)]), "a function decides it, so it has no formula"),
        (Claim("mine.lemma", "exists y: y > 1"), "it says what exists, is least or is rounded"),
    ],
)
def test_an_answer_says_why_a_lemma_was_not_used(lemma: Claim, why: str) -> None:
    known = {lemma.id: (lemma, decide(lemma))}
    found = decide(Claim("mine.x", "(-8)^(1/3) = -2", uses=(lemma.id,)), lookup=known.get)
    assert found.kind == "undecided"
    assert f"mine.lemma could not be used: {why}" in found.evidence


@pytest.mark.parametrize(
    ("given", "term", "way"), [("real", "m", "declare its variables whole"), ("integer", "m/2", "a sum or product")]
)
def test_a_term_in_place_of_a_whole_number_is_told_what_it_lacks(given: str, term: str, way: str) -> None:
    use = Use("mine.lemma", {"n": term})
    lemma = Claim("mine.lemma", "n*(n + 1) >= 0", given={"n": "integer"})
    with pytest.raises(InputError, match=f"is whole; .*{way}"):
        instance_of(use, lemma, (), Claim("mine.theorem", "m*m >= 0", given={"m": given}, uses=(use,)))
