"""The binary variance under conditions against a grid of all mechanisms, and what is said of the mirror image."""

import itertools
import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt import LDP, Design, InputError, Variance, design, verify
from rropt.problem.conditions import read_conditions

STEPS = 600


def best_on_a_grid(pi: float, t: float, delta: float, texts: list[str], *, mirrored: bool = False) -> float | None:
    """The least q(1 − q)/D² over mechanisms of a grid with p00 + p11 > 1 (or < 1) that keep the demand and the conditions."""
    p00, p11 = np.meshgrid(*[np.arange(STEPS + 1) / STEPS] * 2)
    entries = {(0, 0): p00, (1, 0): 1 - p00, (1, 1): p11, (0, 1): 1 - p11}
    fits = (p00 + p11 < 1 - 1e-9) if mirrored else (p00 + p11 > 1 + 1e-9)
    for j, n in ((0, 1), (1, 0)):
        fits &= sum(np.maximum(0, entries[i, j] - t * entries[i, n]) for i in (0, 1)) <= delta + 1e-12
    for c in read_conditions(texts, 2, 2, None, None):
        left, bound = sum(float(a) * entries[at] for at, a in c.terms), float(c.bound)
        height = left - bound if c.relation == ">=" else bound - left
        fits &= (np.abs(height) < 1e-9) if c.relation == "==" else (height >= -1e-12)
    q = pi * p11 + (1 - pi) * (1 - p00)
    values = np.where(fits, q * (1 - q) / np.where(fits, (p00 + p11 - 1) ** 2, 1), np.inf)
    return float(values.min()) if fits.any() else None


@pytest.mark.slow
def test_the_optimum_is_no_worse_than_a_grid_and_close_to_it() -> None:
    rng, outcomes = random.Random(77), []
    for _ in range(60):
        t, delta, pi = F(rng.randint(3, 12), 2), F(rng.choice([0, 1, 2]), 20), F(rng.randint(0, 10), 10)
        i, j = rng.randrange(2), rng.randrange(2)
        texts = [
            f"P[{i},{j}] {rng.choice(['<=', '>='])} {F(rng.randint(1, 11), 12)}",
            rng.choice(["P[0,0] <= P[1,1]", "2*P[0,0] >= P[1,1]", "P[0,1] + P[1,0] >= 1/3", "P[0,0] == 3/4"]),
        ]
        found = design(Variance(pi), LDP(f"ln({t})", delta=delta), subject_to=texts)
        grid = best_on_a_grid(float(pi), float(t), float(delta), texts)
        outcomes.append(found.verdict)
        assert verify(found.certificate).is_accepted and Design.from_json(found.to_json()).verdict == found.verdict
        if found.verdict == "infeasible":
            assert grid is None
            continue
        assert found.mechanism is not None and all(c.holds(found.mechanism.rows) for c in found.problem.conditions)
        assert (
            LDP(f"ln({t})", delta=delta).holds(found.mechanism) and Variance(pi).value(found.mechanism) == found.value
        )
        if grid is not None:
            assert float(found.value) <= grid + 1e-12 and grid - float(found.value) <= 0.1 * (1 + float(found.value))
        mirror = best_on_a_grid(float(pi), float(t), float(delta), texts, mirrored=True)
        smaller = mirror is not None and mirror < float(found.value) - 1e-9
        assert not smaller or any("allow the smaller variance" in note for note in found.notes)
    assert {"optimal", "infeasible"} <= set(outcomes)


KINDS = ("at least", "equal", "zero", "sum", "unsatisfiable")
# P[i,j] = c + a·p00 + b·p11
ENTRIES = {(0, 0): (0, 1, 0), (1, 0): (1, -1, 0), (1, 1): (0, 0, 1), (0, 1): (1, 0, -1)}


