from fractions import Fraction
from math import prod

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families.bitwise.iterated_bisymmetric import iterated_bisymmetric
from rropt.families.bitwise.rappor import rappor, tight_parity
from rropt.mechanism import Mechanism

F, P, Q = Fraction(1, 2), Fraction(1, 5), Fraction(3, 4)


def test_one_bit_of_each_mode_by_its_coins():
    permanent = {b: F / 2 + (1 - F) * b for b in (0, 1)}
    both = {b: permanent[b] * Q + (1 - permanent[b]) * P for b in (0, 1)}
    for mode, parameters, one in (
        ("permanent", {"f": F}, permanent),
        ("one-time", {"f": F}, permanent),
        ("instantaneous", {"p": P, "q": Q}, {0: P, 1: Q}),
        ("both", {"f": F, "p": P, "q": Q}, both),
    ):
        mechanism = rappor(mode=mode, **parameters)
        assert [mechanism[1, b] for b in (0, 1)] == [one[0], one[1]]


def test_both_is_the_instantaneous_step_after_the_permanent_one():
    parameters = {"bits": 2, "p": P, "q": Q}
    steps = rappor(mode="instantaneous", **parameters) @ rappor(mode="permanent", bits=2, f=F)
    assert rappor(mode="both", f=F, **parameters) == steps


def test_bits_are_independent_and_labelled():
    one, three = rappor(mode="both", f=F, p=P, q=Q), rappor(mode="both", bits=3, f=F, p=P, q=Q)
    for i, out in enumerate(three.outputs):
        for j, truth in enumerate(three.inputs):
            assert three[i, j] == prod(one[int(a), int(b)] for a, b in zip(out, truth, strict=True))
    assert three.inputs[1] == "001"
    assert Mechanism.from_csv(three.to_csv()) == three


def test_the_bisymmetric_cases_of_vinterbo():
    q = Fraction(2, 3)
    assert rappor(mode="permanent", bits=2, f=F) == iterated_bisymmetric(bits=2, a=1 - F / 2)
    a = q - (q - Fraction(1, 2)) * F
    assert rappor(mode="both", bits=2, f=F, p=1 - q, q=q) == iterated_bisymmetric(bits=2, a=a)


@pytest.mark.parametrize("bits", [1, 2, 3])
@pytest.mark.parametrize(
    "parameters",
    [
        {"mode": "permanent", "f": "0"},
        {"mode": "permanent", "f": "1"},
        {"mode": "one-time", "f": "1/3"},
        {"mode": "instantaneous", "p": "1/5", "q": "3/4"},
        {"mode": "instantaneous", "p": "0", "q": "1"},
        {"mode": "instantaneous", "p": "9/10", "q": "1/2"},
        {"mode": "both", "f": "1/4", "p": "1/2", "q": "3/4"},
        {"mode": "both", "f": "0", "p": "0", "q": "1/2"},
    ],
)
def test_parity(bits, parameters, parity):
    assert tight_parity(bits=bits, **parameters) == parity(rappor(bits=bits, **parameters))


@pytest.mark.parametrize(("epsilon", "bits"), [("1/2", 1), ("1/2", 2), ("ln8", 3), ("ln3", 2), ("every", 1)])
def test_epsilon_is_met_exactly(epsilon, bits, parity):
    parameters = {"mode": "permanent", "bits": bits, "epsilon": epsilon}
    assert read_epsilon(epsilon).t == parity(rappor(**parameters)) == tight_parity(**parameters)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"mode": "twice", "f": 1}, "the modes are permanent or one-time"),
        ({"mode": "permanent"}, "exactly one of f, epsilon"),
        ({"mode": "permanent", "f": 1, "p": 1}, "not p=1"),
        ({"mode": "both", "f": 1}, "takes f and p and q, not f"),
        ({"mode": "instantaneous", "p": 1, "q": 0, "epsilon": 1}, "takes p and q"),
        ({"mode": "permanent", "f": 1, "bits": 40}, "a matrix for 40 bits .* give bits=1 for the mechanism"),
        ({"mode": "permanent", "epsilon": 1, "bits": 40}, "bits=1 and an epsilon 40 times smaller for the mechanism"),
    ],
)
def test_refusals(parameters, message):
    with pytest.raises(InputError, match=message):
        rappor(**parameters)
