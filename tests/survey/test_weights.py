"""The inverse inverts, over Q and over Q(t); linear weights are unbiased everywhere and best where they are meant to be."""

import random
from fractions import Fraction

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.exact.matrix import identity, inverse, kernel, product, transpose
from rropt.families import subset_selection
from rropt.mechanism import Mechanism
from rropt.survey import weights as at_work
from rropt.survey.sampling import CENSUS
from rropt.survey.variance import second_moments, variance
from rropt.survey.weights import _normal, _solve_bordered, apply, linear_weights


@pytest.mark.parametrize("epsilon", ["1/2", "ln3", 2])
def test_weights_invert_the_mechanism(epsilon: object) -> None:
    rows = [[f"{'t' if i == j else '1'}/(2+t)" for j in range(3)] for i in range(3)]
    p = Mechanism(rows, epsilon=epsilon)
    assert product(linear_weights(p), p.rows) == identity(3)


def test_warner_formula() -> None:
    p, share = Fraction(7, 10), Fraction(2, 5)
    w = linear_weights(Mechanism([[p, 1 - p], [1 - p, p]]))
    assert apply(w, [1 - share, share])[1] == (share - (1 - p)) / (2 * p - 1)


def test_weights_of_many_outputs_at_an_irrational_ratio_are_unbiased_exactly_and_nearly_best() -> None:
    p = subset_selection(k=6, size=2, epsilon=1)
    at = tuple(Fraction(x, 20) for x in (7, 5, 3, 2, 2, 1))
    found = linear_weights(p, at=at)
    assert product(found, p.rows) == identity(6)
    a, law = np.array(p, dtype=float), np.array([float(x) for x in apply(p.rows, at)])
    least = np.linalg.inv(a.T @ (a / law[:, None]))  # the least W Λ Wᵀ, by floats that see no exact number
    w = np.array([[float(x) for x in row] for row in found])
    excess = np.diag(w @ np.diag(law) @ w.T) / np.diag(least) - 1
    assert excess.min() > -1e-12
    assert excess.max() < 1e-9
    equal = np.array([[float(x) for x in row] for row in linear_weights(p)])
    assert (np.diag(equal @ np.diag(law) @ equal.T) / np.diag(least) - 1).max() > 1e-3


def test_unidentified_mechanisms_are_refused() -> None:
    with pytest.raises(InputError, match="rank 1"):
        linear_weights(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]))
    with pytest.raises(InputError, match="fix epsilon"):
        linear_weights(Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]]))


WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])

TALL = Mechanism([["1/2", "1/8", "1/8"], ["1/4", "1/2", "1/8"], ["1/8", "1/4", "1/4"], ["1/8", "1/8", "1/2"]])