def stated(kind: str, rng: random.Random) -> tuple[list[str], list[tuple[float, float, float]]]:
    """Conditions of a kind as texts, and as c + a·p00 + b·p11 ≥ 0, both ways round where they are equalities."""
    (i, j), (k, n) = rng.sample(sorted(ENTRIES), 2)
    bound = F(rng.randint(1, 11), 12)
    one, two = np.array(ENTRIES[i, j], float), np.array(ENTRIES[k, n], float)
    unit = np.array([1.0, 0, 0])
    if kind == "at least":
        found = [(f"P[{i},{j}] >= {bound}", one - float(bound) * unit)]
        return _both([*found, (f"P[{k},{n}] >= {bound / 2}", two - float(bound / 2) * unit)])
    if kind == "equal":
        return _both([(f"P[{i},{j}] == P[{k},{n}]", one - two), ("", two - one)])
    if kind == "zero":
        return _both([(f"P[{i},{j}] == 0", one), ("", -one)])
    row = sum(np.array(ENTRIES[i, y], float) for y in (0, 1))
    if kind == "sum":
        return _both([(f"sum(P[{i},:]) <= {2 * bound}", 2 * float(bound) * unit - row)])
    return _both([(f"sum(P[{i},:]) >= {2 + bound}", row - float(2 + bound) * unit)])


def _both(found: list[tuple[str, np.ndarray]]) -> tuple[list[str], list[tuple[float, float, float]]]:
    return [text for text, _ in found if text], [tuple(line) for _, line in found]


def least_at_vertices(pi: float, t: float, delta: float, lines: list[tuple[float, float, float]]) -> float | None:
    """The least q(1 − q)/D² over the vertices with D = p00 + p11 − 1 > 0 of the polygon of (p00, p11); None without one.

    In x = p00/D, y = p11/D the region is a polyhedron and the variance quasi-concave and not decreasing along its rays.
    """
    lines = list(lines)
    for i in (0, 1):
        for j in (0, 1):
            (c, a, b), (e, f, g) = ENTRIES[i, j], ENTRIES[i, 1 - j]
            lines += [(c, a, b), (delta + t * e - c, t * f - a, t * g - b)]
    values = []
    for (c, a, b), (e, f, g) in itertools.combinations(lines, 2):
        det = a * g - b * f
        if abs(det) < 1e-12:
            continue
        x, y = (b * e - c * g) / det, (c * f - a * e) / det
        if x + y > 1 + 1e-9 and min(c + a * x + b * y for c, a, b in lines) > -1e-9:
            q = pi * y + (1 - pi) * (1 - x)
            values.append(q * (1 - q) / (x + y - 1) ** 2)
    return min(values, default=None)


def agree(kind: str, rng: random.Random) -> bool:
    """One random problem against the vertices; whether there is a design."""
    t, delta, pi = F(rng.randint(3, 12), 2), F(rng.choice([0, 1, 2]), 20), F(rng.randint(1, 9), 10)
    texts, lines = stated(kind, rng)
    expected = least_at_vertices(float(pi), float(t), float(delta), lines)
    found = design(Variance(pi), LDP(f"ln({t})", delta=delta), subject_to=texts)
    assert verify(found.certificate).is_accepted
    if expected is None:
        assert found.verdict == "infeasible" and found.mechanism is None, texts
        return False
    assert found.verdict == "optimal" and float(found.value) == pytest.approx(expected, rel=1e-7, abs=1e-9), texts
    assert all(c.holds(found.mechanism.rows) for c in found.problem.conditions)
    return True


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_of_each_kind_of_condition_are_the_least_of_the_vertices(kind: str) -> None:
    rng = random.Random(kind)
    assert sum(agree(kind, rng) for _ in range(4)) == 0 or kind != "unsatisfiable"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_of_each_kind_of_condition_are_the_least_of_the_vertices(kind: str) -> None:
    rng = random.Random(f"{kind} of 200")
    feasible = sum(agree(kind, rng) for _ in range(200))
    assert feasible == 0 if kind == "unsatisfiable" else feasible > 20


def test_the_worst_prevalence_under_conditions() -> None:
    texts = ["P[1,1] >= 9/10", "P[0,0] <= 3/5"]
    found = design(Variance("1/10..2/5"), LDP("ln3", delta="1/10"), subject_to=texts)
    assert found.verdict == "optimal" and verify(found.to_json()).is_accepted
    worst = [Variance(F(n, 100)).value(found.mechanism) for n in range(10, 41)]
    assert max(map(float, worst)) <= float(found.value) + 1e-12
    assert float(found.value) > float(design(Variance("1/10..2/5"), LDP("ln3", delta="1/10")).value)


