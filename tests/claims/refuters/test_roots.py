"""One rational variable is decided at its roots: what is found fails there by an independent evaluation, what is not, nowhere."""

import random
import re
from fractions import Fraction

import mpmath
import pytest

from rropt.claims import Claim, Grade, decide
from rropt.claims.claim import read
from rropt.claims.evaluate import holds
from rropt.claims.refuters.roots import Root, find_failure

mpmath.mp.dps = 50
ROOT = re.compile(r"the root of (.+) between (\S+) and (\S+)")
REAL = "real"


def failure(states: str, domain: str, name: str = "x") -> Fraction | Root | None:
    reading = read(Claim("no.x", states, given={name: domain}))
    return find_failure(reading.hypotheses, reading.conclusion, name, name in reading.integers)


def number(written: str, name: str = "x") -> mpmath.mpf:
    """The number that a counterexample's text describes, found by bisection of its polynomial."""
    found = ROOT.fullmatch(written)
    if found is None:
        return mpmath.mpf(Fraction(written).numerator) / Fraction(written).denominator
    code, low, high = found[1].replace("^", "**"), mpmath.mpf(found[2]), mpmath.mpf(found[3])
    value = lambda x: eval(code, {"__builtins__": {}}, {name: x})  # noqa: E731, S307
    assert value(low) * value(high) < 0
    return mpmath.findroot(value, (low, high), solver="anderson", tol=1e-80)


ISOLATED = [
    ("x^2 > 2 or x^2 < 2", "[1, 2]", lambda x: x**2 - 2),
    ("x^2 - 3*x + 1 != 0", "x > 1", lambda x: x**2 - 3 * x + 1),
    ("(x - 355/113)^2 > 0", REAL, lambda x: x - mpmath.mpf(355) / 113),
    ("x^5 - x + 1 != 0", REAL, lambda x: x**5 - x + 1),
    ("max(x^2 - 2, 2 - x^2) > 0", REAL, lambda x: x**2 - 2),
    ("abs(x^3 - 2)/(x^2 + 1) > 0", REAL, lambda x: x**3 - 2),
    ("(x^3 - 2)^2*(x^2 - 3)^2 > 0", "[0, 3/2]", lambda x: x**3 - 2),
    ("1/(x^2 - 2) != 1", "x > 0", lambda x: x**2 - 3),
    ("min(x, 1/x)^2 != 1/2", "x > 1", lambda x: x**2 - 2),
    ("x^2 <= 2 implies x^2 < 2", "x >= 0", lambda x: x**2 - 2),
    ("x^20 - 7*x^3 + 1 != 0", "x > 1", lambda x: x**20 - 7 * x**3 + 1),
]


@pytest.mark.parametrize(
    ("states", "domain", "vanishes"), ISOLATED, ids=lambda x: x[:30] if isinstance(x, str) else "root"
)
def test_an_isolated_root_is_a_counterexample(states: str, domain: str, vanishes) -> None:  # type: ignore[no-untyped-def]
    verdict = decide(Claim("no.x", states, given={"x": domain}))
    assert verdict.kind == Grade.REFUTED
    assert abs(vanishes(number(dict(verdict.counterexample)["x"]))) < mpmath.mpf(10) ** -40


@pytest.mark.parametrize(("states", "domain"), [
    ("x^2 >= 0", REAL), ("x^2 + x != 1", "integer"), ("1/(x^2 - 2) != 0", REAL), ("x^2 - 2 != 0 or 1/(x^2 - 2) > 5", REAL),
    ("x^2 > 2 or x^2 < 2", "integer"), ("x/x = 1", REAL), ("abs(x) = max(x, -x)", REAL), ("x^3 - 2 > 0", "[1.26, 2]"),
])  # fmt: skip
def test_nothing_is_found_where_nothing_fails(states: str, domain: str) -> None:
    assert failure(states, domain) is None


@pytest.mark.parametrize(("states", "first"), [
    ("x*(1000 - x) >= 0", 1001), ("x^2 - 100000*x + 1 <= 1", 100001), ("x != 777", 777), ("(x - 10^5)^2 > 0", 10**5),
])  # fmt: skip
def test_a_whole_number_far_out_is_found(states: str, first: int) -> None:
    verdict = decide(Claim("no.x", states, given={"x": "integer x >= 1"}))
    assert verdict.kind == Grade.REFUTED and Fraction(dict(verdict.counterexample)["x"]) == first


