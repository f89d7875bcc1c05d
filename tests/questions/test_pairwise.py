from fractions import Fraction as F

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.questions.pairwise import pairwise
from rropt.questions.questions import marginal, marginal_exact

BITS = (
    Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]),
    Mechanism([["9/10", "2/5"], ["1/10", "3/5"]]),
    Mechanism([["2/3", "1/2"], ["1/3", "1/2"]]),
    Mechanism([["1/5", "9/10"], ["4/5", "1/10"]]),
)


def test_every_pair_and_its_variance_agree_with_the_exact_marginal():
    data = np.random.default_rng(0).integers(0, 2, size=(10_000, 4), dtype=np.uint8)
    found = pairwise(data, BITS)
    for i in range(4):
        for j in range(4):
            if i == j:
                continue
            exact = marginal_exact(data, (BITS[i], BITS[j]), questions=(str(i + 1), str(j + 1)))
            np.testing.assert_allclose(found.table(i, j).ravel(), [float(x) for x in exact.estimate], atol=1e-12)
            assert found.variance[i, j] == pytest.approx(float(exact.variance[3]), rel=1e-9)
        single = marginal_exact(data, (BITS[i],), questions=(str(i + 1),))
        assert found.single[i] == pytest.approx(float(single.estimate[1]))
        assert found.variance[i, i] == pytest.approx(float(single.variance[1]))


def test_a_copied_question_shows_its_covariance_within_its_error():
    rng = np.random.default_rng(1)
    truth = rng.random(200_000) < 0.3
    keep = rng.random((200_000, 2)) < 0.75
    data = np.where(keep, truth[:, None], ~truth[:, None]).astype(np.uint8)
    found = pairwise(data, BITS[0])
    assert found.covariance()[0, 1] == pytest.approx(float(F(21, 100)), abs=5 * found.variance[0, 1] ** 0.5)
    assert found.variance[0, 1] ** 0.5 < 0.02


def test_an_answer_outside_0_and_1_is_named():
    data = np.zeros((10_000, 2), dtype=np.int16)
    data[9_000, 1] = 3
    with pytest.raises(InputError, match="person 9001 to question 2 is 3"):
        pairwise(data, BITS[0])


def test_a_diagonal_entry_has_the_stated_variance_of_its_one_question():
    """All 40 say 0, so the unbiased estimate of the variance is 0 and another variance stands in its place."""
    data = np.zeros((40, 2), dtype=np.uint8)
    found = pairwise(data, BITS[0])
    alone = marginal(data, BITS[0], questions=["1"])
    value, source = found.stated_variance(0, 0)
    assert source == alone.stated_variance(1)[1] == "plug-in"
    assert value == pytest.approx(float(alone.stated_variance(1)[0])) == pytest.approx(float(F(3, 4) / 40))


@pytest.mark.parametrize("names", [("a", "b"), ("a", "b", "c", "d"), ("a", "a", "b")])
def test_each_question_needs_a_name_of_its_own(names: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=r"3 questions, .*a name of its own"):
        pairwise(np.zeros((40, 3), dtype=np.uint8), BITS[0], questions=names)


@pytest.mark.parametrize("pair", [(2, -1), (-1, 0), (0, 3)])
def test_a_number_of_no_question_is_refused(pair: tuple[int, int]) -> None:
    found = pairwise(np.zeros((40, 3), dtype=np.uint8), BITS[0])
    for ask in (found.table, found.stated_variance):
        with pytest.raises(InputError, match="from 0 to 2"):
            ask(*pair)


def test_plain_lists_are_read_and_ragged_ones_refused() -> None:
    data = np.random.default_rng(3).integers(0, 2, (40, 3))
    listed, found = pairwise(data.tolist(), BITS[0]), pairwise(data, BITS[0])
    assert (listed.both == found.both).all() and listed.explain() == found.explain()
    for wrong in ([[1, 0], [1]], "ab", [1, 0]):
        with pytest.raises(InputError, match="pairs need at least 2 people"):
            pairwise(wrong, BITS[0])
    with pytest.raises(InputError, match="person 2 to question 1 is None, not 0 or 1"):
        pairwise([[1, 0], [None, 1]], BITS[0])
