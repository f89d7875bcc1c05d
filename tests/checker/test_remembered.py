"""Products that are formed once are those of the very numbers: also where an object is gone, and where many are kept."""

from __future__ import annotations

from rropt.checker import limits
from rropt.checker.arithmetic.quotient import MOST_KEPT, constant
from rropt.checker.rows.remembered import Remembered


def test_a_new_object_in_the_place_of_another_has_its_own_product() -> None:
    for plain in (False, True):
        limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE, plain=plain))
        numbers, seven = Remembered(), constant(7)
        for n in range(1, MOST_KEPT + 500):
            # each constant is dropped before the next, which may stand at its address
            assert numbers.times(constant(n), seven).fraction() == (7 * n, 1)
        assert len(numbers.known) == (0 if plain else MOST_KEPT)


def test_sums_are_those_of_exact_numbers() -> None:
    limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE))
    numbers, a, b = Remembered(), constant(1, 3), constant(5, 7)
    for _ in range(2):
        assert numbers.dot([a, b], [(b, 2, 0), (a, 1, 1)]) == constant(15, 21)
        assert numbers.add([(a, b), (b, b)], a) == constant(1, 3) + constant(5, 21) + constant(25, 49)
