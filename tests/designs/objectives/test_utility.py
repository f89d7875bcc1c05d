"""Expected utility against its definition by enumeration, and its bad input."""

import random
from fractions import Fraction as F

import pytest

from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism


def test_is_the_expectation_over_truth_and_answer() -> None:
    rng = random.Random(4)
    for _ in range(30):
        m, k = rng.randint(1, 4), rng.randint(2, 4)
        columns = [[F(rng.randint(1, 5)) for _ in range(m)] for _ in range(k)]
        p = Mechanism(list(zip(*[[x / sum(c) for x in c] for c in columns], strict=True)))
        prior = [F(rng.randint(0, 4)) for _ in range(k - 1)] + [F(1)]
        prior = [x / sum(prior) for x in prior]
        u = [[F(rng.randint(-5, 5)) for _ in range(k)] for _ in range(m)]
        expected = sum((prior[j] * u[i][j] * p[i, j] for i in range(m) for j in range(k)), F(0))
        assert Utility(u, prior).value(p) == expected == Utility(u, prior, sense="min").value(p)


def test_the_identity_under_the_uniform_prior_is_the_trace_over_k() -> None:
    p = Mechanism([["1/2", "1/4"], ["1/2", "3/4"]])
    assert Utility([[1, 0], [0, 1]]).value(p) * 2 == Trace().value(p)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Utility([[1, 0], [0, 1]], ["1/2", "1/3"]), "sums to 5/6, not 1"),
        (lambda: Utility([[1, 0], [0, 1]], ["3/2", "-1/2"]), "negative"),
        (lambda: Utility([[1, 0], [0, 1]], ["1"]), "prior of 1 numbers"),
        (lambda: Utility([[1, 0], [0, 1]], sense="best"), "'best'"),
        (lambda: Utility([[1, 0], [0]]), "equally long"),
        (lambda: Utility([[1, 0], [0, 1]]).value(Mechanism([["1/2"] * 3] * 2)), "does not fit 2 outputs and 3 inputs"),
        (lambda: Utility([]), "at least one row"),
    ],
)
def test_bad_input_is_one_sentence(make: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()  # type: ignore[operator]
