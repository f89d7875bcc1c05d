"""Comparisons, admissibility and what dominates every mechanism of a demand."""

from __future__ import annotations

import itertools
import math
import random
import re
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction

import cvxpy
import pytest

from rropt import InputError, Mechanism, Parity, admissible, compare, from_spec, verify
from rropt.exact import Disagreement, Undecided
from rropt.order import (
    below_optimal_binary,
    deficiency,
    dominates,
    dominating_staircase,
    garbling_problem,
    optimal_binary,
    warner_table,
)
from rropt.order.comparison import Relation
from rropt.order.decision import find_witness
from rropt.order.minimal import minimal_form
from rropt.order.staircase import decompose
from rropt.poses.order import ask_about_admissibility, ask_about_garbling
from tests.order.draw import draw_mechanism

REVERSED = {"better": "worse", "worse": "better"}


@pytest.mark.parametrize("seed", range(12))
def test_a_comparison_is_two_halves_with_one_certificate(seed: int) -> None:
    rng = random.Random(seed)
    p = draw_mechanism(rng, 3, 3)
    q = draw_mechanism(rng, 3, 3) @ p if seed % 2 else draw_mechanism(rng, 3, 3)
    found, turned = compare(p, q, proof=seed < 4), compare(q, p)
    assert found.relation == REVERSED.get(turned.relation, turned.relation)
    halves = (found.forward.holds, found.backward.holds)
    assert (found.relation == "better") == (halves == (True, False))
    assert (found.deficiency.value == 0, found.reverse_deficiency.value == 0) == halves
    assert found.deficiency.value == turned.reverse_deficiency.value
    assert all((x.first > x.second) != (x.first < x.second) for x in found.witnesses)
    assert len(found.witnesses) == 2 - sum(halves) == str(found).count("There is a decision")
    for text in (found.certificate, found.deficiency.certificate):
        assert verify(text).status == "accepted"
    # no other program is asked unless the proof is
    assert (len(found.others), turned.others) == (4 if seed < 4 else 0, ()) and ("cvxpy" in str(found)) == (seed < 4)
    assert found.to_dict()["relation"] == found.relation


def test_out_of_time_is_undecided_and_says_what_is_known() -> None:
    rng = random.Random(5)
    p = draw_mechanism(rng, 24, 12, most=1000)
    found = compare(p, draw_mechanism(rng, 24, 24, most=1000) @ p, seconds=1e-6)
    assert found.relation is Relation.UNDECIDED and found.reasons and not found.witnesses
    assert found.to_dict()["certificates"] == []
    half = replace(found, backward=dominates(from_spec("warner:p=2/3"), from_spec("warner:p=3/4")))
    assert half.to_dict()["known"] == ["B is not at least as informative as A."]
    other = replace(found, forward=half.backward)
    assert other.to_dict()["known"] == ["A is not at least as informative as B."]
    for known in (half, other):
        assert "Certified" in str(known) and "Certified" not in str(found) and '":' not in str(known)
        assert known.to_dict()["certificates"] == [half.backward.certificate] and known.garbling is None


