import random
from fractions import Fraction

import pytest

from rropt import LDP, PairwiseLDP, Problem, Variance, design
from rropt.exact.errors import Disagreement
from rropt.poses.others import APART
from tests.binary import brute


@pytest.mark.first(seed=6)
@pytest.mark.parametrize("seed", range(40))
def test_cvxpy_and_sympy_agree_with_the_certificate(seed: int) -> None:
    rng = random.Random(seed)
    demand, _ = brute.draw_demand(rng)
    low, high = sorted(Fraction(n, 20) for n in rng.sample(range(21), 2))
    share = rng.choice([brute.draw_share(rng), (low, high)])
    outputs = rng.choice([None, None, "free"])
    objective = Variance(share, warner=outputs is None and rng.random() < 0.3, positive=rng.choice([0, 1]))
    found = design(objective, demand, outputs=outputs, proof=True)
    if found.value != 0:  # two answers have the variance 0 at the share 0 or 1, where the information is infinite
        assert next(x.name for x in found.others) == "cvxpy"
        assert found.others[0].value == pytest.approx(float(found.upper), rel=1e-6)


@pytest.mark.parametrize("warner", [False, True])
@pytest.mark.parametrize("share", ["0", "1/10", "7/48", "1/2", "1"])
@pytest.mark.parametrize(("epsilon", "delta"), [("ln2", "1/10"), ("1/2", "0"), ("0", "1/5"), ("1", "9/10")])
def test_the_formula_of_two_answers_is_the_least_variance(epsilon: str, delta: str, share: str, warner: bool) -> None:
    problem = Problem(Variance(share, warner=warner), LDP(epsilon, delta=delta))
    posed = problem.as_sympy()
    assert float(posed.closed_form) == pytest.approx(float(design(problem).value), abs=1e-12)
    assert posed.formula is not None and posed.formula.derivation


@pytest.mark.parametrize(("epsilon", "delta"), [("ln2", "1/10"), ("1/2", "0"), ("1", "9/10")])
def test_the_formula_of_any_number_of_answers(epsilon: str, delta: str) -> None:
    for share in ("1/10", "1/5..2/5", "0..1"):
        problem = Problem(Variance(share), LDP(epsilon, delta=delta), outputs="free")
        assert float(problem.as_sympy().closed_form) == pytest.approx(float(design(problem).value))


def test_the_program_has_parameters_to_change() -> None:
    posed = Problem(Variance("1/4"), LDP("ln3", delta="1/10")).as_cvxpy()
    assert posed.is_dcp(dpp=True)
    assert {"ratio", "delta", "prevalence", "s"} <= set(posed.param_dict)


def test_conditions_and_pairs_are_posed() -> None:
    both = PairwiseLDP([["0", "1/2"], ["1", "0"]], deltas=[["0", "1/10"], ["1/5", "0"]])
    for conditions in (["P[0,0] <= 3/5"], ["P[1,1] >= 9/10"], ["P[0,0] == 2/3"]):
        found = design(Variance("1/3"), both, subject_to=conditions, proof=True)
        assert found.others[0].value == pytest.approx(float(found.value))


def test_a_contradiction_is_an_error_that_shows_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Variance, "solve_posed", lambda self, posed, asked, conditions: (posed.solve(), 0.5)[1])
    with pytest.raises(Disagreement, match=r"1479.*"):
        design(Variance("1/4"), LDP("ln3", delta="1/10"), proof=True)
    assert APART == 1e-6
