import pytest

from rropt.families.mangat import mangat, tight_delta, tight_parity
from rropt.mechanism import Mechanism


def test_definition():
    assert mangat(p="2/3") == Mechanism([["2/3", 0], ["1/3", 1]])


@pytest.mark.parametrize("p", ["0", "1/5", "1/2", "1"])
def test_parity(p, parity):
    assert tight_parity(p=p) == parity(mangat(p=p))


@pytest.mark.parametrize("p", ["0", "1/5", "1/2", "1"])
@pytest.mark.parametrize("t", [1, 2, 100])
def test_delta_does_not_depend_on_epsilon(p, t):
    columns = mangat(p=p).columns
    delta = max(sum(max(0, a - t * b) for a, b in zip(x, y, strict=True)) for x in columns for y in columns)
    assert tight_delta(p=p) == delta