@pytest.mark.parametrize("seed", range(20))
def test_an_inadmissible_mechanism_has_a_better_one_of_its_parity(seed: int) -> None:
    rng = random.Random(seed)
    k = rng.randint(2, 4)
    p = draw_mechanism(rng, rng.randint(2, 4), k)
    p = p.mix(Mechanism([[Fraction(1, p.m)] * k] * p.m), Fraction(1, 2))
    gamma = Parity(1).tightest(p) + seed % 2
    found = admissible(p, gamma, proof=k == 2)
    rows = minimal_form(p).mechanism.rows
    extreme = all({*row} == {min(row), gamma * min(row)} for row in rows)
    assert bool(found) == found.admissible == (extreme or gamma == 1)
    assert all(verify(text).status == "accepted" for text in found.certificates)
    told = found.to_dict()
    assert (found.dominating is None, found.garbling is None, "dominating" in told) == (
        bool(found),
        bool(found),
        not found,
    )
    at_fault = [
        x
        for x, row in zip(found.form.mechanism.output_labels, rows, strict=True)
        if {*row} != {min(row), gamma * min(row)}
    ]
    assert [x["output"] for x in told["faults"]] == ([] if gamma == 1 else at_fault)
    assert "Certified" in str(found) and told["gamma"]["exact"] == str(gamma) and told["admissible"] is bool(found)
    assert told["verdict"] == found.sentence
    if not found:
        assert all(x.reason in " ".join(str(found).split()) for x in found.faults[:8])
        better = found.dominating
        assert Parity(1).tightest(better) == gamma and (found.garbling @ better).rows == p.rows
        assert compare(better, p).relation == "better" and admissible(better, gamma)
        assert compare(p, parity=gamma).sentence == found.sentence


def test_what_is_gained_is_said_by_measures_that_agree_with_the_order() -> None:
    found = admissible(from_spec("warner:p=3/4"), 4)
    gained = {row["measure"]: (row["before"], row["after"]) for row in found.to_dict()["gained"]}
    exact = {name: tuple(x["exact"] for x in pair) for name, pair in gained.items() if isinstance(pair[0], dict)}
    assert exact == {
        "Bayes success, uniform prior": ("3/4", "4/5"),
        "n·Var at prevalence 0.5": ("1", "25/36"),
        "deficiency towards the better one": ("1/20", "0"),
    }
    information = {p: math.log(2) + p * math.log(p) + (1 - p) * math.log(1 - p) for p in (0.75, 0.8)}
    assert gained["mutual information, nats"] == pytest.approx(tuple(information.values()))
    assert found.comparison.forward.holds and not found.comparison.backward.holds
    assert "n·Var at prevalence 0.5" not in str(admissible(from_spec("krr:k=3,epsilon=ln2"), 3))


def test_words_and_documents_have_the_witnesses() -> None:
    yes, no, gap = dominates(GOOD, BAD), dominates(BAD, GOOD), deficiency(BAD, GOOD)
    assert (
        str(yes).startswith("Yes") and str(no).startswith("No") and "Certified" in str(yes) and "Certified" in str(gap)
    )
    assert [row["0"]["exact"] for row in yes.to_dict()["garbling"]] == ["5/6", "1/6"] and yes.to_dict()["holds"] is True
    assert no.to_dict()["witness"]["better"] == "second" and no.to_dict()["certificate"] == no.certificate
    assert "There is a decision that the second serves better" in " ".join(str(no).split())
    assert gap.to_dict()["deficiency"]["exact"] == "1/12" and {"garbling", "decision"} <= {*gap.to_dict()}
    assert optimal_binary("ln3").rows == GOOD.rows
    told = compare(GOOD, BAD).to_dict()
    assert told["verdict"] == compare(GOOD, BAD).sentence
    assert [told[x]["exact"] for x in ("epsilon_A", "epsilon_B")] == ["log(3)", "log(2)"]
    assert compare(BAD, GOOD).to_dict()["garbling_is"] == "C with C·B = A"
    assert told["garbling_is"] == "C with C·A = B" and told["witnesses"][0]["better"] == "A"
    assert (told["deficiency"]["exact"], told["reverse_deficiency"]["exact"]) == ("0", "1/12")


GOOD, BAD, KUK = from_spec("warner:p=3/4"), from_spec("warner:p=2/3"), from_spec("kuk:p=2/3,q=1/3")


