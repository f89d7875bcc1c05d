"""Induction over a whole number: known identities, false neighbours of them, and the edges at which the rule would be wrong."""

from fractions import Fraction as F

import pytest

from rropt.claims import Claim, decide
from rropt.claims.claim import read
from rropt.claims.evaluate import exact, holds
from rropt.claims.evidence import Grade
from rropt.claims.language.grammar import read_formula, read_term
from rropt.claims.language.show import text
from rropt.claims.language.syntax import Var, free_variables, substitute
from rropt.claims.replay.induction import plans

FROM_0, FROM_1 = "integer [0, inf)", "integer [1, inf)"
TRUE = {
    "gauss": Claim("x.gauss", "sum(i,1,n,i) = n*(n+1)/2", given={"n": FROM_1}),
    "geometric": Claim("x.geo", "sum(i,0,n,x^i) = (1-x^(n+1))/(1-x)", given={"n": FROM_0, "x": "x > 1"}),
    "bernoulli": Claim("x.bernoulli", "(1+x)^n >= 1 + n*x", given={"n": FROM_0, "x": "[-1, inf)"}),
    "factorial": Claim("x.factorial", "factorial(n) >= 2^(n-1)", given={"n": FROM_1}),
    "product": Claim("x.product", "prod(i,1,n,1-x) = (1-x)^n", given={"n": FROM_0, "x": "real"}),
    "telescope": Claim("x.telescope", "sum(i,1,n,1/(i*(i+1))) = n/(n+1)", given={"n": FROM_1}),
    "powers": Claim("x.powers", "x^n <= y^n", given={"n": FROM_0, "x": "[0, inf)", "y": "y >= x"}),
    "squares": Claim("x.squares", "sum(i,1,n,1/i^2) <= 2 - 1/n", given={"n": FROM_1}),
    "late start": Claim("x.late", "2^n > n^2", given={"n": "integer [5, inf)"}),
    "steps": Claim("x.steps", "sum(i,1,n,sum(j,1,i,j)) = n*(n+1)*(n+2)/6", given={"n": FROM_1},
                   steps=("sum(j,1,n,j) = n*(n+1)/2",)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_for_every_n_is_proved(name: str) -> None:
    found = decide(TRUE[name])
    assert found.kind is Grade.PROVED
    assert "induction" in found.methods


# the comment says at which n, or why, each is false or has no proof
FALSE = {
    "sum(i,1,n,i) = n*(n+1)/2 + 1": FROM_1,  # everywhere
    "sum(i,1,n,i) = n*(n+1)/2 + (n-1)*(n-2)*(n-3)": FROM_1,  # from n = 4 on, though true at the first three
    "2^n > n^2": FROM_1,  # n = 2
    "factorial(n) >= 2^n": FROM_1,  # n = 1
    "sum(i,1,n,1/i^2) <= 8/5": FROM_1,  # n = 22
    "0^n = 0": FROM_0,  # 0^0 = 1
    "sum(i,3,n,1) = n - 2": FROM_0,  # n = 0, where the sum is empty
    "prod(i,2,n,i) = 0": "integer [-3, inf)",  # an empty product is 1
    "sum(i,1,n,n) = n": FROM_1,  # the terms grow with n too
    "2^n >= 1": "integer [-2, inf)",  # negative powers
    "sum(i,0,n,1/i) >= 0": FROM_0,  # no value at i = 0
}


@pytest.mark.parametrize("states", FALSE)
def test_nothing_false_is_proved(states: str) -> None:
    assert not decide(Claim("x.false", states, given={"n": FALSE[states]})).kind.is_proof


def test_a_real_exponent_has_no_induction() -> None:
    found = decide(Claim("x.real", "2^x >= x + 1", given={"x": "[0, inf)"}))  # false at x = 1/2
    assert not found.kind.is_proof
    reading = read(Claim("x.real", "2^x >= x + 1", given={"x": "[0, inf)"}))
    assert plans(reading.hypotheses, reading.conclusion, reading.integers) == []


def test_a_hypothesis_that_the_step_would_add_makes_no_proof() -> None:
    # 1/(i - x) has no value where x is one of 1, …, n: an added hypothesis on n + 1 alone would not be enough
    claim = Claim("x.hole", "sum(i,1,n,1/(i-x)) - sum(i,1,n,1/(i-x)) = 0", given={"n": FROM_1, "x": "real"})
    assert not decide(claim).kind.is_proof


@pytest.mark.parametrize(("states", "until"), [
    ("n = 3 or 0*sum(i, 1, n, 1/(i-3)) = 0", 3),
    ("n != 1 implies 0*sum(i, 1, n, 1/(i-1)) = 0", 0),
    ("0*sum(i, 1, n, sum(j, 1, i, 1/(j-3))) = 0", 2),
    ("sum(i, 1, n, 0*sum(j, 1, i, sqrt(3-j))) = 0", 3),
])  # fmt: skip
@pytest.mark.slow_at("sum(i, 1, n, 0*sum(j, 1, i, sqrt(3-j))) = 0-3")
def test_a_sum_without_a_value_is_not_taken_for_a_number(states: str, until: int) -> None:
    for n in range(2, 7):
        assert holds(read_formula(states), {"n": F(n)}) is (True if n <= until else None)
    assert not decide(Claim("x.hole", states, given={"n": FROM_1})).kind.is_proof


def test_a_sum_under_a_hypothesis_about_n_is_shown_to_have_values() -> None:
    claim = Claim("x.m", "sum(i, 1, n, 1/i) <= n", given={"n": FROM_1, "m": "m >= 5"}, assuming=("n <= m",))
    reading = read(claim)
    (plan,) = plans(reading.hypotheses, reading.conclusion, reading.integers)
    assert text(plan.step[1]).startswith("0*(sum@1 + 1/(n + 1)) = 0 and ")
    assert decide(claim).kind is Grade.PROVED


@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize("name", ["gauss", "geometric", "telescope", "product"])
def test_a_changed_end_or_coefficient_is_refuted(name: str, change: int) -> None:
    claim = TRUE[name]
    for states in (f"{claim.states} + {change}/7", claim.states.replace("n,", f"n+({change}),", 1)):
        found = decide(Claim("x.changed", states, given=claim.given))
        assert found.kind is Grade.REFUTED, states


def test_sums_are_evaluated_term_by_term() -> None:
    term = read_term("sum(i, 2, n, i^2/3) + prod(i, 1, n, i) - factorial(n) + 2^n + binomial(n, 2)")
    for n in range(6):
        expected = sum((F(i * i, 3) for i in range(2, n + 1)), F(0)) + 2**n + F(n * (n - 1), 2)
        assert exact(term, {"n": F(n)}) == expected
    assert holds(read_formula("sum(i, 1, n, exp(i)) > 4"), {"n": F(2)}) is True
    assert holds(read_formula("sum(i, 1, n, i) > 4"), {"n": F(1, 2)}) is None


def test_an_index_is_bound() -> None:
    body = read_term("sum(i, 1, n, i*x)")
    assert free_variables(body) == ("n", "x")
    put = substitute(body, {"x": Var("i"), "n": Var("x")})  # the outer i is not the index
    assert set(free_variables(put)) == {"i", "x"}
    assert exact(put, {"i": F(5), "x": F(3)}) == 30  # type: ignore[arg-type]
    assert read_term(text(body)) == body
