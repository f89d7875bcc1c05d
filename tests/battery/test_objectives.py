"""The battery every objective passes: its fields read back, its certificates are judged, the three legs agree with its value,
nothing that keeps the demand is better, and other labels or another order of inputs and outputs change nothing.

An objective is here because it stands in `_OBJECTIVES` of rropt/__init__.py, and needs its line in `tests.strategies.objectives`.
"""

import dataclasses
import json
import math
from fractions import Fraction as F

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from rropt.designs.objectives.linear import OfEntries
from rropt.problem.contract import Objective
from rropt.problem.kinds import OBJECTIVES
from rropt.problem.known import find_objective, legs_of, pose
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from rropt.solvers.agreement import are_in_agreement

from rropt import (
    LDP,
    Contrast,
    Design,
    Divergence,
    Information,
    InputError,
    Mechanism,
    Problem,
    Trace,
    Utility,
    design,
)
from rropt.cli.reading.objectives import StatedObjective
from tests.strategies.draws import BATTERY, drawn
from tests.strategies.mechanisms import krr, stochastic
from tests.strategies.objectives import OBJECTIVES as KINDS
from tests.surface import public

every_objective = pytest.mark.parametrize("name", OBJECTIVES)
FEW = settings(BATTERY, max_examples=12)
BY_INFORMATION = (
    *("information", "divergence", "convex-sum", "convex-worst"),
    *("total-variance", "contrast", "determinant", "largest-variance", "variance-sum", "variance-worst"),
    *("estimate-sum", "estimate-worst"),
)
DEMANDS = {name: st.sampled_from(kind.demands) for name, kind in KINDS.items()}


def inputs_of(objective: Objective) -> int:
    return 3 if objective.inputs is None else objective.inputs


def has_one_value(objective: Objective) -> bool:
    """Whether the value of a mechanism is a number; for each prevalence of an interval it is a function."""
    try:
        objective.value(krr(inputs_of(objective), "1"))
    except InputError:
        return False
    return True


def test_every_objective_has_its_strategy() -> None:
    assert len(OBJECTIVES) >= 4 and set(KINDS) == set(OBJECTIVES)


@every_objective
@given(data=st.data())
@FEW
def test_it_is_read_back_from_its_fields(name: str, data: st.DataObject) -> None:
    objective = data.draw(KINDS[name].members)
    kind = find_objective(name)
    assert type(objective) is kind is find_objective(objective.name)
    told = json.loads(json.dumps({"name": objective.name, "sense": objective.sense, **objective.to_fields()}))
    assert kind.from_fields(told) == objective
    assert not str(objective).endswith(".") and "\n" not in str(objective) and "object at" not in str(objective)
    assert KINDS[name].mirrored(KINDS[name].mirrored(objective)) == objective


PUBLIC = {name: found for name, (_, found) in public.of_problems().items()}


@pytest.mark.some(name=6)
@every_objective
@given(data=st.data())
@settings(BATTERY, max_examples=40)
def test_its_repr_is_a_call_that_makes_it_again(name: str, data: st.DataObject) -> None:
    objective = data.draw(KINDS[name].members)
    assert eval(repr(objective), dict(PUBLIC)) == objective  # noqa: S307 (its own words, in a test)


MORE = [
    *(Trace(["exp(1)", "-2*exp(1)/3"]), Utility([["exp(1)", 2], [3, 4]], ["1/exp(1)", "1-1/exp(1)"], sense="min")),
    *(Information([["1/2", "1/2"], [1, 0]], worst=True), Information([["1/2", "1/2"], [1, 0]], weights=[1, 2])),
    *(Contrast([1, 2], [["1/2", "1/2"], ["1/3", "2/3"]], weights=[3, 1]), Divergence("tv", "no", 'a "b"')),
    *(Divergence("power", "no", ["1/2", "1/2"], order="3/2"), Divergence("hockey_stick", gamma=2)),
]


@pytest.mark.parametrize("objective", MORE, ids=str)
def test_the_repr_of_fields_and_weights_is_a_call_too(objective: Objective) -> None:
    assert eval(repr(objective), dict(PUBLIC)) == objective  # noqa: S307 (its own words, in a test)


