"""B(h): the stated values, random tables against a grid, every way to give h, and every way to give it badly."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction as F

import pytest
import sympy

import rropt.breach.piecewise as module
from rropt.breach.bound import breach_bound
from rropt.breach.numeric import NumericBound, SolverOutcome
from rropt.checker import check
from rropt.exact.decimal import write_few_digits
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.grammar import read_number
from rropt.exact.ordering import order_of
from rropt.mechanism import Mechanism
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Parity, RhoBreach
from rropt.privacy.boundary import broken_at, infimum, piecewise_linear, precise_boundary
from tests.definitions import odds_ratio

P = sympy.Symbol("p")
GOLDEN = [(0, "1/5"), ("8/9", 1), (1, 1)]


@pytest.mark.parametrize(
    ("demand", "value"),
    [
        (RhoBreach("1/5", "1/2"), "4"),
        (RhoBreach("1/100", "99/100"), "9801"),
        (BetaFactor(2), "2"),
        (BetaFactor(1), "1"),
        (BetaFactor("e^(1/2)"), "e^(1/2)"),
        (BayesFactor(7), "7"),
        (BayesFactor("e^(3/2)"), "e^(3/2)"),
        (Parity(3), "3"),
        (LDP("ln3"), "3"),
        (GOLDEN, "(23+3*sqrt(5))/16"),
        (CSIP(GOLDEN), "(23+3*sqrt(5))/16"),
        (SIP([(0, 0), (1, "1/2")], GOLDEN), "(23+3*sqrt(5))/16"),
        (SIP([(0, 0), (1, "2/3")], GOLDEN), "3/2"),
        ([(0, 0), (1, 1)], "1"),
        ([(0, "1/2"), ("1/2", "1/2"), (1, 1)], "1"),
        ([(0, 1), ("1/2", 1), ("1/2", "1/2"), ("1/2", 1), (1, 1)], "1"),
        ([(0, 1), ("1/2", 1), ("1/2", "2/3"), ("1/2", 1), (1, 1)], "2"),
        (precise_boundary("sqrt(2)"), "2^(1/2)"),
    ],
)
def test_stated_values_are_exact(demand: object, value: str) -> None:
    bound = breach_bound(demand)
    expected = read_number(value)
    assert bound.value == expected
    assert not isinstance(bound.value, float) and bound.value is not None
    assert bound.lower <= expected <= bound.upper and bound.upper - bound.lower < F(1, 10**9)
    assert bound.rational_lower() <= expected and bound.epsilon_lower().t == bound.rational_lower()


def test_the_three_ways_an_infimum_is_reached_are_told_apart() -> None:
    assert "approached, not attained, at prior p = 1/5" in breach_bound(RhoBreach("1/5", "1/2")).where
    assert "approached, not attained, at prior p = 0" in breach_bound(BetaFactor(2)).where
    assert breach_bound(GOLDEN).where.startswith("attained")
    flipped = [(0, "1/2"), ("1/2", "1/2"), ("1/2", 1), (1, 1)]
    assert breach_bound(flipped).where.startswith("attained"), "of two values at a jump a table takes the smaller"


def test_no_demand_is_infinite() -> None:
    for nothing in (
        [(0, 1), (1, 1)],
        BayesFactor("inf"),
        sympy.Integer(1),
        precise_boundary(1) and [(0, 0), (0, 1), (1, 1)],
    ):
        bound = breach_bound(nothing)
        assert bound.value == math.inf and bound.lower == math.inf
        assert bound.to_dict()["B"] == {"exact": "inf", "lower": "inf", "upper": "inf"}
        assert "forbids nothing" in bound.words()


def random_points(rng: random.Random, *, most: int = 3) -> list[tuple[F, F]]:
    """A table above the diagonal with jumps, at `most` that many values at one p, flat parts and pieces at 1."""
    cuts = sorted(rng.sample(range(1, 20), rng.randint(0, 4)))
    points: list[tuple[F, F]] = []
    for p in (F(c, 20) for c in [0, *cuts, 20]):
        for _ in range(rng.randint(1, most)):
            low = p if rng.random() < 0.1 else p + (1 - p) * F(rng.randint(1, 12), 12)
            points.append((p, low))
    if rng.random() < 0.3:
        points[0] = (F(0), F(0))
    return [*[(p, h) for p, h in points if p < 1], (F(1), F(1))]


@pytest.mark.slow
def test_random_tables_lie_below_every_ratio_on_a_grid_and_are_certified() -> None:
    rng = random.Random(7)
    irrational = uncertified = 0
    for _ in range(120):
        h = piecewise_linear(random_points(rng))
        bound = breach_bound(h)
        met = [r for n in range(1, 300) if not isinstance(r := odds_ratio(F(n, 300), h(F(n, 300))), float)]
        if bound.value == math.inf:
            assert not met
            continue
        assert not isinstance(bound.value, float) and bound.value is not None
        assert all(order_of(r, bound.value) >= 0 for r in met)
        assert broken_at(h, bound.value) is None and broken_at(h, bound.value + F(1, 10**12)) is not None
        irrational += not isinstance(bound.value, F)
        if bound.certificate is None:
            uncertified += 1
            continue
        assert check(bound.certificate).status == "accepted"
        assert check(_moved(bound.certificate)).status == "rejected"
    assert irrational > 3 and uncertified < 60


def _moved(text: str) -> str:
    """The certificate with its value raised by 10^-30."""
    data = json.loads(text)
    data["gamma"] = f"({data['gamma']})+1/{10**30}"
    return json.dumps(data)


@pytest.mark.parametrize("seed", range(3))
def test_a_mechanism_keeps_the_demand_exactly_up_to_the_bound(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        points = random_points(rng, most=2)
        h = CSIP(points)
        bound = breach_bound(points).rational_lower()
        if isinstance(bound, float):
            continue
        at = Mechanism([[bound / (bound + 1), 1 / (bound + 1)], [1 / (bound + 1), bound / (bound + 1)]])
        more = bound + F(1, 10**6)
        above = Mechanism([[more / (more + 1), 1 / (more + 1)], [1 / (more + 1), more / (more + 1)]])
        assert h.holds(at) and not h.holds(above)


def test_irrational_tables_without_a_root_in_their_field_are_enclosed() -> None:
    bound = breach_bound([(0, "sqrt(2)/10"), ("8/9", 1), (1, 1)])
    assert bound.value is None and bound.certificate is None
    assert bound.upper - bound.lower < F(1, 10**13) and abs(float(bound.lower) - 1.659397088) < 1e-8
    assert "lower end" in bound.said and bound.to_dict()["B"]["exact"] is None


@pytest.mark.some(h=4)
@pytest.mark.parametrize(
    ("h", "value"),
    [
        (sympy.Min(1, sympy.Rational(1, 5) + sympy.Rational(9, 10) * P), "(23+3*sqrt(5))/16"),
        (sympy.Min(1, 0.2 + 0.9 * P), "(23+3*sqrt(5))/16"),
        (sympy.Piecewise((sympy.Rational(1, 2), sympy.Rational(1, 5) > P), (1, True)), "4"),
        (sympy.Min(1, 2 * P, 1 - (1 - P) / 2), "2"),
        (3 * P / (1 + 2 * P), "3"),
        (sympy.Max(P, sympy.Rational(1, 2)), "1"),
        (P, "1"),
        (sympy.sqrt(P), "2"),
        (sympy.cbrt(P), "3"),
        (2 * P - P**2, "2"),
        (P + P * (1 - P) ** 2, "1"),
        (
            sympy.Piecewise(
                (sympy.sqrt(P), sympy.Rational(1, 4) > P), (sympy.Rational(3, 4), sympy.Rational(1, 2) > P), (1, True)
            ),
            "3",
        ),
        (P + (1 - P) / 2 + P * (1 - P) / 4, None),
    ],
)
@pytest.mark.slow_at("h12-None")
def test_sympy_expressions(h: sympy.Expr, value: str | None) -> None:
    bound = breach_bound(h)
    assert {leg.name for leg in bound.fast_legs} >= {"symbolic", "numeric"}
    if value is None:
        grid = min(
            float((1 - F(n, 999)) / F(n, 999)) * float(v / (1 - v))
            for n in range(1, 999)
            if (v := h.subs(P, sympy.Rational(n, 999))) < 1
        )
        assert float(bound.lower) <= grid * (1 + 1e-9) and abs(float(bound.upper) - grid) < 1e-3
    else:
        assert bound.value == read_number(value)


def test_a_transcendental_expression_is_enclosed_and_its_limit_named() -> None:
    bound = breach_bound(sympy.sin(sympy.pi * P / 2))
    assert bound.value is None and bound.lower < F(math.pi / 2) < bound.upper
    assert bound.upper - bound.lower < F(1, 10**4)
    assert any(leg.value == "pi/2" and "not certified" in leg.source for leg in bound.fast_legs)


def test_a_python_function_is_enclosed_by_its_promises() -> None:
    def h(p: F) -> F:
        return min(F(1), F(1, 5) + F(9, 10) * p)

    exact = breach_bound(GOLDEN).value
    assert exact is not None and not isinstance(exact, float)
    found = breach_bound(h, lipschitz="9/10", ends=(2, "1/20"))
    assert found.lower <= exact <= found.upper and found.upper - found.lower < F(1, 500)
    finer = breach_bound(h, lipschitz="9/10", ends=(2, "1/20"), width="1/10000")
    assert finer.upper - finer.lower < F(1, 5000)
    promised = breach_bound(h, lipschitz="9/10", ends=("3/2", "1/20"))
    assert promised.lower == F(3, 2) and "promise" in promised.said
    blind = breach_bound(h, lipschitz="9/10")
    assert blind.lower == 1 and "nothing was promised near p = 0" in blind.said
    short = breach_bound(h, lipschitz="9/10", ends=(2, "1/20"), budget=5)
    assert short.lower <= exact <= short.upper and "stopped by the effort" in short.said


@pytest.mark.slow
def test_a_python_function_may_return_bounds() -> None:
    found = breach_bound(
        lambda p: (precise_boundary(3)(p) - F(1, 10**9), precise_boundary(3)(p)), lipschitz=3, ends=("5/2", "1/50")
    )
    assert found.lower <= 3 and F(299, 100) <= found.upper <= 3 + F(1, 10**6)


@pytest.mark.parametrize(
    ("demand", "options", "words"),
    [
        ([(0, 0), ("1/2", "1/4"), (1, 1)], {}, r"h\(1/2\) = 1/4"),
        ([(0, 0), ("1/2", "3/2"), (1, 1)], {}, "between 0 and 1"),
        ([("1/2", 1), (1, 1)], {}, "cover 0 to 1"),
        ([(0, 0), ("1/2", "1/2"), ("1/4", "1/2"), (1, 1)], {}, "increasing p"),
        ([(0, 1)], {}, "at least"),
        ([(0, 0, 0), (1, 1)], {}, "pair"),
        ([(0, "1/9"), ("1/2", "1/2"), ("1/2", 1), ("1/2", 1), ("1/2", "1/2"), (1, 1)], {}, "more than three"),
        ("rho", {}, "cannot read 'rho' as a boundary"),
        (LDP(1, delta="1/10"), {}, "delta"),
        (lambda p: 1.0, {"lipschitz": 1}, "float"),
        (lambda p: F(1), {}, "lipschitz"),
        (lambda p: p / 2, {"lipschitz": 1}, "between p and 1"),
        (lambda p: F(1), {"lipschitz": 1, "ends": (1, "2/3")}, "eta"),
        (lambda p: F(1), {"lipschitz": 1, "width": 0}, "positive"),
        (P**2, {}, "below p"),
        ((1 + P) / 2 * sympy.sin(P - F(1, 2)) / (P - F(1, 2)), {}, "finds no real value of h near p = 0.5"),
        (P + sympy.Symbol("q"), {}, "symbols"),
        (sympy.gamma(P + 1), {}, "rigorous"),
        (3 * sympy.sqrt(P), {}, "above 1"),
        (sympy.Piecewise((1, sympy.Rational(1, 2) > P)), {}, "cover"),
    ],
)
def test_bad_demands_are_refused_in_a_sentence(demand: object, options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        breach_bound(demand, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [1.99, 2.01, math.inf])
def test_a_corrupted_numeric_leg_raises(monkeypatch: pytest.MonkeyPatch, value: float) -> None:
    monkeypatch.setattr(module, "iterated_least", lambda h: NumericBound(value, SolverOutcome.OPTIMAL, "", "optimal"))
    with pytest.raises(Disagreement, match="the computations of the bound B"):
        breach_bound(BetaFactor(2))


def test_a_corrupted_symbolic_leg_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "infimum", lambda h: infimum(piecewise_linear(GOLDEN)))
    with pytest.raises(Disagreement):
        breach_bound([(0, "1/5"), ("7/8", 1), (1, 1)])
    with pytest.raises(Disagreement, match="closed form"):
        breach_bound(BetaFactor(2))


def test_a_corrupted_certificate_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = module.breach_certificate
    monkeypatch.setattr(module, "breach_certificate", lambda h, found: _moved(str(honest(h, found))))
    with pytest.raises(Disagreement, match="checker"):
        breach_bound(BetaFactor(2))


def test_the_words_and_the_dictionary_say_the_same() -> None:
    bound = breach_bound(GOLDEN)
    data = bound.to_dict()
    assert data["schema"] == "rropt/demand/1" and read_number(data["B"]["exact"]) == bound.value
    assert read_number(data["B"]["lower"]) <= bound.value <= read_number(data["B"]["upper"])  # type: ignore[operator]
    assert read_number(data["epsilon"]["lower"]) < read_number(data["epsilon"]["upper"])
    assert "multiplies or divides the odds" in data["words"] and data["words"] == bound.words()
    with write_few_digits():
        assert bound.words() in str(bound)
    for found in (bound, breach_bound(Parity("sqrt(2)")), breach_bound(LDP("1/2")), breach_bound(LDP("ln(7/3)"))):
        said = dict(found.as_table()[1])
        assert found.epsilon is not None and F(said["B(h)"].split()[-1]) >= found.value  # type: ignore[operator]
        assert F(said["epsilon"].split()[-1]) >= found.epsilon.bounds()[1]
    assert json.loads(json.dumps(data)) == data


def test_a_free_factor_keeps_its_closed_form() -> None:
    for free in (BayesFactor("t"), BetaFactor("t"), LDP("every")):
        bound = breach_bound(free)
        assert bound.value == read_number("t") and bound.certificate and "more than t (t > 1):" in bound.words()
        assert bound.to_dict()["B"] == {"exact": "t", "lower": "1", "upper": "inf"}


def test_an_isolated_value_of_an_expression_is_part_of_the_demand() -> None:
    h = sympy.Piecewise((sympy.Rational(2, 3), sympy.Eq(P, sympy.Rational(1, 2))), (1, True))
    assert breach_bound(h).value == 2


def test_the_demand_for_a_design_never_asks_less() -> None:
    assert breach_bound(RhoBreach("1/5", "1/2")).as_demand() == Parity(4)
    assert breach_bound(GOLDEN).as_demand() == Parity(read_number("(23+3*sqrt(5))/16"))
    enclosed = breach_bound([(0, "sqrt(2)/10"), ("8/9", 1), (1, 1)])
    assert enclosed.as_demand() == Parity(enclosed.lower)
