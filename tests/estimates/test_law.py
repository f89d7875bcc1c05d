"""The law of the counts equals the brute-force law over people and answers, under every sampling model."""

from fractions import Fraction
from types import ModuleType

import pytest

from rropt.estimates.law import law_bounds, law_of_counts
from rropt.estimates.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism

BINARY = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
TERNARY = Mechanism([["1/2", "1/4", "0"], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "2/3"]])
WIDE = Mechanism([["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]])
CASES = [
    (BINARY, [0, 0, 0, 1, 1], 3),
    (TERNARY, [0, 1, 1, 2], 3),
    (WIDE, [0, 0, 1], 3),
]


def shares(truths: list[int], k: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(truths.count(j), len(truths)) for j in range(k))


@pytest.mark.parametrize("kind", ["replacement", "census", "srs"])
@pytest.mark.parametrize(("p", "truths", "n"), CASES)
def test_law_equals_enumeration(people: ModuleType, p: Mechanism, truths: list[int], n: int, kind: str) -> None:
    n = len(truths) if kind == "census" else n
    model = Sampling("srs", len(truths)) if kind == "srs" else (REPLACEMENT if kind == "replacement" else CENSUS)
    law = law_of_counts(p, shares(truths, p.k), n, sampling=model)
    assert {key: x for key, x in law.items() if x} == people.brute_law(p, truths, n, kind)
    bounds = law_bounds(p, shares(truths, p.k), n, sampling=model)
    assert all(low == high == law[key] for key, (low, high) in bounds.items())


@pytest.mark.parametrize("model", [REPLACEMENT, CENSUS, Sampling("srs", 8)])
def test_bounds_enclose_an_irrational_law(model: Sampling) -> None:
    p = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]], epsilon=1)
    prevalence, n = (Fraction(3, 4), Fraction(1, 4)), 4
    exact = law_of_counts(p, prevalence, n, sampling=model)
    for key, (low, high) in law_bounds(p, prevalence, n, sampling=model).items():
        assert low <= exact[key] <= high
        assert high - low < Fraction(1, 2**200)


def test_too_many_counts_and_half_people_are_refused() -> None:
    with pytest.raises(InputError, match="too many counts"):
        law_of_counts(TERNARY, (Fraction(1, 3),) * 3, 1000)
    with pytest.raises(InputError, match="no 5/2 people"):
        law_of_counts(BINARY, (Fraction(1, 2), Fraction(1, 2)), 5, sampling=CENSUS)
