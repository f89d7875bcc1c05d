"""Each kind of divergence against scipy's program over rows with formulas of its own, at its limits, and read back."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable
from fractions import Fraction as F
from importlib.resources import files
from typing import Any, ClassVar

import numpy as np
import pytest

import rropt
from rropt import LDP, Design, Divergence, InputError, Metric, design, verify
from rropt.checker import check
from rropt.designs.objectives.divergences import KINDS, find_phi
from rropt.designs.objectives.divergences.kl import KullbackLeibler
from rropt.designs.objectives.row_function import Function
from rropt.exact.infinity import is_infinite as is_infinite_number
from rropt.problem.verdicts import Verdict
from tests.over_rows import largest_over, patterns


def power(a: float, b: float, order: float) -> float:
    return (a**order * b ** (1 - order) - b) / (order - 1) if b else 0.0


def jensen_shannon(a: float, b: float) -> float:
    m = (a + b) / 2
    return sum(x * math.log(x / m) for x in (a, b) if x) / 2


def le_cam(a: float, b: float) -> float:
    return (a * a + b * b) / (a + b) / 2 - a * b / (a + b) if a + b else 0.0


BOUNDED: list[tuple[str, dict[str, str], Callable[[float, float], float]]] = [
    ("power", {"order": "1/2"}, lambda a, b: power(a, b, 1 / 2)),
    ("power", {"order": "1/16"}, lambda a, b: power(a, b, 1 / 16)),
    ("hockey_stick", {"gamma": "1"}, lambda a, b: max(a - b, 0.0)),
    ("hockey_stick", {"gamma": "3/2"}, lambda a, b: max(a - 1.5 * b, 0.0)),
    ("hockey_stick", {"gamma": "100"}, lambda a, b: max(a - 100 * b, 0.0)),
    ("jensen_shannon", {}, jensen_shannon),
    ("le_cam", {}, le_cam),
]
UNBOUNDED = [
    ("power", {"order": "3/2"}, lambda a, b: power(a, b, 3 / 2)),
    ("power", {"order": "16/15"}, lambda a, b: power(a, b, 16 / 15)),
    ("power", {"order": "7"}, lambda a, b: power(a, b, 7.0)),
]
EVERY = pytest.mark.parametrize(("kind", "stated", "f"), [*BOUNDED, *UNBOUNDED])


def chances(k: int, rng: random.Random) -> list[F]:
    numbers = [rng.randint(0, 30) for _ in range(k - 1)] + [rng.randint(1, 30)]
    return [F(n, sum(numbers)) for n in numbers]


def of_row(f: Callable[[float, float], float], p: Any, q: Any, row: Any) -> float:
    if p is None:
        return sum(f(a, b) for a, b in itertools.permutations(row, 2))
    return f(float(p @ row), float(q @ row))


def require(found: Design, expected: float) -> None:
    """The number of the other program is in the certified bounds, these are narrow, and it is accepted and read back."""
    assert found.lower is not None and found.upper is not None and found.mechanism is not None
    slack = 1e-7 * max(expected, 1e-9)
    assert float(found.lower) - slack <= expected <= float(found.upper) + slack
    assert found.upper - found.lower <= found.upper / 10**12
    low, high = found.problem.objective.value_bounds(found.mechanism)
    assert found.lower <= high and low <= found.upper
    text = found.to_json()
    assert verify(text).is_accepted
    assert Design.from_json(text).problem.objective == found.problem.objective


@pytest.mark.some(stated=2)
@EVERY
@pytest.mark.parametrize("k", [2, 3, 4])
def test_it_is_that_of_all_patterns(kind: str, stated: dict[str, str], f: Any, k: int) -> None:
    rng = random.Random(f"{kind}{stated}{k}")
    p, q = chances(k, rng), chances(k, rng)
    x, y = (np.array([float(w) for w in v]) for v in (p, q))
    for epsilon, t in (("ln3", 3.0), ("1/3", math.exp(1 / 3))):
        rows = patterns(k, t)
        demand = LDP(epsilon)
        require(
            design(Divergence(kind, p, q, **stated), demand), largest_over(rows, [of_row(f, x, y, s) for s in rows])
        )
        of_pairs = largest_over(rows, [of_row(f, None, None, s) for s in rows])
        require(design(Divergence(kind, **stated), demand, inputs=k), of_pairs)


@pytest.mark.parametrize(("kind", "stated", "f"), BOUNDED)
@pytest.mark.parametrize("between", [(None, None), ([1, 0], [0, 1]), (["1/3", "2/3"], ["3/4", "1/4"])], ids=str)
def test_two_inputs_with_a_slack(kind: str, stated: dict[str, str], f: Any, between: Any) -> None:
    """Rows of any direction, of which the reveal is limited: a row is in the demand by its excess over t times the other."""
    t, delta, rng = 3.0, 0.1, random.Random(2)
    rows = np.array([[t, 1], [1, t], [1, 0], [0, 1], *([1, math.exp(rng.uniform(-4, 4))] for _ in range(60))])
    x, y = (None if v is None else np.array([float(F(w)) for w in v]) for v in between)
    over = [[max(0.0, s[i] - t * s[1 - i]) for s in rows] for i in range(2)]
    expected = largest_over(rows, [of_row(f, x, y, s) for s in rows], over, [delta, delta])
    require(design(Divergence(kind, *between, **stated), LDP("ln3", delta="1/10"), inputs=2), expected)


@EVERY
@pytest.mark.parametrize("k", [2, 3])
def test_at_a_small_epsilon_it_is_that_of_its_bend(kind: str, stated: dict[str, str], f: Any, k: int) -> None:
    """φ(x) is φ″(1)(x − 1)²/2 there, so that between two inputs it is φ″(1)/2 times the gap squared; of hockey sticks the gap."""
    found = design(Divergence(kind, 0, 1, **stated), LDP("1e-9"), inputs=k)
    gap, step = 1e-9, 1e-4
    bend = (f(1 + step, 1.0) + f(1 - step, 1.0)) / 2 / step**2
    expected = bend * gap**2
    if kind == "hockey_stick":
        expected = gap / 2 if stated["gamma"] == "1" else 0.0
    assert found.upper is not None and float(found.upper) == pytest.approx(expected, rel=1e-6)
    assert found.lower is not None and found.upper - found.lower <= found.upper / 10**12
    assert verify(found.to_json()).is_accepted


def values(*aims: Divergence, epsilon: str = "ln3") -> list[float]:
    return [float(design(aim, LDP(epsilon), inputs=3).upper) for aim in aims]  # type: ignore[arg-type]


class Mirrored(KullbackLeibler):
    """b log(b/a), a divergence with logarithms that is infinite where a alone is 0, and not where b alone is."""

    __slots__ = ()
    name: ClassVar[str] = "mirrored"

    @property
    def is_unbounded(self) -> bool:
        return False

    @property
    def is_infinite_at_zero(self) -> bool:
        return True

    def ball(self, a: Any, b: Any) -> Any:
        return KullbackLeibler.ball(self, b, a)


@pytest.mark.parametrize(
    ("first", "is_infinite"),
    [((F(1, 2), F(1, 3)), False), ((F(0), F(1, 3)), True), ((F(1, 2), F(0)), False), ((F(0), F(0)), False)],
)
def test_a_kind_with_logarithms_is_infinite_where_its_limits_are(first: tuple[F, F], is_infinite: bool) -> None:
    """A divergence turned round is that of the two distributions exchanged, at rows with zeros too."""
    rows = (first, tuple(1 - x for x in first))
    one, other = (F(1), F(0)), (F(0), F(1))
    found = Function(Mirrored(), 2, (one, other)).bounds(rows)
    assert found == Function(KullbackLeibler(), 2, (other, one)).bounds(rows)
    assert all(map(is_infinite_number, found)) == is_infinite


def test_limits_of_kinds_are_other_kinds() -> None:
    for places in ((), (0, 2), (["1/2", "1/3", "1/6"], ["1/5", "2/5", "2/5"])):
        second, chi2 = values(Divergence("power", *places, order=2), Divergence("chi2", *places))
        assert second == pytest.approx(chi2, rel=1e-14)
        half, hellinger = values(Divergence("power", *places, order="1/2"), Divergence("hellinger", *places))
        assert half == pytest.approx(2 * hellinger, rel=1e-14)
        below, kl, above = values(
            *(Divergence("power", *places, order="15/16"), Divergence("kl", *places)),
            Divergence("power", *places, order="16/15"),
        )
        assert below < kl < above and above - below < 0.2 * kl
        first, tv = (
            design(x, LDP("ln3"), inputs=3)
            for x in (Divergence("hockey_stick", *places, gamma=1), Divergence("tv", *places))
        )
        assert first.verdict is tv.verdict is Verdict.OPTIMAL and first.value == tv.value
        past = design(Divergence("hockey_stick", *places, gamma=3), LDP("ln3"), inputs=3)
        assert past.verdict is Verdict.OPTIMAL and past.value == 0


@pytest.mark.parametrize("kind", ["hockey_stick", "jensen_shannon", "le_cam", "power"])
def test_over_an_interval_of_epsilon_it_is_enclosed(kind: str) -> None:
    stated = {"hockey_stick": {"gamma": "5/4"}, "power": {"order": "3/2"}}.get(kind, {})
    aim = Divergence(kind, 0, 2, **stated)  # type: ignore[arg-type]
    found = design(aim, LDP("1/2..1"), inputs=3)
    assert len(found.pieces) == 16 and verify(found.to_json()).is_accepted
    ends = [design(aim, LDP(x), inputs=3) for x in ("1/2", "1")]
    first, last = found.pieces[0].value, found.pieces[-1].value
    assert float(first.lower) == pytest.approx(float(ends[0].lower), rel=1e-12)  # type: ignore[union-attr, arg-type]
    assert float(last.upper) == pytest.approx(float(ends[1].upper), rel=1e-12)  # type: ignore[union-attr, arg-type]
    with pytest.raises(InputError, match="give both of its ends"):
        design(aim, LDP("every"), inputs=3)


@pytest.mark.parametrize(
    ("kind", "stated"), [("power", {"order": "1/16"}), ("power", {"order": "1/2"}), ("jensen_shannon", {})]
)
def test_a_slack_at_a_large_epsilon(kind: str, stated: dict[str, str]) -> None:
    found = design(Divergence(kind, 0, 1, **stated), LDP(99, delta="1/10"), inputs=2)
    assert found.lower is not None and found.upper is not None and found.upper - found.lower < found.upper / 10**12


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_is_that_of_its_file_and_the_call_makes_it_again(kind: str) -> None:
    phi = find_phi(kind)
    stated: dict[str, Any] = {phi.parameter_name: phi.such_as} if phi.parameter_name else {}
    aim = Divergence(kind, 0, "b", **stated)
    assert aim.kind == phi.name == kind and repr(find_phi(kind).read(phi.such_as)) != ""
    assert eval(repr(aim), {"Divergence": rropt.Divergence}) == aim  # noqa: S307 (its own words, in a test)
    assert Divergence.from_fields(json.loads(json.dumps(aim.to_fields()))) == aim


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Divergence("power", 0, 1), "the kind power has a parameter; give it, such as order='3/2'"),
        (lambda: Divergence("hockey_stick"), "such as gamma='2'"),
        (lambda: Divergence("kl", order=2), "order = 2 does not go with a divergence of the kind kl"),
        (lambda: Divergence("power", order=2, gamma=2), "gamma = 2 does not go"),
        (lambda: Divergence("power", order=1), 'the kind "kl"'),
        (lambda: Divergence("renyi", order=2), 'give p and q, or take the kind "power"'),
        (lambda: Divergence("renyi", 0, 1, order=1), 'does not fit the kind "renyi"; give an order above 0'),
        (lambda: design(Divergence("renyi", 0, 1, order=2), LDP(1, delta="1/10"), inputs=2), "order 2 is infinite"),
        (lambda: Divergence("power", order="-1/2"), "above 0"),
        (lambda: Divergence("power", order="17/2"), "above 16"),
        (lambda: Divergence("power", order="sqrt(2)"), "not rational"),
        (lambda: Divergence("hockey_stick", gamma="1/2"), "at least 1"),
        (lambda: Divergence("hockey_stick", gamma="exp(1)"), "not rational"),
        (lambda: design(Divergence("power", 0, 1, order=4), LDP(26), inputs=3), r"up to e\^25 within a row"),
        (lambda: design(Divergence("power", order="1/2"), Metric("line", 51), inputs=3), r"up to e\^100 within a row"),
        (lambda: design(Divergence("power", 0, 1, order=2), LDP(1, delta="1/10"), inputs=2), "order 2 is infinite"),
    ],
)
def test_what_is_no_divergence_is_refused_in_a_sentence(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        ask()


ORDERS = pytest.mark.parametrize("order", ["1/16", "1/2", "15/16", "16/15", "2", "7"])


@pytest.mark.some(order=2)
@ORDERS
@pytest.mark.parametrize("k", [2, 3, 4])
def test_renyi_is_the_logarithm_of_the_extreme_sum_of_powers(order: str, k: int) -> None:
    """Of all mechanisms Σ a^α b^(1 − α) is largest for α > 1 and least for α < 1, by scipy; its logarithm over α − 1 is Rényi's."""
    rng, x = random.Random(f"{order}{k}"), float(F(order))
    p, q = chances(k, rng), chances(k, rng)
    a, b = (np.array([float(w) for w in v]) for v in (p, q))
    for epsilon, t in (("ln3", 3.0), ("1/3", math.exp(1 / 3))):
        rows = patterns(k, t)
        side = 1 if x > 1 else -1
        extreme = side * largest_over(rows, side * (rows @ a) ** x * (rows @ b) ** (1 - x))
        found = design(Divergence("renyi", p, q, order=order), LDP(epsilon))
        require(found, math.log(extreme) / (x - 1))
        assert found.mechanism is not None and found.lower is not None
        sides = [(float(np.dot(a, row)), float(np.dot(b, row))) for row in np.array(found.mechanism.rows, dtype=float)]
        own = math.log(sum(u**x * v ** (1 - x) for u, v in sides)) / (x - 1)
        assert float(found.lower) == pytest.approx(own, rel=1e-9, abs=1e-15)


