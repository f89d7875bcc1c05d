"""Answers without labels are called by what they disclose, and respondents are told what to do with each truth."""

from __future__ import annotations

from fractions import Fraction

from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.problem.words import name_answers, say_what_to_do


def test_answers_of_two_inputs_are_numbered_by_their_evidence() -> None:
    rows = [["1/10", 0], ["1/5", "3/10"], ["3/10", "2/10"], ["2/5", "1/10"], [0, "2/5"]]
    named = name_answers(Mechanism(rows, ("no", "yes"))).output_labels
    assert named == ("surely no", "perhaps yes", "perhaps no (2)", "perhaps no", "surely yes")


def test_answers_of_more_inputs_are_sets() -> None:
    p = from_spec("subset_selection:k=4,size=2,epsilon=ln3")
    named = name_answers(Mechanism(p.rows, tuple("abcd")))
    assert named.outputs == p.relabel(inputs=tuple("abcd")).outputs
    twice = Mechanism([["1/9", "1/9", "2/9"], ["7/9", "7/9", "5/9"], ["1/9", "1/9", "2/9"]])
    assert name_answers(twice).outputs == ("2", "{0,1}", "2 (2)")
    # with a slack an answer may prove what another makes likely
    proofs = [["1/10" if i == j else 0 for j in range(3)] for i in range(3)]
    hints = [["27/50" if i == j else "9/50" for j in range(3)] for i in (0, 2, 1)]
    named = name_answers(Mechanism([*proofs, *hints], tuple("abc")))
    assert named.outputs == ("a", "b", "c", "surely a", "surely b", "surely c")
    assert [named.rows[n][1] for n in (1, 4)] == [Fraction(27, 50), Fraction(1, 10)]
    for kept in (
        p,
        Mechanism([["1/9", "1/9", "2/9"], ["8/9", "8/9", "7/9"], [0, 0, 0]]),
        Mechanism([["1/2", "1/3", "1/4"], ["1/2", "2/3", "3/4"]]),
        Mechanism(p.rows, ("a,b", "c", "d", "e")),
    ):
        assert name_answers(kept) is kept


def test_the_truth_is_told_only_where_answers_are_called_by_truths() -> None:
    rows = from_spec("krr:k=3,epsilon=ln3").rows
    assert "truth with probability 0.6" in say_what_to_do(Mechanism(rows, tuple("abc"), tuple("abc")))
    # e^(1/10000)/(1 + e^(1/10000)) is 0.500025 up to 1e-12, and 1/2 tells nothing
    assert "truth with probability 0.500025," in say_what_to_do(from_spec("warner:epsilon=1/10000"))
    for p in (
        Mechanism(rows, tuple("abc"), tuple("xyz")),
        Mechanism(rows, tuple("abc"), tuple("bca")),
        Mechanism(from_spec("krr:k=2,epsilon=ln3").rows, ("no", "yes"), ("yes", "no")),
        Mechanism(rows[::-1], tuple("abc"), tuple("abc")),
    ):
        said = say_what_to_do(p)
        assert "tell the truth" not in said
        assert all(
            f'if the truth is "{x}"' in said and f'"{y}"' in said for x in p.input_labels for y in p.output_labels
        )
    surely = say_what_to_do(Mechanism([["1/3", 0], ["2/3", 1]], ("no", "yes"), ("a", "b")))
    assert 'if the truth is "yes", always answer "b"' in surely and '"a" with probability 0.3333' in surely
