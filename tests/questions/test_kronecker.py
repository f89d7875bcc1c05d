import functools
import tracemalloc
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import kronecker, product
from rropt.questions.kronecker import BLOCK, apply_exact, apply_in_place, contract_exact


def random_factors(n, seed):
    return [np.random.default_rng((seed, i)).normal(size=(2, 2)) for i in range(n)]


@pytest.mark.parametrize("n", range(1, 12))
def test_in_place_agrees_with_the_dense_product_with_a_factor_for_each_bit(n):
    factors = random_factors(n, 1)
    x = np.random.default_rng(2).normal(size=1 << n)
    dense = functools.reduce(np.kron, factors) @ x
    result = apply_in_place(factors, x)
    assert result is x
    np.testing.assert_allclose(x, dense, rtol=1e-9, atol=1e-9)


def test_every_blocking_branch_agrees_with_one_factor_at_a_time():
    n = 18
    assert 1 << n > BLOCK
    factors, x = random_factors(n, 3), np.random.default_rng(4).normal(size=1 << n)
    plain = x.reshape((2,) * n)
    for i, factor in enumerate(factors):
        plain = np.moveaxis(np.tensordot(factor, plain, axes=(1, i)), 0, i)
    np.testing.assert_allclose(apply_in_place(factors, x), plain.ravel(), rtol=1e-8, atol=1e-8)


def test_a_float32_or_misshapen_vector_is_refused():
    with pytest.raises(InputError, match="float64"):
        apply_in_place(random_factors(2, 0), np.zeros(4, dtype=np.float32))
    with pytest.raises(InputError, match="length 8"):
        apply_in_place(random_factors(3, 0), np.zeros(4))


def test_exact_agrees_with_the_exact_dense_product_over_the_rationals_and_over_e():
    t = read_number("e")
    factors = [((F(1), F(2)), (F(3), F(4))), ((t, F(1)), (F(0), t + 1)), ((F(1, 2), F(0)), (F(5), F(-1)))]
    x = tuple(F(i, 3) for i in range(8))
    dense = product(functools.reduce(kronecker, factors), tuple((v,) for v in x))
    assert apply_exact(factors, x) == tuple(row[0] for row in dense)


def test_contractions_agree_with_the_written_out_vector():
    vectors = [(F(1), F(2)), (F(-3), F(5)), (F(7), F(11))]
    x = [F(i * i) for i in range(8)]
    written = [a * b * c for a in vectors[0] for b in vectors[1] for c in vectors[2]]
    expected = sum(u * v for u, v in zip(written, x, strict=True))
    assert contract_exact(vectors, x) == expected


def test_too_many_exact_factors_are_refused():
    with pytest.raises(InputError, match="at most 16"):
        apply_exact([((F(1), F(0)), (F(0), F(1)))] * 17, [])


def test_beyond_the_vector_itself_almost_no_memory_is_taken():
    factors, x = random_factors(20, 5), np.random.default_rng(6).normal(size=1 << 20)
    tracemalloc.start()
    apply_in_place(factors, x)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < x.nbytes / 10