def test_renyi_grows_with_its_order_and_has_known_neighbours() -> None:
    """At order 1/2 it is −2 log(1 − hellinger), at 2 log(1 + chi2), near 1 near kl; it grows with its order."""
    between = (["1/2", "1/3", "1/6"], ["1/5", "2/5", "2/5"])
    found = values(*(Divergence("renyi", *between, order=x) for x in ("1/2", "15/16", "16/15", "2")))
    hellinger, kl, chi2 = values(*(Divergence(kind, *between) for kind in ("hellinger", "kl", "chi2")))
    assert found[0] == pytest.approx(-2 * math.log(1 - hellinger), rel=1e-14)
    assert found[3] == pytest.approx(math.log(1 + chi2), rel=1e-14)
    assert found == sorted(found) and found[1] < kl < found[2] and found[2] - found[1] < 0.2 * kl


@pytest.mark.parametrize("order", ["1/2", "3/2"])
@pytest.mark.slow
def test_renyi_everywhere_that_a_divergence_is_designed(order: str) -> None:
    """With many inputs, over an interval, between one distribution and itself, at a mechanism, and in both poses."""
    aim = Divergence("renyi", 0, 1, order=order)
    x, pure = float(F(order)), design(aim, LDP("ln3"), inputs=2)
    assert pure.mechanism is not None
    rows = np.array(pure.mechanism.rows, dtype=float)
    expected = math.log(sum(u**x * v ** (1 - x) for u, v in rows)) / (x - 1)
    assert pure.lower is not None and float(pure.lower) == pytest.approx(expected, rel=1e-12)
    many = design(Divergence("renyi", [F(1, 13)] * 13, [F(n, 91) for n in range(1, 14)], order=order), LDP("ln3"))
    assert many.lower is not None and many.upper is not None and 0 < many.lower <= many.upper
    assert many.upper - many.lower < many.upper / 10**6
    same = design(Divergence("renyi", 1, 1, order=order), LDP("ln3"), inputs=3)
    assert same.verdict is Verdict.OPTIMAL and same.value == 0 and verify(same.to_json()).is_accepted
    pieces = design(aim, LDP("1/2..1"), inputs=2)
    assert verify(pieces.to_json()).is_accepted and Design.from_json(pieces.to_json()).to_json() == pieces.to_json()
    full = design(aim, LDP("ln3"), inputs=3, closed_forms=True)
    assert all(leg.value is None or float(leg.value) == pytest.approx(expected, rel=1e-6) for leg in full.legs)


