"""A matrix that is no mechanism's is refused with the place, by labels or counted from 1, and with what to do."""

from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.exact.stochastic import require_stochastic

HALF, WHOLE = Fraction(1, 2), Fraction(1)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (((WHOLE, 2 * WHOLE), (0 * WHOLE, -WHOLE)), r"the entry -1 at output \"b\", input \"yes\" is negative"),
        (((WHOLE, HALF), (WHOLE, HALF)), r"the column \"no\" sums to 2, not 1$"),
        (((80 * WHOLE, HALF), (20 * WHOLE, HALF)), "per cent are written with their sign"),
        (
            ((HALF, Fraction(33, 100)), (HALF, Fraction(66, 100))),
            r"the column \"yes\" sums to 99/100, not 1; if its numbers are",
        ),
        (((HALF, HALF), (0 * WHOLE, WHOLE)), "sums to 1/2, not 1"),
    ],
)
def test_what_is_no_mechanism_is_refused_by_its_labels(rows: tuple[tuple[Fraction, ...], ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        require_stochastic(rows, ("no", "yes"), ("a", "b"))


def test_without_labels_places_are_counted_from_one() -> None:
    with pytest.raises(InputError, match="the entry -1 in the 2nd row, the 1st column is negative"):
        require_stochastic(((2 * WHOLE, HALF), (-WHOLE, HALF)), None, None)
    require_stochastic(((HALF, WHOLE), (HALF, 0 * WHOLE)), None, None)
