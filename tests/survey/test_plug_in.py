"""A variance estimate that is not positive is replaced by an exact variance that says what it is."""

from fractions import Fraction as F
from itertools import product

import pytest

from rropt.mechanism import Mechanism
from rropt.survey.linear import linear_weights
from rropt.survey.plug_in import largest_share, stated_variance, variance_at
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.variance import personal_variances, variance

THREE = Mechanism([["11/15", "7/18", "3/10"], ["1/5", "5/18", "9/20"], ["1/15", "1/3", "1/4"]])
TWO = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])


def test_a_positive_estimate_stands() -> None:
    found = stated_variance(F(1, 9), F(1, 2), (F(1), F(2)), F(1), 3)
    assert (found.value, found.source, found.reason()) == (F(1, 9), "unbiased", "")


def test_a_negative_estimate_gives_way_to_the_exact_variance_at_the_cut_share() -> None:
    found = stated_variance(F(-1, 9), F(-3), (F(1), F(2)), F(1), 3)
    assert (found.value, found.source, found.share) == (F(1, 3), "plug-in", 0)
    assert "negative here (-0.111111)" in found.reason() and "cut to [0, 1], 0" in found.reason()
    inside = stated_variance(None, F(1, 4), (F(1), F(2)), F(1), 3)
    assert inside.value == (F(1, 4) * 2 + F(3, 4) + F(3, 16)) / 3
    assert "no unbiased estimate" in inside.reason()


def test_a_share_without_variance_gives_way_to_the_largest_variance() -> None:
    found = stated_variance(F(0), F(-1), (F(0), F(0)), F(1), 10)
    assert (found.value, found.source, found.share) == (F(1, 40), "largest", F(1, 2))
    assert "largest exact variance of all shares, at 0.5" in found.reason()
    assert repr(found).startswith("1/40 ≈ 0.025 (") and found.to_dict()["source"] == "largest"
    assert repr(stated_variance(F(1), F(0), (F(0), F(0)), F(1))) == "1 (unbiased)"
    none = stated_variance(F(0), F(1), (F(0), F(0)), F(0), 10)
    assert none.value == 0 and "no randomness" in none.reason()


@pytest.mark.parametrize("f", [F(0), F(1, 3), F(1)])
@pytest.mark.parametrize("line", [(F(1), F(2)), (F(3), F(1, 2)), (F(0), F(1, 4)), (F(1), F(1))])
def test_the_largest_share_is_the_largest_of_a_fine_grid(line: tuple[F, F], f: F) -> None:
    best = variance_at(line, f, largest_share(line, f))
    assert all(variance_at(line, f, F(i, 60)) <= best for i in range(61))
    assert 0 <= largest_share(line, f) <= 1


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 24)], ids=str)
@pytest.mark.parametrize("p", [TWO, THREE])
def test_v_is_the_largest_exact_variance_of_the_populations_of_a_share(p: Mechanism, sampling: Sampling) -> None:
    w, n, steps = linear_weights(p), 12, 12
    for j in range(p.k):
        b = personal_variances(p, w, j)
        line = max(x for i, x in enumerate(b) if i != j), b[j]
        for own in range(steps + 1):
            rest = [x for x in product(range(steps + 1), repeat=p.k - 1) if sum(x) == steps - own]
            every = [[F(v, steps) for v in (*x[:j], own, *x[j:])] for x in rest]
            largest = max(variance(p, w, pi, n, sampling=sampling)[j] for pi in every)
            assert largest == variance_at(line, sampling.factor(n), F(own, steps), n)
