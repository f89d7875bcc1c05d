"""Small parts: printing, derivatives, bound names, tokens, functions, a claim's own checks."""

from fractions import Fraction

import pytest

from rropt.claims import Claim, decide
from rropt.claims.claim import read
from rropt.claims.evaluate import exact
from rropt.claims.language.differentiate import derivative
from rropt.claims.language.grammar import read_formula, read_term
from rropt.claims.language.show import decimal_text, text
from rropt.claims.language.syntax import Exists, free_variables, rename_apart, substitute
from rropt.claims.language.tokens import Tokens
from rropt.exact.errors import InputError


@pytest.mark.parametrize("written", ["x^3*y - 2/x", "(x+y)^4/(1 + x^2)", "x*(y - x)^2*3", "1/(x*y)", "7"])
def test_derivatives_against_difference_quotients(written: str) -> None:
    term = read_term(written)
    slope = exact(derivative(term, "x"), {"x": Fraction(3), "y": Fraction(2)})
    h = Fraction(1, 10**9)
    ends = [exact(term, {"x": 3 + s * h, "y": Fraction(2)}) for s in (1, -1)]
    assert abs((ends[0] - ends[1]) / (2 * h) - slope) < Fraction(1, 10**6)


def test_derivatives_of_functions() -> None:
    assert text(derivative(read_term("exp(2*x)"), "x")) == "exp(2*x)*2"
    for written in ("log(x)", "sqrt(x)", "x^y"):
        assert text(derivative(read_term(written), "x"))
    with pytest.raises(InputError, match="abs"):
        derivative(read_term("abs(x)"), "x")


@pytest.mark.parametrize(
    "written", ["-x^2", "(-x)^2", "x - (y - 1)", "x/(y*2)", "-(1/2)*x", "2*-x", "x - -3", "(x/y)^2"]
)
def test_what_is_shown_reads_back_to_the_same_value(written: str) -> None:
    here = {"x": Fraction(5, 3), "y": Fraction(-7, 2)}
    assert exact(read_term(text(read_term(written))), here) == exact(read_term(written), here)


def test_printed_decimals_keep_their_zeros() -> None:
    assert [decimal_text(Fraction(x), n) for x, n in (("0.0430", 4), ("-2.5", 1), ("7", 0))] == ["0.0430", "-2.5", "7"]


def test_bound_names_are_kept_apart() -> None:
    taken = {"x"}
    first = rename_apart(read_formula("exists x: x = 1"), taken)
    second = rename_apart(read_formula("exists x: x = y"), taken)
    assert isinstance(first, Exists) and isinstance(second, Exists)
    assert len({"x", *first.names, *second.names}) == 3
    assert free_variables(second) == ("y",)
    assert substitute(second, {second.names[0]: read_term("y")}) == second


@pytest.mark.slow
def test_two_hypotheses_with_the_same_bound_name_speak_of_two_numbers() -> None:
    some = ("exists s: a = s^2 and s >= 2", "exists s: b = s and s <= 1")
    assert decide(Claim("mine.same", "a = b^2", given={"a, b": "real"}, assuming=some)).kind != "proved"
    assert decide(Claim("mine.apart", "a > b", given={"a, b": "real"}, assuming=some)).kind == "proved"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"states": "x > 0"}, "no domain"),
        ({"states": "exists x: x > 0", "given": {"x": "real"}}, "binds it"),
        ({"states": "g > 0", "given": {"g": "real"}, "define": {"g": "1"}}, "both defined and a variable"),
    ],
)
def test_a_claim_that_says_too_little_or_twice_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(Claim("mine.x", **arguments))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["Lemma", "a", "a.B", "a b.c", ""])
def test_ids(name: str) -> None:
    with pytest.raises(InputError):
        Claim(name, "1 < 2")


def test_a_claim_has_a_statement_or_a_function_and_not_both() -> None:
    for arguments in ({}, {"states": "1 < 2", "decided_by": list}):
        with pytest.raises(InputError, match="either"):
            Claim("mine.x", **arguments)  # type: ignore[arg-type]


def test_domains() -> None:
    given = {"n": "integer n >= 2", "u": "[0, 1)", "v": "(-inf, 3]", "w": "real", "a, b": "(0, inf)"}
    found = read(Claim("mine.x", "n + u + v + w + a + b > 0", given=given))
    assert found.integers == {"n"}
    assert [text(h) for h in found.hypotheses] == ["n >= 2", "0 <= u", "u < 1", "v <= 3", "0 < a", "0 < b"]


def test_a_vacuous_proof_is_none() -> None:
    verdict = decide(Claim("mine.never", "1/(x-x) = 5", given={"x": "real"}))
    assert verdict.kind == "undecided"


def test_tokens_point_at_the_place() -> None:
    with pytest.raises(InputError, match="character 5"):
        Tokens("x + §")


@pytest.mark.parametrize(
    "written", ["x^(1/3) > 0", "2^(-n) > x^n", "(x + 1)^(n + 1) > -x^(2/3)*(x^2)^(1/3)", "(-8)^(1/3) < x"]
)
def test_a_power_that_is_a_function_reads_back(written: str) -> None:
    assert read_formula(text(read_formula(written))) == read_formula(written)


@pytest.mark.parametrize(
    ("states", "given", "said"),
    [
        ("(-8)^(1/3) = -2", {}, "no proof and no counterexample was found, and there are no variables"),
        ("(-8)^(1/3) = -2", {}, "why: the provers do not read it: rropt has no rule for (-8)^(1/3);"),
        ("sum(i, 0, n, 1/i) > 0", {"n": "integer n >= 1"}, "and not decided at n = "),
        ("floor(x) <= x and x < floor(x) + 1", {"x": "real"}, "proved by exact arithmetic; accepted by the replay"),
        (
            "sqrt(x) >= 0",
            {"x": "real"},
            "proved where x >= 0; its hypotheses also allow x = -1, where it has no value: add x >= 0",
        ),
    ],
)
def test_the_evidence_says_what_was_found(states: str, given: dict[str, str], said: str) -> None:
    assert said in "\n".join(decide(Claim("mine.x", states, given=given)).evidence)


def test_what_is_too_long_to_write_or_too_deep_is_answered_in_words() -> None:
    least = "*".join(["10^300"] * 15)
    found = decide(Claim("mine.x", f"x <= {least}", given={"x": "real"}))
    assert (found.kind, found.counterexample) == ("refuted", (("x", "[a number of some 4500 digits]"),))
    assert "[a number of some 5736 digits] < 1 is false" in decide(Claim("mine.x", "factorial(2000) < 1")).evidence[0]


@pytest.mark.slow
def test_what_is_nested_too_deeply_is_undecided() -> None:
    found = decide(Claim("mine.x", "diff(x^400, x, 399) > 1", given={"x": "x >= 1"}))
    assert found.evidence == ("its terms are nested too deeply for the engine; define parts, or split it",)
