"""The law of the counts equals the brute-force law over people and answers, under every sampling model."""

from fractions import Fraction
from types import ModuleType

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.law import law_of_counts
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from tests.survey.people import exact_law

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
    law = exact_law(p, shares(truths, p.k), n, sampling=model)
    assert {key: x for key, x in law.items() if x} == people.brute_law(p, truths, n, kind)


@pytest.mark.parametrize("kind", ["replacement", "census", "srs"])
def test_whole_numbers_enclose_an_irrational_law(people: ModuleType, kind: str) -> None:
    p = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]], epsilon=1)
    truths, n = [0, 0, 0, 1], 4 if kind == "census" else 3
    model = Sampling("srs", 4) if kind == "srs" else (REPLACEMENT if kind == "replacement" else CENSUS)
    exact = people.brute_law(p, truths, n, kind)
    whole, law = law_of_counts(p, shares(truths, 2), n, sampling=model)
    assert law.keys() == exact.keys()
    for key, (low, high) in law.items():
        assert low < whole * exact[key] < high and high - low < Fraction(whole, 2**200)


def test_half_people_and_too_small_populations_are_refused() -> None:
    with pytest.raises(InputError, match="5/2 people of 5 would share a truth"):
        exact_law(BINARY, (Fraction(1, 2), Fraction(1, 2)), 5, sampling=CENSUS)
    with pytest.raises(InputError, match="cannot come from a population"):
        exact_law(BINARY, (Fraction(1, 2), Fraction(1, 2)), 5, sampling=Sampling("srs", 4))
