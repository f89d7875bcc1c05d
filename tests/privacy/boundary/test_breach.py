"""Breaches by a prior on two inputs."""

from fractions import Fraction

from rropt import Mechanism
from rropt.privacy.boundary.breaking import breach_on_two, posterior


def test_the_breach_is_bayes_theorem_on_two_inputs() -> None:
    p = Mechanism([["1/2", "1/3", "1/6"], ["1/2", "2/3", "5/6"]])
    b = breach_on_two(p, 0, 0, 2, Fraction(1, 4), Fraction(2, 5))
    assert b.prior == (Fraction(1, 4), 0, Fraction(3, 4)) and b.event == (0,) and b.output == 0
    assert b.before == Fraction(1, 4) and b.after == Fraction(1, 2) and b.limit == Fraction(2, 5)
    assert b.to_dict() == {
        "prior": ["1/4", "0", "3/4"],
        "event": ["0"],
        "output": "0",
        "before": "1/4",
        "after": "1/2",
        "limit": "2/5",
    }
    assert "output 0 takes the probability of the inputs {0} from 1/4" in str(b)


def test_posteriors() -> None:
    assert posterior(Fraction(1, 2), Fraction(1), Fraction(0)) == 1
    assert posterior(Fraction(1, 3), Fraction(1, 5), Fraction(1, 5)) == Fraction(1, 3)
