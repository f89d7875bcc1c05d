import itertools
from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families.krr import krr
from rropt.families.subset_selection import subset_selection, tight_parity
from rropt.mechanism import Mechanism


def test_definition():
    mechanism = subset_selection(k=4, size=2, epsilon="ln3")
    assert mechanism.outputs == ("{0,1}", "{0,2}", "{0,3}", "{1,2}", "{1,3}", "{2,3}")
    for i, chosen in enumerate(itertools.combinations(range(4), 2)):
        assert [mechanism[i, j] for j in range(4)] == [Fraction(1 + 2 * (j in chosen), 12) for j in range(4)]


def test_size_one_is_krr():
    assert subset_selection(k=5, size=1, epsilon=1).rows == krr(k=5, epsilon=1).rows


def test_labels_survive_csv():
    mechanism = subset_selection(k=4, size=2, epsilon=1)
    assert Mechanism.from_csv(mechanism.to_csv()) == mechanism


@pytest.mark.parametrize(("k", "size"), [(2, 1), (4, 1), (4, 2), (5, 3), (4, 3)])
@pytest.mark.parametrize("parameters", [{"p": 0}, {"p": "1/3"}, {"p": 1}, {"epsilon": "1/2"}, {"epsilon": "every"}])
def test_parity(k, size, parameters, parity):
    tight = tight_parity(k=k, size=size, **parameters)
    assert tight == parity(subset_selection(k=k, size=size, **parameters))
    if "epsilon" in parameters:
        assert tight == read_epsilon(parameters["epsilon"]).t


@pytest.mark.parametrize(
    ("k", "size", "message"),
    [(4, 4, "size = 4"), (4, 0, "size = 0"), (40, 20, "137846528820 subsets"), (1, 1, "k = 1")],
)
def test_refusals(k, size, message):
    with pytest.raises(InputError, match=message):
        subset_selection(k=k, size=size, epsilon=1)


def test_sets_follow_the_labels_of_their_inputs():
    mechanism = subset_selection(k=3, size=2, epsilon="ln3")
    named = mechanism.relabel(inputs=["no", "once", "often"])
    assert named.outputs == ("{no,once}", "{no,often}", "{once,often}")
    assert named.relabel(inputs=["a", "b", "c"]).outputs == ("{a,b}", "{a,c}", "{b,c}")
    assert mechanism.relabel(inputs=["no", "once", "two,three"]).outputs == mechanism.outputs
    assert mechanism.relabel(inputs=["no", "once", "often"], outputs=["x", "y", "z"]).outputs == ("x", "y", "z")
    other = Mechanism([["1/2", "1/4"], ["1/2", "3/4"]], outputs=["{0,7}", "{0,1}"])
    assert other.relabel(inputs=["no", "yes"]).outputs == other.outputs
    alone = Mechanism([["1/2", "1/4"], ["1/2", "3/4"]], outputs=["0", "1"])
    assert alone.relabel(inputs=["no", "yes"]).outputs == alone.outputs