def test_poses_of_renyi() -> None:
    """cvxpy finds the largest value of a concave function, and not of a convex one, which is said."""
    above = design(Divergence("renyi", 0, 1, order="3/2"), LDP("ln3"), inputs=2)
    posed = above.problem.as_cvxpy()
    posed.solve(solver="CLARABEL")
    assert above.upper is not None and posed.value == pytest.approx(float(above.upper), rel=1e-6)
    below = design(Divergence("renyi", 0, 1, order="1/2"), LDP("ln3"), inputs=2)
    with pytest.raises(InputError, match="pose the power divergence of this order"):
        below.problem.as_cvxpy()


@ORDERS
def test_a_bound_that_leaves_no_sum_of_powers_is_rejected(order: str) -> None:
    """For α < 1 a bound B with 1 + (α − 1)B ≤ 0 bounds nothing: its logarithm is not taken."""
    found = json.loads(design(Divergence("renyi", 0, 1, order=order), LDP("ln3"), inputs=2).certificate)
    verdicts = []
    for more in ("0", "100"):
        column = [str(F(y) + F(more)) for y in found["prices"]["column"]]
        raised = found | {"prices": {"column": column}, "upper": str(F(found["upper"]) + 1000)}
        verdicts.append(check(json.dumps(raised)).condition or "accepted")
    assert verdicts[0] == "accepted" and verdicts[1] == ("sign-decided" if F(order) < 1 else "accepted")


