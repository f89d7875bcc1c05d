"""The trace is the weighted sum of the diagonal, for as many outputs as inputs."""

from fractions import Fraction as F

import pytest

from rropt.designs.objectives.trace import Trace
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism

P = Mechanism([["1/2", "1/4", 0], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "2/3"]])


def test_sums_the_diagonal_with_its_weights() -> None:
    assert Trace().value(P) == F(5, 3)
    assert Trace(["2", 0, "1/2"]).value(P) == 1 + F(1, 3)
    assert Trace([1, 1, 1]).value(P) == Trace().value(P)
    assert Trace([1, 2, 3]).matrix(3, 3) == ((1, 0, 0), (0, 2, 0), (0, 0, 3))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Trace([1, 2]).value(P), "2 trace weights were given for 3 inputs"),
        (lambda: Trace().matrix(2, 3), "not 3 outputs for 2 inputs"),
        (lambda: Trace(["one"]), "one"),
    ],
)
def test_bad_input_is_one_sentence(make: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()  # type: ignore[operator]
