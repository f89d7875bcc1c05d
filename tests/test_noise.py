"""Noise for numeric answers against enumeration, scipy's laws and counted draws."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from scipy import stats

from rropt import InputError
from rropt.noise import DiscreteLaplace, Laplace, Sensitivity, bounded_mean, bounded_sum, count, fraction, histogram

DISCRETE = [("ln3", 1), ("ln4", 2), ("1", 4), ("ln2", 3), ("1/5", 1)]
QUERIES: dict[str, tuple[Callable[[Sequence[int]], list[Any]], Callable[[int, str], Sensitivity]]] = {
    "count": (lambda data: [sum(data)], lambda n, kind: count(kind)),
    "fraction": (lambda data: [Fraction(sum(data), len(data))], lambda n, kind: fraction(n, kind)),
    "histogram": (lambda data: [data.count(0), data.count(1)], lambda n, kind: histogram(2, kind)),
    "sums": (
        lambda data: [sum(3 * x - 1 for x in data), sum(5 * x for x in data)],
        lambda n, kind: bounded_sum([(-1, 2), (0, 5)], kind),
    ),
    "means": (
        lambda data: [Fraction(sum(3 * x - 1 for x in data), len(data)), Fraction(5 * sum(data), len(data))],
        lambda n, kind: bounded_mean(n, [(-1, 2), (0, 5)], kind),
    ),
}


def near(bounds: tuple[Fraction, Fraction], x: float) -> bool:
    return bounds[0] <= bounds[1] and abs(float(bounds[0]) - x) < 1e-12 > float(bounds[1] - bounds[0])


@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize(("epsilon", "size"), [("1", 1), ("1/2", 3), ("2", Fraction(1, 7))])
def test_laplace_noise_is_that_of_scipy(epsilon: str, size: Fraction, d: int) -> None:
    noise, law = Laplace(epsilon, size, d), stats.laplace(scale=float(size) / float(Fraction(epsilon)))
    assert near(noise.scale, law.std() / 2**0.5) and near(noise.variance, law.var())
    assert near(noise.tail_linf("3/2"), 1 - (1 - 2 * law.sf(1.5)) ** d)
    assert near(noise.union_bound("3/2"), d * 2 * law.sf(1.5))
    assert near(noise.radius_linf("1/20"), law.isf((1 - 0.95 ** (1 / d)) / 2))
    assert near(noise.radius_union("1/20"), law.isf(0.05 / d / 2))


@pytest.mark.parametrize(("epsilon", "size"), DISCRETE)
def test_discrete_noise_has_the_moments_and_tails_of_its_probabilities(epsilon: str, size: int) -> None:
    noise, most = DiscreteLaplace(epsilon, size, 2), 400
    p = {k: float(noise.probability(k)) for k in range(-most, most + 1)}
    assert abs(sum(p.values()) - 1) < 1e-12
    assert abs(sum(abs(k) * x for k, x in p.items()) - float(noise.mean_absolute)) < 1e-9
    assert abs(sum(k * k * x for k, x in p.items()) - float(noise.variance)) < 1e-9
    assert near(noise.standard_deviation(), float(noise.variance) ** 0.5) or float(noise.variance) > 1e3
    beyond = sum(x for k, x in p.items() if abs(k) >= 3)
    assert abs(float(noise.tail_linf(3)) - (1 - (1 - beyond) ** 2)) < 1e-12
    assert abs(float(noise.union_bound(3)) - 2 * beyond) < 1e-12
    radius = noise.radius_linf("1/20")
    assert float(noise.tail_linf(radius)) <= 0.05 < float(noise.tail_linf(radius - 2))


@pytest.mark.parametrize(("epsilon", "size"), DISCRETE)
def test_discrete_noise_is_private_and_no_more_private_than_it_says(epsilon: str, size: int) -> None:
    noise = DiscreteLaplace(epsilon, size)
    ratios = [noise.probability(k) / noise.probability(k + size) for k in range(-size - 2, 3)]
    assert max(map(float, ratios)) == pytest.approx(float(noise.ratio) ** -size)
    assert float(noise.ratio) ** -size == pytest.approx(float(noise.epsilon.t))


@pytest.mark.parametrize(("epsilon", "size"), DISCRETE)
def test_drawn_noise_has_its_law(epsilon: str, size: int) -> None:
    """Chi-squared over the values from −3 to 3 and the rest; a sign that is biased by a tenth fails with a chance above .99."""
    noise, n = DiscreteLaplace(epsilon, size), 3000
    found = Counter(max(-4, min(4, z)) for z in noise.draw(n, rng=11))
    p = [float(noise.probability(k)) for k in range(-3, 4)]
    rest = (1 - sum(p)) / 2
    seen = [found[k] for k in range(-4, 5)]
    assert stats.chisquare(seen, [n * x for x in (rest, *p, rest)]).pvalue > 1e-3


@pytest.mark.parametrize("kind", ["replace", "add-remove"])
@pytest.mark.parametrize("query", QUERIES)
def test_a_sensitivity_is_the_largest_change_that_one_person_makes(query: str, kind: str) -> None:
    answer, stated = QUERIES[query]
    n, changes = 4, []
    for data in product((0, 1), repeat=n):
        others = [(*data, x) for x in (0, 1)] if kind == "add-remove" else [(*data[1:], x) for x in (0, 1)]
        first = data if kind == "add-remove" else (*data[1:], data[0])
        changes += [sum(abs(a - b) for a, b in zip(answer(first), answer(x), strict=True)) for x in others]
    assert stated(n, kind).l1 == max(changes)


@pytest.mark.parametrize("epsilon", ["0", "inf", "-1"])
def test_an_epsilon_without_a_scale_is_refused(epsilon: str) -> None:
    for law in (Laplace, DiscreteLaplace):
        with pytest.raises(InputError, match=epsilon):
            law(epsilon, 1)


def test_a_range_that_is_empty_is_refused_with_its_ends() -> None:
    with pytest.raises(InputError, match="from 2 to 1"):
        bounded_sum([(2, 1)], "replace")
