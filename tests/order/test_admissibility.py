import json
import random
from fractions import Fraction as F

import pytest

import rropt.order.admissibility
import rropt.order.comparison
from rropt.checker import check
from rropt.exact.decimal import EXACT
from rropt.exact.element import generator
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.order.admissibility import admissible
from rropt.order.blackwell import compare
from rropt.privacy import LDP
from tests.calls import within_calls

T3 = Mechanism([["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]])


def random_of_parity(rng, m, k, gamma):
    columns = [[F(rng.randint(0, 9)) for _ in range(m)] for _ in range(k)]
    columns = [[(x + 1) / (sum(c) + m) for x in c] for c in columns]
    p, uniform, weight = Mechanism(zip(*columns, strict=True)), Mechanism([[F(1, m)] * k] * m), F(1)
    while any(max(row) > gamma * min(row) for row in p.mix(uniform, weight).rows):
        weight *= F(3, 4)
    return p.mix(uniform, weight)


def test_randomized_response_is_admissible_at_its_own_parity_only():
    assert admissible(T3, 3)
    loose = admissible(T3, 4)
    assert not loose and loose.faults[0].output == "0" and "parity is 3, not 4" in loose.faults[0].reason
    with pytest.raises(InputError, match="the given parity; give a larger parity"):
        admissible(T3, 2)


def test_the_failing_row_is_named_by_its_label():
    p = Mechanism([["1/2", "1/4", "3/8"], ["1/2", "3/4", "5/8"]], outputs=("yes", "no"))
    found = admissible(p, 2)
    assert [fault.output for fault in found.faults] == ["yes", "no"]
    assert "3/8 between its least 1/4 and its largest 1/2" in found.faults[0].reason


def test_the_minimal_form_decides_and_says_what_it_changed():
    doubled = Mechanism([[x / 2 for x in row] for row in T3.rows for _ in range(2)] + [[F(0)] * 3])
    found = admissible(doubled, 3)
    assert found.admissible and "never happen dropped" in found.said and "merged" in found.said
    assert admissible(T3, 3).said == ""


def test_at_gamma_one_the_constant_mechanism_is_admissible():
    assert admissible(Mechanism([["1/3", "1/3"], ["2/3", "2/3"]]), 1)
    assert not admissible(Mechanism([["1/3", "1/3"], ["2/3", "2/3"]]), 2)


@pytest.mark.parametrize("seed", range(25))
def test_the_dominating_mechanism_is_admissible_and_strictly_better(seed):
    rng = random.Random(seed)
    gamma = F(rng.randint(5, 12), 4)
    p = random_of_parity(rng, rng.randint(2, 4), rng.randint(2, 4), gamma)
    found = admissible(p, gamma)
    if found.admissible:
        assert found.dominating is None and found.gained is None
        return
    assert admissible(found.dominating, gamma)
    assert (found.garbling @ found.dominating).rows == p.rows
    assert found.comparison.relation == "better"


@pytest.mark.parametrize("seed", range(8))
def test_what_is_gained_never_goes_down(seed):
    rng = random.Random(100 + seed)
    p = random_of_parity(rng, 3, 2 + seed % 2, F(5, 2))
    gained = admissible(p, F(5, 2)).gained
    assert gained.bayes_success[0] <= gained.bayes_success[1]
    assert gained.mutual_information[0][0] <= gained.mutual_information[1][1]
    assert gained.mutual_information[0][1] - gained.mutual_information[0][0] <= F(1, 10**9)
    assert gained.deficiency.value is not None and gained.deficiency.value >= 0
    if p.k == 2:
        before, after = gained.variance
        assert before is None or before >= after
    else:
        assert gained.variance is None


def test_known_gains_of_the_constant_mechanism():
    gained = admissible(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), 3).gained
    assert gained.bayes_success == (F(1, 2), F(3, 4))
    assert gained.variance == (None, F(1))
    assert gained.mutual_information[0][1] < F(1, 10**8)
    assert abs(float(gained.mutual_information[1][0]) - 0.130812) < 1e-6
    assert gained.deficiency.value == F(1, 4)


@pytest.mark.parametrize("epsilon", ["1", "1/2"])
def test_over_e(epsilon):
    rows = [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]]
    p = Mechanism(rows, epsilon=epsilon)
    t = p.rows[0][0] / p.rows[0][1]
    assert admissible(p, t)
    garbled = Mechanism([["9/10", "1/10"], ["1/10", "9/10"]]) @ p
    found = admissible(garbled, t)
    assert not found and found.dominating.rows == p.rows
    assert found.gained.bayes_success[1] == p.rows[0][0]


def test_one_certificate_stands_for_both_halves_of_the_comparison():
    found = admissible(T3, 4)
    better = found.comparison
    assert better.forward.certificate == better.backward.certificate == better.certificate == found.certificates[1]
    assert better.forward.holds and not better.backward.holds
    assert better.witness.first > better.witness.second
    assert [check(text).status for text in found.certificates] == ["accepted"] * 2
    again = compare(found.dominating, T3)
    assert (
        again.relation == "better" and json.loads(again.certificate)["first"] == json.loads(better.certificate)["first"]
    )


@pytest.mark.slow
def test_twenty_inputs_and_outputs_take_few_steps():
    p = random_of_parity(random.Random(1), 20, 20, F(5, 2))
    found = within_calls(6_000_000, lambda: admissible(p, F(5, 2)))
    assert not found and found.dominating.m > 300


def test_with_epsilon_free_only_a_yes_is_a_verdict():
    assert admissible(from_spec("krr:k=3,epsilon=every"), "t")
    for spec in ("optimised_unary_encoding:k=3,epsilon=every", "hadamard_response:k=5,epsilon=every"):
        with pytest.raises(Undecided, match=r"while epsilon is free, .*; fix epsilon"):
            admissible(from_spec(spec), "t")
    delta = generator(Free(F(0), F(1, 10), letter="delta"))
    with pytest.raises(Undecided, match=r"while delta is free, .*; fix delta"):
        admissible(Mechanism([[F(3, 4) - delta, "1/4"], [F(1, 4) + delta, "3/4"]]), 4)


def test_an_inadmissible_design_is_told_what_it_could_gain():
    found = admissible(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), 3)
    words = found.explain()
    assert words.startswith("Inadmissible at parity 3, because of output 0: its parity is 2, not 3")
    assert "Bayes success, uniform prior 2/3 ≈ 0.6667 3/4 ≈ 0.75" in " ".join(words.split())
    document = found.to_dict()
    assert document["admissible"] == "no" and document["dominating"]["exact"] == [["3/4", "1/4"], ["1/4", "3/4"]]
    kept = admissible(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), 3)
    assert kept.to_dict()["gained"] is None and kept.explain().startswith("Admissible")


@pytest.mark.parametrize("spec", ["hadamard_response:k=4,epsilon=ln3", "hadamard_response:k=8,epsilon=1"])
def test_a_large_design_is_judged_without_a_program(spec, monkeypatch):
    monkeypatch.setattr(rropt.order.admissibility, "MANY", 0)
    monkeypatch.delattr(rropt.order.comparison, "propose")
    p = from_spec(spec)
    found = admissible(p, LDP.tightest_epsilon(p).t)
    assert not found and all(check(text).status == "accepted" for text in found.certificates)
    assert len(found.comparison.witness.gains) == 2 and "parity is 1" in found.sentence


def test_a_parity_that_is_rounded_denies_no_more_than_is_proved():
    found = admissible(from_spec("krr:k=3,epsilon=1"), "exp(1)")
    assert "parity at most e is" in found.sentence
    few = EXACT.set(False)
    try:
        assert "parity at most 2.718… is" in found.explain()
    finally:
        EXACT.reset(few)
