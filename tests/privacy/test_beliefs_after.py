"""What answers tell about whoever gives them, against Bayes' rule by counting people."""

from fractions import Fraction
from functools import partial

import pytest

from rropt import LDP, InputError, Mechanism, Variance, check, design, from_spec, frontier, sweep
from rropt.privacy.words import beliefs_after, disclosures, warnings_of_proof
from rropt.show import Result, Warn

F = Fraction


def test_a_belief_is_what_counting_people_gives() -> None:
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
    # of 1000 people 100 are "yes": 75 of them and 225 of the 900 others answer yes
    no, yes = disclosures(p, (F(9, 10), F(1, 10)))
    assert yes.after == (F(225, 300), F(75, 300)) and no.after == (F(675, 700), F(25, 700))
    assert yes.proves is None


ASK, ROOT = partial(design, Variance("1/10")), F(1.6487212707)
# the slacks of ten at e^(1/2) for which, by Theorem 3 of Holohan, Leith and Mason, the design with a confession is best
SLACKS = [
    x
    for x in ("0", "1/100", "1/50", "1/20", "1/10", "1/5", "3/10", "1/2", "3/4", "1")
    if F(x) * (ROOT + F(x)) > F(1, 10) * (ROOT - 1 + 2 * F(x)) ** 2
]


@pytest.mark.parametrize(
    ("ask", "begins"),
    [
        (partial(ASK, LDP("1/2", delta="1/10"), ("no", "yes")), 'The answer "yes" is a confession'),
        # by the same theorem from (0.6·δ + 1.6)·δ = 0.1 on
        (partial(ASK, epsilon="ln2", delta="0..1"), 'From delta = 0.0611: The answer "1" is a confession'),
        (partial(ASK, epsilon="0..2", delta="1/10"), 'From t = 1: The answer "1" is a confession'),
        (
            partial(design, Variance("every"), epsilon="1/2", delta="1/10"),
            'From prevalence = 0: The answer "1" is a confession',
        ),
        (
            partial(ASK, epsilon="1/2", along="delta"),
            f'At delta = {SLACKS[0]}: The answer "1" is a confession: it proves that the truth is "1" (of those whose truth it is '
            f"5 % give it). Designs with such answers: {len(SLACKS)} of 10.",
        ),
        (partial(ASK, epsilon="1/2", least="delta", value=1), 'The answer "1" is a confession'),
        (
            partial(sweep, grid={"prevalence": ["1/10"], "epsilon": ["1/2"], "delta": [0, "1/10"]}, workers=1),
            'prevalence = 1/10, epsilon = 1/2, delta = 1/10: The answer "1" is a confession',
        ),
        (partial(frontier, "1/10"), "Where delta is above 0, some of these designs have a confession"),
        (
            partial(check, from_spec("warner:p=3/5"), LDP("1/2", delta="1/10"), objective=Variance("1/10")),
            'Of the better design below: The answer "1" is a confession',
        ),
        (partial(ASK, LDP("1/2"), ("no", "yes")), "nothing"),
        (partial(ASK, epsilon="1..2"), "nothing"),
        (partial(ASK, epsilon="ln2", delta="0..1/100"), "nothing"),
    ],
)
def test_the_optimum_of_delta_that_unmasks_is_called_a_confession(ask: partial[Result], begins: str) -> None:
    first = next((x.text for x in ask().show() if isinstance(x, Warn)), "nothing")
    assert first.startswith(begins)


def test_an_answer_may_rule_out_without_proving_and_one_that_never_comes_says_nothing() -> None:
    p = Mechanism([[0, "1/2", "1/2"], [1, "1/2", "1/2"], [0, 0, 0]], ("a", "b", "c"), ("x", "y", "z"))
    (said,) = warnings_of_proof(p)
    assert '"x" proves' in said and 'not "a"' in said
    assert [d.output for d in disclosures(p, (F(1, 3),) * 3)] == ["x", "y"]


def test_an_answer_that_nearly_proves_the_truth_is_told_by_the_belief_of_whoever_knew_nothing() -> None:
    # warner's answer has the posterior p; of k-ary response it is t/(t + k - 1), and more than 0.99 from t = 99(k - 1) on
    assert warnings_of_proof(from_spec("warner:p=99/100,inputs=no/yes")) == ()
    first, second = warnings_of_proof(from_spec("warner:p=9999/10000,inputs=no/yes"))
    assert first.startswith('The answer "no" is nearly a confession') and first.endswith('"no" is 99.99 % likely.')
    assert second.startswith('The answer "yes" is nearly a confession')
    assert warnings_of_proof(from_spec("krr:k=3,epsilon=ln198")) == ()
    assert len(warnings_of_proof(from_spec("krr:k=3,epsilon=ln199"))) == 3
    (many,) = warnings_of_proof(from_spec("krr:k=5,epsilon=ln1000"))
    assert many.startswith("5 answers are nearly confessions") and many.count(" % likely") == 3
    # one answer may prove a truth, another nearly do so, and that one rule out a third
    p = Mechanism([["1/2", 0, 0], ["1/2", "999/1000", 0], [0, "1/1000", 1]], ("a", "b", "c"), ("x", "y", "z"))
    assert [said.partition(" ")[2].partition(":")[0] for said in warnings_of_proof(p)] == [
        'answer "x" is a confession',
        'answer "z" is nearly a confession',
        'answer "y" proves that the truth is not "c".',
        'answer "z" proves that the truth is not "a".',
    ]


def test_an_answer_that_rules_out_many_names_a_few() -> None:
    for k in (7, 8, 9):
        names = tuple(f"n{j}" for j in range(k))
        rows = [[1, 1, *["1/2"] * (k - 2)], [0, 0, *["1/2"] * (k - 2)]]
        assert warnings_of_proof(Mechanism(rows, names)) == ('The answer "1" proves that the truth is not "n0", "n1".',)
        rows = [[1, 1, *[0] * (k - 2)], [0, 0, *[1] * (k - 2)]]
        first = warnings_of_proof(Mechanism(rows, names))[0]
        assert [f'"{x}"' in first for x in names] == [False, False, *[True] * min(k - 2, 6), *[False] * (k - 8)]
        assert ("…" in first) == (k > 8)


def test_a_belief_that_is_no_distribution_is_refused() -> None:
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    for wrong in ((F(1),), (F(1, 2), F(1, 4)), (F(1, 2), F(1, 4), F(1, 4))):
        with pytest.raises(InputError):
            disclosures(p, wrong)
    assert beliefs_after(p, (F(1), F(0))) == [(F(1), F(0)), (F(1), F(0))]
    assert beliefs_after(Mechanism([[1, 0], [0, 1]]), (F(1), F(0))) == [(F(1), F(0))]


def test_of_sets_that_are_too_many_for_a_matrix_two_inputs_alone_warn_of_nothing() -> None:
    # of two inputs an answer would make one 99.7 % likely, of all 100 it makes it t/(t + 99) = 80 %
    found = design("total-variance", epsilon=6, inputs=100)
    assert found.mechanism is None and found.sets is not None and warnings_of_proof(found.sets) == ()
    assert max(x.after[0] for x in disclosures(found.sets.pair, (F(1, 2),) * 2) if x.after) > F(99, 100)
