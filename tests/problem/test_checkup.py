"""What a mechanism in use protects, whether a demand is met, and how far it is from the certified optimum.

Every notion of the library is told, with numbers that the mechanism meets and that nothing smaller would be.
"""

import math
import random
from fractions import Fraction as F
from typing import Any

import pytest

import rropt.privacy
from rropt.designs.objectives.divergence import Divergence
from rropt.designs.objectives.information import Information
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.grammar import read_number
from rropt.families import krr as family
from rropt.mechanism import Mechanism
from rropt.privacy import (
    CSIP,
    LDP,
    SIP,
    BayesFactor,
    BetaFactor,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Vulnerability,
    profile,
)
from rropt.problem.checkup import check, tight_notions

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
THREE = Mechanism([["1/2", "1/8"], ["3/8", "3/8"], ["1/8", "1/2"]])
SKEW = Mechanism([["9/20", "1/9"], ["7/20", "3/9"], ["4/20", "5/9"]])
OPEN = Mechanism([["1", "1/4"], ["0", "3/4"]])
T = read_number("e^(1/2)")
OVER_E = Mechanism([[T / (T + 1), 1 / (T + 1)], [1 / (T + 1), T / (T + 1)]])


def test_the_efficiency_is_relative_to_the_own_epsilon_unless_a_demand_is_stated() -> None:
    assert check(WARNER).efficiency.ratio == 1
    ratio = check(WARNER, LDP("ln9"), objective=Variance("1/2")).efficiency.ratio
    assert ratio is not None and ratio == F(100, 256)


def test_more_outputs_at_the_worst_prevalence_are_measured_against_free_outputs() -> None:
    found = check(THREE, objective=Variance("1/10..2/5")).efficiency
    assert found.ratio == F(5, 8) and found.value == F(1232, 1125)
    assert found.better is not None and found.better.problem.outputs == "free"


def test_where_the_worst_prevalence_is_irrational_the_efficiency_is_enclosed() -> None:
    found = check(SKEW, objective=Variance("0..1")).efficiency
    assert found.ratio is None and found.bounds is not None and found.values is not None
    lower, upper = found.bounds
    assert 0 < lower < upper < 1 and upper - lower < F(1, 10**11)
    told = found.to_dict()
    assert told["ratio"]["exact"] is None and told["value"]["exact"] is None
    assert float(told["ratio"]["lower"]) <= float(told["ratio"]["upper"])
    assert "between" in found.explain() and "between" in str(found.as_table())


def test_over_e_too() -> None:
    found = check(SKEW, LDP(2), objective=Variance("0..1")).efficiency
    assert found.bounds is not None and 0 < found.bounds[0] < found.bounds[1] < 1


@pytest.mark.parametrize(("delta", "least"), [("0", "log(3)"), ("1/4", "log(2)")])
def test_a_range_of_epsilon_is_answered_by_where_it_is_met(delta: str, least: str) -> None:
    with pytest.raises(InputError, match=rf"only if epsilon is at least {least.replace('(', '.').replace(')', '.')}"):
        check(WARNER, LDP("every", delta=delta))
    with pytest.raises(InputError, match="for no epsilon; state one"):
        check(Mechanism([[1, 0], [0, 1]]), LDP("1/2..2"))


def test_a_mechanism_of_each_epsilon_is_judged_for_all_of_them() -> None:
    t = read_epsilon("every").t
    krr = Mechanism([[t / (t + 1), 1 / (t + 1)], [1 / (t + 1), t / (t + 1)]])
    found = check(krr, LDP("every"))
    assert found.met and found.efficiency.ratio == 1
    value = "(t^2 + 2*t + 1)/(4*t^2 - 8*t + 4)"
    assert f"0.5: 1 (this design {value}, optimum {value}). No design" in found.explain()
    assert f"1 (this design {value}" in check(krr).efficiency.explain()


@pytest.mark.parametrize(
    ("mechanism", "demand", "said"),
    [
        (WARNER, LDP("ln4") & Vulnerability("3/5", ["1/2", "1/2"]), "It holds with no budgets, however large."),
        (OPEN, PairwiseLDP({(0, 1): 1, (1, 0): 2}, deltas={}), "It holds with no budgets, however large."),
        (WARNER, LDP("ln9") & Vulnerability("3/4", ["1/2", "1/2"]), "a factor from 1/2 on."),
    ],
    ids=["an average", "a pure pair", "kept"],
)
def test_the_factor_of_the_budgets_is_said_without_a_reason_that_may_not_be_one(
    mechanism: Mechanism, demand: Any, said: str
) -> None:
    assert said in check(mechanism, demand).explain()
    guesses = Vulnerability("3/5", ["1/2", "1/2"]) & Vulnerability("9/10", ["1/4", "3/4"])
    assert check(mechanism, guesses).factor is None and "budgets" not in check(mechanism, guesses).explain()


