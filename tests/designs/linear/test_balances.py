"""What doubles call sure of W − y and of the balances is so, and the rest is exact: beside sums of fractions."""

import random
from fractions import Fraction as F

import pytest

from rropt.designs.linear.balances import balances_of
from rropt.exact.epsilon import read_epsilon
from rropt.exact.sign import sign

TINY = F(1, 10**16)


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "ln3", "20", "700", "800"])
def test_sure_signs_and_negative_balances_are_right(epsilon: str) -> None:
    rng, t, seen = random.Random(31), read_epsilon(epsilon).t, set()
    for n in range(60):
        k = rng.randint(1, 5)
        y = [F(rng.randint(-5, 5), rng.randint(1, 3)) * F(10) ** rng.choice([0, 0, 300, -300]) for _ in range(k)]
        row = tuple(x + rng.choice([F(0), TINY, -TINY, x * TINY, F(1), F(-1)]) for x in y)
        if n % 3 == 0 and k > 1:  # a balance of exactly 0: T for the first, all of it lost by the last
            y, row = [F(0)] * k, (F(1), *[F(0)] * (k - 2), -t)  # type: ignore[assignment]
        found = balances_of((row,), y, t)  # type: ignore[arg-type]
        signs = found.signs(0)
        assert signs == [sign(w - x) for w, x in zip(row, y, strict=True)]
        parts = [(t if s > 0 else 1) * (w - x) for s, w, x in zip(signs, row, y, strict=True)]
        balance = sum(parts, F(0))
        assert found.exact(0, signs) == balance
        assert not found.negative[0] or sign(balance) < 0
        seen.add((found.negative[0], sign(balance), all(found.sure[0])))
    assert {(True, -1, True), (False, 0, False)} <= seen
    assert (True, -1, False) in seen or t > 10**9  # where T times an error is as large as anything else


def test_numbers_too_large_for_doubles_are_left_to_exact_ones() -> None:
    found = balances_of(((F(10) ** 400, F(0)),), [F(10) ** 400 + 1, F(1)], F(2))
    assert not found.sure[0][0] and found.signs(0) == [-1, -1] and not found.negative[0]
