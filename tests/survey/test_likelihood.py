"""The constrained maximum likelihood estimate is the best point of the simplex, and its certificate bounds the rest."""

import math
import random
from fractions import Fraction
from itertools import product

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.likelihood import likelihood_gap, maximum_likelihood

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
KRR = Mechanism([[f"{4 if i == j else 1}/6" for j in range(3)] for i in range(3)])
WIDE = Mechanism([["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]])


def loglik(p: Mechanism, counts: tuple[int, ...], x: tuple) -> float:
    law = [sum(float(a) * float(b) for a, b in zip(row, x, strict=True)) for row in p.rows]
    return sum(y * math.log(q) for y, q in zip(counts, law, strict=True) if y)


def grid(k: int, steps: int) -> list[tuple[Fraction, ...]]:
    heads = (h for h in product(range(steps + 1), repeat=k - 1) if sum(h) <= steps)
    return [(*(Fraction(a, steps) for a in h), Fraction(steps - sum(h), steps)) for h in heads]


@pytest.mark.parametrize("p", [WARNER, KRR, WIDE])
def test_no_point_of_a_grid_is_likelier(p: Mechanism) -> None:
    rng = random.Random(3)
    for _ in range(25):
        counts = tuple(rng.choice((0, 1, 3, 20)) for _ in range(p.m))
        if not sum(counts):
            continue
        found = maximum_likelihood(p, counts)
        assert sum(found.prevalence) == 1
        assert min(found.prevalence) >= 0
        assert 0 <= found.gap < Fraction(1, 10**9)
        best = max(loglik(p, counts, x) for x in grid(p.k, 30))
        assert loglik(p, counts, found.prevalence) >= best - 1e-9


def test_the_gap_bounds_the_loss_of_any_point() -> None:
    counts = (50, 2, 30)
    best = loglik(KRR, counts, maximum_likelihood(KRR, counts).prevalence)
    for x in grid(3, 6):
        assert best - loglik(KRR, counts, x) <= float(likelihood_gap(KRR, counts, x)) + 1e-9


def test_binary_closed_form_is_the_nearest_end() -> None:
    assert maximum_likelihood(WARNER, (95, 5)).prevalence == (1, 0)
    assert maximum_likelihood(WARNER, (95, 5)).is_exact
    assert maximum_likelihood(WARNER, (60, 40)).prevalence == (Fraction(7, 10), Fraction(3, 10))


def test_a_square_mechanism_inside_the_simplex_has_its_inverse() -> None:
    found = maximum_likelihood(KRR, (30, 20, 10))
    assert found.is_exact
    assert found.prevalence == (Fraction(2, 3), Fraction(1, 3), 0)


def test_the_formula_is_not_clipped_for_three_inputs() -> None:
    """Setting negative shares to 0 and rescaling is not the maximum: the certificate says so."""
    counts = (50, 2, 30)
    clipped = (Fraction(50 - Fraction(82, 6), 41), Fraction(0), Fraction(30 - Fraction(82, 6), 41))
    rescaled = tuple(x / sum(clipped) for x in clipped)
    assert likelihood_gap(KRR, counts, rescaled) > Fraction(1, 100)
    assert maximum_likelihood(KRR, counts).gap < Fraction(1, 10**9)


def test_irrational_mechanisms_are_certified_too() -> None:
    rows = [[f"{'t' if i == j else '1'}/(3+t)" for j in range(4)] for i in range(4)]
    found = maximum_likelihood(Mechanism(rows, epsilon=1), (90, 1, 40, 0))
    assert not found.is_exact
    assert found.gap < Fraction(1, 10**9)


def test_impossible_answers_are_refused() -> None:
    p = Mechanism([["1", "1/2"], ["0", "1/2"]])
    with pytest.raises(InputError, match="probability 0"):
        likelihood_gap(p, (1, 1), (Fraction(1), Fraction(0)))