def test_reasons_why_there_is_no_ratio() -> None:
    assert "not met" in check(WARNER, LDP("1/2")).efficiency.reason
    assert "infinite, and no demand" in check(Mechanism([[1, 0], [0, 1]])).efficiency.reason
    silent = check(Mechanism([["1/3", "1/3"]] * 3), LDP(1), objective=Variance("0..1")).efficiency
    for demand, why in (
        (LDP("ln3", delta="1/10"), "divergence is infinite"),
        (LDP("inf"), "the direct question is best"),
    ):
        said = check(WARNER, demand, objective=Divergence("kl", 0, 1))
        assert not said.violations and said.efficiency.bounds is None and said.efficiency.values is not None
        assert said.efficiency.reason.startswith("no optimum is found, as ") and why in said.efficiency.reason
    free = check(family(k=3, epsilon="every"), objective=TotalVariance()).efficiency
    assert free.bounds is None and "depends on epsilon or delta, so it is no single number; ask" in free.reason
    assert "does not identify" in silent.reason and silent.to_dict()["value"]["exact"] == "inf"
    assert "no objective is assumed" in check(Mechanism([["1/3"] * 3, ["2/3"] * 3])).efficiency.reason
    assert (
        check(
            Mechanism.from_floats([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]]), objective=Trace()
        ).efficiency.ratio
        == 1
    )


@pytest.mark.parametrize("kind", ["kl", "chi2"])
def test_an_infinite_divergence_is_not_called_a_variance(kind: Any) -> None:
    found = check(Mechanism([[1, "1/2"], [0, "1/2"]]), LDP(1, delta="1/2"), objective=Divergence(kind, 1, 0)).efficiency
    assert found.reason == "the value of this mechanism is infinite already, so no design does better"


def test_an_optimum_among_equal_diagonals_measures_no_other_mechanism() -> None:
    demand, objective = LDP("ln3", delta="1/10"), Variance("1/20", warner=True)
    for rows in ([["1", "9/10"], ["0", "1/10"]], [["1/2", "1/4"], ["1/4", "1/2"], ["1/4", "1/4"]]):
        found = check(Mechanism(rows), demand, objective=objective).efficiency
        assert found.bounds is None and "among mechanisms with p00 = p11" in found.reason
    for rows in (WARNER.rows, WARNER.rows[::-1]):
        assert check(Mechanism(rows), demand, objective=objective).efficiency.ratio == F(30199, 38599)


OF_TWO: list[Any] = [
    *(Variance(x, warner=w) for x in ("0", "1/20", "1", "1/10..2/5", "0..1") for w in (False, True)),
    Variance("1/4", positive=0),
    TotalVariance(["9/10", "1/10"]),
    Information(["1/3", "2/3"]),
    *(Divergence(x, 1, 0) for x in ("tv", "kl", "chi2")),
    Utility([["10^12", 0], [0, "10^-7"]]),
]


@pytest.mark.parametrize("objective", OF_TWO, ids=str)
@pytest.mark.parametrize("outputs", [2, 3])
@pytest.mark.parametrize("stated", [True, False], ids=["at a delta", "at its own epsilon"])
def test_no_mechanism_is_better_than_the_optimum(objective: Any, outputs: int, stated: bool) -> None:
    if isinstance(objective, Utility) and outputs != 2:
        pytest.skip("a utility's rows are its answers")
    if stated and str(objective).startswith(("Kullback", "chi")):
        pytest.skip("the optimum is infinite")
    rng = random.Random(outputs)
    for _ in range(4):
        columns = [[F(rng.randint(0 if stated else 1, 9)) for _ in range(outputs)] for _ in range(2)]
        p = Mechanism(list(zip(*([x / sum(column) for x in column] for column in columns), strict=True)))
        demand = LDP("ln3", delta=profile(p).delta("ln3")) if stated else None
        found = check(p, demand, objective=objective).efficiency
        assert found.bounds is None or 0 <= found.bounds[0] <= found.bounds[1] <= 1


def test_a_mechanism_that_is_better_than_what_is_called_the_optimum_is_a_contradiction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rropt.problem import efficiency as module

    worse = module.design(Trace(), LDP("ln2"), inputs=3)
    monkeypatch.setattr(module, "design", lambda *_, **__: worse)
    with pytest.raises(Disagreement, match=r"mechanism is 2, which is better than the certified optimum, 1\.5;"):
        check(Mechanism([["2/3", "1/6", "1/6"], ["1/6", "2/3", "1/6"], ["1/6", "1/6", "2/3"]]))


