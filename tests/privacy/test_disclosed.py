"""Beliefs after an answer, against Bayes' rule by counting people."""

from fractions import Fraction

import pytest

from rropt import LDP, Design, InputError, Mechanism, Variance, design
from rropt.exact.element import generator
from rropt.exact.fields import Free
from rropt.families import krr
from rropt.privacy.disclosed import (
    disclosures,
    name_outputs,
    percent,
    said_of_answers,
    said_of_beliefs,
    warnings_of_proof,
)

F = Fraction


def test_a_belief_is_what_counting_people_gives() -> None:
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
    # of 1000 people 100 are "yes": 75 of them and 225 of the 900 others answer yes
    no, yes = disclosures(p, (F(9, 10), F(1, 10)))
    assert yes.after == (F(225, 300), F(75, 300)) and no.after == (F(675, 700), F(25, 700))
    assert yes.proves is None and yes.ruled_out == ()
    said = said_of_answers(p, F(1, 10))
    assert (
        said
        == 'A chance of 10 % that the truth is "yes" changes with the answer: after "no" it is 3.6 %, after "yes" it is 25 %.'
    )
    assert said_of_answers(p, F(9, 10), positive=0).startswith('A chance of 90 % that the truth is "no"')


def test_of_several_truths_the_most_that_an_answer_says_for_each_is_said() -> None:
    """Of k-ary response at t = 3: π·3/(3π + 1 − π) after the answer that is the truth's own."""
    p = krr(k=3, epsilon="ln3").relabel(inputs=("a", "b", "c"))
    assert said_of_beliefs(p, (F(1, 2), F(1, 4), F(1, 4))) == (
        'The answer that speaks most for a truth raises its chance: "a" from 50 % to 75 %, "b" from 25 % to 50 %, '
        '"c" from 25 % to 50 %.'
    )
    assert said_of_beliefs(p, None) == ""
    assert said_of_beliefs(krr(k=9, epsilon=1), (F(1, 9),) * 9) == ""


def test_the_optimum_of_delta_that_unmasks_is_called_a_confession() -> None:
    found = design(Variance("1/10"), LDP("1/2", delta="1/10"), inputs=("no", "yes"))
    assert warnings_of_proof(found.mechanism) == (
        'The answer "yes" is a confession: it proves that the truth is "yes".',
    )
    safe = design(Variance("1/10"), LDP("1/2"), inputs=("no", "yes"))
    assert warnings_of_proof(safe.mechanism) == ()


def test_an_answer_may_rule_out_without_proving_and_one_that_never_comes_says_nothing() -> None:
    p = Mechanism([[0, "1/2", "1/2"], [1, "1/2", "1/2"], [0, 0, 0]], ("a", "b", "c"), ("x", "y", "z"))
    assert warnings_of_proof(p) == ('The answer "x" proves that the truth is not "a".',)
    assert [d.output for d in disclosures(p, (F(1, 3),) * 3)] == ["x", "y"]
    assert disclosures(p, (F(1), F(0), F(0)))[0].after is None
    with pytest.raises(InputError, match="has 2 probabilities with sum 1; give 3"):
        disclosures(p, (F(1, 2), F(1, 2)))


@pytest.mark.parametrize(
    ("x", "said"),
    [
        (F(0), "0 %"),
        (F(1), "100 %"),
        (F(1, 10), "10 %"),
        (F(3, 13), "23 %"),
        (F(1, 1000), "0.1 %"),
        (F(9996, 10000), "99.96 %"),
        (F(99999, 100000), "99.999 %"),
        (F(995, 1000), "99.5 %"),
        (F(1, 10**6), "0.0001 %"),
    ],
)
def test_a_percentage_is_never_rounded_to_certainty(x: Fraction, said: str) -> None:
    assert percent(x) == said


def test_outputs_of_a_design_for_every_epsilon_are_named_where_that_holds_throughout() -> None:
    for demand, at in ((LDP("every", delta="1/20"), "1/10"), (LDP("ln3", delta="1/20"), "every")):
        found = design(Variance(at), demand, outputs="free", inputs=("no", "yes"))
        names = ("surely no", "perhaps no", "perhaps yes", "surely yes")
        assert all(p.outputs == names for piece in found.pieces for p in piece.mechanisms)
        assert found.mechanism is None or found.mechanism.outputs == names
        assert len(found.warnings) == 2 and all("surely" in said for said in found.warnings)
        assert Design.from_json(found.to_json()) == found
    t = generator(Free())
    changing = Mechanism([[t / (t + 9), 3 / (t + 9)], [9 / (t + 9), t / (t + 9)], [0, 6 / (t + 9)]])
    assert name_outputs(changing).outputs is None, (
        "the first output speaks for one truth below t = 3, for the other above"
    )


def test_the_first_of_two_outputs_speaks_most_also_where_one_truth_ends_like_the_other() -> None:
    rows = [[F(3, 10), F(4, 10)], [F(1, 10), F(3, 10)], [F(6, 10), F(3, 10)]]
    named = name_outputs(Mechanism(rows, inputs=("no", "casino")))
    assert named.outputs == ("perhaps casino (2)", "perhaps casino", "perhaps no")


def test_many_proofs_are_one_sentence() -> None:
    sure = Mechanism([[F(int(i == j)) for j in range(12)] for i in range(12)], [f"truth {j}" for j in range(12)])
    (said,) = warnings_of_proof(sure)
    assert said.startswith("12 answers are confessions, which prove what the truth is: ") and said.endswith(
        "; and 9 more."
    )
    assert '"2" that it is "truth 2"' in said and "truth 3" not in said
    lies = Mechanism([[F(int(i != j), 4) for j in range(5)] for i in range(5)])
    (said,) = warnings_of_proof(lies)
    assert said.startswith('5 answers prove what the truth is not: "0" that it is not "0"; ') and said.endswith(
        "; and 2 more."
    )
    assert len(warnings_of_proof(Mechanism([[F(int(i == j)) for j in range(3)] for i in range(3)]))) == 3