@pytest.mark.parametrize("p", [WIDE, TALL])
def test_no_other_unbiased_weights_do_better(p: Mechanism) -> None:
    at = tuple(Fraction(j + 1, p.k * (p.k + 1) // 2) for j in range(p.k))
    best = linear_weights(p, at=at)
    assert product(best, p.rows) == identity(p.k)
    null, rng = kernel(transpose(p.rows)), random.Random(1)
    for sampling in (None, CENSUS):
        options = {} if sampling is None else {"sampling": sampling}
        least = variance(p, best, at, 10, **options)
        for _ in range(20):
            mixed = [[Fraction(rng.randint(-9, 9), 30) for _ in null] for _ in range(p.k)]
            other = [
                [x + d for x, d in zip(r, e, strict=True)] for r, e in zip(best, product(mixed, null), strict=True)
            ]
            assert product(other, p.rows) == identity(p.k)
            worse = variance(p, tuple(map(tuple, other)), at, 10, **options)
            assert all(a <= b for a, b in zip(least, worse, strict=True))
            assert any(any(row) for row in mixed) is (worse != least)


def test_square_mechanisms_have_their_inverse_whatever_the_prevalence() -> None:
    p = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
    assert linear_weights(p, at=(Fraction(1, 10), Fraction(9, 10))) == linear_weights(p) == inverse(p.rows)


def test_outputs_that_never_happen_have_weight_zero() -> None:
    p = Mechanism([["4/5", "1/3"], ["0", "0"], ["1/5", "2/3"]])
    w = linear_weights(p)
    assert [row[1] for row in w] == [0, 0]
    assert product(w, p.rows) == identity(2)


def test_an_output_without_probability_at_the_working_prevalence_is_refused() -> None:
    p = Mechanism([["1/2", "0"], ["1/4", "1/2"], ["1/4", "1/2"]])
    with pytest.raises(InputError, match="output 0"):
        linear_weights(p, at=(Fraction(0), Fraction(1)))


def floats(k: int, m: int) -> Mechanism:
    import numpy as np

    a = np.random.default_rng(k).dirichlet(np.ones(m), size=k).T / 2
    a[:k, :k] += np.eye(k) / 2
    return Mechanism.from_floats(a)


@pytest.mark.parametrize("p", [WIDE, TALL, floats(3, 6)])
def test_the_bordered_system_gives_the_normal_equations_weights(p: Mechanism) -> None:
    law = [sum(row, Fraction(0)) / p.k for row in p.rows]
    assert _solve_bordered(p.rows, law) == _normal(p.rows, law)


def test_a_mechanism_of_floats_with_many_outputs_has_weights_of_bounded_length() -> None:
    p = floats(30, 36)
    w = linear_weights(p)
    assert product(w, p.rows) == identity(30)
    # Cramer's rule on 66 rows of numbers below 2^26; the normal equations took tens of thousands of bits
    assert max(x.denominator.bit_length() for row in w for x in row) < 66 * 30


def test_weights_of_every_epsilon_are_those_of_each() -> None:
    from rropt import Mechanism, from_spec
    from rropt.survey import estimator_weights

    free = Mechanism(
        [["t/(t+2)", "1/(t+2)", "1/(t+2)"], ["1/(t+2)", "t/(t+2)", "1/(t+2)"], ["1/(t+2)", "1/(t+2)", "t/(t+2)"]],
        epsilon="every",
    )
    weights = estimator_weights(free)
    for epsilon in ("ln3", "1/2"):
        own = estimator_weights(from_spec(f"krr:k=3,epsilon={epsilon}"))
        assert tuple(tuple(x.at(epsilon) for x in row) for row in weights) == own  # type: ignore[union-attr]
    more = Mechanism([["t/(2*t+2)", "1/(2*t+2)"]] * 2 + [["1/(2*t+2)", "t/(2*t+2)"]] * 2, epsilon="every")
    fixed = more.at("ln3")
    assert [[x("ln3") for x in row] for row in estimator_weights(more, "1/4")] == [  # type: ignore[operator]
        list(row) for row in estimator_weights(fixed, "1/4")
    ]


def test_weights_that_are_missing_at_one_epsilon_of_the_range_are_refused() -> None:
    from rropt import InputError, Mechanism
    from rropt.survey import estimator_weights

    p = Mechanism([["1/(t+1)", "2/(t+2)"], ["t/(t+1)", "t/(t+2)"]], epsilon="every")
    assert estimator_weights(p)
    with pytest.raises(InputError, match="rank 1"):
        estimator_weights(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]))
    crossing = Mechanism([["t/4", "1/2"], ["1-t/4", "1/2"]], epsilon="ln1.5..ln3")
    with pytest.raises(InputError, match="for some epsilon in the range"):
        estimator_weights(crossing)


def test_weights_of_many_different_chances_are_unbiased_exactly_and_nearly_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 495 answers of different chances the best weights have some 7000 digits each; near ones are found in seconds."""
    p = subset_selection(k=6, size=3, p="3/5")
    shares = tuple(Fraction(x, 77) for x in (40, 20, 10, 4, 2, 1))
    exact = linear_weights(p, at=shares)
    monkeypatch.setattr(at_work, "MOST_CHANCES", 10)
    at_work._weights.cache_clear()
    near = linear_weights(p, at=shares)
    at_work._weights.cache_clear()
    assert near != exact
    assert product(near, p.rows) == identity(6)
    for least, reached in zip(variance(p, exact, shares, 1), variance(p, near, shares, 1), strict=True):
        assert least <= reached <= least * (1 + Fraction(1, 10**9))
    assert second_moments(p, near) == tuple(
        tuple(sum(w * w * x for w, x in zip(row, column, strict=True)) - (i == j) for j, column in enumerate(p.columns))
        for i, row in enumerate(near)
    )
