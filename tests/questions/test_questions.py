import itertools
from fractions import Fraction as F

import numpy as np
import polars
import pytest

from rropt.decks.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import inverse, product, transpose
from rropt.mechanism import Mechanism
from rropt.questions.patterns import Patterns, count_patterns
from rropt.questions.questions import marginal, marginal_exact

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
SKEW = Mechanism([["9/10", "2/5"], ["1/10", "3/5"]])
FAIR = Mechanism([["2/3", "1/2"], ["1/3", "1/2"]])
BITS = (WARNER, SKEW, FAIR)


def answers(seed, n=40, q=3):
    return np.random.default_rng(seed).integers(0, 2, size=(n, q), dtype=np.uint8)


def test_the_exact_path_is_the_written_out_inverse_with_a_randomizer_for_each_bit():
    data = answers(1)
    counts = [F(int(c), len(data)) for c in count_patterns(data).counts]
    dense = inverse(BITS[0].kron(BITS[1]).kron(BITS[2]).rows)
    assert marginal_exact(data, BITS).estimate == tuple(row[0] for row in product(dense, transpose([counts])))


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 100)])
def test_the_float_path_agrees_with_the_exact_one(sampling):
    data = answers(2)
    exact, floats = marginal_exact(data, BITS, sampling=sampling), marginal(data, BITS, sampling=sampling)
    np.testing.assert_allclose(floats.estimate, [float(x) for x in exact.estimate], atol=1e-13)
    np.testing.assert_allclose(floats.variance, [float(x) for x in exact.variance], atol=1e-13)
    assert floats.trace == pytest.approx(float(exact.trace))


def paper_pihat(a, answers):
    """Vinterbo's Implementation 1: hist puts the first question in the most significant bit, and so do we."""
    n = answers.shape[1]
    histogram = np.bincount(answers.dot(2 ** (n - 1 - np.arange(n))), minlength=2**n)

    def c(k, x):
        return np.array([[1.0]]) if k < 1 else np.kron(np.array([[x, 1 - x], [1 - x, x]]), c(k - 1, x))

    return c(n, a / (2 * a - 1)).dot(histogram) / histogram.sum()


def test_the_bit_order_is_that_of_the_published_listing():
    data = answers(6, n=200, q=4)
    data[:, 0] &= data[:, 1]
    np.testing.assert_allclose(marginal(data, WARNER).estimate, paper_pihat(0.75, data.astype(np.int64)), atol=1e-12)


def test_a_marginal_of_the_joint_estimate_is_the_estimate_of_the_marginal():
    data = answers(3)
    joint = np.array([float(x) for x in marginal_exact(data, BITS).estimate]).reshape(2, 2, 2)
    part = marginal(data, {"1": WARNER, "3": FAIR}, questions=("3", "1"))
    np.testing.assert_allclose(part.estimate.reshape(2, 2), joint.sum(axis=1).T, atol=1e-12)


def _expectations(population, bits, sampling):
    """Mean and variance of the estimate and mean of its estimated variance, over every sample and device outcome."""
    n, cells = len(population), len(bits)
    total = first = second = claimed = F(0)
    people = [population] if sampling is CENSUS else itertools.product(population, repeat=n)
    people = list(people)
    for drawn in people:
        for outcome in itertools.product(range(2**cells), repeat=n):
            weight = F(1, len(people))
            for truth, answer in zip(drawn, outcome, strict=True):
                for i, p in enumerate(bits):
                    weight *= p[(answer >> (cells - 1 - i)) & 1, (truth >> (cells - 1 - i)) & 1]
            counts = np.bincount(outcome, minlength=2**cells)
            found = marginal_exact(Patterns(tuple("ab")[:cells], counts), bits, sampling=sampling)
            total += weight
            first += weight * found.estimate[-1]
            second += weight * found.estimate[-1] ** 2
            claimed += weight * found.variance[-1]
    assert total == 1
    return first, second - first**2, claimed


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS])
@pytest.mark.parametrize("bits", [(SKEW,), (WARNER, SKEW)])
def test_estimate_and_variance_are_unbiased_by_full_enumeration(sampling, bits):
    top = 2 ** len(bits) - 1
    population = (0, top) if len(bits) == 2 else (0, top, top)
    mean, variance, claimed = _expectations(population, bits, sampling)
    assert mean == F(sum(x == top for x in population), len(population))
    assert claimed == variance


def test_numbers_over_e_stay_exact():
    t = read_number("e")
    p = Mechanism([[t / (1 + t), 1 / (1 + t)], [1 / (1 + t), t / (1 + t)]])
    found = marginal_exact(Patterns(("a",), np.array([3, 1])), p)
    assert found.estimate == ((F(3, 4) * (1 + t) - 1) / (t - 1), (F(1, 4) * (1 + t) - 1) / (t - 1))


def test_twenty_bits_are_recovered_within_their_own_error():
    n = 20
    truth = np.zeros(1 << n)
    truth[[0, (1 << n) - 1]] = 0.25, 0.75
    bits = (Mechanism([["99/100", "1/100"], ["1/100", "99/100"]]),) * n
    from rropt.questions.kronecker import apply_in_place

    law = apply_in_place([p.to_numpy() for p in bits], truth.copy())
    counts = np.random.default_rng(5).multinomial(10**6, np.maximum(law, 0) / np.maximum(law, 0).sum())
    found = marginal(Patterns(tuple(map(str, range(n))), counts), bits)
    assert abs(found.estimate[-1] - 0.75) < 4 * found.standard_error[-1] < 0.01


def test_one_person_is_too_few():
    with pytest.raises(InputError, match="at least 2 people"):
        marginal(np.array([[1]]), WARNER)


def test_texts_and_strange_answers_of_a_frame_go_through_marginal() -> None:
    frame = polars.DataFrame({"a": ["no", "yes", "yes", "x"], "b": ["yes", "yes", "no", "no"]})
    with pytest.raises(InputError, match="other="):
        marginal(frame, WARNER, outputs=("no", "yes"))
    found = marginal_exact(frame, WARNER, outputs=("no", "yes"), other="drop", sampling="srs", population=30)
    assert found.n == 3 and found.sampling.population == 30
    same = marginal(frame, WARNER, outputs=("no", "yes"), other="drop", sampling="census")
    assert [float(x) for x in found.estimate] == pytest.approx(list(same.estimate))
