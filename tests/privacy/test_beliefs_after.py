"""What answers tell about whoever gives them, against Bayes' rule by counting people."""

from fractions import Fraction

from rropt import LDP, Mechanism, Variance, design
from rropt.privacy.words import disclosures, warnings_of_proof

F = Fraction


def test_a_belief_is_what_counting_people_gives() -> None:
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
    # of 1000 people 100 are "yes": 75 of them and 225 of the 900 others answer yes
    no, yes = disclosures(p, (F(9, 10), F(1, 10)))
    assert yes.after == (F(225, 300), F(75, 300)) and no.after == (F(675, 700), F(25, 700))
    assert yes.proves is None


def test_the_optimum_of_delta_that_unmasks_is_called_a_confession() -> None:
    found = design(Variance("1/10"), LDP("1/2", delta="1/10"), inputs=("no", "yes"))
    assert found.mechanism is not None
    (said,) = warnings_of_proof(found.mechanism)
    assert 'The answer "yes" is a confession' in said
    safe = design(Variance("1/10"), LDP("1/2"), inputs=("no", "yes"))
    assert safe.mechanism is not None and warnings_of_proof(safe.mechanism) == ()


def test_an_answer_may_rule_out_without_proving_and_one_that_never_comes_says_nothing() -> None:
    p = Mechanism([[0, "1/2", "1/2"], [1, "1/2", "1/2"], [0, 0, 0]], ("a", "b", "c"), ("x", "y", "z"))
    (said,) = warnings_of_proof(p)
    assert '"x" proves' in said and 'not "a"' in said
    assert [d.output for d in disclosures(p, (F(1, 3),) * 3)] == ["x", "y"]