@every_objective
def test_its_options_are_those_of_the_command_line(name: str) -> None:
    assert find_objective(name).options <= {"prevalence", *(x.name for x in dataclasses.fields(StatedObjective))}
    assert all(hasattr(legs_of(x), "pose") and hasattr(legs_of(x), "REDUCTIONS") for x in _examples(name))


def _examples(name: str) -> list[Objective]:
    found: list[Objective] = []

    @given(KINDS[name].members)
    @settings(BATTERY, max_examples=3)
    def collect(x: Objective) -> None:
        found.append(x)

    collect()
    return found


@pytest.mark.some(name=6)
@every_objective
@drawn(4, 12)
def test_its_certificates_are_judged_and_its_legs_agree(name: str, data: st.DataObject) -> None:
    objective, demand = data.draw(KINDS[name].members), data.draw(DEMANDS[name])
    found = design(objective, demand, inputs=inputs_of(objective))
    status, sentence = judge_document(json.loads(found.to_json()))
    assert status == "accepted", sentence
    said = found.problem.objective.to_fields()
    assert all(json.loads(found.to_json())["problem"][key] == said[key] for key in said)
    assert found.verdict in (Verdict.OPTIMAL, Verdict.WITHIN, Verdict.UNATTAINED)
    if found.mechanism is None or found.value is None or not has_one_value(objective):
        return
    assert demand.holds(found.mechanism)
    assert objective.value(found.mechanism) == found.value == objective.value_bounds(found.mechanism)[0]
    assert {leg.name for leg in found.fast_legs} == {"symbolic", "numeric", "certified"}
    values = {leg.name: leg.value for leg in found.fast_legs if leg.value is not None}
    assert values["certified"] == found.value == values.get("symbolic", found.value)
    assert are_in_agreement(float(values["numeric"]), float(found.value))
    assert all(objective.value(x.mechanism) == found.value for x in found.minimisers)


@pytest.mark.some(name=6)
@every_objective
@drawn(4, 12)
def test_without_theorems_the_optimum_is_the_same(name: str, data: st.DataObject) -> None:
    objective, demand = data.draw(KINDS[name].members), data.draw(DEMANDS[name])
    k = inputs_of(objective)
    found = design(objective, demand, inputs=k)
    try:
        bare = design(objective, demand, inputs=k, closed_forms=False)
    except InputError as error:
        assert "by a theorem alone" in str(error)
        return
    assert same(found, bare) and judge_document(json.loads(bare.to_json()))[0] == "accepted"


def same(a: Design, b: Design) -> bool:
    """Whether two designs are one answer: the verdict, the value, and of pieces their ends and values."""
    pieces = [[(str(p.lower), str(p.upper)) for p in x.pieces] for x in (a, b)]
    return (a.verdict, a.value, a.lower, a.upper, pieces[0]) == (b.verdict, b.value, b.lower, b.upper, pieces[1])


@pytest.mark.some(name=6)
@every_objective
@drawn(4, 12)
@pytest.mark.slow_at("4-variance-worst")
def test_nothing_that_keeps_the_demand_is_better(name: str, data: st.DataObject) -> None:
    objective = data.draw(KINDS[name].members)
    if not has_one_value(objective):
        return
    k = inputs_of(objective)
    found = design(objective, LDP("1"), inputs=k)
    outputs = found.problem.outputs
    if not isinstance(outputs, int):
        outputs = k + 1
    for _ in range(5):
        rival = data.draw(stochastic(outputs, k)) @ krr(k, "1")
        assert LDP("1").holds(rival)
        try:
            value = objective.value(rival)
        except InputError:  # a value that is no number of the field
            continue
        if not KINDS[name].admits(objective, rival):
            continue
        assert found.lower is not None and found.upper is not None
        best = found.lower if objective.sense == "min" else found.upper
        assert value == best or (value > best) == (objective.sense == "min"), (rival, value)


@pytest.mark.some(name=6)
@every_objective
@given(data=st.data())
@settings(BATTERY, max_examples=5)
@pytest.mark.slow_at("variance-worst")
def test_a_tighter_demand_is_never_better(name: str, data: st.DataObject) -> None:
    objective = data.draw(KINDS[name].members)
    if not has_one_value(objective):
        return
    loose, tight = (design(objective, LDP(epsilon), inputs=inputs_of(objective)) for epsilon in ("1", "1/2"))
    assert None not in (loose.lower, loose.upper, tight.lower, tight.upper)
    if objective.sense == "min":
        assert loose.lower <= tight.upper
    else:
        assert loose.upper >= tight.lower


