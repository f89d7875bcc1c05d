"""A matrix that is no mechanism's is refused with the place, by labels or counted from 1, and with what to do."""

import itertools
import random
from fractions import Fraction

import pytest

from rropt import from_spec
from rropt.exact.errors import InputError
from rropt.exact.matrix import rank
from rropt.exact.stochastic import direction_of, group_proportional, require_stochastic

HALF, WHOLE = Fraction(1, 2), Fraction(1)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            ((WHOLE, 2 * WHOLE), (0 * WHOLE, -WHOLE)),
            r"the entry -1 in the row \"b\" and the column \"yes\" is negative",
        ),
        (
            ((WHOLE, HALF), (WHOLE, HALF)),
            r"the column \"no\" sums to 2, not 1; correct its entries, the chances of all answers of one input$",
        ),
        (((80 * WHOLE, HALF), (20 * WHOLE, HALF)), "write percentages with their sign"),
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
    with pytest.raises(InputError, match="the entry -1 in the 2nd row and the 1st column is negative"):
        require_stochastic(((2 * WHOLE, HALF), (-WHOLE, HALF)), None, None)
    require_stochastic(((HALF, WHOLE), (HALF, 0 * WHOLE)), None, None)


def test_rows_are_together_exactly_where_two_of_them_have_rank_one() -> None:
    rng = random.Random(4)
    for _ in range(50):
        rows = [
            [Fraction(rng.randint(0, 2)) * (n := rng.randint(1, 3)), Fraction(rng.randint(0, 2)) * n] for _ in range(7)
        ]
        groups = group_proportional(rows)
        place = {i: n for n, group in enumerate(groups) for i in group}
        assert set(place) == {i for i, row in enumerate(rows) if any(row)}
        for i, j in itertools.combinations(place, 2):
            assert (place[i] == place[j]) == (rank([rows[i], rows[j]]) == 1)


def test_multiples_over_e_are_found() -> None:
    first, second, _ = from_spec("krr:k=3,epsilon=1").rows
    rows = [first, tuple(x * first[0] for x in first), second]
    assert group_proportional(rows) == ((0, 1), (2,))
    assert direction_of([Fraction(0), Fraction(0)]) is None
    assert direction_of([Fraction(0), Fraction(3), Fraction(1)]) == (0, 1, Fraction(1, 3))
