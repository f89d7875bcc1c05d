"""Parity computed straight from a matrix: the largest ratio within a row, with 0/0 = 1 and a/0 = infinity."""

import math
from fractions import Fraction

import pytest


def parity_of(mechanism):
    largest = Fraction(1)
    for row in dict.fromkeys(mechanism.rows):
        entries = set(row)
        if any(x == 0 for x in entries) and any(x != 0 for x in entries):
            return math.inf
        largest = max([largest, *(a / b for a in entries for b in entries if b)])
    return largest


@pytest.fixture
def parity():
    return parity_of