@pytest.mark.some(name=6)
@pytest.mark.parametrize("name", BY_INFORMATION)
@given(data=st.data())
@FEW
def test_merged_answers_say_no_more_and_split_answers_as_much(name: str, data: st.DataObject) -> None:
    """Whatever is done to an answer afterwards makes no estimate and no information better."""
    objective = data.draw(KINDS[name].members)
    k = inputs_of(objective)
    p = data.draw(stochastic(4, k)) @ krr(k, "1")
    try:
        value, merged = objective.value(p), objective.value(data.draw(stochastic(3, 4)) @ p)
        split = objective.value(
            Mechanism([*p.rows[:-1], *([x * share for x in p.rows[-1]] for share in (F(1, 3), F(2, 3)))])
        )
    except InputError:  # a value that is no number of the field
        return
    assert split == value or are_in_agreement(float(split), float(value))
    assert merged == value or (merged > value) == (objective.sense == "min")


@pytest.mark.some(name=6)
@every_objective
@drawn(4, 12)
def test_labels_and_the_order_of_inputs_and_outputs_change_nothing(name: str, data: st.DataObject) -> None:
    objective, demand = data.draw(KINDS[name].members), data.draw(DEMANDS[name])
    k = inputs_of(objective)
    found = design(objective, demand, inputs=k)
    named = design(objective, demand, inputs=[f"input {j}" for j in range(k)])
    assert same(found, named) and judge_document(json.loads(named.to_json()))[0] == "accepted"
    mirrored = design(KINDS[name].mirrored(objective), demand, inputs=k)
    if found.pieces:
        assert len(mirrored.pieces) == len(found.pieces)
    else:
        assert (mirrored.verdict, mirrored.value) == (found.verdict, found.value)


@pytest.mark.some(name=6)
@pytest.mark.slow_at(
    "linear-worst",
    "variance",
    "convex-sum",
    "convex-worst",
    "divergence",
    "information",
    "variance-worst",
    "variance-sum",
    "contrast",
    "largest-variance",
    "total-variance",
)
@every_objective
@given(data=st.data())
@settings(BATTERY, max_examples=5)
def test_with_epsilon_free_it_is_certified_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    objective = data.draw(KINDS[name].members)
    try:
        found = design(objective, LDP("1/2..2"), inputs=inputs_of(objective))
    except InputError as refusal:
        assert "\n" not in str(refusal)
        return
    assert found.pieces and judge_document(json.loads(found.to_json()))[0] == "accepted"


@pytest.mark.some(name=6)
@every_objective
@given(data=st.data())
@settings(BATTERY, max_examples=5)
def test_a_value_beyond_the_optimum_is_shown_to_be_out_of_reach(name: str, data: st.DataObject) -> None:
    objective = data.draw(KINDS[name].members)
    found = design(objective, LDP("ln3"), inputs=inputs_of(objective))
    if found.value is None or math.isinf(float(found.value)) or found.value == 0:
        return
    beyond = found.value + (1 if objective.sense == "max" else -1) * abs(found.value) / 100
    refused = design(objective, LDP("ln3"), inputs=inputs_of(objective), require=beyond)
    assert refused.verdict is Verdict.INFEASIBLE and refused.mechanism is None
    assert judge_document(json.loads(refused.to_json()))[0] == "accepted"


@every_objective
def test_more_outputs_than_help_are_none_or_refused(name: str) -> None:
    for objective in _examples(name):
        k = inputs_of(objective)
        usual = Problem(objective, LDP("ln3"), inputs=k)
        if isinstance(objective, OfEntries):  # an answer has weights of its own, and there are only so many
            assert Problem(objective, LDP("ln3"), inputs=k, outputs=1000).outputs == usual.outputs
        else:
            with pytest.raises(InputError, match=r"outputs = 1000 (does not fit|is above|must be free or a number)"):
                Problem(objective, LDP("ln3"), inputs=k, outputs=1000)
        with pytest.raises(InputError, match=r"outputs ?= ?1 "):
            Problem(objective, LDP("ln3"), inputs=k, outputs=1)
        program = pose(usual)
        assert isinstance(program.has_pieces, bool)