def test_an_optimum_that_is_only_enclosed_gives_a_ratio_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from rropt.problem import efficiency as module
    from rropt.problem.result import Verdict

    exact = module.design(Trace(), LDP("ln2"), inputs=3)
    loose = replace(exact, verdict=Verdict.WITHIN, value=None, upper=exact.upper + F(1, 10**9))
    monkeypatch.setattr(module, "design", lambda *_, **__: loose)
    found = check(Mechanism([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])).efficiency
    assert found.ratio is None and found.bounds is not None and found.bounds[1] == 1


def test_an_optimum_of_another_field_is_compared_by_rational_bounds() -> None:
    found = check(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), LDP(2), objective=Utility([["2^(1/2)", 0], [0, 1]]))
    low, high = found.efficiency.bounds  # type: ignore[misc]
    assert 0 < high - low < F(1, 10**30)
    assert float(low) == pytest.approx((0.75 * (2**0.5 + 1)) / (math.exp(2) / (1 + math.exp(2)) * (2**0.5 + 1)))


def test_a_design_is_judged_by_its_own_demand_and_objective() -> None:
    demand = LDP("1/2", delta="1/10")
    found = rropt.design(Variance("1/10"), demand)
    own, bare = check(found), check(found.mechanism)
    assert own.demand == demand and own.efficiency.objective == "variance at prevalence 1/10"
    assert own.efficiency.ratio == 1 and bare.demand is None and bare.efficiency.ratio is None
    elsewhere = check(found, objective=Variance("1/2"))
    assert elsewhere.demand == demand and elsewhere.efficiency.bounds is not None
    assert elsewhere.efficiency.bounds[1] < 1, "this design is best at 1/10, not at 1/2"
    assert not check(found, LDP(1)).met


def test_every_notion_is_there() -> None:
    kinds = {name for name in rropt.privacy.__all__ if isinstance(getattr(rropt.privacy, name), type)}
    notions = {name for name in kinds if all(hasattr(getattr(rropt.privacy, name), x) for x in ("tightest", "reduced"))}
    assert notions - {"Notion"} == {"LDP", "Parity", "RhoBreach", "BetaFactor", "BayesFactor", "SIP", "CSIP"}
    assert list(tight_notions(WARNER)) == ["ldp", "parity", "rho breach", "beta factor", "bayes factor", "sip", "csip"]


@pytest.mark.parametrize("mechanism", [WARNER, OPEN, OVER_E, Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])])
def test_the_numbers_are_met_by_the_mechanism(mechanism: Mechanism) -> None:
    found = tight_notions(mechanism)
    assert Parity(found["parity"]["gamma"]).holds(mechanism)
    assert BetaFactor(found["beta factor"]["beta"]).holds(mechanism)
    assert BayesFactor(found["bayes factor"]["factor"]).holds(mechanism)
    assert LDP(found["ldp"]["epsilon"]).holds(mechanism) or found["ldp"]["epsilon"] == "inf"
    assert SIP(found["sip"]["lower"], found["sip"]["upper"]).holds(mechanism)
    assert CSIP(found["csip"]["h"]).holds(mechanism)


def test_nothing_tighter_is_met() -> None:
    found = tight_notions(WARNER)
    assert found["sip"] == {"lower": "odds:1/3", "upper": "odds:3"} and found["csip"] == {"h": "odds:3"}
    assert not SIP("odds:1/3", "odds:29/10").holds(WARNER) and not SIP("odds:10/29", "odds:3").holds(WARNER)
    assert not CSIP("odds:29/10").holds(WARNER) and not RhoBreach("1/5", "42/100").holds(WARNER)


def test_rho_is_of_the_stated_demand() -> None:
    assert tight_notions(WARNER, RhoBreach("1/4", "9/10"))["rho breach"] == {"rho1": "1/4", "rho2": "1/2"}


@pytest.mark.parametrize(
    ("objective", "demand", "inputs"),
    [
        (TotalVariance(["1/2", "1/3", "1/6"]), LDP(1), 3),
        (Trace(), LDP("1/2", delta="1/10"), 3),
        (Variance("1/10"), LDP("ln3"), 2),
    ],
)
def test_a_design_checked_for_its_own_problem_needs_no_new_optimum(
    objective: Any, demand: LDP, inputs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = rropt.design(objective, demand, inputs=inputs)
    assert made.mechanism is not None
    anew = check(made.mechanism, demand, objective=objective).efficiency
    monkeypatch.setattr("rropt.problem.efficiency.design", None)  # a call would fail
    found = check(made).efficiency
    assert found.better is made and found.values == (made.lower, made.upper)
    assert found.bounds is not None and anew.bounds is not None
    assert found.bounds[0] <= anew.bounds[1] and anew.bounds[0] <= found.bounds[1]


@pytest.mark.parametrize("epsilon", ["ln3", "ln2"])
def test_a_demand_of_every_delta_is_no_demand_to_check(epsilon: str) -> None:
    with pytest.raises(InputError, match="state one number"):
        check(WARNER, LDP(epsilon, delta="every"))
