"""Counterexamples are exact, in the domain, simple, and found on boundaries and in thin places."""

from fractions import Fraction

import pytest

from rropt.claims.claim import Claim, read
from rropt.claims.evaluate import holds
from rropt.claims.refuters.exact_points import search_exact
from rropt.claims.refuters.guided import approximate, search_downhill
from rropt.claims.refuters.points import Domain, domain_of, points
from rropt.claims.refuters.search import is_counterexample, search, search_deep

F = Fraction


def domain(claim: Claim) -> tuple[Domain, object]:
    reading = read(claim)
    return domain_of(reading.names, reading.hypotheses, reading.integers), reading.conclusion


@pytest.mark.parametrize(
    ("claim", "point"),
    [
        (Claim("no.boundary", "x*(1-x) > 0", given={"x": "[0, 1]"}), {"x": F(0)}),
        (Claim("no.square", "x^2 >= x", given={"x": "real"}), {"x": F(1, 2)}),
        (Claim("no.thin", "(x-1/3)^2 > 0", given={"x": "[0, 1]"}), {"x": F(1, 3)}),
        (Claim("no.end", "t*x != t", given={"t": "t >= 1", "x": "[0, 1]"}), {"t": F(2), "x": F(1)}),
        (Claim("no.inner", "x*y >= 2*x", given={"x": "[0, 1]", "y": "[0, 1]"}), {"x": F(1, 2), "y": F(1, 2)}),
        (Claim("no.large", "(1+1/n)^n < 2.71", given={"n": "integer n >= 1"}), {"n": F(164)}),
        (Claim("no.whole", "n^2 - n + 41 != 1681", given={"n": "integer n >= 0"}), {"n": F(41)}),
    ],
)
def test_a_simple_exact_point_is_found(claim: Claim, point: dict[str, Fraction]) -> None:
    where, conclusion = domain(claim)
    found = search_deep(where, conclusion).found  # type: ignore[arg-type]
    assert found is not None and is_counterexample(where, conclusion, found)  # type: ignore[arg-type]
    assert found == point


@pytest.mark.parametrize("written", [
    "integer", "integer n <= -1", "integer n < -1/2", "integer n >= -30", "integer -3 <= n <= 2", "integer n >= 5/2",
    "integer n <= 100", "integer n > 10^12", "integer n < -10^12", "integer -10^12 <= n <= 10^12",
])  # fmt: skip
def test_whole_numbers_are_tried_from_every_kind_of_range(written: str) -> None:
    """Of the values tried, those that the domain allows are compared with the whole numbers nearest to an end or to 0."""
    where, _ = domain(Claim("no.n", "n = 0", given={"n": written}))
    low, high = where.ranges["n"]
    inside = [p["n"] for p in points(where, most=300)]
    near = F(0) if low is None and high is None else low if low is not None else high
    assert near is not None
    whole = [F(round(near) + i) for i in range(-8, 9) if where.contains({"n": F(round(near) + i)})]
    assert len(whole) >= 3 and {x for x in whole if abs(x - near) <= 4} <= set(inside)


@pytest.mark.parametrize(("states", "given"), [
    ("n + m != -3 or n*m != 2", {"n": "integer n <= -1", "m": "integer m <= -1"}),
    ("n*m != 6 or n + m != -5", {"n, m": "integer"}), ("n^2 + 3*n != -2", {"n": "integer"}),
    ("n != -35", {"n": "integer n < 0"}), ("n >= -30", {"n": "integer"}),
    ("n + k != -7", {"n": "integer n <= -1/2", "k": "integer k <= -5/2"}),
])  # fmt: skip
def test_negative_whole_numbers_refute(states: str, given: dict[str, str]) -> None:
    from rropt.claims import decide

    claim = Claim("no.n", states, given=given)
    found = decide(claim)
    where, conclusion = domain(claim)
    assert found.kind == "refuted"
    assert is_counterexample(where, conclusion, {x: F(v) for x, v in found.counterexample})  # type: ignore[arg-type]


def test_points_satisfy_every_hypothesis_and_solve_equalities() -> None:
    claim = Claim(
        "no.x",
        "x > 7",
        given={"x, y": "[0, 1]", "z": "z = x + 2*y", "n": "integer 2 <= n <= 4"},
        assuming=("x + y > 1",),
    )
    where, _ = domain(claim)
    seen = list(points(where, most=400, seed=3))
    assert len(seen) > 20
    assert all(p["z"] == p["x"] + 2 * p["y"] and p["x"] + p["y"] > 1 and p["n"] in (2, 3, 4) for p in seen)
    assert list(points(where, most=400, seed=3)) == seen


def test_a_true_statement_has_no_counterexample_and_its_points_are_kept() -> None:
    where, conclusion = domain(Claim("yes.x", "x^2 + y^2 >= 2*x*y", given={"x, y": "real"}))
    seen = search(where, conclusion, most=200)  # type: ignore[arg-type]
    assert seen.found is None and len(seen.held) > 100 and not seen.undefined