@pytest.mark.parametrize("n", [1, 10, 1000, 10**6, 10**12, 10**18, 10**30])
def test_a_decision_is_told_with_gains_as_round_as_can_be(n: int) -> None:
    # 1, 0 and a, 1/2 gain the same where the second truth is 2(1 - a) times as likely as the first. That is 2/3 for a = 2/3, and
    # tells an answer of this ratio from two, with 1 - w and 1 + w times it, as long as it lies between; rounded to 1/n it is
    # 2/3·(1 ± 1/n)
    w = min(Fraction(2, n), Fraction(3, 5))
    told = [[Fraction(1, 4), (1 - w) / 6], [Fraction(1, 4), (1 + w) / 6], [Fraction(1, 2), Fraction(2, 3)]]
    gains = [(1, 0), (Fraction(2, 3), Fraction(1, 2)), (0, 1)]
    found = find_witness(
        [[*map(Fraction, row)] for row in gains], Mechanism([["1/2", "1/3"], told[2]]), Mechanism(told)
    )
    assert found.gains == tuple(dict.fromkeys(tuple(Fraction(round(x * n), n) for x in row) for row in gains))


RESULTS = {
    "yes": dominates(GOOD, BAD),
    "no": dominates(BAD, GOOD),
    "gap": deficiency(BAD, GOOD),
    "comparison": compare(GOOD, BAD),
    "admissible": admissible(GOOD, 3),
    "inadmissible": admissible(BAD, 3),
    "gain": admissible(BAD, 3).comparison,
    "above": dominating_staircase(KUK, 4),
    "table": warner_table(["kuk:p=2/3,q=1/3", "simmons:unrelated=1/4,p=2/3"]),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_tells_all_that_it_has_and_stays_as_it_is(name: str) -> None:
    found = RESULTS[name]
    told, document = " ".join(str(found).split()), found.to_dict()
    sentence = getattr(found, "sentence", "").strip(".").lower()
    assert not sentence or told.lower().count(sentence) == 1
    # what a program reads is in the document alone
    assert {"True", "False", "None"}.isdisjoint(told.split()) and '":' not in told
    assert ("deficiency of B" in told) == ("deficiency of A towards B is" in told)
    certificates = document.get("certificates") or [x["certificate"] for x in document.get("rows", [document])]
    assert certificates and all(verify(text).is_accepted for text in certificates)
    for one, field in ((x, y) for x in (found, getattr(found, "form", found)) for y in fields(x)):
        with pytest.raises(FrozenInstanceError):
            setattr(one, field.name, None)
        has = getattr(one, field.name)
        assert not isinstance(has, str) or " ".join(has.split()) in told or has in document.values()


def test_a_table_has_the_numbers_of_its_designs() -> None:
    rows = RESULTS["table"].to_dict()["rows"]
    assert [row["design"] for row in rows] == [row.name for row in RESULTS["table"].rows]
    assert [(row["epsilon"]["exact"], row["relation"]) for row in rows] == [
        ("log(2)", "equivalent"),
        ("log(9)", "better"),
    ]
    for row, design in zip(rows, ("kuk:p=2/3,q=1/3", "simmons:unrelated=1/4,p=2/3"), strict=True):
        t = Parity(1).tightest(from_spec(design))
        assert row["p"]["exact"] == str(t / (1 + t)) and row["garbling"]
    assert f"more informative than 1 of {len(rows)}" in " ".join(str(RESULTS["table"]).split())


def test_outputs_that_never_happen_or_tell_the_same_are_named_as_left_out() -> None:
    doubled = Mechanism([["3/8", "1/8"], ["3/8", "1/8"], ["1/4", "3/4"], [0, 0]], outputs=("a", "b", "c", "d"))
    told = " ".join(str(admissible(doubled, 3)).split())
    assert "minimal form (outputs that never happen dropped: d; outputs that tell the same merged: a+b)" in told
    assert "minimal form" not in str(admissible(from_spec("warner:p=3/4"), 3))
    assert minimal_form(doubled).mechanism.outputs == ("a+b", "c")
    assert minimal_form(doubled.relabel(outputs=("a", "b", "a+b", "d"))).mechanism.outputs is None


@pytest.mark.parametrize(("length", "is_named"), [(38, True), (39, False)])
def test_the_patterns_of_a_staircase_are_named_if_the_names_are_short(length: int, is_named: bool) -> None:
    names = ("x" * length, "y")
    above = dominating_staircase(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], inputs=names), 3).first
    assert (above.outputs is not None) is is_named
    assert not is_named or set(above.outputs) == {f"{{{name}}}" for name in names}