def test_conditions_that_leave_only_the_mirror_image_are_infeasible_by_the_trace() -> None:
    found = design(Variance("1/4"), LDP("ln3"), subject_to=["P[0,0] <= 1/2", "P[1,1] <= 1/2"])
    assert (
        found.verdict == "infeasible"
        and "the maximum of the trace (the i-th output for the i-th input) is 1" in found.sentence
    )
    assert "at most 1" in found.notes[0] and verify(found.to_json()).is_accepted
    none = design(Variance("1/4"), LDP("ln3"), subject_to=["P[0,0] >= 9/10", "P[1,1] >= 9/10"])
    assert none.verdict == "infeasible" and "no mechanism with" in none.sentence


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda c: design(Variance("1/4"), LDP(1), outputs="free", subject_to=c), "two outputs"),
        (lambda c: design(Variance("every"), LDP(1), subject_to=c), "must be numbers"),
        (lambda c: design(Variance("1/4"), LDP("every"), subject_to=c), "must be numbers"),
    ],
)
def test_what_is_refused(asked: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        asked(["P[0,0] >= 1/2"])  # type: ignore[operator]


def test_where_the_mirror_image_alone_meets_the_conditions_a_note_says_its_variance() -> None:
    found = design(Variance("1/10"), LDP(1), subject_to=["P[1,1] == 1/10", "P[1,0] == 1/5"])
    turned = design(Variance("1/10"), LDP(1), subject_to=["P[0,1] == 1/10", "P[0,0] == 1/5"])
    assert found.verdict == "infeasible" and str(turned.value) == "1539/100"
    assert found.notes[1].startswith(
        "with p00 + p11 < 1 the conditions allow the variance 1539/100, which is not certified"
    )


@pytest.mark.some(demand=2)
@pytest.mark.parametrize("demand", [LDP("ln3"), LDP("1"), LDP("ln3", delta="1/10"), LDP("1/2", delta=1)], ids=str)
@pytest.mark.parametrize("pi", ["0", "1/4", "1/10..2/5"])
def test_a_design_of_equal_diagonal_under_conditions_that_no_such_design_meets(pi: str, demand: LDP) -> None:
    """Each condition leaves designs with p00 + p11 > 1, or even those alone, but none with p00 = p11 > 1/2."""
    asked = Variance(pi, warner=True)
    for text in ("P[0,0] <= 1/4", "P[0,0] == 1/2", "P[1,1] - P[0,0] >= 1/10"):
        assert design(Variance(pi), demand, subject_to=[text]).verdict == "optimal"
        found = design(asked, demand, subject_to=[text])
        assert found.verdict == "infeasible" and verify(found.certificate).is_accepted
        assert any("p00 = p11" in note for note in found.notes)
        assert Design.from_json(found.to_json()).verdict == "infeasible"
    assert design(asked, demand, subject_to=["P[0,0] >= 1/4"]).verdict == "optimal"


def test_conditions_that_contradict_are_told_in_the_labels_of_outputs_too() -> None:
    """Labels that are numbers are labels, not places."""
    for labels in (["blue", "red"], ["1", "0"]):
        p00 = f"P[{labels[0]},no]"
        for warner, text in ((True, f"{p00} <= 1/4"), (False, f"{p00} + P[{labels[1]},yes] <= 1")):
            asked = Variance("1/4", warner=warner)
            found = design(asked, LDP("ln3"), inputs=["no", "yes"], outputs=labels, subject_to=[text])
            assert found.verdict == "infeasible", (labels, text)


def test_a_prevalence_of_0_does_not_drop_the_conditions() -> None:
    asked = {"subject_to": ["P[1,1] >= 1/2"]}
    two = design(Variance("0"), LDP("1", delta="1/10"), **asked)
    assert two.mechanism is not None and two.mechanism.rows[1][1] >= F(1, 2)
    with pytest.raises(InputError, match="give outputs 2"):
        design(Variance("0"), LDP("1", delta="1/10"), outputs=3, **asked)
