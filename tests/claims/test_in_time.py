"""A limit of the processor's time: it ends what is not decided, and nothing else."""

import time
from fractions import Fraction

import pytest

from rropt.claims import Claim, Finding, Statement, decide
from rropt.claims.evaluate import holds
from rropt.claims.language.grammar import read_formula
from rropt.claims.refuters.points import domain_of, points
from rropt.exact.errors import InputError

# Equal, as (2 + sqrt(3))*(2 - sqrt(3)) = 1: the form of these numbers does not say so, the laws of logarithms do.
TIE = "log(2+sqrt(3)) = -log(2-sqrt(3))"
CASES = "abs(x-y)+abs(y-z)+abs(z-w)+abs(w-v) >= abs(x-v) + max(x,y,z)-max(x,y,z,w)"
FIVE = {"x, y, z, w, v": "real"}


@pytest.mark.slow_at(
    "abs(x-y)+abs(y-z)+abs(z-w)+abs(w-v) >= abs(x-v) + max(x,y,z)-max(x,y,z,w)-given0",
    "normal_cdf(x) + normal_cdf(-x) = 1-given1",
)
@pytest.mark.parametrize(("states", "given"), [(CASES, FIVE), ("normal_cdf(x) + normal_cdf(-x) = 1", {"x": "real"})])
def test_what_is_not_decided_in_time_is_undecided(states: str, given: dict[str, str]) -> None:
    start = time.process_time()
    found = decide(Claim("mine.long", states, given=given), seconds=1)
    assert time.process_time() - start < 10
    assert found.kind == "undecided"
    assert found.evidence[0] == "not decided within 1 seconds of processor time; give more, or split the claim"


@pytest.mark.slow
def test_items_have_the_time_of_their_claim() -> None:
    start = time.process_time()
    items = [Statement(f"case {i}", CASES, given=FIVE) for i in range(20)]
    found = decide(Claim("mine.items", decided_by=lambda: items), seconds=1)
    assert time.process_time() - start < 10
    assert found.kind == "undecided"


@pytest.mark.full
def test_a_number_is_not_tried_again_and_again() -> None:
    assert list(points(domain_of((), ()), most=700)) == [{}]
    start = time.process_time()
    assert decide(Claim("mine.tie", TIE), seconds=20).kind == "proved"
    assert time.process_time() - start < 15


@pytest.mark.slow
def test_the_time_of_a_lemma_is_its_own() -> None:
    lemma = Claim("mine.lemma", "x^2 + x*y + y^2 >= 0", given={"x, y": "real"})
    known = decide(lemma)

    def slow(name: str) -> tuple[Claim, Finding]:
        start = time.process_time()
        while time.process_time() - start < 1.5:
            pass
        return lemma, known

    use = Claim(
        "mine.use",
        "exp(a)^2 + exp(a)*b + b^2 >= 0",
        given={"a, b": "real"},
        argument="by the lemma",
        uses=("mine.lemma",),
    )
    assert decide(use, lookup=slow, seconds=1).kind == "argued"


@pytest.mark.parametrize("seconds", [0, -1, "soon", True])
def test_seconds_are_a_positive_number(seconds: object) -> None:
    with pytest.raises(InputError, match="must be a number above 0"):
        decide(Claim("mine.a", "x^2 >= 0", given={"x": "real"}), seconds=seconds)  # type: ignore[arg-type]


def test_what_is_decided_at_once_needs_no_limit() -> None:
    assert decide(Claim("mine.a", "x^2 >= 0", given={"x": "real"}), seconds=None).kind == "proved"


@pytest.mark.parametrize(
    ("states", "given"),
    [
        ("((2^n)^n)^n > 1", {"n": "integer n >= 1"}),
        ("prod(i, 1, n, prod(j, 1, n, 2^400)) > 1", {"n": "integer n >= 1"}),
        ("(x + y + z + w)^400 >= 0", {"x, y, z, w": "real"}),
        ("prod(i, 1, 300, x + i) > y", {"x, y": "[1, inf)"}),
    ],
)
@pytest.mark.full
def test_no_number_or_polynomial_too_long_is_formed(states: str, given: dict[str, str]) -> None:
    start = time.process_time()
    assert decide(Claim("mine.long", states, given=given), seconds=2).kind == "undecided"
    assert time.process_time() - start < 8


def test_a_number_too_long_is_not_formed_at_a_point() -> None:
    long = read_formula("((2^n)^n)^n > 1")
    assert holds(long, {"n": Fraction(3)}) is True
    assert holds(long, {"n": Fraction(900)}) is None