def test_every_kind_has_its_row_in_the_specification_and_its_words_in_the_docstring() -> None:
    """Of both, because no program reads them; a stated phi is a parameter of its own."""
    spec = files("rropt.certificate").joinpath("SPEC.md").read_text("utf-8")
    for kind in KINDS:
        assert f"\n| `{kind}`" in spec, kind
        assert kind == "stated" or f'"{kind}"' in (Divergence.__doc__ or ""), kind


@pytest.mark.parametrize(
    ("objective", "between"),
    [
        (Divergence("kl", 0, 1), "between no and yes"),
        (Divergence("renyi", "yes", 0, order=2), "between yes and no"),
        (Divergence("hockey_stick", 0, ["1/2", "1/2"], gamma=2), "between no and (1/2, 1/2)"),
        (Divergence(None, 1, 0, phi="max(x - 2, 0)"), "between yes and no"),
        (Divergence("tv"), "sum over ordered pairs of inputs"),
    ],
)
def test_the_words_of_a_design_name_inputs_by_their_labels(objective: Divergence, between: str) -> None:
    labelled = objective.labelled(("no", "yes"))
    assert between in str(labelled) and labelled.labelled(("no", "yes")) == labelled
    assert labelled.function(("no", "yes")) == objective.function(("no", "yes"))
    if objective.kind == "kl":
        found = design(objective, LDP("ln3"), inputs=("no", "yes"))
        cost, certified = (line for line in found.explain().splitlines() if line.startswith(("Cost", "Certified")))
        assert between in cost and between in certified
