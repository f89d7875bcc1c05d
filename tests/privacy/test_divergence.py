"""The largest divergence of any φ over ordered pairs of inputs, against the sum over answers at sixty digits."""

import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from rropt import Divergence, InputError, Mechanism, from_spec, measure
from rropt.privacy.divergence import largest_divergence

KINDS: dict[str, tuple[Divergence, Callable[[Any], Any]]] = {
    "kl": (Divergence("kl"), lambda x: x * mpmath.log(x)),
    "chi2": (Divergence("chi2"), lambda x: (x - 1) ** 2),
    "hellinger": (Divergence("hellinger"), lambda x: 1 - mpmath.sqrt(x)),
    "hockey_stick": (Divergence("hockey_stick", gamma=2), lambda x: max(x - 2, 0)),
    "le_cam": (Divergence("le_cam"), lambda x: (x - 1) ** 2 / (2 * (x + 1))),
    "lines": (Divergence(phi="max(x - 3/2, 0)"), lambda x: max(x - mpmath.mpf(3) / 2, 0)),
    "quotient": (Divergence(phi="(x - 1)^2/(x + 2)"), lambda x: (x - 1) ** 2 / (x + 2)),
    "power": (Divergence("power", order="3/2"), lambda x: (x ** mpmath.mpf("1.5") - 1) / mpmath.mpf("0.5")),
}


def random_mechanism(rng: random.Random, m: int, k: int) -> Mechanism:
    columns = [[Fraction(rng.randint(1, 9)) for _ in range(m)] for _ in range(k)]
    return Mechanism(list(zip(*[[x / sum(c) for x in c] for c in columns], strict=True)))


def real(x: Any) -> Any:
    return mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_the_largest_sum_over_answers(kind: str) -> None:
    divergence, phi = KINDS[kind]
    rng = random.Random(kind)
    with mpmath.workdps(60):
        for _ in range(25):
            p = random_mechanism(rng, rng.randint(2, 5), rng.randint(2, 4))
            found = largest_divergence(p, divergence)
            sums = {
                (j, el): mpmath.fsum(real(row[el]) * phi(real(row[j]) / real(row[el])) for row in p.rows)
                for j, el in itertools.permutations(range(p.k), 2)
            }
            most = max(sums.values())
            assert real(found.lower) - mpmath.mpf(10) ** -50 <= most <= real(found.upper) + mpmath.mpf(10) ** -50
            assert real(found.upper) - real(found.lower) < mpmath.mpf(10) ** -25
            assert most == 0 if found.pair is None else most - sums[found.pair] < mpmath.mpf(10) ** -25


def test_an_answer_that_one_truth_never_gives_may_be_infinite() -> None:
    telling = Mechanism([["1/2", 0], ["1/2", 1]])
    assert "inf" in str(largest_divergence(telling, Divergence("chi2")))
    assert largest_divergence(telling, Divergence("tv")).upper == Fraction(1, 2)


def test_measures_have_the_divergences_asked_for_whichever_two_they_name() -> None:
    p = from_spec("krr:k=3,epsilon=1")
    found = measure(p, divergences=[Divergence("kl"), Divergence("renyi", 0, 0, order=2)])
    kl, renyi = found.divergences
    assert kl.lower < kl.upper and renyi.lower <= found.renyi[0].upper and found.renyi[0].lower <= renyi.upper
    assert [x["name"] for x in found.to_dict()["divergences"]] == [kl.name, renyi.name]
    assert "Kullback–Leibler divergence: between 0.36417" in str(found)
    assert "divergences" not in measure(p).to_dict()


@pytest.mark.parametrize("given", ["kl", 3, ["kl"], Divergence, [Divergence]])
def test_what_is_no_divergence_is_refused(given: Any) -> None:
    with pytest.raises(InputError, match="such as Divergence"):
        measure(from_spec("warner:p=3/4"), divergences=given)
