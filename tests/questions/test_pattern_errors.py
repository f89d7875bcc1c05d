"""Cells of many questions: the exact variance that stands where an unbiased estimate is not positive."""

from fractions import Fraction as F
from functools import reduce
from itertools import product

import numpy as np
import pytest

from rropt.decks.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.exact.matrix import inverse
from rropt.mechanism import Mechanism
from rropt.questions.pairwise import pairwise
from rropt.questions.pattern_errors import bit_moments, cell_line, legend
from rropt.questions.patterns import Patterns
from rropt.questions.questions import marginal, marginal_exact

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
SKEW = Mechanism([["9/10", "2/5"], ["1/10", "3/5"]])
FAIR = Mechanism([["2/3", "1/2"], ["1/3", "1/2"]])
DIRECT = Mechanism([[1, 0], [0, 1]])
MODELS = [REPLACEMENT, CENSUS, Sampling("srs", 50)]


@pytest.mark.parametrize("bits", [(SKEW,), (WARNER, SKEW), (FAIR, SKEW, WARNER), (DIRECT, SKEW), (DIRECT, DIRECT)])
def test_the_line_of_a_cell_is_that_of_the_whole_matrix(bits: tuple[Mechanism, ...]) -> None:
    p = reduce(lambda a, b: a.kron(b), bits)
    w = inverse(p.rows)
    for x, cell in enumerate(product((0, 1), repeat=len(bits))):
        second = [sum(w[x][r] ** 2 * p.rows[r][o] for r in range(p.m)) for o in range(p.k)]
        others = [v for o, v in enumerate(second) if o != x]
        assert cell_line([bit_moments(b) for b in bits], cell) == (max(others), second[x] - 1)


@pytest.mark.parametrize("sampling", MODELS, ids=str)
@pytest.mark.parametrize("bits", [(SKEW,), (WARNER, SKEW), (DIRECT, SKEW), (DIRECT, DIRECT)])
def test_no_error_is_0_and_floats_agree_with_exact_numbers(bits: tuple[Mechanism, ...], sampling: Sampling) -> None:
    cells, f, n = 2 ** len(bits), sampling.factor(4), 4
    for counts in product(range(n + 1), repeat=cells):
        if sum(counts) != n:
            continue
        data = Patterns(tuple("ab")[: len(bits)], np.array(counts))
        exact, floats = (m(data, bits, sampling=sampling) for m in (marginal_exact, marginal))
        errors = floats.standard_error
        for i in range(cells):
            v, source = exact.stated_variance(i)
            assert (source == "unbiased") == (exact.variance[i] > 0) and (v > 0 or bits[-1] is DIRECT)
            assert floats.stated_variance(i)[1] == source
            assert floats.stated_variance(i)[0] == pytest.approx(float(v), abs=1e-12)
            assert errors[i] ** 2 == pytest.approx(float(v), abs=1e-12)
            if source == "plug-in":
                d0, d = cell_line(exact.moments, [i >> q & 1 for q in reversed(range(len(bits)))])
                x = min(F(1), max(F(0), exact.estimate[i]))
                assert v == (x * d + (1 - x) * d0 + f * x * (1 - x)) / n


def test_the_dictionary_and_the_text_name_the_source() -> None:
    found = marginal_exact(Patterns(("a",), np.array([5, 0])), WARNER)
    assert found.to_dict()["stated_variance_from"] == ["plug-in", "plug-in"]
    assert found.to_dict()["variance"] == ["0", "0"] and found.to_dict()["stated_variance"] == ["3/20", "3/20"]
    assert "plug-in: the unbiased estimate" in found.explain()
    assert legend(["unbiased"]) == ()
    direct = marginal_exact(Patterns(("a",), np.array([5, 0])), DIRECT)
    assert direct.stated_variance(0) == (F(1, 20), "largest") and "largest: the unbiased" in direct.explain()


def test_pairs_have_the_error_of_their_cell() -> None:
    answers = np.zeros((6, 2), dtype=np.uint8)
    found = pairwise(answers, (WARNER, SKEW), questions=("a", "b"))
    joint = marginal_exact(answers, (WARNER, SKEW))
    value, source = found.stated_variance(0, 1)
    assert source == "plug-in" and value == pytest.approx(float(joint.stated_variance(3)[0]))
    assert found.as_table()[1][0][6] == "plug-in" and "plug-in: the unbiased" in found.explain()
