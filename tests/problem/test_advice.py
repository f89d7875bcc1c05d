"""Whoever gives something else than an objective or a demand is told what to give."""

import cvxpy
import pytest

from rropt import LDP, InputError, Linear, Parity, Trace, Utility, Vulnerability, design

X = cvxpy.Variable()


@pytest.mark.parametrize(
    ("objective", "words"),
    [
        (cvxpy.Problem(cvxpy.Minimize(X)), "cvxpy.*Linear"),
        (cvxpy.Minimize(X), "cvxpy.*subject_to"),
        (lambda p: p, "Python function.*Linear"),
        ("trace", "text 'trace'.*Trace()"),
        (Trace, "class Trace itself; give an instance"),
        ([Trace(), Trace()], "several objectives"),
        ([[1, 2], [3, 4]], "table of numbers.*Linear"),
        (None, "'None' is not an objective"),
    ],
)
def test_what_is_no_objective(objective: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        design(objective, LDP(1), inputs=2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("demand", "words"),
    [
        (cvxpy.Problem(cvxpy.Minimize(X)), "cvxpy"),
        ([X >= 1][0], "cvxpy"),
        (lambda p: p, "Python function.*lipschitz"),
        ("LDP(1)", "text 'LDP.*not evaluate"),
        ([LDP(1), LDP(2)], "join them by &"),
        ((LDP(1), LDP(2)), "join them by &"),
        (LDP, "LDP is a class; give"),
        (1, r"LDP\(1\) for epsilon"),
        (0.5, r"LDP\(0.5\) for epsilon"),
        ({"epsilon": 1}, "dictionary"),
    ],
)
def test_what_is_no_demand(demand: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        design(Trace(), demand, inputs=2)


HUGE = [["0", "1e400"], ["1", "0"]]


@pytest.mark.parametrize(
    ("objective", "demand", "asked", "words"),
    [
        (Utility(HUGE, sense="min"), LDP("ln3"), {}, r"1\.00e\+400 of the utility .*divide"),
        (Linear(HUGE, sense="min"), LDP("ln3"), {}, r"1\.00e\+400 of the linear "),
        (Trace(), LDP("ln3"), {"inputs": 2, "subject_to": ["P[0,0] <= 1e400"]}, r"condition P\[0,0\] <= 1e400 "),
        (Utility([[0, 2], [1, 0]]), LDP("ln(1e400)"), {}, r"the number 1\.00e\+400 of the demand "),
    ],
)
def test_numbers_larger_than_every_double(
    objective: object, demand: object, asked: dict[str, object], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        design(objective, demand, **asked)  # type: ignore[arg-type]


def test_numbers_too_large_for_doubles_are_named_as_they_stand() -> None:
    """A bound on a gain is no ratio, and division by a negative number would turn the optimum round."""
    for objective, demand, said in (
        (Linear([[1, 0], [2, 3]]), Parity(10**400), r"the number 1\.00e\+400 of the demand .*; give smaller numbers"),
        (Trace(), Vulnerability("9/10", gain=[[10**400, 0], [0, 1]]), r"the number 5\.00e\+399 of the demand"),
        (
            Linear([[-(10**309), 0], [0, 1]]),
            LDP(1),
            r"the number -1\.00e\+309 .* divide all the numbers by 1\.00e\+309,",
        ),
    ):
        with pytest.raises(InputError, match=said):
            design(objective, demand, inputs=2)