def test_an_irrational_parity_is_told_as_cut_off() -> None:
    said = admissible(from_spec("krr:k=2,epsilon=1")).sentence.split()
    (cut,) = (word for word in said if word.endswith("…"))
    assert 2.71 < float(cut.rstrip("…")) < math.e
    assert not any("…" in admissible(from_spec(spec)).sentence for spec in ("warner:p=3/4", "warner:p=10/11"))


def test_a_constant_mechanism_is_improved_but_at_parity_one() -> None:
    constant = Mechanism([["1/3"] * 3, ["2/3"] * 3])
    assert admissible(constant, 1) and not admissible(constant, 2)


def test_admissibility_over_a_free_epsilon_is_told_where_it_holds_everywhere() -> None:
    assert admissible(from_spec("krr:k=3,epsilon=every"), "t")
    with pytest.raises(Undecided):
        admissible(from_spec("krr:k=3,epsilon=every"), "t+1")


@pytest.mark.parametrize("seed", range(10))
def test_a_row_is_the_sum_of_its_patterns(seed: int) -> None:
    rng = random.Random(seed)
    gamma = Fraction(rng.randint(3, 9), 2)
    row = [1 + (gamma - 1) * Fraction(rng.randint(0, 4), 4) for _ in range(4)]
    weights, constant = decompose(row, gamma)
    made = [constant + sum(x * (gamma if j in s else 1) for s, x in weights.items()) for j in range(4)]
    assert made == row and constant >= 0 and all(x > 0 for x in weights.values())


@pytest.mark.parametrize(("spec", "epsilon", "delta"), [("warner:p=2/3", "ln3", 0), ("kuk:p=2/3,q=1/3", "1", "1/10")])
def test_the_mechanisms_above_all_others_are_above_one(spec: str, epsilon: str, delta: object) -> None:
    p = from_spec(spec)
    found = below_optimal_binary(p, epsilon, delta=delta)
    assert found.first.rows == optimal_binary(epsilon, delta=delta).rows and found.holds
    above = dominating_staircase(p, 4)
    assert Parity(1).tightest(above.first) == 4 and (above.garbling @ above.first).rows == p.rows


def test_another_program_that_contradicts_is_an_error() -> None:
    with pytest.raises(Disagreement):
        list(ask_about_garbling("A towards B", GOOD, BAD, False, (Fraction(0), Fraction(1))))
    with pytest.raises(Disagreement):
        list(ask_about_garbling("B towards A", BAD, GOOD, False, (Fraction(1, 5), Fraction(1, 4))))
    with pytest.raises(Disagreement):
        ask_about_admissibility(GOOD, Fraction(4), admissible=True)
    shown = str(admissible(BAD, 3, proof=True))
    assert "cvxpy" in shown and "sympy" in shown and "cvxpy" not in str(admissible(BAD, 3))
    assert garbling_problem(GOOD, BAD).as_sympy().closed_form == 0 and dominates(GOOD, BAD)


@pytest.mark.parametrize("lying", [0, 1])
def test_a_program_that_lies_about_one_direction_is_contradicted(lying: int, monkeypatch: pytest.MonkeyPatch) -> None:
    solve, asked = cvxpy.Problem.solve, itertools.count()

    def lie(posed: cvxpy.Problem, **options: object) -> float:
        return float(solve(posed, **options)) + (0.01 if next(asked) == lying else 0)

    assert compare(GOOD, BAD, proof=True).others
    monkeypatch.setattr(cvxpy.Problem, "solve", lie)
    with pytest.raises(Disagreement):
        compare(GOOD, BAD, proof=True)


