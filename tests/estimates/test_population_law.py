"""Chances of counts in a fixed population: every enclosure contains the sum over people, and is narrow enough to refute."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rropt.estimates import population_law
from rropt.estimates.law import law_of_counts
from rropt.estimates.population_law import box_cells, chance_in_population
from rropt.estimates.sampling import CENSUS, Sampling
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism

FOUR = Mechanism([["3/5", "1/5", "1/10"], ["1/5", "1/2", "1/5"], ["1/10", "1/5", "1/2"], ["1/10", "1/10", "1/5"]])
HARD = Mechanism([["0", "1", "1/2"], ["1", "0", "1/2"]])
OVER_E = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(2+2*t)", "t/(2+2*t)"], ["1/(2+2*t)", "t/(2+2*t)"]], epsilon=1)
CASES = [
    (FOUR, (4, 5, 3), 12),
    (FOUR, (4, 5, 3), 7),
    (FOUR, (10, 0, 3), 13),
    (FOUR, (5, 5, 10), 19),
    (FOUR, (1, 1, 1), 1),
    (FOUR, (0, 3, 0), 2),
    (HARD, (1, 1, 0), 1),
    (HARD, (1, 3, 2), 3),
    (HARD, (6, 2, 4), 12),
    (OVER_E, (12, 20), 32),
    (OVER_E, (12, 20), 16),
    (OVER_E, (1, 400), 20),
]


def odd(counts: Any) -> Any:
    """A set without any shape."""
    return (3 * counts[:, 0] + counts[:, 1] ** 2 - 2 * counts[:, -1]) % 3 == 1


def brute(p: Mechanism, people: tuple[int, ...], n: int) -> Fraction:
    size = sum(people)
    model = CENSUS if n == size else Sampling("srs", size)
    law = law_of_counts(p, [Fraction(x, size) for x in people], n, sampling=model)
    return sum((chance for counts, chance in law.items() if odd(np.array([counts]))[0]), Fraction(0))


@pytest.mark.parametrize(("p", "people", "n"), CASES)
def test_the_enclosure_contains_the_sum_over_people(p: Mechanism, people: tuple[int, ...], n: int) -> None:
    lower, upper = chance_in_population(p.columns, people, n, odd)
    assert lower <= brute(p, people, n) <= upper
    assert upper - lower < Fraction(1, 10**10)


def test_one_person_of_another_truth_is_told_apart() -> None:
    lower, upper = chance_in_population(FOUR.columns, (5, 4, 3), 7, odd)
    assert not lower <= brute(FOUR, (4, 5, 3), 7) <= upper


def test_a_box_smaller_than_the_counts_loses_only_its_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(population_law, "TAIL", 1e-3)
    assert box_cells(FOUR.columns, (6, 6, 6), 18) < 19**3
    for n in (18, 9):
        lower, upper = chance_in_population(FOUR.columns, (6, 6, 6), n, odd)
        assert lower <= brute(FOUR, (6, 6, 6), n) <= upper
        assert upper - lower < Fraction(1, 50)


def test_sure_sets_and_empty_ones() -> None:
    assert chance_in_population(FOUR.columns, (50, 60, 90), 200, lambda c: np.zeros(len(c), dtype=bool))[0] == 0
    lower, upper = chance_in_population(FOUR.columns, (50, 60, 90), 200, lambda c: c.sum(axis=1) == 200)
    assert 1 - Fraction(1, 10**9) < lower and upper == 1


def test_a_billion_people_are_nearly_independent_draws() -> None:
    p, n, few = HARD.columns, 12, lambda c: c[:, 0] <= 3
    lower, upper = chance_in_population(p, (10**9, 0, 10**9), n, few)
    binomial = sum(Fraction(_choose(n, y) * 3 ** (n - y), 4**n) for y in range(4))
    assert abs(lower - binomial) < Fraction(1, 10**7) and upper - lower < Fraction(1, 10**10)


def _choose(n: int, y: int) -> int:
    import math

    return math.comb(n, y)


def test_too_many_likely_counts_are_refused_with_their_number() -> None:
    columns = [[Fraction(1 + i * j % 5 + 9 * (i == j)) for i in range(7)] for j in range(7)]
    columns = [[x / sum(c) for x in c] for c in columns]
    with pytest.raises(InputError, match="200 answers of 7 outputs with different weights have too many likely counts"):
        chance_in_population(columns, [30] * 6 + [20], 200, odd)
