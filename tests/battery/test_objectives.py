"""The battery that every objective passes: its mechanism has the value, no other one that keeps the demand is better, a weaker
demand is never worse, and its file says the same when it is read again, or is refused once a number of it was changed.

An objective is here because it stands in `rropt.objectives.words.NAMES`.
"""

import doctest
import json
import random
from fractions import Fraction

import pytest
import sympy

from rropt import LDP, Mechanism, RhoBreach, design, verify
from rropt.exact.errors import InputError
from rropt.objectives.sums import RowSum
from rropt.objectives.words import NAMES, read_objective
from rropt.privacy import Notion
from rropt.problem.result import Design
from rropt.problem.stored import read_design
from tests.differential.problems import pick

DEMANDS: dict[str, tuple[Notion, Notion]] = {
    "ldp": (LDP("ln2"), LDP("ln3")),
    "rational epsilon": (LDP("1/2"), LDP("3/4")),
    "delta": (LDP("ln2", delta="1/20"), LDP("ln2", delta="1/10")),
    "beliefs": (RhoBreach("1/5", "1/3"), RhoBreach("1/5", "1/2")),
}
"""For each kind of demand a stronger one and a weaker one."""
OTHERS = 20


def spec_of(name: str, rng: random.Random) -> tuple[str, int]:
    """A random objective of a name, and its number of inputs."""
    k = 2 if "variance" in (name, name.removeprefix("asymptotic-")) else rng.choice((2, 3))

    def row() -> str:
        return ",".join(str(rng.randint(0, 5)) for _ in range(k))

    def shares() -> str:
        return ",".join(map(str, pick(rng, k, 9)))

    table = f"{row()}:{row()}:{row()}"
    scores = ",".join(map(str, rng.sample(range(9), k)))
    return {
        "trace": f"trace:{row()}",
        "utility": f"utility:{table},prior={shares()}",
        "loss": f"loss:{table},prior={shares()}",
        "linear": f"linear:{table}",
        "variance": f"variance:{Fraction(rng.randint(1, 19), 20)}",
        "contrast": f"contrast:{scores},prevalence={shares()}",
        "divergence": f"divergence:{rng.choice(('tv', 'hellinger'))},between={shares()}:{shares()}",
    }.get(
        name, f"{name}:{Fraction(rng.randint(1, 19), 20) if k == 2 and name == 'asymptotic-variance' else shares()}"
    ), k


@pytest.mark.parametrize("demand", DEMANDS)
@pytest.mark.parametrize("name", NAMES)
def test_no_mechanism_of_the_demand_is_better(name: str, demand: str) -> None:
    rng = random.Random(f"{name} {demand}")
    spec, k = spec_of(name, rng)
    strong, weak = DEMANDS[demand]
    found, wider = design(spec, strong, inputs=k), design(spec, weak, inputs=k)
    assert isinstance(found, Design) and isinstance(wider, Design) and found.mechanism is not None
    objective, sign = found.problem.objective, 1 if found.problem.objective.sense == "max" else -1
    low, high = objective.value_bounds(found.mechanism)
    assert strong.holds(found.mechanism) and low <= found.upper and found.lower <= high
    best, least = (found.upper, wider.lower) if sign > 0 else (found.lower, wider.upper)
    assert sign * (wider.upper if sign > 0 else wider.lower) >= sign * (found.lower if sign > 0 else found.upper), (
        best,
        least,
    )
    m = found.mechanism.m
    for _ in range(OTHERS):
        garbling = Mechanism([*zip(*(pick(rng, m) for _ in range(m)), strict=True)])
        other = garbling @ found.mechanism
        assert strong.holds(other)
        try:
            values = objective.value_bounds(other)
        except InputError:  # nothing can be estimated from it
            continue
        assert min(sign * x for x in values) <= sign * best


SUMS = [name for name in NAMES if isinstance(read_objective(spec_of(name, random.Random(name))[0]), RowSum)]


@pytest.mark.parametrize("name", SUMS)
def test_the_function_of_symbols_is_that_of_the_values(name: str) -> None:
    rng = random.Random(name)
    for _ in range(4):
        spec, k = spec_of(name, rng)
        objective = read_objective(spec)
        assert isinstance(objective, RowSum)
        (f,) = (one.of for one in objective.summands(k))
        p = Mechanism([*zip(*(pick(rng, 4, 9) for _ in range(k)), strict=True)])
        value = sum(f([sympy.Rational(x.numerator, x.denominator) for x in row]) for row in p.rows)
        assert float(value) == pytest.approx(float(objective.value(p)), rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_its_class_runs(name: str) -> None:
    objective = read_objective(spec_of(name, random.Random(name))[0])
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    examples = [x for x in doctest.DocTestFinder().find(type(objective), name) if x.examples]
    for example in examples:
        runner.run(example)
    assert examples and runner.failures == 0


@pytest.mark.parametrize("name", NAMES)
def test_its_file_says_the_same_and_a_changed_one_is_refused(name: str) -> None:
    rng = random.Random(name)
    spec, k = spec_of(name, rng)
    found = design(spec, LDP("ln3"), inputs=k)
    assert isinstance(found, Design)
    text = found.to_json()
    again = read_design(text)
    assert isinstance(again, Design) and (again.lower, again.upper) == (found.lower, found.upper)
    assert again.problem == found.problem and verify(text).status == "accepted"
    changed = json.loads(found.certificate)
    if "mechanism" in changed:
        changed["mechanism"][0][0] = "1/7"
    else:
        changed["value"] = "1/7"
    assert verify(json.dumps(changed)).status != "accepted"
    assert read_objective(spec) == found.problem.objective