def test_a_deficiency_that_is_too_long_to_be_found_is_told_and_the_order_decided() -> None:
    ramp = Mechanism([[Fraction(i, 300 * 301 // 2), Fraction(301 - i, 300 * 301 // 2)] for i in range(1, 301)])
    for found, open_one in (
        (compare(from_spec("warner:p=3/4"), ramp, proof=True), "deficiency"),
        (compare(ramp, from_spec("warner:p=3/4"), proof=True), "reverse_deficiency"),
    ):
        (reason,) = found.reasons
        known = {"deficiency", "reverse_deficiency"} - {open_one}
        said = " ".join(str(found).split())
        assert found.relation == "incomparable" and "too large" in reason and reason[0].upper() + reason[1:] in said
        assert getattr(found, open_one) is None and all(getattr(found, x).value > 0 for x in known)
        assert [x.name for x in found.others] == [
            f"{x}, {y}" for y in ("A towards B", "B towards A") for x in ("sympy", "cvxpy")
        ]
        assert found.to_dict()[open_one] is None and "The deficiency of A towards B is" in said


@pytest.mark.parametrize("n", [2, 5, 9, 17, 33, 60])
def test_worths_that_nearly_agree_are_told_with_the_digits_that_tell_them_apart(n: int) -> None:
    gap = Fraction(1, 10**n)
    p, q = from_spec("warner:p=3/4"), Mechanism([["3/4", Fraction(1, 4) + gap], ["1/4", Fraction(3, 4) - gap]])
    for found, better in ((compare(p, q), "A"), (compare(q, p), "B"), (dominates(q, p), "the second")):
        said = re.search(
            r"that (.+) serves better: it is worth (\S+) with (.+?), (\S+) with", " ".join(str(found).split())
        )
        assert said is not None and said[1] == said[3] == better
        high, low = Fraction(said[2]), Fraction(said[4])
        worth = sorted((found.witness.first, found.witness.second), reverse=True)
        assert all(abs(x - y) < worth[0] - worth[1] for x, y in zip((high, low), worth, strict=True)) and high > low


def test_what_no_comparison_takes_is_refused() -> None:
    for ask, named in (
        (lambda: compare(GOOD, GOOD, parity=3), "parity"),
        (lambda: admissible(GOOD, 2), "output 0"),
        (lambda: admissible(GOOD, "1/2"), "parity = 1/2"),
        (lambda: admissible(Mechanism([["1/2"], ["1/2"]])), "one input"),
        (lambda: admissible(from_spec("direct_question:")), "infinite"),
        (lambda: dominating_staircase(Mechanism([[1, 1]]), 1), "gamma = 1"),
        (lambda: below_optimal_binary(from_spec("krr:k=3,epsilon=1"), "ln3"), "3 inputs"),
        (lambda: below_optimal_binary(GOOD, "ln2"), "ln2"),
        (lambda: warner_table(["direct_question:"]), "direct_question"),
        (lambda: warner_table("krr:k=3,epsilon=1"), "krr"),
        (lambda: warner_table(["warner:p=1/2"]), "p=1/2"),
        (lambda: warner_table([]), "must be specs"),
        (lambda: warner_table([3]), "must be specs"),
    ):
        with pytest.raises(InputError, match=named):
            ask()


def test_two_incomparable_mechanisms_lead_to_the_ranking_at_their_own_epsilon() -> None:
    assert "`rropt rank 3 1.5`" in " ".join(
        str(compare(from_spec("krr:k=3,epsilon=3/2"), from_spec("subset_selection:k=3,size=2,epsilon=3/2"))).split()
    )
    of_two = compare(from_spec("warner:p=3/4"), Mechanism([["1/10", "1/2"], ["9/10", "1/2"]]))
    assert of_two.relation == "incomparable" and "rropt rank" not in str(of_two)