def test_an_undefined_point_is_no_counterexample() -> None:
    where, conclusion = domain(Claim("no.pole", "1/x != 5/3", given={"x": "[0, 1]"}))
    assert not is_counterexample(where, conclusion, {"x": F(0)})  # type: ignore[arg-type]
    assert is_counterexample(where, conclusion, {"x": F(3, 5)})  # type: ignore[arg-type]


def test_downhill_finds_a_narrow_valley() -> None:
    claim = Claim("no.valley", "(x - 317/1000)^2 + (y - 211/1000)^2 > 1/10^5", given={"x, y": "[0, 1]"})
    where, conclusion = domain(claim)
    start = [{"x": F(1, 2), "y": F(1, 2)}]
    assert any(is_counterexample(where, conclusion, p) for p in search_downhill(where, conclusion, start))  # type: ignore[arg-type]


def test_floats_are_hints() -> None:
    from rropt.claims.language.grammar import read_term

    assert abs(approximate(read_term("exp(x)/sqrt(y) + min(x, y)^2"), {"x": 1.0, "y": 4.0}) - 2.3591409) < 1e-6


@pytest.mark.slow
def test_a_variable_that_an_equality_fixes_is_no_obstacle_to_closed_forms() -> None:
    """u is tied to t by an equality, and the points that held have no value of it of their own."""
    claim = Claim("no.tied", "log(u) <= log(t)", given={"t": "t > 1", "u": "u = (t+1)/2"})
    where, conclusion = domain(claim)
    assert search_deep(where, conclusion).found is None  # type: ignore[arg-type]


@pytest.mark.parametrize(("states", "given", "point"), [
    ("floor(x^2) - ceil(x^2) <= -1", "7/5 < x < 1415/1000", {"x": "sqrt(2)"}),
    ("floor(exp(x)) < ceil(exp(x))", "0 < x < 7/10", {"x": "log(2)"}),
    ("ceil(exp(x)) - floor(exp(x)) = 1", "1/2 < x < 7/10", {"x": "log(2)"}),
    ("floor(x^2) != ceil(x^2)", "x < 0 and x^2 > 13/2 and x^2 < 15/2", {"x": "-sqrt(7)"}),
    ("x = 0 or floor(1/x) > 1/x - 1", "[-1, 1]", None),
    ("x <= 0 or floor(log(x)) <= log(x)", "[-1, 3]", None),
])  # fmt: skip
def test_a_jump_of_floor_or_ceil_is_met_at_an_irrational_point(
    states: str, given: str, point: dict[str, str] | None
) -> None:
    where, conclusion = domain(Claim("no.jump", states, given={"x": given}))
    held = [p for p in points(where, most=120) if holds(conclusion, p)]  # type: ignore[arg-type]
    found = search_exact(where, conclusion, held)  # type: ignore[arg-type]
    assert (None if found is None else dict(found)) == point


SURVEY = {"N": "integer N >= 2", "A": "integer 0 <= A <= N", "pi": "pi = A/N", "t": "t > 1"}
FALSE = ("no.survey", "t*pi*(1-pi)/(N-1) < pi*(1-pi)/N")


def test_the_papers_own_example_is_tried_first_and_shown_as_it_is() -> None:
    from rropt.claims import decide

    plain = dict(decide(Claim(*FALSE, given=SURVEY)).counterexample)
    assert (plain["N"], plain["A"]) != ("100", "10")
    for example in ({"N": "100", "A": "10"}, {"N": "100", "A": "10", "t": "5/2"}):
        found = dict(decide(Claim(*FALSE, given=SURVEY, example=example)).counterexample)
        assert found.items() >= {**example, "pi": "1/10"}.items()
        assert F(found["t"]) > 1


def test_an_example_at_which_the_statement_holds_decides_nothing() -> None:
    from rropt.claims import decide

    for example in ({"x": "2"}, {"x": "-7"}):  # it holds at the first, and the second is not in the domain
        found = decide(Claim("no.square", "x^2 >= x", given={"x": "x >= 0"}, example=example))
        assert found.kind == "refuted" and dict(found.counterexample) == {"x": "1/2"}
    true = Claim("yes.square", "x^2 >= x", given={"x": "x >= 1"}, example={"x": "2"})
    assert decide(true).kind == "proved"


def test_an_example_names_a_variable_of_its_claim_and_gives_numbers() -> None:
    from rropt.claims import decide
    from rropt.exact.errors import InputError

    with pytest.raises(InputError, match="values to y, but the claim has no such variable; give numbers for x"):
        decide(Claim("no.x", "x > 0", given={"x": "real"}, example={"y": "1"}))
    with pytest.raises(InputError, match=r"the example's x = 'sqrt.2.' is not a fraction"):
        decide(Claim("no.x", "x > 0", given={"x": "real"}, example={"x": "sqrt(2)"}))


def test_what_a_hypothesis_forbids_of_an_example_leaves_the_rest_of_it() -> None:
    from rropt.claims import decide

    given = {**SURVEY, "b": "1/2 < b < 1", "w": "w = b + pi"}
    example = {"N": "100", "A": "10", "b": "1/2"}
    found = dict(decide(Claim("no.rest", "t*w < 1", given=given, example=example)).counterexample)
    assert (found["N"], found["A"]) == ("100", "10") and F(found["w"]) == F(found["b"]) + F(1, 10)
