import itertools
from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.noise.sensitivity import (
    Neighbours,
    bounded_mean,
    bounded_sum,
    count,
    fraction,
    histogram,
    read_neighbours,
)


def pairs(records, n, neighbours):
    """All neighbouring data sets with n records (or n and n + 1)."""
    for data in itertools.product(records, repeat=n):
        if neighbours == "replace":
            for new in records:
                yield data, (new, *data[1:])
        else:
            for new in records:
                yield data, (new, *data)


def worst(query, records, n, neighbours):
    return max(
        sum(abs(a - b) for a, b in zip(query(x), query(y), strict=True)) for x, y in pairs(records, n, neighbours)
    )


def total(data):
    return tuple(sum(column) for column in zip(*data, strict=True)) if data else (F(0), F(0))


def mean(data):
    return tuple(F(sum(column), len(data)) for column in zip(*data, strict=True))


VALUES = [(F(a), F(b)) for a in (-1, 0, 2) for b in (0, 1)]
CELLS = [tuple(F(i == j) for j in range(3)) for i in range(3)]


@pytest.mark.parametrize("neighbours", ["replace", "add-remove"])
def test_every_sensitivity_is_attained_and_never_exceeded(neighbours):
    ranges = [(-1, 2), (0, 1)]
    for n in (1, 2, 3):
        assert worst(total, VALUES, n, neighbours) == bounded_sum(ranges, neighbours).l1
        assert worst(mean, VALUES, n, neighbours) == bounded_mean(n, ranges, neighbours).l1
        assert worst(total, CELLS, n, neighbours) == histogram(3, neighbours).l1
        assert worst(total, [(F(0),), (F(1),)], n, neighbours) == count(neighbours).l1
        assert worst(mean, [(F(0),), (F(1),)], n, neighbours) == fraction(n, neighbours).l1


def test_the_lectures_example_two_counts_of_one_attribute():
    assert histogram(2, "replace").l1 == 2 and histogram(2, "add-remove").l1 == 1
    assert fraction(100, "replace").l1 == F(1, 100)


def test_coordinates_sum_to_the_whole_for_boxes():
    found = bounded_mean(10, [(0, 1), (0, 5)], "replace")
    assert found.coordinates == (F(1, 10), F(1, 2)) and found.l1 == F(3, 5) and not found.whole
    assert "l1 sensitivity 3/5 under replace" in str(found)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bounded_mean(0, [(0, 1)], "replace"), "at least 1"),
        (lambda: bounded_sum([(1, 1)], "replace"), "empty"),
        (lambda: bounded_mean(3, [(0, 1)], "swap"), "neither replace nor add-remove"),
        (lambda: read_neighbours("swap"), "neither replace nor add-remove"),
    ],
)
def test_what_makes_no_sense_is_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()


def test_every_query_reads_its_neighbours():
    for query in (
        count,
        lambda kind: histogram(2, kind),
        lambda kind: bounded_sum([(0, 1)], kind),
        lambda kind: fraction(5, kind),
    ):
        assert query("add/remove").neighbours is Neighbours.ADD_REMOVE and "add-remove" in query("add/remove").explain()
        with pytest.raises(InputError, match="neither replace nor add-remove"):
            query("swap")
        with pytest.raises(InputError, match="neighbours '3' are neither replace"):
            query(3)