def test_roots_are_told_apart_from_their_neighbours() -> None:
    near = "(1000000*x^2 - 2000000)*(1000000*x^2 - 2000001) != 0"
    found = failure(near, "x > 0")
    assert isinstance(found, Root)
    value = number(found.text("x"))
    assert min(abs(value**2 - 2), abs(value**2 - mpmath.mpf("2.000001"))) < mpmath.mpf(10) ** -40


@pytest.mark.slow
def test_random_statements_fail_where_they_are_said_to_and_hold_elsewhere() -> None:
    rng = random.Random(7)
    found = 0
    for _ in range(60):
        p, q = ("+".join(f"({rng.randint(-4, 4)})*x^{i}" for i in range(rng.randint(1, 4))) for _ in range(2))
        relation, other = rng.choice(["<", "<=", "!=", "="]), rng.choice([">", ">=", "!="])
        states = f"{p} {relation} 0 or abs({q}) {other} {rng.randint(0, 2)}/({rng.randint(1, 3)} + x^2)"
        reading = read(Claim("no.x", states, given={"x": REAL}))
        at = find_failure(reading.hypotheses, reading.conclusion, "x", False)
        found += at is not None
        if isinstance(at, Fraction):
            assert holds(reading.conclusion, {"x": at}) is False, states
        if at is None:
            tried = (Fraction(rng.randint(-600, 600), rng.randint(1, 60)) for _ in range(200))
            assert all(holds(reading.conclusion, {"x": x}) is not False for x in tried), states
    assert 10 < found < 60


CLOSED = [
    ("(x - sqrt(2))^2 > 0", {"x": REAL}, {"x": "sqrt(2)"}),
    ("exp(x) != 2", {"x": REAL}, {"x": "log(2)"}),
    ("log(x) != 1", {"x": "x > 0"}, {"x": "exp(1)"}),
    ("x*log(x) > 2*x - exp(1)", {"x": "x > 0"}, {"x": "exp(1)"}),
    ("(exp(x) - 2)^2 + (exp(y) - 3)^2 > 0", {"x, y": REAL}, {"x": "log(2)", "y": "log(3)"}),
    ("sqrt(x) + sqrt(1-x) < sqrt(2)", {"x": "[0, 1]"}, {"x": "1/2"}),
    ("-x*log(x) - (1-x)*log(1-x) < log(2)", {"x": "(0, 1)"}, {"x": "1/2"}),
]


@pytest.mark.slow_at(
    "(exp(x) - 2)^2 + (exp(y) - 3)^-{'x, y': 'real'}-{'x': 'log(2)', 'y': 'log(3)'}",
    "log(x) != 1-{'x': 'x > 0'}-{'x': 'exp(1)'}",
    "x*log(x) > 2*x - exp(1)-{'x': 'x > 0'}-{'x': 'exp(1)'}",
    "(x - sqrt(2))^2 > 0-{'x': 'real'}-{'x': 'sqrt(2)'}",
)
@pytest.mark.parametrize(("states", "given", "point"), CLOSED, ids=lambda x: str(x)[:30])
def test_where_a_numerical_minimum_suggests_a_counterexample_it_is_tried(states, given, point) -> None:  # type: ignore[no-untyped-def]
    verdict = decide(Claim("no.x", states, given=given))
    assert (verdict.kind, dict(verdict.counterexample)) == (Grade.REFUTED, point)


@pytest.mark.slow
def test_a_valley_without_a_lowest_point_is_followed_along_lines() -> None:
    claim = Claim("no.x", "(x*y - 1)^2 + x^2 > 1/1000000", given={"x, y": REAL})
    verdict = decide(claim)
    assert verdict.kind == Grade.REFUTED
    point = {x: Fraction(v) for x, v in verdict.counterexample}
    assert holds(read(claim).conclusion, point) is False


@pytest.mark.slow
def test_a_coordinate_may_be_a_root_where_another_is_a_fraction() -> None:
    verdict = decide(Claim("no.x", "x^2 + y^2 != 3", given={"x, y": "[1, 2]"}))
    point = {x: number(v, x) for x, v in verdict.counterexample}
    assert verdict.kind == Grade.REFUTED and abs(point["x"] ** 2 + point["y"] ** 2 - 3) < mpmath.mpf(10) ** -40
