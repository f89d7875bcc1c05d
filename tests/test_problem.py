"""A problem knows its inputs and outputs, and refuses what does not fit in one sentence."""

import pytest

from rropt.exact.errors import InputError
from rropt.objectives import Trace, Utility, Variance
from rropt.privacy import LDP
from rropt.problem import Problem

DEMAND = LDP("1/2")
SQUARE = Utility([[1, 0], [0, 1]])


def test_counts_inputs_and_outputs() -> None:
    assert (Problem(Trace(), DEMAND, inputs=5).k, Problem(Trace(), DEMAND, inputs=5).m) == (5, 5)
    assert Problem(Trace([1, 2, 3]), DEMAND).k == 3
    assert Problem(Utility([[1, 0], [0, 1], [1, 1]]), DEMAND).m == 3
    assert Problem(Variance("1/4"), DEMAND).outputs == 2
    assert (Problem(Variance("1/4"), DEMAND, outputs="free").m, Problem(SQUARE, DEMAND, outputs="free").m) == (4, 2)


def test_labels_travel() -> None:
    problem = Problem(Variance("1/4"), DEMAND, inputs=("no", "yes"), outputs=("white", "black"))
    assert (problem.inputs, problem.output_labels, problem.k, problem.m) == (("no", "yes"), ("white", "black"), 2, 2)


def test_says_what_is_asked() -> None:
    assert str(Problem(SQUARE, DEMAND)).startswith("maximise the expected utility (2×2)")
    assert str(Problem(Utility([[1, 0], [0, 1]], sense="min"), DEMAND)).startswith("minimise the expected loss")
    assert "any number of outputs" in str(Problem(Variance("1/4"), DEMAND, outputs="free"))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Problem(Trace(), DEMAND), "needs the number of inputs"),
        (lambda: Problem(Trace(), DEMAND, inputs=1), "inputs = 1"),
        (lambda: Problem(Trace(), DEMAND, inputs=10**6), "1000000"),
        (lambda: Problem(Variance("1/4"), DEMAND, inputs=3), "inputs = 3"),
        (lambda: Problem(Variance("1/4"), DEMAND, inputs=("a", "b", "c")), "inputs = 3"),
        (lambda: Problem(SQUARE, DEMAND, outputs=3), "outputs = 3"),
        (lambda: Problem(SQUARE, DEMAND, outputs="any"), "'any'"),
        (lambda: Problem(Trace([1, 2]), DEMAND, inputs=3), "inputs = 3"),
        (lambda: Problem(Variance("1/4", warner=True), DEMAND, outputs="free"), "Warner"),
        (lambda: Problem(Variance("every"), DEMAND, outputs="free"), "every prevalence"),
    ],
)
def test_bad_input_is_one_sentence(make: object, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        make()  # type: ignore[operator]
    assert "\n" not in str(caught.value) and str(caught.value)


def test_labels_that_repeat_are_refused() -> None:
    with pytest.raises(InputError, match="must differ"):
        Problem(Trace(), LDP("1"), inputs=["a", "a"])
